/** Pages of builds and operations. A page token is the number of the build that the last page ended with. */
import { HostingError } from '../model/hosting.ts';
import type { Build } from '../model/hosting.ts';
import { quote } from '../lib/names.ts';

const DEFAULT_PAGE_SIZE = 50;

export interface PageQuery {
	pageSize?: number;
	pageToken?: string;
	orderBy?: string;
}

function readPageToken( token: string | undefined ): number | null {
	if ( token === undefined || token === '' ) {
		return null;
	}
	if ( ! /^\d{1,9}$/.test( token ) ) {
		throw new HostingError(
			400,
			`pageToken ${ quote(
				token
			) } is not one that this service gave. Leave it out for the first page.`,
			{ field: 'pageToken' }
		);
	}
	return Number( token );
}

/**
 * Returns a page of the builds.
 *
 * @param builds All builds, newest first.
 * @throws HostingError 400 for an invalid token.
 */
export function pageOf< Item extends Build >(
	builds: Item[],
	query: PageQuery
): { page: Item[]; nextPageToken: string } {
	const isDescending = ( query.orderBy ?? 'createTime desc' ).endsWith(
		'desc'
	);
	const after = readPageToken( query.pageToken );
	const rest = ( isDescending ? builds : builds.toReversed() ).filter(
		( { number } ) =>
			after === null || ( isDescending ? number < after : number > after )
	);
	const page = rest.slice( 0, query.pageSize ?? DEFAULT_PAGE_SIZE );
	const last = page.at( -1 );
	const nextPageToken =
		last && rest.length > page.length ? String( last.number ) : '';
	return { page, nextPageToken };
}
