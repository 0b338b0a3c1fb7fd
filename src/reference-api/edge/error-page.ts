/** What visitors see when there is no application to show. */
import { STATUS_CODES } from 'node:http';
import type { ServerResponse } from 'node:http';
import { systemCode } from '../lib/errors.ts';
import { TooManyRequests } from './connection-limit.ts';

export interface ErrorPage {
	status: 400 | 421 | 502 | 503 | 504;
	title: string;
	text: string;
}

/** Nothing was ever live here. */
export const NOTHING_DEPLOYED: ErrorPage = {
	status: 503,
	title: 'Nothing is deployed here yet',
	text: 'Upload the application to deploy it. The portal shows builds and logs.',
};

/** There is a live release, but it does not run at the moment. */
export const NOT_RUNNING: ErrorPage = {
	status: 503,
	title: 'The site is starting',
	text: 'The application is starting. Try again in a moment. The portal shows its output.',
};

/** The application works on as many requests as it may. */
export const BUSY: ErrorPage = {
	status: 503,
	title: 'The site is busy',
	text: 'The application has reached its limit of concurrent requests. Try again in a moment.',
};

/** Slow visitors hold as much memory as they may. */
export const TOO_MANY_READERS: ErrorPage = {
	status: 503,
	title: 'The site is busy',
	text: 'Too many slow downloads are in progress. Try again in a moment.',
};

/** The application broke the connection. */
export const NO_ANSWER: ErrorPage = {
	status: 502,
	title: 'The site did not respond',
	text: 'The application closed the connection without a response. The portal shows its output.',
};

/** The application answered nothing for a long time. */
export const TOO_SLOW: ErrorPage = {
	status: 504,
	title: 'The site did not respond in time',
	text: 'The application accepted the request but did not respond in time. The portal shows its output.',
};

/** The application's response headers are too large. */
export const TOO_MANY_HEADERS: ErrorPage = {
	status: 502,
	title: 'The response headers are too large',
	text: 'The application sent more than 16 KB of response headers. The usual cause is too many or too large cookies.',
};

/** The request's target is no path. */
export const NOT_A_PATH: ErrorPage = {
	status: 400,
	title: 'Invalid address',
	text: 'Request a path of this site.',
};

/**
 * The page for a host name that is not the site's.
 *
 * @param own The site's host name and port.
 */
export function wrongHostPage( own: string ): ErrorPage {
	return {
		status: 421,
		title: 'This site has another address',
		text: `Open http://${ own }/ instead.`,
	};
}

/** Returns the page for an error that the question to the application ended with. */
export function errorPageFor( error: unknown ): ErrorPage {
	if ( error instanceof TooManyRequests ) {
		return BUSY;
	}
	switch ( systemCode( error ) ) {
		case 'UND_ERR_HEADERS_OVERFLOW':
		case 'HPE_HEADER_OVERFLOW':
			return TOO_MANY_HEADERS;
		case 'UND_ERR_HEADERS_TIMEOUT':
		case 'UND_ERR_CONNECT_TIMEOUT':
			return TOO_SLOW;
		default:
			return NO_ANSWER;
	}
}

/** Sends an error page, which must not be cached. */
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
	// An answer of the application that could not be sent may have left its own words here.
	response.statusMessage = STATUS_CODES[ page.status ] ?? '';
	response.writeHead( page.status, {
		'content-type': 'text/html; charset=utf-8',
		'content-length': Buffer.byteLength( html ),
		'cache-control': 'no-store',
		'x-cache': 'BYPASS',
		...( page.status === 503 ? { 'retry-after': '1' } : {} ),
	} );
	response.end( html );
}
