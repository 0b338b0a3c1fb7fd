/** Calls WordPress's REST API with an application password. */
import { KitError } from '../kit-error.ts';

const TIMEOUT_MS = 30_000;

export interface RestClient {
	/** Calls a route. */
	call: < T >(
		method: string,
		route: string,
		body?: unknown,
		etag?: string
	) => Promise< T >;
}

/**
 * Makes a client.
 *
 * @param url  Address of the site.
 * @param user Name of the user.
 */
export function restClient(
	url: string,
	user: string,
	password: string
): RestClient {
	const credentials = Buffer.from( `${ user }:${ password }` );
	return {
		async call< T >(
			method: string,
			route: string,
			body?: unknown,
			etag?: string
		): Promise< T > {
			const answer = await fetch( `${ url }/wp-json/${ route }`, {
				method,
				headers: {
					authorization: `Basic ${ credentials.toString( 'base64' ) }`,
					...( body === undefined
						? {}
						: { 'content-type': 'application/json' } ),
					...( etag ? { 'if-match': etag } : {} ),
				},
				body: body === undefined ? undefined : JSON.stringify( body ),
				signal: AbortSignal.timeout( TIMEOUT_MS ),
			} );
			const text = await answer.text();
			if ( ! answer.ok ) {
				throw new KitError(
					`WordPress answered ${ answer.status } to ${ method } ${ route }: ${ messageOf(
						text
					) }`,
					'see .local/wordpress/wp-content/debug.log'
				);
			}
			return JSON.parse( text ) as T;
		},
	};
}

/** The words of an error answer. */
function messageOf( text: string ): string {
	try {
		const { message } = JSON.parse( text ) as { message?: string };
		return message ?? text.slice( 0, 300 );
	} catch {
		return text.slice( 0, 300 );
	}
}
