/** Forwards 1xx responses, such as 103 (Early Hints), which are never stored (RFC 9110, section 15.2). */
import { STATUS_CODES } from 'node:http';
import type { IncomingHttpHeaders } from 'node:http';
import type { Visit } from './stored-response-sender.ts';

/** Other characters would be sent as other bytes, among them line breaks. */
const PLAIN = /^[\t\x20-\x7e]*$/;

/** @param headers Without hop-by-hop headers. */
export function sendInterimResponse(
	{ request, response }: Pick< Visit, 'request' | 'response' >,
	status: number,
	headers: IncomingHttpHeaders
): void {
	const { socket } = response;
	const isUnderstood = request.httpVersion !== '1.0';
	// A visitor who reads nothing does not need it, and it would use memory.
	if ( ! socket?.writable || socket.writableNeedDrain || ! isUnderstood ) {
		return;
	}
	const lines = Object.entries( headers ).flatMap( ( [ name, value ] ) =>
		[ value ?? [] ]
			.flat()
			.filter( ( one ) => PLAIN.test( one ) )
			.map( ( one ) => `${ name }: ${ one }\r\n` )
	);
	// `writeEarlyHints()` and `writeProcessing()` know only some of them.
	socket.write(
		`HTTP/1.1 ${ status } ${ STATUS_CODES[ status ] ?? '' }\r\n${ lines.join( '' ) }\r\n`
	);
}
