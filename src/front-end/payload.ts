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

function isRecord( value: unknown ): value is Record< string, unknown > {
	return typeof value === 'object' && value !== null;
}

function isTexts( value: unknown ): value is string[] {
	return (
		Array.isArray( value ) &&
		value.every( ( text ) => typeof text === 'string' )
	);
}

function isSequence( value: unknown ): value is number | null {
	return (
		value === null ||
		( Number.isSafeInteger( value ) && ( value as number ) >= 0 )
	);
}

/** @return Null when the value is not the data of a refresh request or of the change feed. */
export function readData( value: unknown ): RefreshData | null {
	const isValid =
		isRecord( value ) &&
		typeof value.site === 'string' &&
		typeof value.environment === 'string' &&
		isSequence( value.sequence ) &&
		isSequence( value.since ) &&
		( value.scope === 'some' || value.scope === 'all' ) &&
		isTexts( value.tags ) &&
		isRecord( value.paths ) &&
		isTexts( value.paths.changed ) &&
		isTexts( value.paths.gone );
	return isValid ? ( value as unknown as RefreshData ) : null;
}

/** @return `ping`, the data of a change, or null for another body. */
export function readBody( text: string ): 'ping' | RefreshData | null {
	let body: unknown;
	try {
		body = JSON.parse( text );
	} catch {
		return null;
	}
	if ( ! isRecord( body ) ) {
		return null;
	}
	if ( body.type === 'ping' ) {
		return 'ping';
	}
	return body.type === 'content.changed' ? readData( body.data ) : null;
}

/** Returns what must be invalidated: the tags, or the group of the whole site. */
export function tagsOf( { scope, tags }: RefreshData ): string[] {
	return scope === 'all' ? [ ALL ] : [ ...new Set( tags ) ];
}
