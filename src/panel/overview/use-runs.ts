import { __ } from '../../ui/i18n.ts';
import type { Run, Status } from '../../shared/wire.ts';
import { fetchRuns } from '../../live/api.ts';
import { type Answer, useAnswer } from '../../live/use-answer.ts';

const SHOWN = '8';

const load = ( count: string ) => fetchRuns( Number( count ) );

/** Another value means that the list is outdated. */
function signatureOf( status: Status ): string {
	return status.environments
		.flatMap(
			( {
				lastRun,
				hostBuild,
				otherLastRuns,
				sending,
				pending,
				undeployed,
			} ) => [
				...[ lastRun, hostBuild, ...otherLastRuns, ...sending ].map(
					( run ) => ( run ? `${ run.id }${ run.status }` : '' )
				),
				...pending.map( ( { attemptedAt } ) => attemptedAt ),
				...undeployed.map( ( { run } ) => run ),
			]
		)
		.join();
}

/** Keeps the newest runs, which are loaded again whenever the status has changed. */
export function useRuns( status: Status ): Answer< Run[] > {
	return useAnswer(
		SHOWN,
		load,
		signatureOf( status ),
		__( 'The runs could not be loaded.', 'headless-deploy' )
	);
}
