import { __, sprintf } from '../i18n.ts';
import type { Action, Lane } from '../../shared/actions.ts';
import type { EnvironmentStatus, PendingRun } from '../../shared/wire.ts';
import { dueMs } from '../live/due.ts';
import { actionLabel } from './action.ts';
import type { StateSymbol } from './description.ts';
import { changesInWords } from './people.ts';
import { timeLeft } from './time.ts';

/** What happens in the lane that the headline is not about. */
export interface OtherLane {
	symbol: StateSymbol;
	text: string;
	/** What counts down there, if anything. */
	countdown: PendingRun | null;
}

function countdown( run: PendingRun, leftMs: number ): OtherLane {
	const sentence =
		run.nextAttemptAt === null
			? /* translators: 1: an action, for example “Purge Cache”, 2: time that is left, for example “8 s”. */
				__( '%1$s in %2$s', 'headless-deploy' )
			: /* translators: 1: an action, for example “Purge Cache”, 2: time that is left, for example “8 s”. */
				__( '%1$s: trying again in %2$s', 'headless-deploy' );
	return {
		symbol: run.nextAttemptAt === null ? 'scheduled' : 'warning',
		text: sprintf(
			sentence,
			actionLabel( run.action ),
			timeLeft( leftMs )
		),
		countdown: run,
	};
}

function waiting( run: PendingRun ): OtherLane {
	return {
		symbol: 'held',
		text: sprintf(
			/* translators: 1: an action, for example “Purge Cache”, 2: for example “2 changes”. */
			__( '%1$s: %2$s waiting', 'headless-deploy' ),
			actionLabel( run.action ),
			changesInWords( run.changes )
		),
		countdown: null,
	};
}

function sending( { action }: { action: Action } ): OtherLane {
	return {
		symbol: 'busy',
		text: sprintf(
			/* translators: %s: an action, for example “Purge Cache”. */
			__( '%s: sending', 'headless-deploy' ),
			actionLabel( action )
		),
		countdown: null,
	};
}

/**
 * Says what happens in the lane that the headline is not about: a purge beside a build.
 *
 * @return Null when nothing does.
 */
export function describeOtherLane(
	environment: EnvironmentStatus,
	nowMs: number
): OtherLane | null {
	const isOther = ( { lane }: { lane: Lane } ) => lane !== environment.lane;
	const sent = environment.sending.find( isOther );
	if ( sent !== undefined ) {
		return sending( sent );
	}
	const run = environment.pending.find( isOther );
	if ( run === undefined ) {
		return null;
	}
	const due = dueMs( run );
	if ( due === null ) {
		return waiting( run );
	}
	return due > nowMs ? countdown( run, due - nowMs ) : sending( run );
}
