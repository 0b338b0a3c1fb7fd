/** The mark proves to the live check of WordPress which version of its posts a page shows. */

/** A post, page or attachment of the REST API. */
export interface Marked {
	/** Without a time zone, for example `2026-11-21T10:00:00`. */
	modified_gmt?: string | null;
}

type Optional< T > = T | null | undefined;

/** A post that was not found does not count. */
export type MarkedList = Optional< Marked > | readonly Optional< Marked >[];

const TIME = /^[\d-]+T[\d:]+/;

/**
 * Returns when the newest of the posts was modified, for example `2026-11-21T10:00:00Z`.
 *
 * @param posts All posts that the page shows. Without `modified_gmt` a post does not count.
 * @return Empty when none of them counts.
 */
export function markTime( posts: MarkedList ): string {
	const newest = [ posts ]
		.flat()
		.map( ( post ) => TIME.exec( post?.modified_gmt ?? '' )?.[ 0 ] ?? '' )
		.sort()
		.at( -1 );
	return newest ? `${ newest }Z` : '';
}

/**
 * Returns the mark as HTML for the head of the page.
 *
 * @param posts All posts that the page shows.
 */
export function mark( posts: MarkedList ): string {
	const time = markTime( posts );
	return time && `<meta name="headless-deploy" content="${ time }">`;
}
