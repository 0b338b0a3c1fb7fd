import { SearchControl } from '@wordpress/components';
import {
	useDeferredValue,
	useMemo,
	useRef,
	useState,
} from '@wordpress/element';
import type { MouseEvent, ReactNode } from 'react';
import { useLocation } from 'wouter';
import { ActionButton } from '../../ui/action-button.tsx';
import { CopyButton } from '../../ui/copy.tsx';
import { download } from '../../ui/download.ts';
import { Icon } from '../../ui/icon.tsx';
import { useSpokenChanges } from '../../ui/use-spoken-changes.ts';
import { __, _n, sprintf } from '../../ui/i18n.ts';
import { numberLabel } from '../labels/size.ts';
import { LogBlock } from './log-block.tsx';
import type { LogTarget } from './log-block.tsx';
import type { LogText } from './log-text.ts';
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

function countLabel( log: LogText, found: number | null ): string {
	const all = log.lineCount;
	/* translators: %s: number of lines. */
	const count = _n( '%s line', '%s lines', all, 'headless-deploy' );
	/* translators: 1: number of lines that contain the text, 2: number of all lines. */
	const share = __( '%1$s of %2$s lines', 'headless-deploy' );
	return found === null
		? sprintf( count, numberLabel( all ) )
		: sprintf( share, numberLabel( found ), numberLabel( all ) );
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
		() => ( search === '' ? log.allBlocks : log.find( search ) ),
		[ log, search ]
	);
	const count = countLabel(
		log,
		search === '' ? null : blocks.flat().length
	);
	useSpokenChanges( search === '' ? '' : count );
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
				<span className="hd-hint">{ count }</span>
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
					onClick={ () =>
						download( new Blob( [ String( log ) ] ), fileName )
					}
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
							address={ address }
							search={ search }
							target={ target }
							// The last one may be an unfinished line.
							isLast={ index >= blocks.length - 2 }
						/>
					) ) }
				</div>
			) }
			<div ref={ end } />
		</section>
	);
}
