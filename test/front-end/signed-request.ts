/** Requests as WordPress sends them. */
import { createHmac } from 'node:crypto';
import type { RefreshData } from '../../src/front-end/payload.ts';

export const SECRET = `whsec_${ Buffer.alloc( 32, 1 ).toString( 'base64' ) }`;
export const NEXT_SECRET = `whsec_${ Buffer.alloc( 32, 2 ).toString( 'base64' ) }`;
export const NOW_SECONDS = 1_795_255_200;

/** Signs with Node's crypto, so that the package does not verify its own work. */
export function signatureOf( secret: string, content: string ): string {
	const key = Buffer.from( secret.slice( 'whsec_'.length ), 'base64' );
	const hash = createHmac( 'sha256', key ).update( content );
	return `v1,${ hash.digest( 'base64' ) }`;
}

export function aChange( fields: Partial< RefreshData > = {} ): RefreshData {
	return {
		site: 'https://cms.example.com',
		environment: 'production',
		run: 812,
		sequence: 4812,
		since: 4790,
		scope: 'some',
		tags: [ 'post-123', 'post-list' ],
		paths: { changed: [ '/new/' ], gone: [ '/old/' ] },
		...fields,
	};
}

export function bodyOf( data: unknown, type = 'content.changed' ): string {
	return JSON.stringify( { type, timestamp: '2026-11-21T10:00:00Z', data } );
}

interface Sent {
	body: string;
	id?: string;
	timestamp?: number | string;
	secrets?: string[];
	signature?: string;
	url?: string;
}

export function signedRequest( {
	body,
	id = 'run-812',
	timestamp = NOW_SECONDS,
	secrets = [ SECRET ],
	signature = secrets
		.map( ( one ) =>
			signatureOf( one, `${ id }.${ timestamp }.${ body }` )
		)
		.join( ' ' ),
	url = 'https://www.example.com/api/refresh',
}: Sent ): Request {
	return new Request( url, {
		method: 'POST',
		headers: {
			'content-type': 'application/json',
			'webhook-id': id,
			'webhook-timestamp': String( timestamp ),
			'webhook-signature': signature,
		},
		body,
	} );
}
