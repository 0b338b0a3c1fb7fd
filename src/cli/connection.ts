/** Connects a command with a host. */
import { createPlatformClient } from '../platform-client/platform-client.ts';
import type { PlatformClient } from '../platform-client/platform-client.ts';
import { PlatformError } from '../platform-client/platform-error.ts';
import type { Context } from './context.ts';
import { CliError, EXIT, errorReason } from './exit-codes.ts';
import type { ConnectionOptions } from './platform-options.ts';
import { readSecret, redact } from './secrets.ts';

const REQUEST_TIMEOUT_MS = 15_000;
const DEFAULT_USER = 'api';

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

async function findConnection(
	context: Context,
	options: ConnectionOptions
): Promise< Connection > {
	return {
		origin: readUrl( context, options ),
		user: options.user ?? context.env.HEADLESS_API_USER ?? DEFAULT_USER,
		password: await readSecret(
			context,
			'HEADLESS_API_PASSWORD',
			'API password'
		),
	};
}

function makeClient(
	context: Context,
	{ origin, user, password }: Connection
): PlatformClient {
	const credentials = Buffer.from( `${ user }:${ password }` );
	return createPlatformClient( {
		baseUrl: origin,
		headers: {
			authorization: `Basic ${ credentials.toString( 'base64' ) }`,
		},
		fetch: async ( request ) => {
			try {
				return await context.fetch( request, {
					signal: AbortSignal.timeout( REQUEST_TIMEOUT_MS ),
				} );
			} catch ( error ) {
				throw new PlatformError( errorReason( error ), 0 );
			}
		},
	} );
}

function toCliError(
	error: unknown,
	origin: string,
	secrets: readonly string[]
): unknown {
	if ( error instanceof SyntaxError ) {
		return new CliError(
			EXIT.refused,
			`${ origin } responded with a body that is not JSON. Check that the address belongs to a Headless Deploy platform.`
		);
	}
	if ( ! ( error instanceof PlatformError ) ) {
		return error;
	}
	const message = redact( error.message, secrets );
	return error.status === 0
		? new CliError(
				EXIT.unreachable,
				`${ origin } cannot be reached: ${ message }. Check that the platform is running (headless-deploy serve).`
			)
		: new CliError(
				EXIT.refused,
				`${ origin } rejected the request with ${ error.status }: ${ message }`
			);
}

/**
 * Passes a client to a command. Reads the password from HEADLESS_API_PASSWORD or standard input.
 *
 * @param action  Uses the client.
 * @param secrets Other secrets that the command sends. No message contains them.
 * @throws CliError When the host rejects a request or cannot be reached.
 */
export async function withClient(
	context: Context,
	options: ConnectionOptions,
	action: ( client: PlatformClient ) => Promise< void >,
	secrets: readonly string[] = []
): Promise< void > {
	const connection = await findConnection( context, options );
	try {
		await action( makeClient( context, connection ) );
	} catch ( error ) {
		throw toCliError( error, connection.origin, [
			connection.password,
			...secrets,
		] );
	}
}
