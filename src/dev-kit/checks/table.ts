import { KitError } from '../kit-error.ts';
import type { Check } from './check.ts';
import { PHP_TESTS } from './php-tests.ts';
import { STATIC_CHECKS } from './static-checks.ts';
import { TYPESCRIPT_TESTS } from './typescript-tests.ts';

export const CHECKS: readonly Check[] = [
	...PHP_TESTS,
	...TYPESCRIPT_TESTS,
	...STATIC_CHECKS,
].map( ( entry ) => ( { cores: 1, requirements: [], ...entry } ) );

/** @param only Names; null for all checks that `npm test` runs. */
export function chooseChecks( only: string[] | null ): readonly Check[] {
	const unknown = only?.filter(
		( name ) => ! CHECKS.some( ( check ) => check.name === name )
	);
	if ( unknown && unknown.length > 0 ) {
		throw new KitError(
			`There is no check ${ unknown.join( ', ' ) }.`,
			`use --only with ${ CHECKS.map( ( { name } ) => name ).join( ', ' ) }`
		);
	}
	return only
		? CHECKS.filter( ( { name } ) => only.includes( name ) )
		: CHECKS.filter( ( { onlyByName } ) => ! onlyByName );
}
