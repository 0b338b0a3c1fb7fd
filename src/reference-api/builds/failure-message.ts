import { systemCode, errorMessage } from '../lib/errors.ts';
import { HostingError } from '../model/hosting.ts';
import type { BuildStep } from '../model/hosting.ts';
import { failureCause } from './failure-causes.ts';
import { commandOutput } from './failures/command-output.ts';
import type { Failure } from './failures/failure.ts';
import { DISK_FULL_MESSAGE } from './failures/machine-causes.ts';
import { exitMessage } from './process-group.ts';
import type { ExitResult } from './process-group.ts';
import { BuildError } from './project.ts';

type StepName = BuildStep[ 'name' ];

/** Returns the label of a step, for example "Install". */
export function stepLabel( step: StepName ): string {
	return step.charAt( 0 ).toUpperCase() + step.slice( 1 );
}

/** Finds the last line that is not one of those that tools always print. */
export function lastMeaningfulLine( lines: readonly string[] ): string {
	const line = commandOutput( lines, [] ).findLast(
		( one ) => ! /^\s+at /.test( one )
	);
	return ( line ?? lines.at( -1 ) ?? '' ).trim();
}

export function lastOutput( lines: readonly string[] ): string {
	const line = lastMeaningfulLine( lines );
	return line ? `Last output: “${ line }”.` : 'It printed nothing.';
}

/**
 * Describes how a command failed, the cause if it is known, and what to do.
 *
 * @param when For example " before it answered"; may be empty.
 */
export function commandFailureMessage(
	outcome: ExitResult,
	failure: Omit< Failure, 'code' | 'signal' >,
	when = ''
): string {
	const { code, signal, error } = outcome;
	const lines = error ? [ ...failure.lines, error ] : failure.lines;
	const cause = failureCause( { ...failure, lines, code, signal } );
	return `${ failure.title } ${ exitMessage( outcome ) }${ when }. ${
		cause ?? lastOutput( failure.lines )
	}`;
}

/** @param step The failed step; null before the first. */
export function failureMessage(
	step: StepName | null,
	error: unknown
): string {
	const code = systemCode( error );
	const text = [ 'ENOSPC', 'EDQUOT' ].includes( code )
		? DISK_FULL_MESSAGE
		: errorMessage( error ).replace( /[^.!?]$/, '$&.' );
	// A sentence of its own keeps its capital letter; a command or a file name has none.
	return step === null ? text : `${ stepLabel( step ) } failed: ${ text }`;
}

/** Returns whether the build failed, rather than the platform. */
export function isBuildFailure( error: unknown ): boolean {
	return error instanceof BuildError || error instanceof HostingError;
}
