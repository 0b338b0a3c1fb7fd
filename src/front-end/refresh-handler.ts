import { readText } from './body.ts';
import { writeGroups } from './groups.ts';
import { ALL, readBody, tagsOf } from './payload.ts';
import type { RefreshData } from './payload.ts';
import { importSecret, isSigned, sign } from './signature.ts';
import type { Message } from './signature.ts';

/** `whsec_…`. A list while the secret is rotated; empty entries are ignored. */
export type Secret = string | undefined | readonly ( string | undefined )[];

export interface RefreshOptions {
	/** The refresh secret of the environment. */
	secret: Secret;
	/**
	 * Invalidates what changed. When it throws, WordPress sends the request again.
	 *
	 * @return What was invalidated, if that is more than the data.
	 */
	onChange: (
		data: RefreshData
	) => void | RefreshData | Promise< void | RefreshData >;
	/** Receives what `onChange` threw. @default console.error */
	onError?: ( error: unknown ) => void;
	/** The clock, in milliseconds since 1970. @default Date.now */
	now?: () => number;
}

/** How far the clocks of WordPress and of the front end may differ, and how long a signature is remembered. */
const TOLERANCE_SECONDS = 300;

/** Only signed requests are remembered. A full memory forgets the oldest. */
const MAX_REMEMBERED = 1_000;

function answer(
	status: number,
	body: unknown,
	headers: Record< string, string > = {}
): Response {
	return Response.json( body, {
		status,
		headers: { 'cache-control': 'no-store', ...headers },
	} );
}

function refuse(
	status: number,
	error: string,
	headers?: Record< string, string >
): Response {
	return answer( status, { error }, headers );
}

/** @return The keys of a secret, in its order. Throws when there is none, or when one of them is not valid. */
export function importSecrets( secret: Secret ): Promise< CryptoKey[] > {
	const secrets = [ secret ].flat().filter( ( one ) => !! one );
	if ( secrets.length === 0 ) {
		throw new Error( 'The refresh secret is missing.' );
	}
	return Promise.all( secrets.map( ( one ) => importSecret( one! ) ) );
}

/** Remembers messages until their timestamp is too old to be accepted. */
function makeReplayMemory() {
	const expiries = new Map< string, number >();
	return ( signature: string, expiry: number, now: number ): boolean => {
		for ( const [ one, end ] of expiries ) {
			if ( end < now || expiries.size > MAX_REMEMBERED ) {
				expiries.delete( one );
			}
		}
		const isReplay = expiries.has( signature );
		expiries.set( signature, expiry );
		return isReplay;
	};
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
	const isReplay = makeReplayMemory();

	/** @return Null when the message is signed, current and new. */
	const verify = async (
		message: Message,
		signatures: string
	): Promise< Response | null > => {
		let keys;
		try {
			keys = await importSecrets( secret );
		} catch {
			return refuse( 500, 'The refresh secret is missing or not valid.' );
		}
		if ( ! ( await isSigned( keys, message, signatures ) ) ) {
			return refuse( 401, 'The signature is wrong.' );
		}
		// One message can have several signatures, so its first one would not recognize it.
		const own = await sign( keys[ 0 ]!, message );
		const seconds = now() / 1000;
		const expiry = Number( message.timestamp ) + TOLERANCE_SECONDS;
		return isReplay( own, expiry, seconds )
			? refuse( 401, 'This request was already received.' )
			: null;
	};

	return async ( request ) => {
		if ( request.method !== 'POST' ) {
			return refuse( 405, 'Use POST.', { allow: 'POST' } );
		}
		const header = ( name: string ): string =>
			request.headers.get( `webhook-${ name }` ) ?? '';
		const timestamp = header( 'timestamp' );
		if (
			! /^\d{1,12}$/.test( timestamp ) ||
			Math.abs( now() / 1000 - Number( timestamp ) ) > TOLERANCE_SECONDS
		) {
			return refuse(
				401,
				'The timestamp is missing, or more than 5 minutes off.'
			);
		}
		const body = await readText( request );
		if ( body === null ) {
			return refuse( 413, 'The body is larger than 64 kB.' );
		}
		const refusal = await verify(
			{ id: header( 'id' ), timestamp, body },
			header( 'signature' )
		);
		if ( refusal ) {
			return refusal;
		}
		const data = readBody( body );
		if ( data === null ) {
			return refuse( 400, 'The body is not a refresh request.' );
		}
		if ( data === 'ping' ) {
			return answer( 200, { revalidated: [] } );
		}
		try {
			return confirm( ( await onChange( data ) ) ?? data );
		} catch ( error ) {
			onError( error );
			// WordPress logs the answer, and the error may contain anything.
			return refuse( 500, 'The change could not be applied.' );
		}
	};
}

function confirm( data: RefreshData ): Response {
	const tags = tagsOf( data );
	const groups = writeGroups( tags );
	return answer(
		200,
		{ revalidated: tags },
		// Without tags nothing is to be invalidated. Too many tags are the whole site.
		tags.length === 0
			? {}
			: {
					'cache-group-invalidation':
						groups || writeGroups( [ ALL ] ),
				}
	);
}
