import type { Run } from '../../src/shared/wire.ts';
import type { BrowserKit } from './kit.ts';

/** Lists the runs, newest first. */
export async function listRuns( kit: BrowserKit ): Promise< Run[] > {
	const { runs } = await kit.rest.call< { runs: Run[] } >(
		'GET',
		'headless-deploy/v1/runs'
	);
	return runs;
}

export async function newest( kit: BrowserKit ): Promise< Run | undefined > {
	return ( await listRuns( kit ) )[ 0 ];
}
