import type { EnvironmentState, EnvironmentStatus } from '../../shared/wire.ts';

/** What is more urgent comes first; `Admin\State_Words` has the same order. */
const URGENCY: readonly EnvironmentState[] = [
	'failed',
	'retrying',
	'pending',
	'sending',
	'building',
	'canceled',
	'held',
	'paused',
	'upToDate',
];

/** A pause that somebody has to mend is as urgent as a failure. */
const BROKEN: readonly string[] = [
	'token',
	'key',
	'constant',
	'no_curl',
	'unknown',
];

function rank( { state, paused }: EnvironmentStatus ): number {
	return BROKEN.includes( paused?.reason ?? '' )
		? 0
		: URGENCY.indexOf( state );
}

/**
 * Puts environments that need help first and leaves all others in their order, so that a list does not move while
 * runs come and go.
 */
export function troubleFirst(
	environments: readonly EnvironmentStatus[]
): EnvironmentStatus[] {
	const needsHelp = ( environment: EnvironmentStatus ) =>
		rank( environment ) <= URGENCY.indexOf( 'retrying' );
	return [ true, false ].flatMap( ( helped ) =>
		environments.filter( ( one ) => needsHelp( one ) === helped )
	);
}

/**
 * Finds the environment that most needs a person's look, or null where there is none.
 */
export function mostUrgent(
	environments: readonly EnvironmentStatus[]
): EnvironmentStatus | null {
	return (
		[ ...environments ].sort(
			( one, other ) => rank( one ) - rank( other )
		)[ 0 ] ?? null
	);
}
