import type { IncomingMessage } from 'node:http';
import type { Forwarded } from './cache-status.ts';
import { hasBody } from './origin-request.ts';

export interface Bypass {
	fwd: Forwarded;
	/** Shown to users. */
	reason: string;
}

export const BYTE_RANGE: Bypass = {
	fwd: 'request',
	reason: 'The request asks for a byte range (Range)',
};
const WITH_BODY: Bypass = { fwd: 'request', reason: 'The request has a body' };
/** Request headers whose responses are never stored. */
const BYPASS_HEADERS: readonly ( readonly [ string, Bypass ] )[] = [
	[
		'if-match',
		{
			fwd: 'request',
			reason: 'The request is conditional (If-Match)',
		},
	],
	[
		'if-unmodified-since',
		{
			fwd: 'request',
			reason: 'The request is conditional (If-Unmodified-Since)',
		},
	],
];

/** Returns null if the cache may be used, and `BYTE_RANGE` if only a stored response may be. */
export function findBypass( request: IncomingMessage ): Bypass | null {
	const { method = 'GET', headers } = request;
	if ( method !== 'GET' && method !== 'HEAD' ) {
		return { fwd: 'method', reason: `The method is ${ method }` };
	}
	for ( const [ name, bypass ] of BYPASS_HEADERS ) {
		if ( headers[ name ] !== undefined ) {
			return bypass;
		}
	}
	if ( hasBody( headers ) ) {
		return WITH_BODY;
	}
	return headers.range !== undefined && method === 'GET' ? BYTE_RANGE : null;
}
