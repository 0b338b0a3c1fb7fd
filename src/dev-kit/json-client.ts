import { KitError } from './kit-error.ts';

const TIMEOUT_MS = 60_000;
const MESSAGE_CHARACTERS = 300;

export interface JsonClient {
	/** @throws {KitError} When the answer is an error. */
	call: < T >(
		method: string,
		path: string,
		body?: FormData | object,
		etag?: string
	) => Promise< T >;
}

interface Server {
	/** For messages, for example “WordPress”. */
	name: string;
	url: string;
	user: string;
	password: string;
	/** The log with the details of an error. */
	log: string;
}

/** Makes a client that authenticates with a user name and a password. */
export function jsonClient( server: Server ): JsonClient {
	const credentials = Buffer.from( `${ server.user }:${ server.password }` );
	return {
		async call< T >(
			method: string,
			path: string,
			body?: FormData | object,
			etag?: string
		): Promise< T > {
			const isJson = body && ! ( body instanceof FormData );
			const response = await fetch( server.url + path, {
				method,
				headers: {
					authorization: `Basic ${ credentials.toString( 'base64' ) }`,
					...( isJson ? { 'content-type': 'application/json' } : {} ),
					...( etag ? { 'if-match': etag } : {} ),
				},
				body: isJson ? JSON.stringify( body ) : body,
				signal: AbortSignal.timeout( TIMEOUT_MS ),
			} );
			const text = await response.text();
			if ( ! response.ok ) {
				throw new KitError(
					`${ server.name } answered ${ response.status } to ${ method } ${ path }: ${ messageIn( text ) }`,
					`see ${ server.log }`
				);
			}
			return ( text ? JSON.parse( text ) : null ) as T;
		},
	};
}

function messageIn( text: string ): string {
	const start = text.slice( 0, MESSAGE_CHARACTERS );
	try {
		const { message } = JSON.parse( text ) as { message?: string };
		return message ?? start;
	} catch {
		return start;
	}
}

/** Makes a client for WordPress's REST API. Paths are routes without a leading slash. */
export function restClient(
	url: string,
	user: string,
	applicationPassword: string
): JsonClient {
	return jsonClient( {
		name: 'WordPress',
		url: `${ url }/wp-json/`,
		user,
		password: applicationPassword,
		log: '.local/wordpress/wp-content/debug.log',
	} );
}
