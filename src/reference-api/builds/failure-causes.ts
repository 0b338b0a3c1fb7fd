/** Finds the cause of a failure in the output of a command, and the remedy. */
import { CODE_CAUSES } from './failures/code-causes.ts';
import { commandOutput } from './failures/command-output.ts';
import type { Cause, Failure } from './failures/failure.ts';
import { firstError } from './failures/first-error.ts';
import { FRAMEWORK_CAUSES } from './failures/framework-causes.ts';
import { GIT_CAUSES, INSTALL_CAUSES } from './failures/install-causes.ts';
import {
	KILLED_MESSAGE,
	MACHINE_CAUSES,
	NETWORK_CAUSES,
} from './failures/machine-causes.ts';

/** The most specific first, because the consequences of a cause are often printed too. */
const CAUSES: readonly Cause[] = [
	...MACHINE_CAUSES,
	...INSTALL_CAUSES,
	...FRAMEWORK_CAUSES,
	...CODE_CAUSES,
	...NETWORK_CAUSES,
	...GIT_CAUSES,
].map( ( cause ) => ( {
	...cause,
	pattern: new RegExp( cause.pattern, `${ cause.pattern.flags }gm` ),
} ) );

/** Finds the first match of a cause that its message takes as one. */
function explain(
	{ pattern, message }: Cause,
	failure: Failure,
	output: string
): string | null {
	for ( const match of output.matchAll( pattern ) ) {
		const groups = Object.fromEntries(
			Object.entries( match.groups ?? {} ).map( ( [ name, value ] ) => [
				name,
				// A group without a match is undefined, whatever the type says.
				( value as string | undefined ) ?? '',
			] )
		);
		const text = message( groups, failure, output );
		if ( text ) {
			return text;
		}
	}
	return null;
}

/**
 * Finds out why a command failed: what is known about its tool, else the first error that it printed.
 *
 * @return Sentences with the cause and the remedy, or null if nothing looks like an error.
 */
export function failureCause( failure: Failure ): string | null {
	const lines = commandOutput( failure.lines, failure.folders );
	const output = lines.join( '\n' );
	for ( const cause of CAUSES ) {
		const text = explain( cause, failure, output );
		if ( text ) {
			return text;
		}
	}
	if ( failure.signal === 'SIGKILL' || failure.code === 137 ) {
		return KILLED_MESSAGE;
	}
	return firstError( lines );
}
