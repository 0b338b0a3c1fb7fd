import { STATUS_CODES } from 'node:http';
import type { ServerResponse } from 'node:http';
import { systemCode } from '../lib/errors.ts';
import { TooManyRequests } from './connection-limit.ts';

export interface ErrorPage {
	status: 400 | 405 | 421 | 501 | 502 | 503 | 504;
	title: string;
	text: string;
	headers?: Readonly< Record< string, string > >;
}

export const NOTHING_DEPLOYED: ErrorPage = {
	status: 503,
	title: 'Nothing is deployed here yet',
	text: 'Upload the application to deploy it. The portal shows builds and logs.',
};

/** The platform was started, and the application of the live release does not run yet. */
export const STARTING: ErrorPage = {
	status: 503,
	title: 'The site is starting',
	text: 'The application is starting. Try again in a moment. The portal shows its output.',
};

/** The application of the live release has ended. */
export const DOWN: ErrorPage = {
	status: 503,
	title: 'The site is not running',
	text: 'The application has ended and is being restarted. Try again in a moment. The portal shows its output.',
};

export const BUSY: ErrorPage = {
	status: 503,
	title: 'The site is busy',
	text: 'The application has reached its limit of concurrent requests. Try again in a moment.',
};

/** The memory limit for bodies in transfer is reached. */
export const TOO_MANY_DOWNLOADS: ErrorPage = {
	status: 503,
	title: 'The site is busy',
	text: 'Too many slow downloads are in progress. Try again in a moment.',
};

export const NO_RESPONSE: ErrorPage = {
	status: 502,
	title: 'The site did not respond',
	text: 'The application closed the connection without a response. The portal shows its output.',
};

export const RESPONSE_TIMEOUT: ErrorPage = {
	status: 504,
	title: 'The site did not respond in time',
	text: 'The application accepted the request but did not respond in time. The portal shows its output.',
};

export const HEADERS_TOO_LARGE: ErrorPage = {
	status: 502,
	title: 'The response headers are too large',
	text: 'The application sent more than 16 KB of response headers. The usual cause is too many or too large cookies.',
};

export const TRACE_NOT_ALLOWED: ErrorPage = {
	status: 405,
	title: 'TRACE is not allowed',
	text: 'The edge does not forward TRACE requests.',
	headers: { allow: 'GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS' },
};

export const UNKNOWN_CODING: ErrorPage = {
	status: 501,
	title: 'Unknown transfer coding',
	text: 'The only supported Transfer-Encoding is chunked.',
	// The end of the body is unknown.
	headers: { connection: 'close' },
};

/** For `only-if-cached`. */
export const NOT_CACHED: ErrorPage = {
	status: 504,
	title: 'Not in the cache',
	text: 'The request allows only a stored response (only-if-cached), and there is none that is fresh.',
};

/** The request target is neither a path nor a URL of this site, for example `*`. */
export const INVALID_TARGET: ErrorPage = {
	status: 400,
	title: 'Invalid address',
	text: 'Request a path of this site.',
};

/** @param host The site's host name and port. */
export function wrongHostPage( host: string ): ErrorPage {
	return {
		status: 421,
		title: 'This site has another address',
		text: `Open http://${ host }/ instead.`,
	};
}

/** Returns the page for a failed request to the application. */
export function errorPageFor( error: unknown ): ErrorPage {
	if ( error instanceof TooManyRequests ) {
		return BUSY;
	}
	switch ( systemCode( error ) ) {
		case 'UND_ERR_HEADERS_OVERFLOW':
		case 'HPE_HEADER_OVERFLOW':
			return HEADERS_TOO_LARGE;
		case 'UND_ERR_HEADERS_TIMEOUT':
		case 'UND_ERR_CONNECT_TIMEOUT':
			return RESPONSE_TIMEOUT;
		default:
			return NO_RESPONSE;
	}
}

/** Closes the connection if the response has already started. */
export function sendErrorPage(
	response: ServerResponse,
	page: ErrorPage
): void {
	if ( response.headersSent ) {
		response.destroy();
		return;
	}
	const html = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${ page.title }</title>
<body style="font: 16px/1.5 system-ui, sans-serif; max-width: 36em; margin: 15vh auto; padding: 0 16px">
<h1 style="font-size: 24px">${ page.title }</h1>
<p>${ page.text }</p>
</body>
</html>
`;
	// A failed `writeHead()` with the application's headers may have set its status message.
	response.statusMessage = STATUS_CODES[ page.status ] ?? '';
	response.writeHead( page.status, {
		'content-type': 'text/html; charset=utf-8',
		'content-length': Buffer.byteLength( html ),
		'cache-control': 'no-store',
		'x-cache': 'BYPASS',
		...( page.status === 503 ? { 'retry-after': '1' } : {} ),
		...page.headers,
	} );
	response.end( html );
}
