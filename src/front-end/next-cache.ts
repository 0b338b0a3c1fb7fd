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

/**
 * Without Cache Components, Next.js has one expiry for all pages, so it would serve a page that lives for a minute for a
 * whole day. A page that lives for at most five minutes is stale for as long again.
 */
const MAX_SHORT_SECONDS = 300;

/** The header of such a page, with its seconds. */
const SHORT_LIVED = /s-maxage=(\d+), stale/;

interface SetContext {
	cacheControl?: { revalidate?: number | false };
}

function shortLived( context?: SetContext ): object | false {
	const seconds = context?.cacheControl?.revalidate || Infinity;
	return (
		seconds <= MAX_SHORT_SECONDS && {
			'cache-control': `public, max-age=0, s-maxage=${ seconds }, stale-while-revalidate=${ seconds }`,
		}
	);
}

function isExpired( { value, lastModified = 0 }: CachedEntry ): boolean {
	const header = String( value?.headers?.[ 'cache-control' ] );
	const seconds = Number( SHORT_LIVED.exec( header )?.[ 1 ] ?? Infinity );
	return Date.now() > lastModified + 2_000 * seconds;
}

function addHeaders(
	value: CachedValue | null | undefined,
	cacheControl: object | false
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
			groups ? cacheControl : SHORT
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
		// Next.js then renders it before it answers.
		if ( entry && isExpired( entry ) ) {
			return null;
		}
		// `refreshAtStart()` may replace a page that was rendered before this start.
		addHeaders(
			entry?.value,
			( entry?.lastModified ?? 0 ) < STARTED && SHORT
		);
		return entry;
	}

	/** The response to the visitor for whom the page was rendered has the headers of the same object. */
	override set(
		key: string,
		value: CachedValue | null,
		context?: SetContext,
		...rest: unknown[]
	): Promise< void > {
		addHeaders( value, shortLived( context ) );
		return super.set( key, value, context, ...rest );
	}
}

export default CacheHandler as new ( context: object ) => object;
