import { revalidatePath, revalidateTag } from 'next/cache';
import { jsx } from 'react/jsx-runtime';
import { followChanges } from './changes.ts';
import type { ChangesOptions } from './changes.ts';
import { markTime } from './mark.ts';
import type { MarkedList } from './mark.ts';
import { tagsOf } from './payload.ts';
import type { RefreshData } from './payload.ts';
import { refreshHandler } from './refresh-handler.ts';
import { signedHeaders } from './signature.ts';

export { markTime } from './mark.ts';
export { movedTo, wordpressFetch } from './next-fetch.ts';
export type { NextFetchInit } from './next-fetch.ts';
export type { RefreshData } from './payload.ts';

export interface NextOptions extends Omit<
	ChangesOptions,
	'onChange' | 'store'
> {
	/**
	 * Invalidates what is cached outside of Next.js, for example in a CDN.
	 *
	 * @example
	 * onChange: ( { scope, tags } ) => cdn.purge( scope === 'all' ? [ 'all' ] : tags )
	 */
	onChange?: ( data: RefreshData ) => unknown;
}

/** Expires at once. With a later expiry the next visitor would still get the old page. */
const NOW = { expire: 0 };

function revalidate( data: RefreshData ): void {
	if ( data.scope === 'all' ) {
		revalidatePath( '/', 'layout' );
	}
	tagsOf( data ).forEach( ( tag ) => revalidateTag( tag, NOW ) );
	// Pages whose content was read in another way have no tags.
	[ ...data.paths.changed, ...data.paths.gone ].forEach( ( path ) =>
		revalidatePath( path )
	);
}

/** Returns the route handler for the refresh requests of WordPress. */
export function refreshRoute( options: NextOptions ): {
	POST: ( request: Request ) => Promise< Response >;
} {
	const { apply } = followChanges( {
		...options,
		async onChange( data ) {
			revalidate( data );
			await options.onChange?.( data );
		},
	} );
	return { POST: refreshHandler( { ...options, onChange: apply } ) };
}

export interface StartOptions extends NextOptions {
	/**
	 * Where the route of `refreshRoute()` is reached.
	 *
	 * @default http://localhost:$PORT/api/refresh
	 * @example
	 * route: 'http://localhost:3000/base-path/api/refresh'
	 */
	route?: string | undefined;
}

const RETRY_MS = 1_000;

/**
 * Invalidates the pages that the last build or the last process left behind, for `register()` in `instrumentation.ts`.
 *
 * Next.js can revalidate only during a request, so this sends one to the route.
 */
export function refreshAtStart( options: StartOptions ): void {
	const {
		secret,
		route = `http://localhost:${ process.env.PORT || 3000 }/api/refresh`,
		fetch = globalThis.fetch,
		now = Date.now,
	} = options;
	const { catchUp } = followChanges( {
		...options,
		async onChange( data ) {
			const body = JSON.stringify( { type: 'content.changed', data } );
			const answer = await fetch( route, {
				method: 'POST',
				headers: await signedHeaders( secret, body, now() ),
				body,
			} );
			if ( ! answer.ok ) {
				throw new Error( `${ route } answered ${ answer.status }.` );
			}
		},
	} );
	void ( async () => {
		do {
			// The server does not listen yet, and it waits for `register()`.
			await new Promise( ( done ) => setTimeout( done, RETRY_MS ) );
		} while ( ! ( await catchUp() ) );
	} )();
}

/** An element of React, without its types. */
interface MetaElement {
	type: string;
	props: object;
	key: null;
}

/**
 * The mark for the live check of WordPress. React puts it into the head of the page.
 *
 * @param props
 * @param props.posts All posts that the page shows.
 */
export function Mark( { posts }: { posts: MarkedList } ): MetaElement | '' {
	const content = markTime( posts );
	return (
		content &&
		( jsx( 'meta', { name: 'headless-deploy', content } ) as MetaElement )
	);
}
