import type { Changes, ChangesOptions } from './changes.ts';
import { ALL_GROUPS, readGroups, writeGroups } from './groups.ts';
import { ERROR, lifetimeOf, responseLifetime, shorter } from './lifetime.ts';
import type { LifetimeOptions } from './lifetime.ts';
import { readMoved } from './moved.ts';
import { ALL } from './payload.ts';
import { isPublicRequest, isPublicResponse } from './public-content.ts';
import { restUrl } from './rest-url.ts';

export interface WordPressInit extends RequestInit {
	/**
	 * What the answer depends on in addition to its own tags. Answers without any tags need them.
	 *
	 * @example
	 * tags: [ 'menu-2' ]
	 */
	tags?: readonly string[] | undefined;
}

/** Reads content of WordPress for one response, and collects what the response depends on. */
export interface Page {
	/**
	 * Reads the REST API like `fetch()`.
	 *
	 * @param path Below `/wp-json/`, for example `wp/v2/posts?slug=hello`, or a whole URL.
	 */
	fetch: ( path: string | URL, init?: WordPressInit ) => Promise< Response >;
	/**
	 * Asks WordPress where the post of an old address is now. Call it before the page answers 404.
	 *
	 * @param path For example `/old-slug/`.
	 * @return The path to redirect to with 301, or null.
	 */
	movedTo: ( path: string ) => Promise< string | null >;
	/** The tags so far, with `all` as the first. */
	readonly tags: string[];
	/**
	 * For how many seconds the page is fresh: an hour, 60 or what WordPress says when it depends on something that WordPress
	 * does not watch, 10 after an error or during a change, and 0 when it is for one visitor. Ask when all content was read.
	 */
	readonly maxAge: number;
	/** For how many seconds longer a cache may serve the page while it renews it. */
	readonly staleWhileRevalidate: number;
	/** The headers of the page: `cache-control`, `cache-groups` and `cache-tag`. Ask when all content was read. */
	headers: () => Record< string, string >;
}

export function makePage(
	options: ChangesOptions & LifetimeOptions,
	changes: Changes
): Page {
	const { url, fetch = globalThis.fetch } = options;
	const tags = new Set( [ ALL ] );
	let lifetime = lifetimeOf( options );
	let revision: number | undefined;

	/** Tags that do not fit into a header would be lost, and a page that was read during a change may show the old content. */
	const current = () =>
		changes.isCaughtUp() &&
		( revision ?? changes.revision() ) === changes.revision() &&
		writeGroups( [ ...tags ] )
			? lifetime
			: shorter( lifetime, ERROR );

	const page: Page = {
		async fetch( path, { tags: own = [], ...init } = {} ) {
			await changes.catchUp();
			revision ??= changes.revision();
			const address = restUrl( url, path );
			const response = await fetch( address, init ).catch(
				( error: unknown ) => {
					lifetime = shorter( lifetime, ERROR );
					throw error;
				}
			);
			const groups = readGroups( response.headers.get( 'cache-groups' ) );
			const isPublic =
				isPublicRequest( address, init ) &&
				( await isPublicResponse( response ) );
			lifetime = shorter(
				lifetime,
				responseLifetime( response, isPublic, groups, own )
			);
			[ ...groups, ...own ].forEach( ( tag ) => tags.add( tag ) );
			return response;
		},
		movedTo: ( path ) => readMoved( page.fetch, path ),
		get tags() {
			return [ ...tags ];
		},
		get maxAge() {
			return current()[ 0 ];
		},
		get staleWhileRevalidate() {
			return current()[ 1 ];
		},
		headers(): Record< string, string > {
			const [ fresh, stale ] = current();
			const groups = writeGroups( page.tags );
			const renewal = stale ? `, stale-while-revalidate=${ stale }` : '';
			return fresh
				? {
						'cache-control': `public, max-age=0, s-maxage=${ fresh }${ renewal }`,
						'cache-groups': groups || ALL_GROUPS,
						'cache-tag': groups ? page.tags.join() : ALL,
					}
				: { 'cache-control': 'private, no-store' };
		},
	};
	return page;
}
