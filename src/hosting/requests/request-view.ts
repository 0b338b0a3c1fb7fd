import { addresses } from '../addresses.ts';

export const FILTERS = [ 'all', 'errors', 'faults' ] as const;

export const PAGE_SIZE = 50;

const MAX_SEARCH_CHARACTERS = 200;

/** Which requests are listed, as in the address. */
export interface View {
	only: ( typeof FILTERS )[ number ];
	search: string;
	/** Only requests with a smaller number. */
	before?: number;
}

export function viewOf( params: URLSearchParams ): View {
	const search = params.get( 'search' ) ?? '';
	const before = Number( params.get( 'before' ) );
	return {
		only:
			FILTERS.find( ( filter ) => filter === params.get( 'only' ) ) ??
			'all',
		search: search.slice( 0, MAX_SEARCH_CHARACTERS ),
		...( before > 0 ? { before } : {} ),
	};
}

export function hrefOf( { only, search, before }: View ): string {
	const params = new URLSearchParams( {
		...( only === 'all' ? {} : { only } ),
		...( search === '' ? {} : { search } ),
		...( before === undefined ? {} : { before: String( before ) } ),
	} );
	return `${ addresses.requests }${ params.size > 0 ? `?${ params }` : '' }`;
}
