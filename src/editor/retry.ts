import { startRun } from '../panel/live/api.ts';
import { retryPress } from '../panel/components/run-request.ts';
import type { Press } from '../panel/components/use-run.ts';
import type { Action } from '../shared/actions.ts';
import type { Run, EnvironmentStatus } from '../shared/wire.ts';

/** Describes the press that sends an action as the panel's own buttons do. */
export function runPress(
	{ id, label }: EnvironmentStatus,
	action: Action
): Press {
	return {
		key: action,
		environment: label,
		action,
		send: () => startRun( id, action ),
	};
}

/**
 * Describes the press that tries again what failed: what the host refused is sent again, what it could not build is
 * built anew.
 *
 * @param failed The run that failed, or whose build did.
 */
export function againPress(
	environment: EnvironmentStatus,
	failed: Run
): Press {
	return ! failed.accepted
		? retryPress( failed, environment.label )
		: runPress( environment, failed.action );
}
