export const START_ERRORS = [
	'data-folder',
	'data-folder-in-use',
	'database',
	'port-in-use',
	'options',
] as const;

export type StartErrorCode = ( typeof START_ERRORS )[ number ];

/** The platform could not start; `message` says why and what to do. */
export class StartError extends Error {
	readonly code: StartErrorCode;

	constructor( code: StartErrorCode, message: string, cause?: unknown ) {
		super( message, { cause } );
		this.name = 'StartError';
		this.code = code;
	}
}

/** Returns the message of any thrown value. */
export function errorMessage( error: unknown ): string {
	return error instanceof Error ? error.message : String( error );
}

/** Finds the system's short code (`ENOENT`, `EADDRINUSE`, …) of any thrown value, or an empty string. */
export function systemCode( error: unknown ): string {
	return error instanceof Error &&
		'code' in error &&
		typeof error.code === 'string'
		? error.code
		: '';
}
