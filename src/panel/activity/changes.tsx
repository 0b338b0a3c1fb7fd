import { useState } from '@wordpress/element';
import type { Run, Reason } from '../../shared/wire.ts';
import { __, _n, sprintf } from '../../ui/i18n.ts';
import { ActionButton } from '../../ui/action-button.tsx';
import { andMore, ChangeTitle } from '../../live/components/change-list.tsx';
import { useTask } from '../../ui/use-task.ts';
import { metaKeyError, newestGeneral, updateGeneral } from '../settings/api.ts';
import { exactTime } from '../../live/labels/time.ts';

interface Props {
	run: Run;
	timeZone: string;
	/** Whether the user may change what counts as a change. */
	mayIgnore: boolean;
}

async function ignore( key: string ): Promise< void > {
	const { etag, ignoredMeta } = await newestGeneral();
	if ( ! ignoredMeta.includes( key ) ) {
		await updateGeneral( etag, { ignoredMeta: [ ...ignoredMeta, key ] } );
	}
}

/** A button that adds a meta key to the ignored ones of Automation. */
function IgnoreKey( { metaKey }: { metaKey: string } ) {
	const { busy, error, run } = useTask( metaKeyError );
	const [ isDone, setDone ] = useState( false );
	const ignoreKey = async () => {
		await ignore( metaKey );
		setDone( true );
	};
	return (
		<span className="headless-deploy-secondary">
			{ ! isDone && (
				<ActionButton
					variant="link"
					busy={ busy }
					onClick={ () => void run( ignoreKey ) }
				>
					{ sprintf(
						/* translators: %s: a meta key, for example _stats_cache. */
						__( 'Ignore changes to “%s”', 'headless-deploy' ),
						metaKey
					) }
				</ActionButton>
			) }{ ' ' }
			<span role="status">
				{ isDone
					? __(
							'Changes to this meta key are now ignored. To undo this, open Automation.',
							'headless-deploy'
						)
					: error }
			</span>
		</span>
	);
}

interface ChangeProps extends Omit< Props, 'run' > {
	reason: Reason;
}

function Change( { reason, timeZone, mayIgnore }: ChangeProps ) {
	const facts = [
		reason.label,
		reason.detail,
		reason.user.name,
		exactTime( reason.at, timeZone ),
	];
	return (
		<li>
			<ChangeTitle reason={ reason } />
			<span className="headless-deploy-secondary">
				{ facts.filter( ( fact ) => fact !== '' ).join( ' · ' ) }
			</span>
			{ mayIgnore && reason.metaKey !== '' && (
				<IgnoreKey metaKey={ reason.metaKey } />
			) }
		</li>
	);
}

/** Lists the changes of a run, newest first. */
export function Changes( { run, timeZone, mayIgnore }: Props ) {
	const { changes, reasons } = run;
	const hiddenCount = changes - reasons.length;
	return (
		<section>
			<h2>
				{ changes === 0
					? __( 'No changes', 'headless-deploy' )
					: sprintf(
							/* translators: %d: number of changes. */
							_n(
								'%d change',
								'%d changes',
								changes,
								'headless-deploy'
							),
							changes
						) }
			</h2>
			<ul className="headless-deploy-changes">
				{ reasons.map( ( reason, index ) => (
					<Change
						key={ `${ reason.at }-${ index }` }
						reason={ reason }
						timeZone={ timeZone }
						mayIgnore={ mayIgnore }
					/>
				) ) }
				{ hiddenCount > 0 && reasons.length > 0 && (
					<li className="headless-deploy-secondary">
						{ andMore( hiddenCount ) }
					</li>
				) }
			</ul>
		</section>
	);
}
