/** Which requests the cache has no part in. */
import type { IncomingMessage } from 'node:http';
import type { Forwarded } from './cache-status.ts';
import { hasBody } from './origin-request.ts';

/** Why a request goes to the application as it is. */
export interface Bypass {
	fwd: Forwarded;
	/** For people. */
	reason: string;
}

const WITH_BODY: Bypass = { fwd: 'request', reason: 'The request has a body' };
/** Headers that ask for something that is not kept. */
const BYPASS_HEADERS: readonly ( readonly [ string, Bypass ] )[] = [
	[
		'range',
		{ fwd: 'request', reason: 'The request asks for a byte range (Range)' },
	],
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

/** Answers why a request goes to the application as it is, or null when the cache may answer it. */
export function findBypass( request: IncomingMessage ): Bypass | null {
	const { method = 'GET', headers } = request;
	if ( method !== 'GET' && method !== 'HEAD' ) {
		return { fwd: 'method', reason: `The method is ${ method }` };
	}
	for ( const [ name, passing ] of BYPASS_HEADERS ) {
		if ( headers[ name ] !== undefined ) {
			return passing;
		}
	}
	return hasBody( headers ) ? WITH_BODY : null;
}
