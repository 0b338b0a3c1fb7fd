import { useState } from '@wordpress/element';
import { __, _n, sprintf } from '../../ui/i18n.ts';
import type { Reason, User } from '../../shared/wire.ts';
import { changeCount } from '../labels/change-count.ts';
import { timeAgo } from '../labels/time.ts';
import { ActionButton } from '../../ui/action-button.tsx';
import { localNumber } from '../../ui/number.ts';

const SHOWN = 3;

interface Props {
	/** Newest first. */
	reasons: readonly Reason[];
	/** How many changes there are in all. */
	count: number;
	nowMs: number;
	timeZone: string;
}

export function ChangeTitle( { reason }: { reason: Reason } ) {
	const { link, label, text } = reason;
	const title = label === '' ? text : reason.title;
	return link === '' ? (
		// The block around it keeps the direction of the page.
		<span className="headless-deploy-change">
			<bdi>{ title }</bdi>
		</span>
	) : (
		<a className="headless-deploy-change" href={ link }>
			<bdi>{ title }</bdi>
		</a>
	);
}

function originText( event: string, { name }: User, ago: string ): string {
	if ( event === '' ) {
		return name === ''
			? ago
			: sprintf(
					/* translators: 1: name of a person, 2: when, for example “2 s ago”. */
					__( 'By %1$s, %2$s', 'headless-deploy' ),
					name,
					ago
				);
	}
	return name === ''
		? sprintf(
				/* translators: 1: what happened, for example “Published”, 2: when, for example “2 s ago”. */
				__( '%1$s, %2$s', 'headless-deploy' ),
				event,
				ago
			)
		: sprintf(
				/* translators: 1: what happened, for example “Published”, 2: name of a person, 3: when, for example “2 s ago”. */
				__( '%1$s by %2$s, %3$s', 'headless-deploy' ),
				event,
				name,
				ago
			);
}

function Change( { reason, ago }: { reason: Reason; ago: string } ) {
	return (
		<li>
			<ChangeTitle reason={ reason } />
			<span className="headless-deploy-secondary">
				{ originText( reason.label, reason.user, ago ) }
			</span>
		</li>
	);
}

export function andMore( count: number, text = localNumber( count ) ): string {
	return sprintf(
		/* translators: %s: number of further changes. */
		_n(
			'and %s more change',
			'and %s more changes',
			count,
			'headless-deploy'
		),
		text
	);
}

/** Lists the newest changes of a run; a button shows all that the server sent. */
export function ChangeList( { reasons, count, nowMs, timeZone }: Props ) {
	const [ isOpen, setOpen ] = useState( false );
	const shownReasons = isOpen ? reasons : reasons.slice( 0, SHOWN );
	// A schedule that requests a run is a reason but no change, so there may be more reasons than changes.
	const hiddenCount = Math.max( count, reasons.length ) - shownReasons.length;
	const moreText = andMore(
		hiddenCount,
		changeCount( hiddenCount + shownReasons.length, shownReasons.length )
	);
	const isExpandable = reasons.length > SHOWN;
	return (
		<ul className="headless-deploy-changes">
			{ shownReasons.map( ( reason, index ) => (
				<Change
					key={ `${ reason.at }-${ index }` }
					reason={ reason }
					ago={ timeAgo( reason.at, nowMs, timeZone ) }
				/>
			) ) }
			{ hiddenCount > 0 &&
				shownReasons.length > 0 &&
				( isOpen || ! isExpandable ) && (
					<li className="headless-deploy-secondary">{ moreText }</li>
				) }
			{ isExpandable && (
				<li key="more">
					<ActionButton
						variant="link"
						onClick={ () => setOpen( ! isOpen ) }
					>
						{ isOpen
							? __( 'Show fewer', 'headless-deploy' )
							: moreText }
					</ActionButton>
				</li>
			) }
		</ul>
	);
}
