/** Signatures of Standard Webhooks: https://www.standardwebhooks.com */

import type { Secret } from './secret.ts';

/** A message that WordPress and the front end sign. */
export interface Message {
	id: string;
	/** Seconds since 1970. */
	timestamp: string;
	body: string;
}

const VERSION = 'v1,';

/** @return For example `v1,g0hM9SsE+OTPJTGt/tmKtSyRlE3uFJELVlNIOLJ1OE0=`. */
export async function sign(
	key: CryptoKey,
	{ id, timestamp, body }: Message
): Promise< string > {
	const hash = await crypto.subtle.sign(
		'HMAC',
		key,
		new TextEncoder().encode( `${ id }.${ timestamp }.${ body }` )
	);
	return VERSION + btoa( String.fromCharCode( ...new Uint8Array( hash ) ) );
}

/** Compares in a time that depends on the lengths alone, as the libraries of Standard Webhooks do. */
function isEqual( one: string, other: string ): boolean {
	let difference = Math.abs( one.length - other.length );
	for ( let at = 0; at < one.length; at++ ) {
		difference += Math.abs( one.charCodeAt( at ) - other.charCodeAt( at ) );
	}
	return difference === 0;
}

/**
 * Returns whether a header has one of the signatures.
 *
 * @param signatures The valid ones.
 * @param header     Signatures, separated by spaces.
 */
export function hasSignature(
	signatures: readonly string[],
	header: string
): boolean {
	const received = header.split( ' ' );
	return signatures.some( ( one ) =>
		received.some( ( other ) => isEqual( one, other ) )
	);
}

/** Thrown without a secret. It has no stack, so that it is one line in a log. */
export const NO_SECRET = new Error(
	'HEADLESS_DEPLOY_REFRESH_SECRET is missing or damaged.'
);
NO_SECRET.stack = '';

/** @return The keys of a secret, in its order, without those that are damaged. It throws when none is left. */
export async function importSecrets( secret: Secret ): Promise< CryptoKey[] > {
	const keys: CryptoKey[] = [];
	for ( const one of [ secret ].flat() ) {
		try {
			const bytes = atob( one?.trim().replace( /^whsec_/, '' ) ?? '' );
			// With an empty key, any sender could sign.
			if ( bytes ) {
				keys.push(
					await crypto.subtle.importKey(
						'raw',
						Uint8Array.from( bytes, ( character ) =>
							character.charCodeAt( 0 )
						),
						{ name: 'HMAC', hash: 'SHA-256' },
						false,
						[ 'sign' ]
					)
				);
			}
		} catch {
			// It is not base64.
		}
	}
	if ( ! keys.length ) {
		throw NO_SECRET;
	}
	return keys;
}

/**
 * Signs a request with the first secret.
 *
 * @param body What is signed: the body, or the line of the request to the change feed.
 * @param now  Milliseconds since 1970.
 */
export async function signedHeaders(
	secret: Secret,
	body: string,
	now: number
): Promise< Record< string, string > > {
	const [ key ] = await importSecrets( secret );
	const id = crypto.randomUUID();
	const timestamp = ( now / 1000 ).toFixed();
	return {
		'webhook-id': id,
		'webhook-timestamp': timestamp,
		'webhook-signature': await sign( key!, { id, timestamp, body } ),
	};
}
