import type {
	Credentials,
	EnvironmentSettings,
	GeneralSettings,
	Notifications,
	Schedule,
} from './wire.ts';

/** What WordPress answers to a rejected request, and what apiFetch rejects with. */
export interface RestError {
	code: string;
	message: string;
	data?: {
		status?: number;
		/** Messages by field. */
		params?: Record< string, string >;
		/** The fresh resource, with a 412. */
		environment?: EnvironmentSettings;
		schedule?: Schedule;
		general?: GeneralSettings;
		notifications?: Notifications;
		credentials?: Credentials | null;
	};
}

function isRestError( error: unknown ): error is RestError {
	return (
		typeof error === 'object' &&
		error !== null &&
		'message' in error &&
		typeof error.message === 'string'
	);
}

/**
 * Returns the message of a rejected request.
 *
 * @param error    apiFetch rejects with a plain `{code, message, data}`. A browser's own Error, for example of a response
 *                 that cannot be parsed, has a message for developers.
 * @param fallback Returned if the rejection has no message for users.
 */
export function errorMessage( error: unknown, fallback: string ): string {
	const hasMessage = isRestError( error ) && ! ( error instanceof Error );
	return hasMessage && error.message !== '' ? error.message : fallback;
}

/** @return A code of docs/error-codes.md, or an empty string. */
export function errorCode( error: unknown ): string {
	return isRestError( error ) && typeof error.code === 'string'
		? error.code
		: '';
}
