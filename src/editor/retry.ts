import {
	retryRequest,
	startRunRequest,
} from '../panel/components/environment-requests.ts';
import type { EnvironmentRequest } from '../panel/components/use-request.ts';
import type { Run, EnvironmentStatus } from '../shared/wire.ts';

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
		? retryRequest( failed )
		: startRunRequest( environment, failed.action );
}
