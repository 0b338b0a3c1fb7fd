/** What changed in WordPress. */
export interface RefreshData {
	/** Address of the site. */
	site: string;
	environment: string;
	/** Id of the run. The change feed has none. */
	run?: number;
	/** Id of the newest change that is included; null when this part of a run makes no progress. */
	sequence: number | null;
	/** The sequence that the front end confirmed last; null when it confirmed none. */
	since: number | null;
	/** `all`: everything may have changed. The tags and paths are then not complete. */
	scope: 'some' | 'all';
	/** For example `post-123`, `post-list`, `term-7`. */
	tags: string[];
	/** Paths of WordPress's permalinks. */
	paths: { changed: string[]; gone: string[] };
}

/** The group of every page. It stands for the whole site. */
export const ALL = 'all';

/** @return Null when the value is not the data of a refresh request or of the change feed. */
export function readData( value: unknown ): RefreshData | null {
	const { sequence, since, scope, tags, paths } = ( value ??
		{} ) as RefreshData;
	const lists = [ tags, paths?.changed, paths?.gone ];
	const isValid =
		[ sequence, since ].every(
			( one ) => one === null || Number.isSafeInteger( one )
		) &&
		/^(some|all)$/.test( scope ) &&
		lists.every( Array.isArray ) &&
		lists.flat().every( ( text ) => typeof text === 'string' );
	return isValid ? ( value as RefreshData ) : null;
}

/** @return `ping`, the data of a change, or null for another body. */
export function readBody( text: string ): 'ping' | RefreshData | null {
	try {
		const { type, data } = JSON.parse( text );
		if ( type === 'ping' ) {
			return type;
		}
		return type === 'content.changed' ? readData( data ) : null;
	} catch {
		return null;
	}
}

/** Returns what must be invalidated: the tags, or the group of the whole site. */
export function tagsOf( { scope, tags }: RefreshData ): string[] {
	return scope === 'all' ? [ ALL ] : [ ...new Set( tags ) ];
}
