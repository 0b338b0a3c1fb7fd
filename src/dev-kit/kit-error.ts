import { explainFileError } from './file-errors.mjs';

/**
 * An error that a user can fix: what happened, and the next step. Shown without a stack.
 */
export class KitError extends Error {
	readonly nextStep: string;

	constructor( message: string, nextStep: string ) {
		super( message );
		this.name = 'KitError';
		this.nextStep = nextStep;
	}
}

/**
 * The words for whatever was thrown; an unexpected error keeps its stack, so that it can be reported.
 */
export function describeError( error: unknown ): string {
	const told = error instanceof KitError ? error : explainFileError( error );
	if ( told ) {
		return told.nextStep
			? `${ told.message }\n  → ${ told.nextStep }`
			: told.message;
	}
	return error instanceof Error
		? ( error.stack ?? error.message )
		: String( error );
}
