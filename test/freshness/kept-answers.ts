/** The answers of WordPress that a front end keeps, in the way docs/front-end-kit.md shows. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import { createWordPress, nodeHandler } from '../../src/front-end/node.ts';
import { SECRET } from '../concurrency/front-end.ts';
import type { RefreshData } from '../../src/front-end/payload.ts';
import type { Answer } from './site.ts';

interface Kept {
	text: string;
	tags: string[];
	/** For how many seconds it may be shown. */
	lifetime: number;
}

/** An answer that differs from that of WordPress and lives on. */
export interface StaleAnswer {
	path: string;
	tags: string[];
	/** For how many seconds it may be shown. */
	lifetime: number;
	/** The first difference, with what stands around it. */
	difference: string;
}

export interface Comparison {
	stale: StaleAnswer[];
	/** Paths of answers that were renewed. */
	renewed: string[];
	/** Paths of those of them that did not differ. */
	needless: string[];
	/** Paths of answers that differ. */
	changed: string[];
}

export interface KeptAnswers {
	/** What WordPress has sent since the last comparison. */
	received: RefreshData[];
	/** Paths of the answers that live shortly, and why. */
	shortLived: () => string[];
	/** Compares the kept answers with those that WordPress gives now, and keeps these where an answer was renewed. */
	compare: ( now: Record< string, Answer > ) => Promise< Comparison >;
	/** The tags of the kept answers, by path. */
	tags: () => Map< string, readonly string[] >;
	/** Forgets all answers, so that the next comparison keeps them again. */
	forget: () => void;
	listen: ( port: number ) => Promise< void >;
	stop: () => Promise< void >;
}

const LIFETIME_HEADER = 'headless-deploy-lifetime';

/** A visitor may see an old answer for so long. */
const LONG_SECONDS = 120;

/** WordPress numbers elements in the order in which a process renders them. */
const COUNTED = /\b(wp-[a-z-]+-)\d+\b/g;

/** Links to revisions, which only editors can follow: an autosave of a post changes them and nothing else. */
const REVISIONS = /"(?:version-history|predecessor-version)":\[.*?\],?/g;

/** The calendar marks the day. Time alone is not a change. */
const TODAY = / id=\\"today\\"/g;

/** A save without a difference changes them, and starts no run. */
const MODIFIED = /"modified(?:_gmt)?":"[^"]*",?/g;

function textOf( { status, headers, body }: Answer ): string {
	return [
		status,
		headers[ 'x-wp-total' ] ?? '',
		headers[ 'x-wp-totalpages' ] ?? '',
		body
			.replace( COUNTED, '$1' )
			.replace( REVISIONS, '' )
			.replace( TODAY, '' ),
	].join( '\n' );
}

function firstDifference( before: string, now: string ): string {
	let at = 0;
	while ( before[ at ] === now[ at ] ) {
		at++;
	}
	const around = ( text: string ): string =>
		text.slice( Math.max( 0, at - 40 ), at + 60 );
	return `${ around( before ) } → ${ around( now ) }`;
}

/**
 * @param url         Address of WordPress.
 * @param isRefreshed Whether WordPress sends refreshes. Otherwise answers are compared and not kept.
 */
export function makeKeptAnswers(
	url: string,
	isRefreshed: boolean
): KeptAnswers {
	const kept = new Map< string, Kept >();
	const received: RefreshData[] = [];
	let answers: Record< string, Answer > = {};
	let sequence: number | null = null;
	const wordpress = createWordPress( {
		url,
		environment: 'production',
		secret: SECRET,
		store: {
			get: () => sequence,
			set: ( newest ) => ( sequence = newest ),
		},
		async fetch( input, init ) {
			const { pathname, search } = new URL( String( input ) );
			const answer =
				answers[ ( pathname + search ).replace( '/wp-json/', '' ) ];
			return answer
				? new Response( answer.body, answer )
				: fetch( input, init );
		},
		onChange( data ) {
			received.push( data );
			for ( const [ path, { tags } ] of kept ) {
				if (
					data.scope === 'all' ||
					data.tags.some( ( tag ) => tags.includes( tag ) )
				) {
					kept.delete( path );
				}
			}
		},
	} );
	const refresh = nodeHandler( wordpress.refresh );
	const server = createServer( ( request, response ) => {
		void refresh( request, response );
	} );

	const keep = async ( path: string, answer: Answer ): Promise< void > => {
		const page = wordpress.page();
		await page.fetch( path );
		const { tags, maxAge, staleWhileRevalidate } = page;
		kept.set( path, {
			text: textOf( answer ),
			tags,
			lifetime: maxAge + staleWhileRevalidate,
		} );
	};

	/** Whether an answer differs from the one before. */
	const isChanged = ( before: Answer, now: Answer ): boolean => {
		const [ one, other ] = [ textOf( before ), textOf( now ) ];
		return isRefreshed
			? one !== other
			: one.replace( MODIFIED, '' ) !== other.replace( MODIFIED, '' );
	};

	return {
		received,
		shortLived: () =>
			[ ...kept ]
				.filter( ( [ , { lifetime } ] ) => lifetime <= LONG_SECONDS )
				.map(
					( [ path ] ) =>
						`${ path } (${ answers[ path ]?.headers[ LIFETIME_HEADER ] ?? 'an error' })`
				),
		tags: () =>
			new Map(
				[ ...kept ].map( ( [ path, { tags } ] ) => [ path, tags ] )
			),
		forget: () => kept.clear(),
		async compare( now ) {
			const before = answers;
			answers = now;
			const result: Comparison = {
				stale: [],
				renewed: [],
				needless: [],
				changed: [],
			};
			for ( const [ path, answer ] of Object.entries( now ) ) {
				const old = kept.get( path );
				const text = textOf( answer );
				const wasKept = before[ path ];
				const differs = wasKept ? isChanged( wasKept, answer ) : false;
				if ( differs ) {
					result.changed.push( path );
				}
				if ( ! old && wasKept ) {
					result.renewed.push( path );
					if ( ! differs ) {
						result.needless.push( path );
					}
				}
				if ( old && old.text !== text && old.lifetime > LONG_SECONDS ) {
					result.stale.push( {
						path,
						tags: old.tags,
						lifetime: old.lifetime,
						difference: firstDifference( old.text, text ),
					} );
				}
				// A stale answer is renewed, so that it is found once.
				if ( isRefreshed && old?.text !== text ) {
					await keep( path, answer );
				}
			}
			received.length = 0;
			return result;
		},
		async listen( port ) {
			server.listen( port, '127.0.0.1' );
			await once( server, 'listening' );
		},
		async stop() {
			server.closeAllConnections();
			server.close();
			await once( server, 'close' );
		},
	};
}
