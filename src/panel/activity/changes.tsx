import type { Run, Reason } from '../../shared/wire.ts';
import { __, _n, sprintf } from '../i18n.ts';
import { IgnoreKey } from './ignore-key.tsx';
import { eventLabel } from '../labels/change-event.ts';
import { exactTime } from '../labels/time.ts';

interface Props {
	run: Run;
	timeZone: string;
	/** Whether the reader may change what counts as a change. */
	mayIgnore: boolean;
}

function Change( {
	reason,
	timeZone,
	mayIgnore,
}: Omit< Props, 'run' > & { reason: Reason } ) {
	const event = eventLabel( reason );
	const title = event === '' ? reason.text : reason.title;
	const facts = [
		event,
		reason.detail,
		reason.user.name,
		exactTime( reason.at, timeZone ),
	];
	return (
		<li>
			{ reason.link === '' ? (
				<bdi className="headless-deploy-change">{ title }</bdi>
			) : (
				<a className="headless-deploy-change" href={ reason.link }>
					<bdi>{ title }</bdi>
				</a>
			) }
			<span className="headless-deploy-secondary">
				{ facts.filter( ( fact ) => fact !== '' ).join( ' · ' ) }
			</span>
			{ mayIgnore && reason.metaKey !== '' && (
				<IgnoreKey metaKey={ reason.metaKey } />
			) }
		</li>
	);
}

/** Lists what a run brought to the front end, the newest changes first. */
export function Changes( { run, timeZone, mayIgnore }: Props ) {
	const { changes, reasons } = run;
	const more = changes - reasons.length;
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
				{ more > 0 && reasons.length > 0 && (
					<li className="headless-deploy-secondary">
						{ sprintf(
							/* translators: %d: number of further changes. */
							_n(
								'and %d more change',
								'and %d more changes',
								more,
								'headless-deploy'
							),
							more
						) }
					</li>
				) }
			</ul>
		</section>
	);
}
