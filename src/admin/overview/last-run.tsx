import { __, _n, sprintf } from '../i18n.ts';
import type { Delivery, EnvironmentStatus } from '../../shared/wire.ts';
import { StateSymbol } from '../parts/state-symbol.tsx';
import {
	deliverySymbol,
	lastRunSentence,
	tookInWords,
} from '../words/delivery.ts';
import { causeInWords, changesInWords } from '../words/people.ts';
import { timeAgo } from '../words/time.ts';

interface Props {
	environment: EnvironmentStatus;
	nowMs: number;
	timeZone: string;
}

/**
 * Says how much became how little: “23 changes, 3 builds this week”. A difference is not taken, because a press is a
 * build without a change and would make it smaller.
 * @param week
 */
function weekInWords( week: EnvironmentStatus[ 'week' ] ): string {
	if ( week.changes === 0 || week.runs === 0 ) {
		return '';
	}
	return sprintf(
		/* translators: 1: for example “23 changes”, 2: for example “3 builds”. */
		__( '%1$s, %2$s this week', 'headless-deploy' ),
		changesInWords( week.changes ),
		sprintf(
			/* translators: %d: number of builds. */
			_n( '%d build', '%d builds', week.runs, 'headless-deploy' ),
			week.runs
		)
	);
}

function answeredAfter( took: string, tries: number ): string {
	return tries > 1
		? sprintf(
				/* translators: 1: a span of time, for example “0.4 s”, 2: number of tries. */
				__( 'answered after %1$s, at try %2$d', 'headless-deploy' ),
				took,
				tries
			)
		: /* translators: %s: a span of time, for example “0.4 s”. */
			sprintf( __( 'answered after %s', 'headless-deploy' ), took );
}

function Why( { delivery }: { delivery: Delivery } ) {
	// A host that was not reached has not answered.
	const took = delivery.httpStatus === 0 ? '' : tookInWords( delivery );
	return (
		<p className="headless-deploy-secondary is-indented">
			{ causeInWords( delivery ) }
			{ took !== '' && (
				<>
					{ ' · ' }
					<span className="headless-deploy-together">
						{ answeredAfter( took, delivery.attempts.length ) }
					</span>
				</>
			) }
		</p>
	);
}

/**
 * Says what was sent last, why and how long it took.
 *
 * @param props
 * @param props.environment
 * @param props.nowMs
 * @param props.timeZone
 */
export function LastRun( { environment, nowMs, timeZone }: Props ) {
	const { last, week } = environment;
	const ofTheWeek = weekInWords( week );
	return (
		<div className="headless-deploy-last">
			<h3>{ __( 'Last run', 'headless-deploy' ) }</h3>
			{ last === null ? (
				<p className="headless-deploy-secondary">
					{ __( 'None yet.', 'headless-deploy' ) }
				</p>
			) : (
				<>
					<p className="headless-deploy-line">
						<StateSymbol symbol={ deliverySymbol( last ) } />
						{ lastRunSentence(
							last,
							timeAgo(
								last.finishedAt ?? last.createdAt,
								nowMs,
								timeZone
							)
						) }
					</p>
					<Why delivery={ last } />
				</>
			) }
			{ ofTheWeek !== '' && (
				<p className="headless-deploy-secondary is-indented">
					{ ofTheWeek }
				</p>
			) }
		</div>
	);
}
