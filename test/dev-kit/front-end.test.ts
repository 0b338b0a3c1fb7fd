import { spawn, spawnSync } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import { createServer } from 'node:http';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import {
	afterAll,
	afterEach,
	beforeAll,
	beforeEach,
	describe,
	expect,
	test,
} from 'vitest';
import { copyFrontEnd } from '../../src/dev-kit/stack/front-end.ts';
import {
	aChange,
	bodyOf,
	SECRET,
	signedRequest,
} from '../front-end/signed-request.ts';

type Post = ReturnType< typeof aPost >;

let wordpress: Server;
let wordpressUrl: string;
let posts: Post[];
let pages: Post[];
/** Status 0 ends the connection. */
let answer: ( pathname: string ) => { status: number; body: string } | null;
let folder: string;

function aPost( id: number, fields: object = {} ) {
	return {
		id,
		type: 'post',
		slug: `post-${ id }`,
		link: `${ wordpressUrl }/post-${ id }/`,
		title: { rendered: `Post ${ id }` },
		content: { rendered: `<p>Text of ${ id }</p>` },
		excerpt: { rendered: `<p>About ${ id }</p>` },
		date_gmt: '2026-11-20T10:00:00',
		modified_gmt: '2026-11-20T10:00:00',
		...fields,
	};
}

/** Gives WordPress the posts and pages that most tests need. */
function resetWordPress(): void {
	answer = () => null;
	posts = [ aPost( 1 ), aPost( 2 ) ];
	pages = [ aPost( 3, { type: 'page', title: { rendered: 'About us' } } ) ];
}

async function makeFrontEnd(): Promise< string > {
	const copy = fs.mkdtempSync( path.join( tmpdir(), 'front-end-' ) );
	await copyFrontEnd( copy );
	return copy;
}

/** Selects posts as the REST API does. */
function select( list: Post[], query: URLSearchParams ): Post[] {
	const [ slug, id ] = [ query.get( 'slug' ), query.get( 'include' ) ];
	return list.filter(
		( post ) =>
			( slug === null || post.slug === slug ) &&
			( id === null || String( post.id ) === id )
	);
}

/** Answers that are not lists of posts. */
const FIXED: Record< string, ( query: URLSearchParams ) => unknown > = {
	'/wp-json/': () => ( {
		name: 'My &amp; site',
		description: '',
		home: wordpressUrl,
	} ),
	'/wp-json/wp/v2/categories': ( query ) =>
		query.get( 'slug' ) === 'news'
			? [
					{
						id: 5,
						name: 'News &amp; more',
						link: `${ wordpressUrl }/category/news/`,
					},
				]
			: [],
	'/wp-json/headless-deploy/v1/moved': ( query ) =>
		query.get( 'path' ) === '/日本/' ? { path: '/post-1/' } : null,
	'/wp-json/headless-deploy/v1/changes': () =>
		aChange( { scope: 'all', since: null, sequence: 4790 } ),
};

async function build( url = wordpressUrl, cwd = folder ) {
	const child = spawn( process.execPath, [ 'build.mjs' ], {
		cwd,
		env: { PATH: process.env.PATH, WORDPRESS_URL: url },
	} );
	let output = '';
	child.stdout.on( 'data', ( chunk ) => ( output += chunk ) );
	child.stderr.on( 'data', ( chunk ) => ( output += chunk ) );
	const [ status ] = await once( child, 'close' );
	return { status, output };
}

function read( file: string ): string {
	return fs.readFileSync( path.join( folder, 'dist', file ), 'utf8' );
}

beforeAll( async () => {
	wordpress = createServer( ( request, response ) => {
		const { pathname, searchParams } = new URL(
			request.url ?? '/',
			'http://wordpress'
		);
		const special = answer( pathname );
		if ( special ) {
			if ( special.status === 0 ) {
				response.destroy();
				return;
			}
			response.writeHead( special.status ).end( special.body );
			return;
		}
		const fixed = FIXED[ pathname ];
		if ( fixed ) {
			const body = fixed( searchParams );
			const groups = pathname.endsWith( '/moved' ) ? '"post-1"' : '';
			response
				.writeHead( body ? 200 : 404, { 'Cache-Groups': groups } )
				.end( JSON.stringify( body ) );
			return;
		}
		const type = pathname.endsWith( '/posts' ) ? 'post' : 'page';
		const list = select( type === 'post' ? posts : pages, searchParams );
		const size = Number( searchParams.get( 'per_page' ) ?? 10 );
		const page = Number( searchParams.get( 'page' ) ?? 1 );
		const isList = searchParams.has( 'page' ) || list.length === 0;
		response.setHeader(
			'X-WP-TotalPages',
			Math.ceil( list.length / size )
		);
		response.setHeader(
			'Cache-Groups',
			isList ? `"${ type }-list"` : `"post-${ list[ 0 ]?.id }"`
		);
		response.end(
			JSON.stringify( list.slice( ( page - 1 ) * size, page * size ) )
		);
	} ).listen( 0, '127.0.0.1' );
	await once( wordpress, 'listening' );
	wordpressUrl = `http://127.0.0.1:${ ( wordpress.address() as AddressInfo ).port }`;
} );

afterAll( () => wordpress.close() );

beforeEach( async () => {
	resetWordPress();
	folder = await makeFrontEnd();
} );

afterEach( () => fs.rmSync( folder, { recursive: true, force: true } ) );

describe( 'the build of the sample front end', () => {
	test( 'writes each post and page at the path of its permalink', async () => {
		posts = [
			aPost( 1, { link: `${ wordpressUrl }/2026/11/hello/` } ),
			aPost( 2, { link: `${ wordpressUrl }/%e6%97%a5%e6%9c%ac/` } ),
		];
		const { status, output } = await build();
		expect( output ).toContain( '0 pages reused, 3 rendered' );
		expect( status ).toBe( 0 );
		expect( read( '2026/11/hello/index.html' ) ).toContain(
			'<p>Text of 1</p>'
		);
		expect( read( '日本/index.html' ) ).toContain( '<p>Text of 2</p>' );
		expect( read( 'post-3/index.html' ) ).toContain( '<h1>About us</h1>' );
	} );

	test( 'marks each page with the time of its last change', async () => {
		posts = [ aPost( 1, { modified_gmt: '2026-11-21T08:09:10' } ) ];
		await build();
		expect( read( 'post-1/index.html' ) ).toContain(
			'<meta name="headless-deploy" content="2026-11-21T08:09:10Z">'
		);
	} );

	test( 'reads all pages of a long list', async () => {
		posts = Array.from( { length: 230 }, ( _, index ) =>
			aPost( index + 10 )
		);
		const { output } = await build();
		expect( output ).toContain( '230 posts, 1 pages' );
		expect(
			fs.existsSync( path.join( folder, 'dist/post-239/index.html' ) )
		).toBe( true );
	} );

	test( 'lists the posts, newest first, and changes links between posts to links of this site', async () => {
		posts = [
			aPost( 1, { date_gmt: '2026-01-01T00:00:00' } ),
			aPost( 2, {
				date_gmt: '2026-02-01T00:00:00',
				content: {
					rendered: `<a href="${ wordpressUrl }/post-1/">one</a> <a href="${ wordpressUrl }/wp-content/x.png">x</a>`,
				},
			} ),
		];
		await build();
		const home = read( 'index.html' );
		expect( home.indexOf( 'Post 2' ) ).toBeLessThan(
			home.indexOf( 'Post 1' )
		);
		expect( home ).toContain( '<title>My &amp; site</title>' );
		expect( read( 'post-2/index.html' ) ).toContain(
			`<a href="/post-1/">one</a> <a href="${ wordpressUrl }/wp-content/x.png">x</a>`
		);
	} );

	test( 'reuses unchanged pages, and renders all pages without the cache', async () => {
		await build();
		const first = read( 'post-1/index.html' );
		posts = [
			aPost( 1 ),
			aPost( 2, { modified_gmt: '2026-11-21T10:00:00' } ),
		];
		expect( ( await build() ).output ).toContain(
			'2 pages reused, 1 rendered'
		);
		expect( read( 'post-1/index.html' ) ).toBe( first );
		fs.rmSync( path.join( folder, '.cache' ), { recursive: true } );
		expect( ( await build() ).output ).toContain(
			'0 pages reused, 3 rendered'
		);
	} );

	test( 'renders a post again after a second change within the same second', async () => {
		await build();
		posts = [ aPost( 1, { content: { rendered: 'newer' } } ) ];
		await build();
		expect( read( 'post-1/index.html' ) ).toContain( 'newer' );
	} );

	test( 'removes pages of unpublished posts from the site and from the cache', async () => {
		await build();
		posts = [ aPost( 1 ) ];
		await build();
		expect( fs.existsSync( path.join( folder, 'dist/post-2' ) ) ).toBe(
			false
		);
		expect(
			fs.readdirSync( path.join( folder, '.cache/pages' ) )
		).toHaveLength( 2 );
	} );

	test( 'skips a post whose permalink contains an encoded slash, a backslash, a NUL or invalid UTF-8', async () => {
		const links = [
			'/..%2f..%2fescaped/',
			'/..%5c..%5cescaped/',
			'/a%00b/',
			'/%ff/',
		];
		posts = [
			aPost( 2 ),
			...links.map( ( link, index ) =>
				aPost( 10 + index, { link: wordpressUrl + link } )
			),
		];
		const { status, output } = await build();
		expect( status ).toBe( 0 );
		expect( output.match( /Skipped/g ) ).toHaveLength( links.length );
		expect( fs.readdirSync( path.join( folder, 'dist' ) ).sort() ).toEqual(
			[ '404.html', 'assets', 'index.html', 'post-2', 'post-3' ]
		);
		expect( fs.existsSync( path.join( folder, '..', 'escaped' ) ) ).toBe(
			false
		);
	} );

	test( 'shows the front page of WordPress above the list of posts', async () => {
		pages = [
			aPost( 9, {
				type: 'page',
				link: `${ wordpressUrl }/`,
				modified_gmt: '2026-11-21T01:02:03',
			} ),
		];
		await build();
		const home = read( 'index.html' );
		expect( home ).toContain( 'Text of 9' );
		expect( home ).toContain( 'content="2026-11-21T01:02:03Z"' );
	} );

	const FAILURES: [ string, number, string, string ][] = [
		[ 'an error', 500, '{"message":"Out of order"}', '500: Out of order' ],
		[ 'HTML', 200, '<html></html>', 'not JSON' ],
		[
			'an object instead of a list',
			200,
			'{"posts":[]}',
			'a list of posts',
		],
		[ 'posts without content', 200, '[{"id":1}]', 'a list of posts' ],
	];

	test( 'fails with a clear message when WordPress answers nonsense, and keeps the site', async () => {
		await build();
		for ( const [ name, status, body, message ] of FAILURES ) {
			answer = ( pathname ) =>
				pathname.endsWith( '/posts' ) ? { status, body } : null;
			const result = await build();
			expect( result.status, name ).toBe( 1 );
			expect( result.output ).toContain( message );
			expect( result.output ).not.toContain( '    at ' );
			expect( read( 'post-1/index.html' ) ).toContain( 'Text of 1' );
		}
	} );

	test( 'fails with a clear message when WordPress cannot be reached', async () => {
		const closed = createServer().listen( 0, '127.0.0.1' );
		await once( closed, 'listening' );
		const { port } = closed.address() as AddressInfo;
		await once( closed.close(), 'close' );
		const { status, output } = await build( `http://127.0.0.1:${ port }` );
		expect( status ).toBe( 1 );
		expect( output ).toContain( 'WordPress cannot be reached' );
		expect( output ).toContain( 'ECONNREFUSED' );
	} );

	test.each( [
		[ '', 'WORDPRESS_URL is not set' ],
		[ 'my site', 'not an HTTP address' ],
	] )(
		'fails with a clear message when WORDPRESS_URL is “%s”',
		async ( url, message ) => {
			const { status, output } = await build( url );
			expect( status ).toBe( 1 );
			expect( output ).toContain( message );
		}
	);
} );

describe( 'the server of the sample front end', () => {
	let site: string;
	let server: ChildProcess;
	let origin: string;

	const visit = async ( to: string ) => {
		const response = await fetch( origin + to );
		return { response, text: await response.text() };
	};

	beforeAll( async () => {
		resetWordPress();
		site = await makeFrontEnd();
		await build( wordpressUrl, site );
		server = spawn( process.execPath, [ 'server.mjs' ], {
			cwd: site,
			env: {
				PATH: process.env.PATH,
				PORT: '0',
				WORDPRESS_URL: wordpressUrl,
				HEADLESS_DEPLOY_ENVIRONMENT: 'production',
				HEADLESS_DEPLOY_REFRESH_SECRET: SECRET,
			},
			stdio: [ 'ignore', 'pipe', 'ignore' ],
		} );
		const [ line ] = await once(
			server.stdout as NodeJS.ReadableStream,
			'data'
		);
		origin = /on (http:\/\/\S+)/.exec( String( line ) )?.[ 1 ] ?? '';
		expect( origin ).not.toBe( '' );
	} );

	afterAll( async () => {
		if ( server.exitCode === null ) {
			server.kill( 'SIGKILL' );
			await once( server, 'exit' );
		}
		fs.rmSync( site, { recursive: true, force: true } );
	} );

	test( 'the server of the sample front end shows what WordPress has now, and lets the CDN keep it until one of its groups is invalidated', async () => {
		posts = [ aPost( 1, { content: { rendered: 'newer' } } ) ];
		const { response, text } = await visit( '/post-1/' );
		expect( response.status ).toBe( 200 );
		expect( response.headers.get( 'cache-control' ) ).toBe(
			'public, max-age=0, s-maxage=3600, stale-while-revalidate=86400'
		);
		expect( response.headers.get( 'cache-groups' ) ).toBe(
			'"all", "page-list", "post-1"'
		);
		expect( text ).toContain( 'newer' );
		expect( text ).toContain(
			'<meta name="headless-deploy" content="2026-11-20T10:00:00Z">'
		);
	} );

	test( 'the server of the sample front end lists posts on the front page and in the archive of a category', async () => {
		const home = await visit( '/' );
		expect( home.text ).toContain( '<a href="/post-2/">Post 2</a>' );
		expect( home.response.headers.get( 'cache-groups' ) ).toBe(
			'"all", "page-list", "post-list"'
		);
		const archive = await visit( '/category/news/' );
		expect( archive.text ).toContain( '<h1>News &amp; more</h1>' );
		expect( archive.text ).toContain( '<a href="/post-2/">Post 2</a>' );
		expect( archive.response.headers.get( 'cache-groups' ) ).toContain(
			'"post-list"'
		);
	} );

	test( 'the server of the sample front end shows a page, and the front page of WordPress above the list of posts', async () => {
		expect( ( await visit( '/post-3/' ) ).text ).toContain(
			'<h1>About us</h1>'
		);
		pages = [ aPost( 9, { type: 'page', link: `${ wordpressUrl }/` } ) ];
		const { text } = await visit( '/' );
		expect( text ).toContain( 'Text of 9' );
		expect( text ).toContain( '<a href="/post-2/">Post 2</a>' );
	} );

	test( 'the server of the sample front end answers a refresh request with the groups that the CDN invalidates', async () => {
		const body = bodyOf( aChange() );
		const timestamp = Math.floor( Date.now() / 1000 );
		const refresh = ( request: Request ) =>
			fetch( `${ origin }/api/refresh`, {
				method: 'POST',
				headers: request.headers,
				body,
			} );
		const response = await refresh( signedRequest( { body, timestamp } ) );
		expect( response.status ).toBe( 200 );
		expect( response.headers.get( 'cache-group-invalidation' ) ).toBe(
			'"post-123", "post-list"'
		);
		const forged = signedRequest( { body, timestamp, signature: 'v1,x' } );
		expect( ( await refresh( forged ) ).status ).toBe( 401 );
	} );

	test( 'the server of the sample front end shows the page of the last build for ten seconds while WordPress cannot be read', async () => {
		answer = () => ( { status: 500, body: '{"message":"Out of order"}' } );
		const { response, text } = await visit( '/post-1/' );
		expect( response.status ).toBe( 200 );
		expect( response.headers.get( 'cache-control' ) ).toBe(
			'public, max-age=0, s-maxage=10'
		);
		expect( text ).toContain( 'Text of 1' );
		answer = ( pathname ) =>
			pathname.endsWith( '/moved' ) ? { status: 0, body: '' } : null;
		expect( ( await visit( '/nothing/' ) ).response.status ).toBe( 503 );
		answer = () => ( { status: 500, body: '{"message":"Out of order"}' } );
		const unknown = await visit( '/not-in-the-build/' );
		expect( unknown.response.status ).toBe( 503 );
		expect( unknown.response.headers.get( 'cache-control' ) ).toBe(
			'no-store'
		);
	} );

	test( 'the server of the sample front end answers 304 for a file that the browser has, and only the headers for HEAD', async () => {
		const { response, text } = await visit( '/assets/style.css' );
		const etag = response.headers.get( 'etag' ) ?? '';
		const again = await fetch( `${ origin }/assets/style.css`, {
			headers: { 'if-none-match': etag },
		} );
		expect( again.status ).toBe( 304 );
		const head = await fetch( `${ origin }/assets/style.css`, {
			method: 'HEAD',
		} );
		expect( head.headers.get( 'content-length' ) ).toBe(
			String( text.length )
		);
		expect( await head.text() ).toBe( '' );
	} );

	test( 'the server of the sample front end redirects to the path with a slash, never to another host', async () => {
		const go = ( to: string ) =>
			fetch( origin + to, { redirect: 'manual' } );
		const known = await go( '/post-1?a=b' );
		expect( known.headers.get( 'location' ) ).toBe( '/post-1/?a=b' );
		expect( ( await go( '//post-1' ) ).status ).toBe( 404 );
	} );

	test( 'the server of the sample front end redirects the old address of a post to the new one, until a refresh of the post', async () => {
		const response = await fetch( `${ origin }/%E6%97%A5%E6%9C%AC/`, {
			redirect: 'manual',
		} );
		expect( response.status ).toBe( 301 );
		expect( response.headers.get( 'location' ) ).toBe( '/post-1/' );
		expect( response.headers.get( 'cache-groups' ) ).toContain(
			'"post-1"'
		);
	} );

	test( 'the server of the sample front end answers 404 with a page, also for files outside of dist/', async () => {
		const outside = [ '/%2e%2e/package.json', '/..%2fpackage.json' ];
		for ( const to of [ '/nothing/', '/%ff/', ...outside ] ) {
			const { response, text } = await visit( to );
			expect( response.status, to ).toBe( 404 );
			expect( text ).toContain( 'Not found' );
		}
	} );

	test( 'the server of the sample front end rejects other methods', async () => {
		const response = await fetch( origin, { method: 'POST' } );
		expect( response.status ).toBe( 405 );
		expect( response.headers.get( 'allow' ) ).toBe( 'GET, HEAD' );
	} );

	test( 'the server of the sample front end ends after SIGTERM', async () => {
		const ended = once( server, 'exit' );
		server.kill( 'SIGTERM' );
		expect( await ended ).toEqual( [ 0, null ] );
	} );
} );

test.each( [
	[ 'does not answer', '' ],
	[ 'answers only the change feed', '/wp-json/headless-deploy/v1/changes' ],
] )(
	'a server that is started while WordPress accepts requests and %s shows the page of the last build for ten seconds',
	async ( _name, answered ) => {
		resetWordPress();
		const site = await makeFrontEnd();
		await build( wordpressUrl, site );
		const silent = createServer( ( request, response ) => {
			const pathname = request.url?.split( '?' )[ 0 ] ?? '';
			if ( pathname === answered ) {
				response.end(
					JSON.stringify(
						FIXED[ pathname ]?.( new URLSearchParams() )
					)
				);
			}
		} ).listen( 0, '127.0.0.1' );
		await once( silent, 'listening' );
		const { port } = silent.address() as AddressInfo;
		const server = spawn( process.execPath, [ 'server.mjs' ], {
			cwd: site,
			env: {
				PATH: process.env.PATH,
				PORT: '0',
				WORDPRESS_URL: `http://127.0.0.1:${ port }`,
				HEADLESS_DEPLOY_REFRESH_SECRET: SECRET,
			},
			stdio: [ 'ignore', 'pipe', 'pipe' ],
		} );
		try {
			const [ line ] = await once( server.stdout, 'data' );
			const origin =
				/on (http:\/\/\S+)/.exec( String( line ) )?.[ 1 ] ?? '';
			// A host waits for five seconds; see readiness-check.ts.
			const response = await fetch( origin, {
				signal: AbortSignal.timeout( 5000 ),
			} );
			expect( response.status ).toBe( 200 );
			expect( await response.text() ).toContain( 'Post 1' );
			expect( response.headers.get( 'cache-control' ) ).toBe(
				'public, max-age=0, s-maxage=10'
			);
			expect( String( await once( server.stderr, 'data' ) ) ).toContain(
				'no response within 1.5 s'
			);
		} finally {
			server.kill( 'SIGKILL' );
			await once( server, 'exit' );
			silent.closeAllConnections();
			silent.close();
			fs.rmSync( site, { recursive: true, force: true } );
		}
	}
);

test( 'a server without dist/ names the command that builds it', () => {
	const { status, stderr } = spawnSync( process.execPath, [ 'server.mjs' ], {
		cwd: folder,
		encoding: 'utf8',
	} );
	expect( status ).toBe( 1 );
	expect( stderr ).toContain( 'npm run build' );
} );
