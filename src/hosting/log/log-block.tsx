import { memo, useEffect, useRef, useState } from '@wordpress/element';
import { useRouter } from 'wouter';
import { __, sprintf } from '../../ui/i18n.ts';
import type { LogLine } from './log-text.ts';

/** Of a line that is not wrapped, as in the stylesheet. */
const LINE_PX = 20;

/** How far outside of the window lines are shown already. */
const MARGIN_PX = 800;

/** The line that an address leads to. */
export interface LogTarget {
	number: number;
	/** Another one for each jump. */
	jump: number;
}

interface Props {
	lines: readonly LogLine[];
	/** The address of the log; that of a line is below it. */
	address: string;
	/** What is marked in the lines. */
	search: string;
	/** In these or in other lines. */
	target: LogTarget | null;
	/** Whether the block is at the end of the log. Its lines are rendered even outside of the viewport. */
	isLast: boolean;
}

function Marked( { text, search }: { text: string; search: string } ) {
	const start =
		search === '' ? -1 : text.toLowerCase().indexOf( search.toLowerCase() );
	if ( start < 0 ) {
		return <>{ text }</>;
	}
	const end = start + search.length;
	return (
		<>
			{ text.slice( 0, start ) }
			<mark>{ text.slice( start, end ) }</mark>
			<Marked text={ text.slice( end ) } search={ search } />
		</>
	);
}

/** The build ends its log with this line. What an application prints leads nowhere else. */
const LIVE_SITE = /^(The build is live: )(http:\/\/localhost:\d+)$/;

function LineText( { text, search }: { text: string; search: string } ) {
	const [ , words, url ] = LIVE_SITE.exec( text ) ?? [];
	return url === undefined ? (
		<Marked text={ text } search={ search } />
	) : (
		<>
			{ words }
			<a href={ url } target="_blank" rel="noreferrer">
				{ url }
			</a>
		</>
	);
}

function Lines( { lines, address, search, target, isLast }: Props ) {
	const { base, hrefs } = useRouter();
	const block = useRef< HTMLDivElement >( null );
	const height = useRef( 0 );
	const [ isNear, setNear ] = useState( false );
	useEffect( () => {
		if ( block.current === null ) {
			return undefined;
		}
		const observe = ( [ entry ]: IntersectionObserverEntry[] ) => {
			height.current = entry?.boundingClientRect.height ?? 0;
			setNear( entry?.isIntersecting ?? false );
		};
		const rootMargin = `${ MARGIN_PX }px 0px`;
		const observer = new IntersectionObserver( observe, { rootMargin } );
		observer.observe( block.current );
		return () => observer.disconnect();
	}, [] );
	const hasTarget = lines.some( ( { number } ) => number === target?.number );
	useEffect( () => {
		const link = block.current?.querySelector< HTMLElement >(
			`[data-line="${ target?.number }"]`
		);
		link?.scrollIntoView( { block: 'center' } );
		link?.focus( { preventScroll: true } );
	}, [ target, hasTarget ] );

	if ( ! isNear && ! isLast && ! hasTarget ) {
		const hidden = height.current || lines.length * LINE_PX;
		return <div ref={ block } style={ { height: hidden } } />;
	}
	/* translators: %d: number of a line. */
	const label = __( 'Line %d', 'headless-deploy' );
	return (
		<div ref={ block }>
			{ lines.map( ( { text, number, tone }, index ) => (
				<div
					key={ number ?? `heading-${ index }` }
					className={ `hd-log__line hd-log__line--${ tone }${ number === target?.number ? ' is-target' : '' }` }
				>
					{ number !== null && (
						<a
							href={ hrefs(
								`${ base }${ address }/${ number }`
							) }
							data-line={ number }
							aria-label={ sprintf( label, number ) }
						>
							{ number }
						</a>
					) }
					<span>
						<LineText text={ text } search={ search } />
					</span>
				</div>
			) ) }
		</div>
	);
}

/** Lines of a log, which leave the page while they are far outside of the window. */
export const LogBlock = memo( Lines );
