import { errorMessage } from '../shared/errors.ts';
import type { Context } from './context.ts';
import { CliError, EXIT, errorReason } from './exit-codes.ts';
import type { ConnectionOptions } from './platform-options.ts';
import { isRecord } from './response-fields.ts';
import { readSecret, redact } from './secrets.ts';

const REQUEST_TIMEOUT_MS = 15_000;
const DEFAULT_USER = 'api';

export interface ApiClient {
	/**
	 * Sends a request and returns the parsed JSON.
	 *
	 * @throws CliError When the platform rejects the request or cannot be reached.
	 */
	request: (
		method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
		path: string,
		body?: unknown
	) => Promise< unknown >;
}

interface Connection {
	origin: string;
	user: string;
	password: string;
}

function readUrl( context: Context, options: ConnectionOptions ): string {
	const url = options.url ?? context.env.HEADLESS_API_URL ?? '';
	const parsed = URL.parse( url );
	if (
		parsed === null ||
		! [ 'http:', 'https:' ].includes( parsed.protocol )
	) {
		throw new CliError(
			EXIT.usage,
			url === ''
				? 'The address of the platform is missing. Use --url http://127.0.0.1:4100 or set HEADLESS_API_URL.'
				: 'The address of the platform must be an HTTP or HTTPS URL, for example http://127.0.0.1:4100.'
		);
	}
	if ( parsed.username !== '' || parsed.password !== '' ) {
		throw new CliError(
			EXIT.usage,
			'The address of the platform contains credentials. Use --user and HEADLESS_API_PASSWORD instead.'
		);
	}
	return parsed.href.replace( /\/+$/, '' );
}

/** The caller's password, and the password that the request sets. */
function secretsToRedact( connection: Connection, body: unknown ): string[] {
	const newPassword =
		isRecord( body ) && 'password' in body ? String( body.password ) : '';
	return [ connection.password, newPassword ];
}

async function readResponse(
	response: Response,
	connection: Connection,
	sent: unknown
): Promise< unknown > {
	const text = await response.text();
	let body: unknown = null;
	try {
		body = text === '' ? null : JSON.parse( text );
	} catch {
		throw new CliError(
			EXIT.refused,
			`${ connection.origin } responded with ${ response.status } and a body that is not JSON. Check that the address belongs to a Headless Deploy platform.`
		);
	}
	if ( ! response.ok ) {
		const message = errorMessage( body, 'No reason given.' );
		throw new CliError(
			EXIT.refused,
			`${ connection.origin } rejected the request with ${ response.status }: ${ redact( message, secretsToRedact( connection, sent ) ) }`
		);
	}
	return body;
}

async function send(
	context: Context,
	connection: Connection,
	method: string,
	path: string,
	body: unknown
): Promise< Response > {
	const { user, password, origin } = connection;
	const credentials = Buffer.from( `${ user }:${ password }` );
	try {
		return await context.fetch( origin + path, {
			method,
			// A redirect would send the credentials to another address.
			redirect: 'manual',
			signal: AbortSignal.timeout( REQUEST_TIMEOUT_MS ),
			headers: {
				accept: 'application/json',
				authorization: `Basic ${ credentials.toString( 'base64' ) }`,
				...( body === undefined
					? {}
					: { 'content-type': 'application/json' } ),
			},
			...( body === undefined ? {} : { body: JSON.stringify( body ) } ),
		} );
	} catch ( error ) {
		throw new CliError(
			EXIT.unreachable,
			`${ origin } cannot be reached: ${ errorReason( error ) }. Check that the platform is running (headless-deploy serve).`
		);
	}
}

/** Creates a client. Reads the password from HEADLESS_API_PASSWORD or standard input. */
export async function connect(
	context: Context,
	options: ConnectionOptions
): Promise< ApiClient > {
	const connection: Connection = {
		origin: readUrl( context, options ),
		user: options.user ?? context.env.HEADLESS_API_USER ?? DEFAULT_USER,
		password: await readSecret(
			context,
			'HEADLESS_API_PASSWORD',
			'API password'
		),
	};
	return {
		request: async ( method, path, body ) =>
			readResponse(
				await send( context, connection, method, path, body ),
				connection,
				body
			),
	};
}
