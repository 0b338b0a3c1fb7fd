import type { Run, Status } from '../../shared/wire.ts';
import { runsVersionOf } from '../../live/runs-version.ts';
import { fetchRuns } from './api.ts';
import { runsNotLoaded } from '../../live/labels/run-labels.ts';
import { type Answer, useAnswer } from '../../live/use-answer.ts';

const SHOWN = '8';

const load = ( count: string ) => fetchRuns( Number( count ) );

/** Keeps the newest runs, which are loaded again whenever the status has changed. */
export function useRuns( status: Status ): Answer< Run[] > {
	return useAnswer( SHOWN, load, runsVersionOf( status ), runsNotLoaded() );
}
