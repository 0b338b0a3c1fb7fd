import type { Run, Status } from '../../shared/wire.ts';

function signatureOf( run: Run ): string {
	const { id, status, attempts } = run;
	return `${ id }${ status }${ attempts.length }`;
}

/**
 * Names the runs that the state tells of: another name means that the log has news.
 *
 * @param status The state of all environments.
 */
export function runsVersionOf( status: Status | null ): string {
	return ( status?.environments ?? [] )
		.flatMap( ( { last, sending, pending } ) => [
			...( last === null ? [] : [ last ] ).map( signatureOf ),
			...sending.map( signatureOf ),
			...pending.map( ( { attemptedAt } ) => attemptedAt ?? '' ),
		] )
		.join();
}
