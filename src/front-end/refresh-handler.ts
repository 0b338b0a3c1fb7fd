import { readText } from './body.ts';
import { ALL_GROUPS, writeGroups } from './groups.ts';
import { readBody, tagsOf } from './payload.ts';
import type { RefreshData } from './payload.ts';
import type { Secret } from './secret.ts';
import { hasSignature, importSecrets, NO_SECRET, sign } from './signature.ts';

export interface RefreshOptions {
	/**
	 * The refresh secret of the environment. A list while it is rotated; missing and damaged ones are ignored.
	 *
	 * @example
	 * secret: process.env.HEADLESS_DEPLOY_REFRESH_SECRET
	 */
	secret: Secret;
	/**
	 * Invalidates what changed. When it throws, WordPress sends the request again.
	 *
	 * @return What was invalidated, if that is more than the data.
	 * @example
	 * onChange: ( { scope, tags } ) => cdn.purge( scope === 'all' ? [ 'all' ] : tags )
	 */
	onChange: (
		data: RefreshData
	) => void | RefreshData | Promise< void | RefreshData >;
	/**
	 * Receives what `onChange` threw, and once that the secret is missing.
	 *
	 * @default console.error
	 * @example
	 * onError: ( error ) => logger.error( error )
	 */
	onError?: ( ( error: unknown ) => void ) | undefined;
	/**
	 * The clock, in milliseconds since 1970.
	 *
	 * @default Date.now
	 * @example
	 * now: () => Date.UTC( 2026, 10, 21 )
	 */
	now?: ( () => number ) | undefined;
}

/** How far the clocks of WordPress and of the front end may differ, and how long a signature is remembered. */
const TOLERANCE_SECONDS = 300;

/** Only signed requests are remembered. A full memory forgets the oldest. */
const MAX_REMEMBERED = 1_000;

function answer(
	status: number,
	body: object,
	headers?: object | false
): Response {
	return Response.json( body, {
		status,
		headers: { 'cache-control': 'no-store', ...headers },
	} );
}

function refuse( status: number, error: string, headers?: object ): Response {
	return answer( status, { error }, headers );
}

function confirm( data: RefreshData ): Response {
	const tags = tagsOf( data );
	return answer(
		200,
		{ revalidated: tags },
		// Without tags nothing is to be invalidated. Too many tags are the whole site.
		tags.length > 0 && {
			'cache-group-invalidation': writeGroups( tags ) || ALL_GROUPS,
		}
	);
}

/**
 * Returns the handler of the refresh route: it verifies a request of WordPress and calls `onChange`.
 *
 * The answer to a change has the header `Cache-Group-Invalidation` (RFC 9875), so a cache in front of the front end
 * invalidates the same pages.
 */
export function refreshHandler( {
	secret,
	onChange,
	// eslint-disable-next-line no-console -- The developer of the front end looks for it there.
	onError = console.error,
	now = Date.now,
}: RefreshOptions ): ( request: Request ) => Promise< Response > {
	/** When the timestamp of a message is too old to be accepted, by its signature. */
	const expiries = new Map< string, number >();
	let reported: unknown;

	const handle = async ( { headers }: Request, body: string ) => {
		const id = headers.get( 'webhook-id' ) ?? '';
		const timestamp = headers.get( 'webhook-timestamp' ) ?? '';
		const signatures = headers.get( 'webhook-signature' ) ?? '';
		const seconds = now() / 1000;
		// A text that is not a number is not within the tolerance either.
		if ( ! ( Math.abs( seconds - +timestamp ) <= TOLERANCE_SECONDS ) ) {
			return refuse( 401, 'The timestamp is wrong.' );
		}
		const keys = await importSecrets( secret );
		const valid = await Promise.all(
			keys.map( ( key ) => sign( key, { id, timestamp, body } ) )
		);
		if ( ! hasSignature( valid, signatures ) ) {
			return refuse( 401, 'The signature is wrong.' );
		}
		for ( const [ one, expiry ] of expiries ) {
			if ( expiry < seconds || expiries.size > MAX_REMEMBERED ) {
				expiries.delete( one );
			}
		}
		// A message can have several signatures. This one is the same for each of them.
		const signature = valid[ 0 ]!;
		if ( expiries.has( signature ) ) {
			return refuse( 401, 'The request is a replay.' );
		}
		expiries.set( signature, +timestamp + TOLERANCE_SECONDS );
		const data = readBody( body );
		if ( data === null ) {
			return refuse( 400, 'The body is wrong.' );
		}
		return data === 'ping'
			? answer( 200, { revalidated: [] } )
			: confirm( ( await onChange( data ) ) ?? data );
	};

	return async ( request ) => {
		if ( request.method !== 'POST' ) {
			return refuse( 405, 'Use POST.', { allow: 'POST' } );
		}
		try {
			const body = await readText( request );
			return body === null
				? refuse( 413, 'The body is too large.' )
				: await handle( request, body );
		} catch ( error ) {
			if ( error !== reported ) {
				onError( error );
			}
			reported = error === NO_SECRET && error;
			// WordPress logs the answer, and the error may contain anything.
			return refuse(
				500,
				reported ? 'secret_missing' : 'The refresh failed.'
			);
		}
	};
}
