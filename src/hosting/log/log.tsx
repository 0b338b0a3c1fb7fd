import { SearchControl } from '@wordpress/components';
import {
	useCallback,
	useDeferredValue,
	useMemo,
	useRef,
	useState,
} from '@wordpress/element';
import type { MouseEvent, ReactNode } from 'react';
import { useLocation, useRouter } from 'wouter';
import { ActionButton } from '../components/action-button.tsx';
import { CopyButton } from '../components/copy-button.tsx';
import { Icon } from '../components/icon.tsx';
import { useSpokenChanges } from '../components/spoken.ts';
import { __, _n, sprintf } from '../i18n.ts';
import { numberLabel } from '../labels/size.ts';
import { LogBlock } from './log-block.tsx';
import type { LogTarget } from './log-block.tsx';
import type { LogLine, LogText } from './log-text.ts';
import { useFollowing } from './use-following.ts';
import './log.css';

interface Props {
	log: LogText;
	/** The address of the page; that of a line is below it. */
	address: string;
	/** The number of the line that the address leads to. */
	line?: string | undefined;
	/** Whether lines may still be added. */
	isGrowing: boolean;
	/** Where there are no lines. */
	empty: string;
	/** Of the downloaded file. */
	fileName: string;
	/** Behind the number of lines. */
	children?: ReactNode;
}

/** The line that the address names, and the way to another one. */
function useTarget( address: string, line: string | undefined ) {
	const [ , navigate ] = useLocation();
	const number = Number( line ?? 0 );
	const [ jump, setJump ] = useState( 0 );
	const target = useMemo< LogTarget | null >(
		() => ( number > 0 ? { number, jump } : null ),
		[ number, jump ]
	);
	const goTo = ( wanted: number ) => {
		navigate( `${ address }/${ wanted }`, { replace: true } );
		setJump( ( last ) => last + 1 );
	};
	return { target, goTo };
}

function download( text: string, fileName: string ): void {
	const link = document.createElement( 'a' );
	link.href = URL.createObjectURL( new Blob( [ text ] ) );
	link.download = fileName;
	link.click();
	URL.revokeObjectURL( link.href );
}

function lineCountLabel( count: number ): string {
	return sprintf(
		/* translators: %s: number of lines. */
		_n( '%s line', '%s lines', count, 'headless-deploy' ),
		numberLabel( count )
	);
}

function foundLabel( found: number, all: number ): string {
	return sprintf(
		/* translators: 1: number of lines that contain the text, 2: number of all lines. */
		__( '%1$s of %2$s lines', 'headless-deploy' ),
		numberLabel( found ),
		numberLabel( all )
	);
}

function isIn( lines: readonly LogLine[], target: LogTarget | null ): boolean {
	return (
		target !== null &&
		lines.some( ( { number } ) => number === target.number )
	);
}

function countLines( blocks: readonly ( readonly LogLine[] )[] ): number {
	return blocks.reduce( ( sum, { length } ) => sum + length, 0 );
}

/** A log that can be followed and searched. */
export function Log( {
	log,
	address,
	line: wantedLine,
	isGrowing,
	empty,
	fileName,
	children,
}: Props ) {
	const { base, hrefs } = useRouter();
	const { target, goTo } = useTarget( address, wantedLine );
	const end = useRef< HTMLDivElement >( null );
	const [ isFollowing, setFollowing ] = useFollowing( end, {
		log,
		isPossible: isGrowing,
		isInitial: target === null,
	} );
	const [ typed, setTyped ] = useState( '' );
	const search = useDeferredValue( typed.trim() );
	const blocks = useMemo(
		() => ( search === '' ? log.blocks : log.find( search ) ),
		[ log, search ]
	);
	const found =
		search === '' ? '' : foundLabel( countLines( blocks ), log.lineCount );
	useSpokenChanges( found );
	const unfinished = search === '' ? log.unfinishedLine : null;
	const hrefOf = useCallback(
		( line: number ) => hrefs( `${ base }${ address }/${ line }` ),
		[ hrefs, base, address ]
	);
	const showLine = ( line: number ) => {
		setFollowing( false );
		setTyped( '' );
		goTo( line );
	};
	const followLink = ( event: MouseEvent ) => {
		const { line } = ( event.target as HTMLElement ).dataset;
		const isNewTab = event.ctrlKey || event.metaKey || event.shiftKey;
		if ( line !== undefined && ! isNewTab ) {
			event.preventDefault();
			showLine( Number( line ) );
		}
	};

	return (
		<section
			className="hd-box hd-log"
			aria-label={ __( 'Log', 'headless-deploy' ) }
		>
			<div className="hd-log__head">
				{ isFollowing && (
					<span className="hd-status hd-status--running">
						<Icon name="running" />
						{ __( 'Following', 'headless-deploy' ) }
					</span>
				) }
				<span className="hd-hint">
					{ found || lineCountLabel( log.lineCount ) }
				</span>
				<span className="hd-hint">{ children }</span>
				<SearchControl
					__nextHasNoMarginBottom
					size="compact"
					label={ __( 'Find in the log', 'headless-deploy' ) }
					placeholder={ __( 'Find in the log', 'headless-deploy' ) }
					value={ typed }
					onChange={ setTyped }
				/>
				{ isGrowing && (
					<ActionButton
						compact
						onClick={ () => setFollowing( ! isFollowing ) }
					>
						{ isFollowing
							? __( 'Stop following', 'headless-deploy' )
							: __( 'Follow', 'headless-deploy' ) }
					</ActionButton>
				) }
				{ log.firstError !== null && (
					<ActionButton
						compact
						onClick={ () => showLine( log.firstError ?? 1 ) }
					>
						{ __( 'First error', 'headless-deploy' ) }
					</ActionButton>
				) }
				<CopyButton
					subject={ __( 'the log', 'headless-deploy' ) }
					text={ () => Promise.resolve( String( log ) ) }
				/>
				<ActionButton
					compact
					onClick={ () => download( String( log ), fileName ) }
				>
					{ __( 'Download', 'headless-deploy' ) }
				</ActionButton>
			</div>
			{ log.lineCount === 0 ? (
				<p className="hd-log__empty hd-muted">{ empty }</p>
			) : (
				// The links inside are reached by keyboard; their clicks arrive here.
				// eslint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions
				<div className="hd-log__lines" onClick={ followLink }>
					{ blocks.map( ( lines, index ) => (
						<LogBlock
							key={ `${ search } ${ lines[ 0 ]?.number ?? -index }` }
							lines={ lines }
							hrefOf={ hrefOf }
							search={ search }
							target={ isIn( lines, target ) ? target : null }
							isLast={ index === blocks.length - 1 }
						/>
					) ) }
					{ unfinished && (
						<LogBlock
							lines={ [ unfinished ] }
							hrefOf={ hrefOf }
							search=""
							target={ null }
							isLast
						/>
					) }
				</div>
			) }
			<div ref={ end } />
		</section>
	);
}
