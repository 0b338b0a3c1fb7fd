import { cacheLife, cacheTag } from 'next/cache';
import { readGroups } from './groups.ts';
import type { WordPressInit } from './page.ts';
import { ALL } from './payload.ts';
import { isPublicRequest, isPublicResponse } from './public-content.ts';
import { restUrl } from './rest-url.ts';

/** What Next.js adds to `fetch()`. */
interface NextInit extends RequestInit {
	next?: { tags: string[]; revalidate: number | undefined };
}

/** Next.js ignores more than 128 tags of a page. */
const MAX_TAGS = 100;
const SHORT_SECONDS = 10;
const DAY_SECONDS = 86_400;

/**
 * Tells Next.js what the page depends on: inside of `'use cache'` by its functions, elsewhere by a request that answers
 * itself, because the tags of a real request must be known before its answer.
 *
 * @param revalidate For how many seconds the page is fresh; undefined until a tag is revalidated.
 */
async function tagPage( tags: string[], revalidate?: number ): Promise< void > {
	try {
		cacheTag( ...tags );
		if ( revalidate !== undefined ) {
			cacheLife( { revalidate, expire: revalidate && DAY_SECONDS } );
		}
	} catch {
		await fetch( 'data:,', { next: { tags, revalidate } } as NextInit );
	}
}

/**
 * Reads the REST API like `fetch()`, and tags the page or the `'use cache'` function that calls it.
 *
 * @param url  Address of WordPress.
 * @param path Below `/wp-json/`, for example `wp/v2/posts?slug=hello`, or a whole URL.
 */
export async function wordpressFetch(
	url: string,
	path: string | URL,
	{ tags: own = [], ...init }: WordPressInit = {}
): Promise< Response > {
	const address = restUrl( url, path );
	const isPublic = isPublicRequest( address, init );
	const response = await fetch(
		address,
		isPublic ? init : { ...init, cache: 'no-store' }
	);
	const found = [
		ALL,
		...readGroups( response.headers.get( 'cache-groups' ) ?? '' ),
		...own,
	];
	let seconds;
	if ( ! isPublic || ! ( await isPublicResponse( response ) ) ) {
		seconds = 0;
	} else if (
		! response.ok ||
		found.length === 1 ||
		found.length > MAX_TAGS
	) {
		seconds = SHORT_SECONDS;
	}
	await tagPage( found.slice( 0, MAX_TAGS ), seconds );
	return response;
}
