import type { IncomingMessage, ServerResponse } from 'node:http';

export * from './index.ts';

/**
 * Makes a handler of `node:http`, which is also a middleware of Express. The body must not have been parsed before.
 *
 * @param handler For example `wordpress.refresh`.
 */
export function nodeHandler(
	handler: ( request: Request ) => Promise< Response >
): ( request: IncomingMessage, response: ServerResponse ) => Promise< void > {
	return async ( request, response ) => {
		const { method = 'GET', url, headers } = request;
		const answer = await handler(
			new Request( `http://localhost${ url }`, {
				method,
				headers: headers as Record< string, string >,
				...( method === 'POST' && {
					// Destroying the request would close the connection before the answer.
					body: request.iterator( { destroyOnReturn: false } ),
					duplex: 'half',
				} ),
			} as RequestInit )
		);
		response.statusCode = answer.status;
		response.setHeaders( answer.headers );
		if ( ! request.complete ) {
			// The rest of a body that was not read would be taken for the next request.
			response.setHeader( 'connection', 'close' );
		}
		response.end( await answer.text() );
	};
}
