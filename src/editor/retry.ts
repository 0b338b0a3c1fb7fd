import {
	retryRequest,
	startRunRequest,
} from '../live/components/environment-requests.ts';
import type { EnvironmentRequest } from '../live/components/use-request.ts';
import type { Run, EnvironmentStatus } from '../shared/wire.ts';

/** Makes the request that retries a failure: a rejected run is sent again, a failed build is built again. */
export function retryFailedRequest(
	environment: EnvironmentStatus,
	failed: Run
): EnvironmentRequest {
	return ! failed.accepted
		? retryRequest( failed )
		: startRunRequest( environment, failed.action );
}
