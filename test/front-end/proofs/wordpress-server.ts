/** A WordPress with posts, old addresses, the change feed and signed refresh requests, in place of one with the plugin. */
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

interface Answer {
	status?: number;
	body: unknown;
	headers?: Record< string, string >;
}

export interface WordPressServer {
	url: string;
	secret: string;
	/** Paths of the requests, in their order. */
	requests: string[];
	/** Saves a post. Another slug than before makes its address an old one. */
	save: ( id: number, slug: string, title: string ) => void;
	trash: ( id: number ) => void;
	/** Posts that depend on something that WordPress does not watch. */
	shortLived: Set< number >;
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
	const shortLived = new Set< number >();
	/** Ids of posts by their old slugs. */
	const oldSlugs = new Map< string, number >();
	let confirmed: number | null = null;

	const save = ( id: number, slug: string, title: string ): void => {
		const before = posts.get( id );
		if ( before ) {
			oldSlugs.set( before.slug, id );
		}
		oldSlugs.delete( slug );
		changes.push( id );
		posts.set( id, {
			id,
			slug,
			title: { rendered: title },
			content: { rendered: `<p>Content of ${ slug }</p>` },
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
				...ids.flatMap( ( id ) => {
					const post = posts.get( id );
					return post ? [ `/${ post.slug }/` ] : [];
				} ),
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
	const readPosts = ( search: URLSearchParams ): Answer => {
		const slug = search.get( 'slug' );
		const found = [ ...posts.values() ]
			.filter( ( post ) => slug === null || post.slug === slug )
			.sort( ( a, b ) => b.modified_gmt.localeCompare( a.modified_gmt ) )
			.slice( 0, Number( search.get( 'per_page' ) ?? 10 ) );
		const tags = found.map( ( { id } ) => `"post-${ id }"` );
		const isList = slug === null || found.length === 0;
		const groups = [ ...tags, ...( isList ? [ '"post-list"' ] : [] ) ];
		const isShort = found.some( ( { id } ) => shortLived.has( id ) );
		return {
			body: found,
			headers: {
				'cache-groups': groups.join( ', ' ),
				...( isShort && {
					'headless-deploy-lifetime': '60;reason="option ticker"',
				} ),
			},
		};
	};

	const readMoved = ( search: URLSearchParams ): Answer => {
		const slug = search.get( 'path' )?.replaceAll( '/', '' ) ?? '';
		const post = posts.get( oldSlugs.get( slug ) ?? 0 );
		return post
			? {
					body: { path: `/${ post.slug }/` },
					headers: { 'cache-groups': `"post-${ post.id }"` },
				}
			: {
					status: 404,
					body: { code: 'headless_deploy_not_moved' },
					headers: { 'headless-deploy-lifetime': '60' },
				};
	};

	const respond = ( pathname: string, search: URLSearchParams ): Answer => {
		switch ( pathname ) {
			case '/wp-json/headless-deploy/v1/changes':
				return { body: readChanges( search.get( 'since' ) ) };
			case '/wp-json/headless-deploy/v1/moved':
				return readMoved( search );
			default:
				return readPosts( search );
		}
	};

	const server = createServer( ( request, response ) => {
		const { pathname, search, searchParams } = new URL(
			request.url ?? '',
			'http://localhost'
		);
		requests.push( pathname + search );
		const { status, body, headers } = respond( pathname, searchParams );
		response.writeHead( status ?? 200, {
			'content-type': 'application/json',
			...headers,
		} );
		response.end( JSON.stringify( body ) );
	} );
	server.listen( 0, '127.0.0.1' );
	await once( server, 'listening' );
	const { port } = server.address() as AddressInfo;

	return {
		url: `http://127.0.0.1:${ port }`,
		secret: SECRET,
		requests,
		save,
		trash( id ) {
			changes.push( id );
			posts.delete( id );
		},
		shortLived,
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
			if ( ! server.listening ) {
				return;
			}
			server.closeAllConnections();
			server.close();
			await once( server, 'close' );
		},
	};
}
