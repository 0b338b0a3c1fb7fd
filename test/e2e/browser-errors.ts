/**
 * Watches a browser: errors on its console, and requests that leave the machine.
 */
import type { BrowserContext } from '@playwright/test';

const OWN_HOSTS = [ '127.0.0.1', 'localhost', '[::1]' ];

/** What WordPress itself says without anybody's fault. */
const NOISE = [
	/global-styles-css-custom-properties-inline-css/,
	/wp_site_preview=1.*ERR_ABORTED/,
	/blob:.*ERR_ABORTED/,
	// wp-admin fades from page to page since 7.0; the browser gives that up for a page that comes late, and says so.
	/^InvalidStateError: Transition was aborted because of invalid state/,
];

/** Tells whether an address is on this machine or needs no network at all. */
export function staysHere( address: string ): boolean {
	const { protocol, hostname } = new URL( address );
	return (
		! [ 'http:', 'https:', 'ws:', 'wss:' ].includes( protocol ) ||
		OWN_HOSTS.includes( hostname )
	);
}

/**
 * Begins to watch all pages of a context. The configuration stops requests to other machines: a route would, too, but
 * switches the browser's cache off and takes every request through Node.
 *
 * @param allowed Console errors that are expected.
 * @return What was seen so far; grows.
 */
export function watch(
	context: BrowserContext,
	allowed: readonly RegExp[] = []
): string[] {
	const browserErrors: string[] = [];
	const isExpected = ( text: string ): boolean =>
		[ ...NOISE, ...allowed ].some( ( form ) => form.test( text ) );
	context.on( 'console', ( message ) => {
		const text = `${ message.text() } (${ message.location().url })`;
		if ( message.type() === 'error' && ! isExpected( text ) ) {
			browserErrors.push( `console: ${ text }` );
		}
	} );
	context.on( 'weberror', ( error ) => {
		const { stack, name, message } = error.error();
		// What the browser itself rejects, and what is not an Error, has no stack.
		const text = stack || `${ name }: ${ message }`;
		if ( ! isExpected( text ) ) {
			browserErrors.push( `uncaught: ${ text }` );
		}
	} );
	context.on( 'request', ( request ) => {
		if ( ! staysHere( request.url() ) ) {
			browserErrors.push( `asked another machine: ${ request.url() }` );
		}
	} );
	return browserErrors;
}
