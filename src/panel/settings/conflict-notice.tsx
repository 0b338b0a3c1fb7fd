import { __, sprintf } from '../../ui/i18n.ts';
import type { LastSaved } from '../../shared/wire.ts';
import { ActionButton } from '../../ui/action-button.tsx';
import { LastingNotice } from '../../ui/notice.tsx';
import { clockTime } from '../../live/labels/time.ts';
import type { Conflict, Difference } from './conflict.ts';
import { type SiteTime, useSiteTime } from './site-time.ts';

interface Props {
	conflict: Conflict;
	busy: boolean;
	onShowNewer: () => void;
	onSaveMine: () => void;
}

function headline(
	saved: LastSaved | null,
	{ nowMs, timeZone }: SiteTime
): string {
	return saved === null
		? __(
				'Not saved. Another user changed these settings while you were editing.',
				'headless-deploy'
			)
		: sprintf(
				/* translators: 1: name of a person, 2: a time or a date and time, for example “14:02” or “November 24, 2026, 9:00 am”. */
				__(
					'Not saved. %1$s changed these settings (%2$s).',
					'headless-deploy'
				),
				saved.by.name,
				clockTime( saved.at, nowMs(), timeZone )
			);
}

function Line( { name, saved, ownValue }: Difference ) {
	return (
		<li>
			<strong>{ name }</strong>{ ' ' }
			{ ownValue === null
				? sprintf(
						/* translators: %s: a value that another user saved. */
						__( 'Saved value: %s.', 'headless-deploy' ),
						saved
					)
				: sprintf(
						/* translators: 1: a value that another user saved, 2: the value in this form. */
						__(
							'Saved value: %1$s. Your value: %2$s.',
							'headless-deploy'
						),
						saved,
						ownValue
					) }
		</li>
	);
}

function Differences( { differences }: Pick< Conflict, 'differences' > ) {
	if ( differences === null ) {
		return null;
	}
	return differences.length === 0 ? (
		<p>
			{ __(
				'The newer settings do not conflict with your changes. Saving keeps both.',
				'headless-deploy'
			) }
		</p>
	) : (
		<ul className="headless-deploy-differences">
			{ differences.map( ( one ) => (
				<Line key={ one.name } { ...one } />
			) ) }
		</ul>
	);
}

/** Shows what another user saved first, and asks which version to keep. */
export function ConflictNotice( props: Props ) {
	const { conflict, busy, onShowNewer, onSaveMine } = props;
	const title = headline( conflict.saved, useSiteTime() );
	return (
		<LastingNotice status="warning" spokenMessage={ title }>
			<p>
				<strong>{ title }</strong>{ ' ' }
				{ __(
					'Your changes are still here. Nothing was overwritten.',
					'headless-deploy'
				) }
			</p>
			<Differences differences={ conflict.differences } />
			<div className="headless-deploy-buttons">
				<ActionButton compact disabled={ busy } onClick={ onShowNewer }>
					{ __( 'Show the newer settings', 'headless-deploy' ) }
				</ActionButton>
				<ActionButton compact busy={ busy } onClick={ onSaveMine }>
					{ __( 'Overwrite with my changes', 'headless-deploy' ) }
				</ActionButton>
			</div>
		</LastingNotice>
	);
}
