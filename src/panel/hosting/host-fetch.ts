import { errorOf, fetchResponse, pathOf } from '../../live/request.ts';

/** Stands for the plugin’s routes: apiFetch finds their address. */
export const HOSTING_URL = 'https://hosting.invalid';

/** WordPress answers every error as JSON with a message. A firewall does not, and the host did not answer then. */
async function explained( response: Response ): Promise< Response > {
	const error = await errorOf( response.clone() );
	return error.data === undefined
		? Response.json( error, { status: response.status } )
		: response;
}

/** Requests a route of the host through the plugin. */
export async function hostFetch( request: Request ): Promise< Response > {
	const { pathname, search } = new URL( request.url );
	const body = await request.blob();
	const response = await fetchResponse(
		pathOf( `hosting${ pathname }${ search }` ),
		{
			method: request.method,
			headers: Object.fromEntries( request.headers ),
			signal: request.signal,
			...( body.size > 0 ? { body } : {} ),
		}
	);
	return response.ok ? response : explained( response );
}
