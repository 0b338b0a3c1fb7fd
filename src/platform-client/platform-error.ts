/** A request that the host refused, or that did not reach it. */
export class PlatformError extends Error {
	/** The HTTP status; 0 if there was no response. */
	readonly status: number;
	/** The name of the invalid field of the request, or empty. */
	readonly field: string;

	constructor( message: string, status: number, field = '' ) {
		super( message );
		this.status = status;
		this.field = field;
	}
}

interface ErrorBody {
	message: string;
	field?: string;
}

function isErrorBody( body: unknown ): body is ErrorBody {
	return (
		typeof body === 'object' &&
		body !== null &&
		'message' in body &&
		typeof body.message === 'string'
	);
}

/**
 * Creates the error of a response without success.
 *
 * @param text The body, which may be anything.
 */
export function toPlatformError( status: number, text: string ): PlatformError {
	try {
		const body: unknown = JSON.parse( text );
		if ( isErrorBody( body ) ) {
			return new PlatformError( body.message, status, body.field ?? '' );
		}
	} catch {
		// Proxies in front of a host respond with HTML.
	}
	return new PlatformError(
		`The host responded with status ${ status } and no reason.`,
		status
	);
}
