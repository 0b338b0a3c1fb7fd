import type { Changes, ChangesOptions } from './changes.ts';
import { ALL_GROUPS, readGroups, writeGroups } from './groups.ts';
import { ALL } from './payload.ts';
import { isPublicRequest, isPublicResponse } from './public-content.ts';
import { restUrl } from './rest-url.ts';

export interface WordPressInit extends RequestInit {
	/** What the answer depends on in addition to its own tags, for example `menu-2`. Answers without any tags need them. */
	tags?: readonly string[];
}

/** Reads content of WordPress for one response, and collects what the response depends on. */
export interface Page {
	/**
	 * Reads the REST API like `fetch()`.
	 *
	 * @param path Below `/wp-json/`, for example `wp/v2/posts?slug=hello`, or a whole URL.
	 */
	fetch: ( path: string | URL, init?: WordPressInit ) => Promise< Response >;
	/** The tags so far, with `all` as the first. */
	readonly tags: string[];
	/**
	 * For how many seconds a shared cache may store the page: a year, 10 seconds when WordPress might not say that it
	 * changed, and 0 when it is for one visitor. Ask when all content was read.
	 */
	readonly maxAge: number;
	/** The headers of the page: `cache-control`, `cache-groups` and `cache-tag`. Ask when all content was read. */
	headers: () => Record< string, string >;
}

const YEAR_SECONDS = 31_536_000;
const SHORT_SECONDS = 10;

export function makePage(
	{ url, fetch = globalThis.fetch }: ChangesOptions,
	changes: Changes
): Page {
	const tags = new Set( [ ALL ] );
	let maxAge = YEAR_SECONDS;
	let revision: number | undefined;

	const limit = ( seconds: number ): void => {
		maxAge = Math.min( maxAge, seconds );
	};

	return {
		async fetch( path, { tags: own = [], ...init } = {} ) {
			await changes.catchUp();
			revision ??= changes.revision();
			const address = restUrl( url, path );
			const response = await fetch( address, init ).catch(
				( error: unknown ) => {
					limit( SHORT_SECONDS );
					throw error;
				}
			);
			const found = [
				...readGroups( response.headers.get( 'cache-groups' ) ?? '' ),
				...own,
			];
			const isPublic =
				isPublicRequest( address, init ) &&
				( await isPublicResponse( response ) );
			if ( ! isPublic ) {
				limit( 0 );
			} else if ( ! response.ok || found.length === 0 ) {
				limit( SHORT_SECONDS );
			}
			found.forEach( ( tag ) => tags.add( tag ) );
			return response;
		},
		get tags() {
			return [ ...tags ];
		},
		get maxAge() {
			const isCurrent =
				changes.isCaughtUp() &&
				( revision ?? changes.revision() ) === changes.revision();
			// Tags that do not fit into a header would be lost.
			return isCurrent && writeGroups( this.tags )
				? maxAge
				: Math.min( maxAge, SHORT_SECONDS );
		},
		headers(): Record< string, string > {
			const { maxAge: seconds, tags: all } = this;
			if ( seconds === 0 ) {
				return { 'cache-control': 'private, no-store' };
			}
			const groups = writeGroups( all );
			return {
				'cache-control': `public, max-age=0, s-maxage=${ seconds }`,
				'cache-groups': groups || ALL_GROUPS,
				'cache-tag': groups ? all.join() : ALL,
			};
		},
	};
}
