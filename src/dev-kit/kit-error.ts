import { explainFileError } from './file-errors.mjs';

/** An error that a user can fix. Shown without a stack. */
export class KitError extends Error {
	readonly nextStep: string;

	constructor( message: string, nextStep: string ) {
		super( message );
		this.name = 'KitError';
		this.nextStep = nextStep;
	}
}

/** Describes any thrown value. An unexpected error has its stack, so that it can be reported. */
export function describeError( error: unknown ): string {
	const explained =
		error instanceof KitError ? error : explainFileError( error );
	if ( explained ) {
		return explained.nextStep
			? `${ explained.message }\n  → ${ explained.nextStep }`
			: explained.message;
	}
	return error instanceof Error
		? ( error.stack ?? error.message )
		: String( error );
}
