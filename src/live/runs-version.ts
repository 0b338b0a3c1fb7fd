import type { Run, Status } from '../shared/wire.ts';

function signatureOf( { id, status, attempts }: Run ): string {
	return `${ id }${ status }${ attempts.length }`;
}

/** Another value means that the log has changed. */
export function runsVersionOf( status: Status | null ): string {
	return ( status?.environments ?? [] )
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
					( run ) => run && signatureOf( run )
				),
				...pending.map( ( { attemptedAt } ) => attemptedAt ),
				...undeployed.map( ( { run } ) => run ),
			]
		)
		.join();
}
