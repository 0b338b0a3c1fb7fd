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

/** A sender that rotates its secret sends one for each valid secret, WordPress at most four. More would only cost time. */
const MAX_SIGNATURES = 8;

function bytesOf( base64: string ): Uint8Array< ArrayBuffer > {
	return Uint8Array.from( atob( base64 ), ( character ) =>
		character.charCodeAt( 0 )
	);
}

/** @throws When the secret is not `whsec_` and base64. */
function importSecret( secret: string ): Promise< CryptoKey > {
	return crypto.subtle.importKey(
		'raw',
		bytesOf( secret.trim().replace( /^whsec_/, '' ) ),
		{ name: 'HMAC', hash: 'SHA-256' },
		false,
		[ 'sign', 'verify' ]
	);
}

function contentOf( { id, timestamp, body }: Message ) {
	return new TextEncoder().encode( `${ id }.${ timestamp }.${ body }` );
}

/** @return For example `v1,g0hM9SsE+OTPJTGt/tmKtSyRlE3uFJELVlNIOLJ1OE0=`. */
export async function sign(
	key: CryptoKey,
	message: Message
): Promise< string > {
	const hash = await crypto.subtle.sign( 'HMAC', key, contentOf( message ) );
	return VERSION + btoa( String.fromCharCode( ...new Uint8Array( hash ) ) );
}

/**
 * Returns whether one of the keys made one of the signatures. `verify` compares in constant time.
 *
 * @param signatures Separated by spaces, as the header has them.
 */
export async function isSigned(
	keys: readonly CryptoKey[],
	message: Message,
	signatures: string
): Promise< boolean > {
	const content = contentOf( message );
	for ( const signature of signatures.split( ' ', MAX_SIGNATURES ) ) {
		for ( const key of keys ) {
			const isValid = async (): Promise< boolean > =>
				signature.startsWith( VERSION ) &&
				crypto.subtle.verify(
					'HMAC',
					key,
					bytesOf( signature.slice( VERSION.length ) ),
					content
				);
			// It throws for a signature that is not base64.
			if ( await isValid().catch( () => false ) ) {
				return true;
			}
		}
	}
	return false;
}

/** @return The keys of a secret, in its order. It throws when there is none, or when one of them is not valid. */
export async function importSecrets( secret: Secret ): Promise< CryptoKey[] > {
	const secrets = [ secret ].flat().filter( Boolean );
	if ( secrets.length === 0 ) {
		throw new Error( 'The secret is missing.' );
	}
	return Promise.all( secrets.map( ( one ) => importSecret( one! ) ) );
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
