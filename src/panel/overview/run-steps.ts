import { __, _x, sprintf } from '../i18n.ts';
import type { Run, EnvironmentStatus } from '../../shared/wire.ts';
import type { Step } from '../components/steps.tsx';
import { buildingFor } from '../labels/build-time.ts';
import { clockTime, duration, roughDuration } from '../labels/time.ts';

interface StepFacts {
	environment: EnvironmentStatus;
	nowMs: number;
	timeZone: string;
	/** How long its builds usually take until they are live, null where it is not known. */
	usualMs: number | null;
}

/**
 * Finds the run whose way is shown: the one being sent, else the last one as long as something is still to come of it.
 */
function runInProgress( environment: EnvironmentStatus ): Run | null {
	const { state, last, nextCheckAt } = environment;
	const [ sending = null ] = environment.sending;
	if ( sending !== null ) {
		return sending;
	}
	const isFollowed =
		state === 'building' ||
		( state === 'upToDate' && nextCheckAt !== null );
	return isFollowed &&
		last?.lane === 'build' &&
		[ 'accepted', 'building' ].includes( last.status )
		? last
		: null;
}

function sendingStep( { createdAt }: Run, nowMs: number ): Step {
	const forMs = Math.max( 0, nowMs - Date.parse( createdAt ) );
	return {
		name: 'send',
		text: __( 'Sending', 'headless-deploy' ),
		when: forMs < 1_000 ? '' : duration( Math.floor( forMs / 1e3 ) * 1e3 ),
		symbol: 'busy',
		current: true,
	};
}

function upcomingStep( name: string, text: string ): Step {
	return { name, text, when: '', symbol: null, current: false };
}

function acceptedStep( { attempts }: Run ): Step {
	const last = attempts.at( -1 );
	return {
		name: 'accept',
		text: __( 'Accepted by the host', 'headless-deploy' ),
		when: last === undefined ? '' : duration( last.durationMs ),
		symbol: 'good',
		current: false,
	};
}

function buildingStep( run: Run, facts: StepFacts ): Step {
	const { usualMs, nowMs } = facts;
	const elapsedText = buildingFor( run, nowMs );
	return {
		name: 'build',
		text: __( 'Building', 'headless-deploy' ),
		when:
			usualMs === null || elapsedText === ''
				? elapsedText
				: sprintf(
						/* translators: 1: how long it has taken, for example “1 min 12 s”, 2: how long it usually takes, for example “2 min”. */
						__( '%1$s, usually about %2$s', 'headless-deploy' ),
						elapsedText,
						roughDuration( usualMs )
					),
		symbol: 'busy',
		current: true,
	};
}

function liveStep( { frontEndUrl }: EnvironmentStatus, isNext: boolean ): Step {
	const text = __( 'Live', 'headless-deploy' );
	return isNext && frontEndUrl !== ''
		? {
				name: 'live',
				text,
				when: __( 'not confirmed yet', 'headless-deploy' ),
				symbol: 'scheduled',
				current: true,
			}
		: upcomingStep( 'live', text );
}

function stepsWhileSending( run: Run, facts: StepFacts ): Step[] {
	const { environment, nowMs } = facts;
	const first = sendingStep( run, nowMs );
	if ( run.lane === 'cache' ) {
		return [
			first,
			upcomingStep(
				'done',
				_x( 'Done', 'step of a run', 'headless-deploy' )
			),
		];
	}
	const { last, frontEndUrl } = environment;
	const isBuildKnown = last !== null && last.build !== null;
	return [
		first,
		upcomingStep(
			'accept',
			__( 'Accepted by the host', 'headless-deploy' )
		),
		...( isBuildKnown
			? [ upcomingStep( 'build', __( 'Building', 'headless-deploy' ) ) ]
			: [] ),
		...( isBuildKnown || frontEndUrl !== ''
			? [ upcomingStep( 'live', __( 'Live', 'headless-deploy' ) ) ]
			: [] ),
	];
}

/**
 * Lists the steps of the run that is on its way; none when nothing is, or nothing more will be known of it.
 */
export function stepsOfRun( facts: StepFacts ): Step[] {
	const { environment, nowMs, timeZone } = facts;
	const run = runInProgress( environment );
	if ( run === null ) {
		return [];
	}
	if ( run.finishedAt === null ) {
		return stepsWhileSending( run, facts );
	}
	const isBuilding = run.status === 'building';
	return [
		{
			name: 'send',
			text: __( 'Sent', 'headless-deploy' ),
			when: clockTime( run.createdAt, nowMs, timeZone ),
			symbol: 'good',
			current: false,
		},
		acceptedStep( run ),
		...( isBuilding ? [ buildingStep( run, facts ) ] : [] ),
		liveStep( environment, ! isBuilding ),
	];
}
