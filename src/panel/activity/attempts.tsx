import type { Attempt, Run, EnvironmentStatus } from '../../shared/wire.ts';
import { __, sprintf } from '../../ui/i18n.ts';
import { StatusSymbol } from '../../ui/status-symbol.tsx';
import { clockTime, exactTime } from '../../live/labels/time.ts';
import { duration } from '../../ui/duration.ts';

interface Props {
	run: Run;
	/** Undefined when the environment has been removed. */
	environment: EnvironmentStatus | undefined;
	nowMs: number;
	timeZone: string;
}

function statusText( { httpStatus }: Attempt ): string {
	return httpStatus === 0
		? __( 'No response', 'headless-deploy' )
		: `HTTP ${ httpStatus }`;
}

interface ItemProps {
	attempt: Attempt;
	timeZone: string;
}

function AttemptItem( { attempt, timeZone }: ItemProps ) {
	const { at, durationMs, error, headline } = attempt;
	return (
		<li>
			<StatusSymbol symbol={ error === '' ? 'accepted' : 'bad' } />
			<span>
				{ headline }{ ' ' }
				<span className="headless-deploy-secondary">
					{ statusText( attempt ) }
				</span>
			</span>
			<span className="headless-deploy-secondary">
				{ sprintf(
					/* translators: 1: a time, for example “13:58:04”, 2: a span of time, for example “0.3 s”. */
					__( '%1$s, after %2$s', 'headless-deploy' ),
					exactTime( at, timeZone ),
					duration( durationMs )
				) }
			</span>
		</li>
	);
}

/** When the host is called again for the changes of this run; null when no attempt is planned. */
function nextAttemptAt(
	run: Run,
	environment: EnvironmentStatus | undefined
): string | null {
	const { id, lane, status } = run;
	const { paused, lastRun, pending = [] } = environment ?? {};
	const hourly = paused?.reason === 'token' ? paused.nextAttemptAt : null;
	if ( status === 'retrying' ) {
		const next = pending.find( ( one ) => one.lane === lane );
		return next?.nextAttemptAt ?? hourly;
	}
	return status === 'failed' && lastRun?.id === id ? hourly : null;
}

export function Attempts( props: Props ) {
	const { run, environment, nowMs, timeZone } = props;
	const next = nextAttemptAt( run, environment );
	if ( run.attempts.length === 0 && next === null ) {
		return null;
	}
	return (
		<section>
			<h2>{ __( 'Attempts', 'headless-deploy' ) }</h2>
			<ul className="headless-deploy-run__attempts">
				{ run.attempts.map( ( attempt ) => (
					<AttemptItem
						key={ attempt.at }
						attempt={ attempt }
						timeZone={ timeZone }
					/>
				) ) }
				{ next !== null && (
					<li>
						<StatusSymbol symbol="scheduled" />
						<span>
							{ sprintf(
								/* translators: %s: a time, for example “15:00”. */
								__( 'Next attempt at %s', 'headless-deploy' ),
								clockTime( next, nowMs, timeZone )
							) }
						</span>
					</li>
				) }
			</ul>
		</section>
	);
}
