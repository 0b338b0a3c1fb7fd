import type { RestError } from './wire.ts';

function isRestError( error: unknown ): error is RestError {
	return (
		typeof error === 'object' &&
		error !== null &&
		'message' in error &&
		typeof error.message === 'string'
	);
}

/**
 * Finds the words to show for whatever a request was rejected with.
 *
 * @param error    What was caught: apiFetch rejects with a plain `{code, message, data}`, never an Error.
 * @param fallback Said when the rejection carries no words of its own.
 */
export function errorMessage( error: unknown, fallback: string ): string {
	// What the machine says of an answer that it cannot read helps nobody.
	const hasWords = isRestError( error ) && ! ( error instanceof Error );
	return hasWords && error.message !== '' ? error.message : fallback;
}

/** Finds the closed-vocabulary code of a rejection, or an empty string. */
export function errorCode( error: unknown ): string {
	return isRestError( error ) && typeof error.code === 'string'
		? error.code
		: '';
}
