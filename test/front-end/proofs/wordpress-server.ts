/** A WordPress with posts, the change feed and signed refresh requests, in place of one with the plugin. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { RefreshData } from '../../../src/front-end/payload.ts';
import { bodyOf, SECRET, signedRequest } from '../signed-request.ts';

interface Post {
	id: number;
	slug: string;
	title: { rendered: string };
	content: { rendered: string };
	modified_gmt: string;
	type: string;
	status: string;
}

export interface WordPressServer {
	url: string;
	secret: string;
	/** Paths of the requests, in their order. */
	requests: string[];
	save: ( id: number, slug: string, title: string ) => void;
	/** Sends what the plugin sends for a changed post. */
	refresh: ( frontEnd: string, id: number ) => Promise< Response >;
	close: () => Promise< void >;
}

const FIRST_MODIFIED = Date.UTC( 2026, 10, 21, 10 );

export async function startWordPress(): Promise< WordPressServer > {
	const posts = new Map< number, Post >();
	/** The post of each change. The first change has the sequence 1. */
	const changes: number[] = [];
	const requests: string[] = [];
	let confirmed: number | null = null;

	const save = ( id: number, slug: string, title: string ): void => {
		changes.push( id );
		posts.set( id, {
			id,
			slug,
			title: { rendered: title },
			content: { rendered: '' },
			modified_gmt: new Date( FIRST_MODIFIED + changes.length * 1000 )
				.toISOString()
				.slice( 0, 19 ),
			type: 'post',
			status: 'publish',
		} );
	};

	const dataOf = ( since: number | null, ids: number[] ): RefreshData => ( {
		site: 'https://cms.example.com',
		environment: 'production',
		sequence: changes.length,
		since,
		scope: 'some',
		tags: [ ...ids.map( ( id ) => `post-${ id }` ), 'post-list', 'front' ],
		paths: {
			changed: [
				...ids.map( ( id ) => `/${ posts.get( id )?.slug }/` ),
				'/blog/',
				'/',
			],
			gone: [],
		},
	} );

	const readChanges = ( since: string | null ): RefreshData =>
		since === null
			? { ...dataOf( null, [] ), scope: 'all' }
			: dataOf( Number( since ), changes.slice( Number( since ) ) );

	/** Newest first, as WordPress lists them. */
	const readPosts = ( search: URLSearchParams ) => {
		const slug = search.get( 'slug' );
		const found = [ ...posts.values() ]
			.filter( ( post ) => slug === null || post.slug === slug )
			.sort( ( a, b ) => b.modified_gmt.localeCompare( a.modified_gmt ) )
			.slice( 0, Number( search.get( 'per_page' ) ?? 10 ) );
		const tags = found.map( ( { id } ) => `"post-${ id }"` );
		const isList = slug === null || found.length === 0;
		const groups = [ ...tags, ...( isList ? [ '"post-list"' ] : [] ) ];
		return { found, groups: groups.join( ', ' ) };
	};

	const server = createServer( ( request, response ) => {
		const { pathname, search, searchParams } = new URL(
			request.url ?? '',
			'http://localhost'
		);
		requests.push( pathname + search );
		response.setHeader( 'content-type', 'application/json' );
		if ( pathname === '/wp-json/headless-deploy/v1/changes' ) {
			const data = readChanges( searchParams.get( 'since' ) );
			response.end( JSON.stringify( data ) );
		} else {
			const { found, groups } = readPosts( searchParams );
			response.setHeader( 'cache-groups', groups );
			response.end( JSON.stringify( found ) );
		}
	} );
	server.listen( 0, '127.0.0.1' );
	await once( server, 'listening' );
	const { port } = server.address() as AddressInfo;

	return {
		url: `http://127.0.0.1:${ port }`,
		secret: SECRET,
		requests,
		save,
		async refresh( frontEnd, id ) {
			const sequence = changes.length;
			const answer = await fetch(
				signedRequest( {
					url: new URL( '/api/refresh', frontEnd ).href,
					body: bodyOf( {
						...dataOf( confirmed, [ id ] ),
						run: sequence,
					} ),
					id: `run-${ sequence }`,
					timestamp: Math.floor( Date.now() / 1000 ),
				} )
			);
			confirmed = answer.ok ? sequence : confirmed;
			return answer;
		},
		async close() {
			server.closeAllConnections();
			server.close();
			await once( server, 'close' );
		},
	};
}
