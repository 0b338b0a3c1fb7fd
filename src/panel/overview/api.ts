import type { Run, Runs } from '../../shared/wire.ts';
import { request } from '../../live/request.ts';

/** Loads the newest runs of all environments. */
export async function fetchRuns( count: number ): Promise< Run[] > {
	return ( await request< Runs >( `runs?per_page=${ count }`, 'runs' ) ).runs;
}

/** Loads the newest live runs of an environment. */
export async function fetchLive(
	environment: string,
	count: number
): Promise< Run[] > {
	const id = encodeURIComponent( environment );
	const route = `runs?environment=${ id }&status=live&per_page=${ count }`;
	return ( await request< Runs >( route, 'runs' ) ).runs;
}
