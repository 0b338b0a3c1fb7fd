import { cacheLife, cacheTag } from 'next/cache';
import { readGroups } from './groups.ts';
import { ERROR, lifetimeOf, responseLifetime, shorter } from './lifetime.ts';
import type { Lifetime, LifetimeOptions } from './lifetime.ts';
import { readMoved } from './moved.ts';
import type { WordPressInit } from './page.ts';
import { ALL } from './payload.ts';
import { isPublicRequest, isPublicResponse } from './public-content.ts';
import { restUrl } from './rest-url.ts';

/** What Next.js adds to `fetch()`. */
interface NextInit extends RequestInit {
	next?: { tags: string[]; revalidate: number };
}

/** Next.js ignores more than 128 tags of a page. */
const MAX_TAGS = 100;
/** Next.js renders a function whose entry expires earlier for each request. */
const MIN_EXPIRE_SECONDS = 300;

/** What `wordpressFetch()` takes besides the address. */
export interface NextFetchInit extends WordPressInit, LifetimeOptions {}

/**
 * Tells Next.js what the page depends on: inside of `'use cache'` by its functions, elsewhere by a request that answers
 * itself, because the tags of a real request must be known before its answer.
 */
async function tagPage(
	tags: string[],
	[ revalidate, stale ]: Lifetime
): Promise< void > {
	try {
		cacheTag( ...tags );
		cacheLife( {
			revalidate,
			expire:
				revalidate &&
				Math.max( MIN_EXPIRE_SECONDS, revalidate + stale ),
		} );
	} catch {
		await fetch( 'data:,', {
			next: { tags, revalidate },
		} as NextInit );
	}
}

/**
 * Reads the REST API like `fetch()`, and tags the page or the `'use cache'` function that calls it.
 *
 * Inside of `'use cache'` it sets how long the function is kept, so `cacheLife()` is not needed.
 *
 * @param url  Address of WordPress.
 * @param path Below `/wp-json/`, for example `wp/v2/posts?slug=hello`, or a whole URL.
 */
export async function wordpressFetch(
	url: string | undefined,
	path: string | URL,
	{
		tags: own = [],
		maxAge,
		staleWhileRevalidate,
		...init
	}: NextFetchInit = {}
): Promise< Response > {
	const address = restUrl( url, path );
	const isPublic = isPublicRequest( address, init );
	const response = await fetch(
		address,
		isPublic ? init : { ...init, cache: 'no-store' }
	);
	const groups = readGroups( response.headers.get( 'cache-groups' ) );
	const found = [ ALL, ...groups, ...own ];
	const lifetime = shorter(
		lifetimeOf( { maxAge, staleWhileRevalidate } ),
		responseLifetime(
			response,
			isPublic && ( await isPublicResponse( response ) ),
			groups,
			own
		)
	);
	await tagPage(
		found.slice( 0, MAX_TAGS ),
		found.length > MAX_TAGS ? shorter( lifetime, ERROR ) : lifetime
	);
	return response;
}

/**
 * Asks WordPress where the post of an old address is now. Call it before `notFound()`.
 *
 * @param url  Address of WordPress.
 * @param path For example `/old-slug/`.
 * @return The path for `permanentRedirect()`, or null.
 */
export function movedTo(
	url: string | undefined,
	path: string
): Promise< string | null > {
	return readMoved( ( address ) => wordpressFetch( url, address ), path );
}
