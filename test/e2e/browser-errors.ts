import type { BrowserContext } from '@playwright/test';

const OWN_HOSTS = [ '127.0.0.1', 'localhost', '[::1]' ];

/** Messages of WordPress itself. */
const NOISE = [
	/global-styles-css-custom-properties-inline-css/,
	/wp_site_preview=1.*ERR_ABORTED/,
	/blob:.*ERR_ABORTED/,
	// wp-admin fades from page to page since 7.0; the browser gives that up for a slow page, with this message.
	/^InvalidStateError: Transition was aborted because of invalid state/,
];

/** Whether a URL is on this machine or needs no network. */
export function staysHere( address: string ): boolean {
	const { protocol, hostname } = new URL( address );
	return (
		! [ 'http:', 'https:', 'ws:', 'wss:' ].includes( protocol ) ||
		OWN_HOSTS.includes( hostname )
	);
}

/**
 * Records the errors of all pages of a context, and requests to other machines, which the configuration blocks. A
 * route would disable the browser’s cache and send every request through Node.
 *
 * @param allowed Console errors that are expected.
 * @return The errors so far; grows.
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
			browserErrors.push(
				`request to another machine: ${ request.url() }`
			);
		}
	} );
	return browserErrors;
}
