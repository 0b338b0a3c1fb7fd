import type { IncomingMessage, ServerResponse } from 'node:http';

export * from './index.ts';

/** Takes over what the refresh handler reads. Node accepts methods, addresses and headers that `Request` does not. */
function toRequest( message: IncomingMessage ): Request {
	return new Request(
		'http://localhost',
		message.method === 'POST'
			? ( {
					method: 'POST',
					headers: Object.entries( message.headers ).filter(
						( [ name ] ) => name.startsWith( 'webhook-' )
					),
					// Destroying the message would close the connection before the answer.
					body: message.iterator( { destroyOnReturn: false } ),
					duplex: 'half',
				} as unknown as RequestInit )
			: {}
	);
}

/**
 * Makes a handler of `node:http`, which is also a middleware of Express. The body must not have been parsed before.
 *
 * @param handler `wordpress.refresh`, or what `refreshHandler()` returns.
 */
export function nodeHandler(
	handler: ( request: Request ) => Promise< Response >
): ( request: IncomingMessage, response: ServerResponse ) => Promise< void > {
	return async ( request, response ) => {
		const answer = await handler( toRequest( request ) );
		response.statusCode = answer.status;
		response.setHeaders( answer.headers );
		if ( ! request.complete ) {
			// The rest of a body that was not read would be taken for the next request.
			response.setHeader( 'connection', 'close' );
		}
		response.end( await answer.text() );
	};
}
