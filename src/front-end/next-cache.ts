/** The cache handler of Next.js that adds `Cache-Groups` to pages. A page of the App Router cannot set headers. */
import FileSystemCache from 'next/dist/server/lib/incremental-cache/file-system-cache.js';
import { ALL_GROUPS, writeGroups } from './groups.ts';

interface CachedValue {
	headers?: Record< string, unknown >;
}

interface CachedEntry {
	value: CachedValue | null;
	/** Milliseconds since 1970. */
	lastModified?: number;
}

const TAGS_HEADER = 'x-next-cache-tags';

/** Tags that Next.js adds for paths. */
const PATH_TAG = /^_N_T_/;

const STARTED = Date.now();

/** Next.js keeps a `cache-control` that a page has. */
const SHORT = { 'cache-control': 'public, max-age=0, s-maxage=10' };

/** @param isOld Whether a page was rendered before this start, so `refreshAtStart()` may replace it. */
function addGroups(
	value: CachedValue | null | undefined,
	isOld: boolean
): void {
	const tags = String( value?.headers?.[ TAGS_HEADER ] ?? '' )
		.split( ',' )
		.filter( ( tag ) => tag && ! PATH_TAG.test( tag ) );
	if ( value?.headers && tags.length > 0 ) {
		const groups = writeGroups( tags );
		Object.assign(
			value.headers,
			// Too many tags are the whole site.
			{ 'cache-groups': groups || ALL_GROUPS },
			( isOld || ! groups ) && SHORT
		);
	}
}

/** Node imports the whole CommonJS module, and bundlers its default export. */
const Base =
	'default' in FileSystemCache
		? ( FileSystemCache.default as typeof FileSystemCache )
		: FileSystemCache;

class CacheHandler extends Base {
	override async get( ...args: unknown[] ): Promise< CachedEntry | null > {
		const entry = await super.get( ...args );
		addGroups( entry?.value, ( entry?.lastModified ?? 0 ) < STARTED );
		return entry;
	}

	/** The response to the visitor for whom the page was rendered has the headers of the same object. */
	override set(
		key: string,
		value: CachedValue | null,
		...rest: unknown[]
	): Promise< void > {
		addGroups( value, false );
		return super.set( key, value, ...rest );
	}
}

export default CacheHandler as new ( context: object ) => object;
