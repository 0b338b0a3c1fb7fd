import { tagsOf } from './payload.ts';
import type { RefreshData } from './payload.ts';
import type { ChangesOptions } from './changes.ts';
import type { Page } from './page.ts';
import type { LifetimeOptions } from './lifetime.ts';
import { createWordPress as createAnyWordPress } from './wordpress.ts';

export { mark, markTime } from './mark.ts';
export type { Page, WordPressInit } from './page.ts';
export type { RefreshData } from './payload.ts';
export type { SequenceStore } from './changes.ts';

/** The cache of Astro 7, or of Astro 6 as an experiment. */
interface AstroCache {
	readonly enabled: boolean;
	set: (
		options: { maxAge: number; swr: number; tags: string[] } | false
	) => void;
	invalidate: ( options: { tags: string[] } ) => Promise< void >;
}

/** What the kit uses of `Astro` in a page. */
interface AstroPage {
	cache?: AstroCache | undefined;
	response: { headers: Headers };
}

/** What the kit uses of the context of an endpoint. */
interface AstroEndpoint {
	cache?: AstroCache | undefined;
	request: Request;
	response?: undefined;
}

export interface AstroOptions
	extends Omit< ChangesOptions, 'onChange' >, LifetimeOptions {
	/**
	 * Invalidates what is cached outside of Astro, for example in a CDN without groups.
	 *
	 * @example
	 * onChange: ( { scope, tags } ) => cdn.purge( scope === 'all' ? [ 'all' ] : tags )
	 */
	onChange?: ( data: RefreshData ) => unknown;
}

export interface AstroWordPress {
	/** The endpoint for the refresh requests of WordPress. */
	POST: ( context: AstroEndpoint ) => Promise< Response >;
	/** Starts a page or an endpoint that is rendered on demand: pass `Astro`, or the context of the endpoint. */
	page: ( astro: AstroPage | AstroEndpoint ) => AstroPageReader;
}

export interface AstroPageReader extends Page {
	/**
	 * Sets the headers and Astro's cache. Call it when all content was read. An endpoint also passes `page.headers()` to its
	 * response.
	 */
	send: () => void;
}

export function createWordPress( options: AstroOptions ): AstroWordPress {
	/** All contexts of a process have the same cache. */
	let cache: AstroCache | undefined;
	const wordpress = createAnyWordPress( {
		...options,
		async onChange( data ) {
			const tags = tagsOf( data );
			// Without a cache provider the method throws.
			if ( cache?.enabled && tags.length > 0 ) {
				await cache.invalidate( { tags } );
			}
			await options.onChange?.( data );
		},
	} );
	return {
		POST( context ) {
			cache = context.cache;
			return wordpress.refresh( context.request );
		},
		page( astro ) {
			cache = astro.cache;
			const page = wordpress.page();
			const send = (): void => {
				const { maxAge, staleWhileRevalidate: swr, tags } = page;
				// Without a cache provider the method logs a warning.
				if ( astro.cache?.enabled ) {
					astro.cache.set( maxAge > 0 && { maxAge, swr, tags } );
				}
				Object.entries( page.headers() ).forEach( ( [ name, value ] ) =>
					astro.response?.headers.set( name, value )
				);
			};
			return Object.assign( page, { send } );
		},
	};
}
