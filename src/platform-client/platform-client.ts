import createClient from 'openapi-fetch';
import type { Client } from 'openapi-fetch';
import type { paths } from '../shared/platform-api.generated.ts';
import { PlatformError, toPlatformError } from './platform-error.ts';

/** Calls the host’s HTTP API. All methods throw a PlatformError unless the response is a success. */
export type PlatformClient = Client< paths >;

export interface PlatformClientOptions {
	/** What the paths of the API are appended to, without a slash at its end. */
	baseUrl: string;
	headers?: Record< string, string >;
	/** @default globalThis.fetch */
	fetch?: ( request: Request ) => Promise< Response >;
}

function unreachable( error: unknown ): Error {
	// A canceled request is not a failure of the host. A caller’s fetch may know the reason better.
	if (
		error instanceof PlatformError ||
		( error instanceof Error && error.name === 'AbortError' )
	) {
		return error;
	}
	const reason = error instanceof Error ? error.message : String( error );
	return new PlatformError( `The host cannot be reached: ${ reason }`, 0 );
}

export function createPlatformClient( {
	baseUrl,
	headers = {},
	fetch,
}: PlatformClientOptions ): PlatformClient {
	const client = createClient< paths >( {
		baseUrl,
		// A redirect would send the credentials to another address.
		redirect: 'error',
		headers: { accept: 'application/json', ...headers },
		...( fetch ? { fetch } : {} ),
	} );
	client.use( {
		onResponse: async ( { response } ) => {
			if ( ! response.ok ) {
				throw toPlatformError( response.status, await response.text() );
			}
		},
		onError: ( { error } ) => unreachable( error ),
	} );
	return client;
}

/** The body of a successful response. */
export async function bodyOf< Body >(
	call: Promise< { data?: Body } >
): Promise< Body > {
	// The client throws for every other response.
	return ( await call ).data as Body;
}
