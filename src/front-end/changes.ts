import { readData } from './payload.ts';
import type { RefreshData } from './payload.ts';
import { restUrl } from './rest-url.ts';
import { signedHeaders } from './signature.ts';
import type { Secret } from './secret.ts';

/** Keeps the sequence of the last applied change, for example in a file. Use one that lives as long as the pages do. */
export interface SequenceStore {
	/**
	 * @return Null or undefined when the front end does not know it.
	 * @example
	 * get: async () => Number( await readFile( file, 'utf8' ).catch( () => '' ) ) || null
	 */
	get: () => number | null | undefined | Promise< number | null | undefined >;
	/**
	 * @example
	 * set: ( sequence ) => writeFile( file, String( sequence ) )
	 */
	set: ( sequence: number ) => unknown;
}

export interface ChangesOptions {
	/**
	 * Address of WordPress. Its REST API is at `/wp-json/`.
	 *
	 * @example
	 * url: process.env.WORDPRESS_URL // https://cms.example.com
	 */
	url: string | undefined;
	/**
	 * Id of the environment in WordPress.
	 *
	 * @example
	 * environment: 'production'
	 */
	environment: string;
	/**
	 * The refresh secret of the environment. A list while it is rotated; missing and damaged ones are ignored.
	 *
	 * @example
	 * secret: process.env.HEADLESS_DEPLOY_REFRESH_SECRET
	 * @example
	 * secret: [ process.env.NEW_SECRET, process.env.OLD_SECRET ]
	 */
	secret: Secret;
	/**
	 * Invalidates what changed. It may be called again with the same data.
	 *
	 * @example
	 * onChange: ( { scope, tags } ) => scope === 'all' ? pages.clear() : pages.deleteByTags( tags )
	 */
	onChange: ( data: RefreshData ) => unknown;
	/**
	 * Keeps the sequence of the last applied change. Without it, the front end invalidates all pages after each start.
	 *
	 * @example
	 * store: { get: () => cache.get( 'sequence' ), set: ( sequence ) => cache.set( 'sequence', sequence ) }
	 */
	store?: SequenceStore | undefined;
	/**
	 * Receives why the changes could not be read or applied.
	 *
	 * @default console.error
	 * @example
	 * onError: ( error ) => logger.error( error )
	 */
	onError?: ( ( error: unknown ) => void ) | undefined;
	/**
	 * Sends the requests to WordPress.
	 *
	 * @default fetch
	 * @example
	 * fetch: ( input, init ) => fetch( input, { ...init, dispatcher } )
	 */
	fetch?: typeof globalThis.fetch | undefined;
	/**
	 * The clock, in milliseconds since 1970.
	 *
	 * @default Date.now
	 * @example
	 * now: () => Date.UTC( 2026, 10, 21 )
	 */
	now?: ( () => number ) | undefined;
}

/** Applies the changes of WordPress in their order, and notices those that were missed. */
export interface Changes {
	/**
	 * Applies the data of a refresh request. Reads missed changes first.
	 *
	 * @return What was applied, which can be more than the data.
	 */
	apply: ( data: RefreshData ) => Promise< RefreshData >;
	/**
	 * Reads and applies what changed while the front end was not running. Calls at the same time share one request, and
	 * after a failure the next one waits for 1 to 60 seconds.
	 *
	 * @return Whether the front end knows of all changes.
	 */
	catchUp: () => Promise< boolean >;
	/** Whether the front end knows of all changes up to its start. */
	isCaughtUp: () => boolean;
	/** Increases before a change is applied. A page that was being rendered then may show the old content. */
	revision: () => number;
}

const TIMEOUT_MS = 5_000;
const FIRST_RETRY_MS = 1_000;
const MAX_RETRY_MS = 60_000;

/** Joins a refresh request with the changes that it followed. */
function joined( missed: RefreshData, data: RefreshData ): RefreshData {
	return {
		...data,
		scope: missed.scope === 'all' ? 'all' : data.scope,
		sequence: Math.max( missed.sequence ?? 0, data.sequence ?? 0 ),
		tags: [ ...missed.tags, ...data.tags ],
		paths: {
			changed: [ ...missed.paths.changed, ...data.paths.changed ],
			gone: [ ...missed.paths.gone, ...data.paths.gone ],
		},
	};
}

/** Returns a function that reads the change feed of WordPress. It throws when it cannot. */
function makeFeedReader( {
	url,
	environment,
	secret,
	fetch = globalThis.fetch,
	now = Date.now,
}: ChangesOptions ) {
	return async ( since: number | null ): Promise< RefreshData > => {
		const query =
			`environment=${ environment }` +
			( since === null ? '' : `&since=${ since }` );
		const response = await fetch(
			restUrl( url, `headless-deploy/v1/changes?${ query }` ),
			{
				headers: await signedHeaders(
					secret,
					`GET /changes?${ query }`,
					now()
				),
				signal: AbortSignal.timeout( TIMEOUT_MS ),
			}
		);
		const data = response.ok ? readData( await response.json() ) : null;
		if ( data === null ) {
			throw new Error( `The change feed answered ${ response.status }.` );
		}
		return data;
	};
}

export function followChanges( options: ChangesOptions ): Changes {
	const {
		onChange,
		store,
		now = Date.now,
		// eslint-disable-next-line no-console -- The developer of the front end looks for it there.
		onError = console.error,
	} = options;
	const readFeed = makeFeedReader( options );
	/** Undefined until the store was read; null when the front end does not know it. */
	let known: number | null | undefined;
	let isCaughtUp = false;
	let revision = 0;
	let retryAt = 0;
	let retryMs = FIRST_RETRY_MS;
	let last: Promise< unknown > = Promise.resolve();

	/** Two changes at the same time could store their sequences in the wrong order. */
	const inOrder = < T >( task: () => Promise< T > ): Promise< T > => {
		const result = last.then( task );
		last = result.catch( () => {} );
		return result;
	};
	const readKnown = async (): Promise< number | null > =>
		( known ??= ( await store?.get() ) ?? null );
	/** The sequence is stored last, so a change that failed is applied again. */
	const applyNow = async ( data: RefreshData, sequence: number | null ) => {
		revision++;
		await onChange( data );
		if ( sequence !== null ) {
			isCaughtUp = true;
			known = sequence;
			await store?.set( sequence );
		}
	};
	const readAndApply = async (): Promise< void > => {
		try {
			const data = await readFeed( await readKnown() );
			await applyNow( data, data.sequence );
		} catch ( error ) {
			retryAt = now() + retryMs;
			retryMs = Math.min( MAX_RETRY_MS, 2 * retryMs );
			onError( error );
		}
	};

	/** Without the missed changes, only the whole site is certain to include them. */
	const withMissed = async ( data: RefreshData, since: number | null ) => {
		if ( since !== null ) {
			if ( data.since !== null && data.since <= since ) {
				return data;
			}
			try {
				return joined( await readFeed( since ), data );
			} catch ( error ) {
				onError( error );
			}
		}
		return { ...data, scope: 'all' as const };
	};

	return {
		apply: ( data ) =>
			inOrder( async () => {
				const since = await readKnown();
				const applied = await withMissed( data, since );
				await applyNow(
					applied,
					// A part of a run makes no progress, and a request can be repeated later.
					applied.sequence === null
						? null
						: Math.max( since ?? 0, applied.sequence )
				);
				return applied;
			} ),
		async catchUp() {
			if ( ! isCaughtUp ) {
				await inOrder( async () => {
					// Calls at the same time come here one after the other.
					if ( ! isCaughtUp && now() >= retryAt ) {
						await readAndApply();
					}
				} );
			}
			return isCaughtUp;
		},
		isCaughtUp: () => isCaughtUp,
		revision: () => revision,
	};
}
