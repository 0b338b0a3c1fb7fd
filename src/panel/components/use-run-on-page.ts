import { useRef } from '@wordpress/element';
import type { RefObject } from 'react';
import type { Action } from '../../shared/actions.ts';
import { type Press, usePress } from './use-run.ts';

interface StayingPress< T > {
	/** The key of the button whose press is being answered. */
	busy: string | null;
	/** What is being sent by a press, known before anybody answers. */
	sending: Action | null;
	press: ( press: Press ) => void;
	/** Belongs to the headline, or to what is near, which has to be focusable. */
	headline: RefObject< T >;
}

/**
 * Sends what is pressed and keeps the focus near: a button that was pressed may be gone with the state that it ended,
 * then the headline takes the focus.
 *
 * @param refresh Asks for the state that the press led to.
 */
export function useStayingPress< T extends HTMLElement = HTMLHeadingElement >(
	refresh: () => Promise< void >
): StayingPress< T > {
	const headline = useRef< T >( null );
	const { busy, sending, press } = usePress( refresh );
	const pressAndStay = async ( pressed: Press ) => {
		await press( pressed );
		const page = headline.current?.ownerDocument;
		if ( page?.activeElement === page?.body ) {
			headline.current?.focus();
		}
	};
	return {
		busy,
		sending,
		press: ( pressed ) => void pressAndStay( pressed ),
		headline,
	};
}
