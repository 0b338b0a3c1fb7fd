import { useEffect, useState } from '@wordpress/element';
import type { RefObject } from 'react';

/** How far above the end the user may be and still follow it. */
const NEAR_PX = 80;

interface Options {
	/** What grows. */
	log: unknown;
	/** Whether it may still grow. */
	isPossible: boolean;
	isInitial: boolean;
}

function isNearEnd( end: HTMLElement ): boolean {
	return end.getBoundingClientRect().bottom <= window.innerHeight + NEAR_PX;
}

/**
 * Keeps the end of what grows in view until the user scrolls up.
 *
 * @return Whether it does, and how to change it.
 */
export function useFollowing(
	end: RefObject< HTMLElement >,
	{ log, isPossible, isInitial }: Options
): [ boolean, ( isWanted: boolean ) => void ] {
	// The last lines are read when nothing grows any more: they are followed too.
	const [ isFollowing, setFollowing ] = useState( isInitial && isPossible );
	useEffect( () => {
		if ( isFollowing && end.current && ! isNearEnd( end.current ) ) {
			end.current.scrollIntoView( { block: 'end' } );
		}
	}, [ end, log, isFollowing ] );
	useEffect( () => {
		if ( ! isFollowing ) {
			return undefined;
		}
		let lastTop = window.scrollY;
		const onScroll = () => {
			const isUp = window.scrollY < lastTop;
			lastTop = window.scrollY;
			if ( isUp && end.current && ! isNearEnd( end.current ) ) {
				setFollowing( false );
			}
		};
		window.addEventListener( 'scroll', onScroll, { passive: true } );
		return () => window.removeEventListener( 'scroll', onScroll );
	}, [ end, isFollowing ] );
	return [ isFollowing && isPossible, setFollowing ];
}
