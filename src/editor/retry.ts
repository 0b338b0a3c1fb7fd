import { startRun } from '../panel/live/api.ts';
import { retryRequest } from '../panel/components/environment-requests.ts';
import type { EnvironmentRequest } from '../panel/components/use-request.ts';
import type { Action } from '../shared/actions.ts';
import type { Run, EnvironmentStatus } from '../shared/wire.ts';

/** Describes the press that sends an action as the panel's own buttons do. */
export function startRunRequest(
	{ id, label }: EnvironmentStatus,
	action: Action
): EnvironmentRequest {
	return {
		key: action,
		environment: label,
		action,
		send: () => startRun( id, action ),
	};
}

/**
 * Describes the press that tries again what failed: what the host refused is sent again, what it could not build is
 * built again.
 *
 * @param failed The run that failed, or whose build did.
 */
export function retryFailedRequest(
	environment: EnvironmentStatus,
	failed: Run
): EnvironmentRequest {
	return ! failed.accepted
		? retryRequest( failed, environment.label )
		: startRunRequest( environment, failed.action );
}
