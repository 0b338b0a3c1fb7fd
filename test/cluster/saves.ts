import { setTimeout as wait } from 'node:timers/promises';
import type { Answer, Cluster } from './cluster.ts';
import type { Save } from './judge/evidence.ts';
import type { WebServer } from './servers/web-server.ts';

const EDITORS = 2;
/** Share of the saves that edit a post again. */
const EDITS = 0.3;
const ERROR_CHARACTERS = 400;
/** An editor whose server is gone tries again after this time. */
const NEXT_TRY_MS = 300;
const PAST = '2020-01-01T00:00:00';
const DISPATCH_MS = 1_000;
const API = 'headless-deploy/v1';

export interface SaveSettings {
	/** The least number. */
	count: number;
	/** Saves at the same time. */
	streams: number;
	/** How long each stream rests between two saves. */
	pauseMs: number;
	/** The saves go on until it is over. */
	until: Promise< unknown >;
}

/** Creates editors. @return Their credentials. */
export async function createEditors( cluster: Cluster ): Promise< string[] > {
	const [ server ] = cluster.webServers as [ WebServer ];
	const editors: string[] = [];
	for ( let number = 1; number <= EDITORS; number++ ) {
		const username = `editor${ number }`;
		const user = await cluster.rest( server, 'POST', 'wp/v2/users', {
			username,
			email: `${ username }@example.test`,
			password: 'password',
			roles: [ 'editor' ],
		} );
		const { id } = created( user ) as { id: number };
		const { password } = created(
			await cluster.rest(
				server,
				'POST',
				`wp/v2/users/${ id }/application-passwords`,
				{ name: 'test' }
			)
		) as { password: string };
		editors.push( `${ username }:${ password }` );
	}
	return editors;
}

function created( { status, body }: Answer ): unknown {
	if ( status !== 201 ) {
		throw new Error(
			`The editors cannot be created: ${ status } ${ JSON.stringify( body ) }`
		);
	}
	return body;
}

/** Saves posts on random servers, several at the same time, and records every answer. */
export async function makeSaves(
	cluster: Cluster,
	editors: readonly string[],
	settings: SaveSettings
): Promise< Save[] > {
	const saves: Save[] = [];
	const posts: number[] = [];
	let begun = 0;
	let isOver = false;
	const end = (): void => void ( isOver = true );
	void settings.until.then( end, end );
	const stream = async ( editor: string ): Promise< void > => {
		while ( begun < settings.count || ! isOver ) {
			const number = ++begun;
			const post = Math.random() < EDITS ? choose( posts ) : undefined;
			const startedAt = Date.now();
			const answer = await cluster.rest(
				choose( cluster.webServers ) as WebServer,
				'POST',
				`wp/v2/posts${ post ? `/${ post }` : '' }`,
				{
					title: `Save ${ number }`,
					content: `Content of save ${ number }`,
					status: 'publish',
					// A server whose clock is behind would schedule a post of one whose clock is ahead.
					date: PAST,
				},
				editor
			);
			const save = saveOf( answer, startedAt );
			saves.push( save );
			if ( save.postId && ! post ) {
				posts.push( save.postId );
			}
			await wait( save.status === 0 ? NEXT_TRY_MS : settings.pauseMs );
		}
	};
	await Promise.all(
		Array.from( { length: settings.streams }, ( _, index ) =>
			stream( editors[ index % editors.length ] ?? '' )
		)
	);
	return saves;
}

function choose< T >( list: readonly T[] ): T | undefined {
	return list[ Math.floor( Math.random() * list.length ) ];
}

function saveOf( { status, body }: Answer, startedAt: number ): Save {
	const post = body as { id?: unknown; modified_gmt?: unknown } | null;
	const id = Number( post?.id );
	const isSaved = status >= 200 && status < 300 && id > 0;
	return {
		postId: isSaved ? id : null,
		modifiedSeconds: isSaved
			? Date.parse( `${ String( post?.modified_gmt ) }Z` ) / 1000
			: null,
		startedAt,
		status,
		error: isSaved
			? ''
			: ( typeof body === 'string'
					? body
					: JSON.stringify( body )
				).slice( 0, ERROR_CHARACTERS ),
	};
}

/** Dispatches on every server again and again, as open pages of wp-admin do. @return Ends it. */
export function keepDispatching( cluster: Cluster ): () => Promise< void > {
	const ending = new AbortController();
	const { signal } = ending;
	const loops = cluster.webServers.map( async ( server ) => {
		while ( ! signal.aborted ) {
			await cluster.rest( server, 'POST', `${ API }/dispatch` );
			await wait( DISPATCH_MS, undefined, { signal } ).catch( () => {} );
		}
	} );
	return async () => {
		ending.abort();
		await Promise.all( loops );
	};
}
