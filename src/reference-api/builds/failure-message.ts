/**
 * The words of a build that failed: which step, what ended how, the cause and what to do.
 */
import { systemCode, wordsOf } from '../lib/errors.ts';
import { HostingError } from '../lib/model.ts';
import type { BuildStep } from '../lib/model.ts';
import { causeOf, NO_SPACE_WORDS } from './failure-causes.ts';
import type { Failure } from './failure-causes.ts';
import { outcomeWords } from './process-group.ts';
import type { Outcome } from './process-group.ts';
import { BuildError } from './project.ts';

type StepName = BuildStep[ 'name' ];

/** What npm says after every failure, whatever it was. */
const NOISE =
	/^(npm (error|ERR!) (A complete log|code|errno|path|command|syscall|Lifecycle script|workspace|location|\s*\/)|node:internal|Node\.js v|\s+at )/;

/** Names a step as people see it, for example "Install". */
export function stepWord( step: StepName ): string {
	return step.charAt( 0 ).toUpperCase() + step.slice( 1 );
}

/**
 * Finds the line that says most about a failure: the last one that is not what tools always say.
 */
export function lastTellingLine( lines: readonly string[] ): string {
	const line = lines.findLast( ( one ) => ! NOISE.test( one ) );
	return ( line ?? lines.at( -1 ) ?? '' ).trim();
}

/** Says what was printed last. */
export function lastWords( lines: readonly string[] ): string {
	const line = lastTellingLine( lines );
	return line ? `It last said: “${ line }”.` : 'It said nothing.';
}

/**
 * Says how a command failed, why, and what to do.
 *
 * @param failure What is known of it.
 * @param when    For example " before it answered"; may be empty.
 */
export function commandWords(
	outcome: Outcome,
	failure: Omit< Failure, 'code' | 'signal' >,
	when = ''
): string {
	const { code, signal, error } = outcome;
	const lines = error ? [ ...failure.lines, error ] : failure.lines;
	const cause = causeOf( { ...failure, lines, code, signal } );
	return `${ failure.title } ${ outcomeWords( outcome ) }${ when }. ${
		cause ?? lastWords( failure.lines )
	}`;
}

/**
 * Says why a build failed.
 *
 * @param step The step that it was in; null before the first.
 */
export function failureWords( step: StepName | null, error: unknown ): string {
	const code = systemCode( error );
	const words = [ 'ENOSPC', 'EDQUOT' ].includes( code )
		? NO_SPACE_WORDS
		: wordsOf( error ).replace( /[^.!?]$/, '$&.' );
	// A sentence of its own keeps its capital letter; a command or a file name has none.
	return step === null ? words : `${ stepWord( step ) } failed: ${ words }`;
}

/** Tells whether a build itself is to blame, rather than the platform. */
export function isBuildsFault( error: unknown ): boolean {
	return error instanceof BuildError || error instanceof HostingError;
}
