import type { Delivery, Status } from '../../shared/wire.ts';

function signatureOf( delivery: Delivery ): string {
	const { id, state, outcome, attempts } = delivery;
	return `${ id }${ state }${ outcome }${ attempts.length }`;
}

/**
 * Names the runs that the state tells of: another name means that the log has news.
 *
 * @param status The state of all environments.
 */
export function newsOf( status: Status | null ): string {
	return ( status?.environments ?? [] )
		.flatMap( ( { last, delivering, pending } ) => [
			...( last === null ? [] : [ last ] ).map( signatureOf ),
			...delivering.map( signatureOf ),
			...pending.map( ( { attemptedAt } ) => attemptedAt ?? '' ),
		] )
		.join();
}
