import { __, _n, sprintf } from '../i18n.ts';
import type { Action } from '../../shared/actions.ts';
import type {
	Run,
	EnvironmentStatus,
	PendingRun,
	Undeployed,
} from '../../shared/wire.ts';
import { dueMs } from '../live/due.ts';
import { actionLabel } from './action.ts';
import { describeAtRest } from './at-rest.ts';
import {
	type Description,
	pendingChanges,
	undeployedOf,
} from './description.ts';
import { failureHeadline, isBuildCanceled } from './failure.ts';
import { describePaused } from './paused.ts';
import { actionAndCause, authorsInWords, changesBy } from './people.ts';
import { timeLeft } from './time.ts';

function countdownHeadline( action: Action, left: string ): string {
	return sprintf(
		/* translators: 1: an action, for example “Rebuild”, 2: time that is left, for example “8 s”. */
		__( '%1$s in %2$s', 'headless-deploy' ),
		actionLabel( action ),
		left
	);
}

/**
 * Finds what is sent next automatically in the lane that the headline is about.
 */
export function nextCountdown(
	environment: EnvironmentStatus
): PendingRun | null {
	const { pending, lane } = environment;
	return (
		pending.find( ( run ) => run.lane === lane && dueMs( run ) !== null ) ??
		null
	);
}

function describeSending( environment: EnvironmentStatus ): Description {
	const run = environment.sending.find(
		( { lane } ) => lane === environment.lane
	);
	return {
		symbol: 'busy',
		headline: __( 'Sending', 'headless-deploy' ),
		detail: run ? actionAndCause( run ) : '',
		countdown: null,
	};
}

/** A press is shown before anybody answers: the host may take its time. */
function describePressed( action: Action ): Description {
	return {
		symbol: 'busy',
		headline: __( 'Sending', 'headless-deploy' ),
		detail: actionLabel( action ),
		countdown: null,
	};
}

/** Says who waits for a run, and how often it was tried. */
function runInWords( { changes, reasons, attempt }: PendingRun ): string {
	const who = changes > 0 ? changesBy( changes, reasons ) : '';
	if ( attempt === 0 ) {
		return who;
	}
	const tries = sprintf(
		/* translators: %d: number of a try. */
		__( 'This was try %d.', 'headless-deploy' ),
		attempt
	);
	return who === '' ? tries : `${ who }. ${ tries }`;
}

function describeCountdown( run: PendingRun, nowMs: number ): Description {
	const leftMs = ( dueMs( run ) ?? nowMs ) - nowMs;
	const detail = runInWords( run );
	if ( leftMs <= 0 ) {
		return {
			symbol: 'busy',
			headline: __( 'Sending', 'headless-deploy' ),
			detail,
			countdown: null,
		};
	}
	return {
		symbol: run.nextAttemptAt === null ? 'scheduled' : 'warning',
		headline:
			run.nextAttemptAt === null
				? countdownHeadline( run.action, timeLeft( leftMs ) )
				: sprintf(
						/* translators: %s: time that is left, for example “8 s”. */
						__( 'Trying again in %s', 'headless-deploy' ),
						timeLeft( leftMs )
					),
		detail,
		countdown: run,
	};
}

function heldInWords( authors: string ): string {
	const held = __(
		'Held until somebody presses Rebuild.',
		'headless-deploy'
	);
	return authors === ''
		? held
		: `${ held } ${ sprintf(
				/* translators: %s: names of people. */
				__( 'By %s.', 'headless-deploy' ),
				authors
			) }`;
}

function describeHeld( environment: EnvironmentStatus ): Description {
	const reasons = environment.pending.flatMap( ( run ) => run.reasons );
	const count = pendingChanges( environment );
	return {
		symbol: 'held',
		headline: sprintf(
			/* translators: %d: number of changes. */
			_n(
				'%d unpublished change',
				'%d unpublished changes',
				count,
				'headless-deploy'
			),
			count
		),
		detail: heldInWords( authorsInWords( reasons ) ),
		countdown: null,
	};
}

function describeFailed(
	environment: EnvironmentStatus,
	last: Run
): Description {
	const left = undeployedOf( environment );
	return {
		symbol: isBuildCanceled( last ) ? 'canceled' : 'bad',
		headline: failureHeadline( last ),
		detail: left === null ? '' : `${ left.headline }. ${ left.message }`,
		countdown: null,
	};
}

function describeCanceled( { headline, message }: Undeployed ): Description {
	return {
		symbol: 'canceled',
		headline,
		detail: message,
		countdown: null,
	};
}

function buildInWords( last: Run | null ): string {
	const origin = last?.build?.origin ?? '';
	if ( last === null || origin !== '' ) {
		return origin;
	}
	return actionAndCause( last );
}

function describeBuilding( last: Run | null ): Description {
	return {
		symbol: 'busy',
		headline: __( 'Building', 'headless-deploy' ),
		detail: buildInWords( last ),
		countdown: null,
	};
}

/**
 * Puts the state of an environment into words.
 *
 * @param timeZone As the site has it.
 * @param sending  What a press is sending, of which the known state says nothing yet.
 */
export function describe(
	environment: EnvironmentStatus,
	nowMs: number,
	timeZone: string,
	sending: Action | null = null
): Description {
	const { state, paused, last } = environment;
	if ( sending !== null && state !== 'sending' ) {
		return describePressed( sending );
	}
	if ( state === 'paused' && paused !== null ) {
		return describePaused( environment, paused, nowMs, timeZone );
	}
	if ( state === 'sending' ) {
		return describeSending( environment );
	}
	const run = nextCountdown( environment );
	if ( run !== null ) {
		return describeCountdown( run, nowMs );
	}
	if ( state === 'held' ) {
		return describeHeld( environment );
	}
	if ( state === 'failed' && last !== null ) {
		return describeFailed( environment, last );
	}
	if ( state === 'building' ) {
		return describeBuilding( last );
	}
	const left = undeployedOf( environment );
	return state === 'canceled' && left !== null
		? describeCanceled( left )
		: describeAtRest( environment, nowMs, timeZone );
}
