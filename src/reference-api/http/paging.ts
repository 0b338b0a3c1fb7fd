/** Pages of builds and operations. A page token is the number of the build that the last page ended with. */
import { HostingError } from '../model/hosting.ts';
import type { Build } from '../model/hosting.ts';
import { quote } from '../lib/names.ts';
import type { BuildPage } from '../store/builds.ts';

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
			) } is invalid. Omit it for the first page.`,
			{ field: 'pageToken' }
		);
	}
	return Number( token );
}

/**
 * Reads a page of builds.
 *
 * @param read Reads a part of the builds of an environment.
 * @throws HostingError 400 for an invalid token.
 */
export async function readPage< Item extends Build >(
	query: PageQuery,
	read: ( page: BuildPage ) => Promise< Item[] >
): Promise< { page: Item[]; nextPageToken: string } > {
	const pageSize = query.pageSize ?? DEFAULT_PAGE_SIZE;
	const found = await read( {
		isDescending: ( query.orderBy ?? 'createTime desc' ).endsWith( 'desc' ),
		after: readPageToken( query.pageToken ),
		// One more shows whether there is another page.
		limit: pageSize + 1,
	} );
	const page = found.slice( 0, pageSize );
	const last = page.at( -1 );
	const nextPageToken =
		last && found.length > page.length ? String( last.number ) : '';
	return { page, nextPageToken };
}
