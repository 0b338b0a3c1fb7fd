/** Renders pages with the content of WordPress. A CDN may store each of them until a refresh request invalidates it. */
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { createServer } from 'node:http';
import { extname, join } from 'node:path';
import { createWordPress, nodeHandler } from 'headless-deploy-front-end/node';
import { BuiltFiles } from './lib/built-files.mjs';
import { renderPage } from './lib/pages.mjs';
import { requestedPath } from './lib/paths.mjs';
import { ReadError, readWithin, wordpressUrl } from './lib/wordpress.mjs';

const DIST = join( import.meta.dirname, 'dist' );
const PORT = Number( process.env.PORT || 8080 );
const HOST = process.env.HOST || '127.0.0.1';

// Browsers revalidate each time. A deploy purges the CDN.
const FILE_CACHE_CONTROL = 'public, max-age=0, s-maxage=31536000';

// A page of the last build may be older than the changes that were announced, so no refresh invalidates it.
const BUILT_CACHE_CONTROL = 'public, max-age=0, s-maxage=10';

const HTML = 'text/html; charset=utf-8';
const TYPES = {
	'.css': 'text/css; charset=utf-8',
	'.js': 'text/javascript; charset=utf-8',
	'.svg': 'image/svg+xml',
	'.png': 'image/png',
	'.jpg': 'image/jpeg',
	'.webp': 'image/webp',
};

/** Stops the process because it cannot be used. */
function fail( message ) {
	console.error( message );
	process.exit( 1 );
}

if ( ! existsSync( DIST ) ) {
	fail( 'The folder dist/ does not exist. Run "npm run build" first.' );
}
const files = await BuiltFiles.in( DIST );

function connect() {
	try {
		return createWordPress( {
			url: wordpressUrl(),
			environment:
				process.env.HEADLESS_DEPLOY_ENVIRONMENT || 'production',
			secret: process.env.HEADLESS_DEPLOY_REFRESH_SECRET,
			// No page is stored here. The answer invalidates those of the CDN.
			onChange: ( { scope, tags } ) =>
				console.log(
					`Refreshed ${ scope === 'all' ? 'all pages' : tags.join( ', ' ) }`
				),
			onError: ( error ) =>
				console.error( `Refresh: ${ error?.message ?? error }` ),
		} );
	} catch ( error ) {
		return fail( error.message );
	}
}
const wordpress = connect();
const refresh = nodeHandler( wordpress.refresh );

/** @return {boolean} Whether an If-None-Match header contains the entity tag. */
function matches( header, etag ) {
	return ( header ?? '' )
		.split( ',' )
		.map( ( tag ) => tag.trim().replace( /^W\//, '' ) )
		.some( ( tag ) => tag === etag || tag === '*' );
}

/**
 * Sends a body, or 304 when the browser has it.
 *
 * @param {{status: number, type: string, body: string|Buffer, headers: object}} answer
 */
function send( request, response, { status, type, body, headers } ) {
	const bytes = Buffer.from( body );
	const etag = `"${ createHash( 'sha256' ).update( bytes ).digest( 'base64url' ).slice( 0, 22 ) }"`;
	if (
		status === 200 &&
		matches( request.headers[ 'if-none-match' ], etag )
	) {
		response.writeHead( 304, { ...headers, etag } ).end();
		return;
	}
	response.writeHead( status, {
		...headers,
		etag,
		'content-type': type,
		'content-length': bytes.length,
	} );
	response.end( request.method === 'HEAD' ? undefined : bytes );
}

/**
 * How long a page waits until WordPress has answered for the first time. Hosts request a page to find out whether the
 * front end has started, and must not wait for WordPress.
 */
const FIRST_READ_MS = 1500;
let hasRead = false;

/**
 * Renders a page; while WordPress cannot be read, it is that of the last build, for some seconds.
 *
 * @param {string|null} path
 */
async function answerPage( path ) {
	const page = wordpress.page();
	try {
		const rendering = renderPage( page, path ).then( ( result ) => {
			hasRead = true;
			return result;
		} );
		const { status, html, location } = await ( hasRead
			? rendering
			: readWithin( FIRST_READ_MS, rendering ) );
		const headers = { ...page.headers(), ...( location && { location } ) };
		return { status, type: HTML, body: html, headers };
	} catch ( error ) {
		if ( ! ( error instanceof ReadError ) ) {
			throw error;
		}
		console.error( error.message );
	}
	const built = await files.read( `${ path }index.html` );
	return built
		? {
				status: 200,
				type: HTML,
				body: built,
				headers: {
					...page.headers(),
					'cache-control': BUILT_CACHE_CONTROL,
				},
			}
		: {
				status: 503,
				type: 'text/plain; charset=utf-8',
				body: 'WordPress cannot be read. Try again in a few seconds.\n',
				headers: { 'cache-control': 'no-store', 'retry-after': '10' },
			};
}

/** @return {Promise<object|null>} A file that is not a page, for example the stylesheet. */
async function answerFile( pathname ) {
	const type = TYPES[ extname( pathname ) ];
	const body = type && ( await files.read( pathname ) );
	return body
		? {
				status: 200,
				type,
				body,
				headers: { 'cache-control': FILE_CACHE_CONTROL },
			}
		: null;
}

/** A page or a file; without the slash at its end, a page is at another address. */
async function answerVisitor( request, response ) {
	const [ pathname, query = '' ] = request.url.split( '?', 2 );
	const file = await answerFile( pathname );
	if ( file === null && /^(\/[^/\\.]+)+$/.test( pathname ) ) {
		response
			.writeHead( 301, {
				Location: `${ pathname }/${ query && `?${ query }` }`,
				'Cache-Control': FILE_CACHE_CONTROL,
			} )
			.end();
		return;
	}
	const path = pathname.endsWith( '/' ) ? requestedPath( pathname ) : null;
	send( request, response, file ?? ( await answerPage( path ) ) );
}

async function answer( request, response ) {
	if ( request.url === '/api/refresh' ) {
		await refresh( request, response );
		return;
	}
	response.setHeader( 'X-Content-Type-Options', 'nosniff' );
	if ( request.method !== 'GET' && request.method !== 'HEAD' ) {
		response.writeHead( 405, { Allow: 'GET, HEAD' } ).end();
		return;
	}
	await answerVisitor( request, response );
}

const server = createServer( ( request, response ) => {
	answer( request, response ).catch( ( error ) => {
		console.error( error );
		if ( ! response.headersSent ) {
			response.writeHead( 500 );
		}
		response.end();
	} );
} );

server.on( 'error', ( error ) =>
	fail( `Cannot listen on ${ HOST }:${ PORT }: ${ error.message }` )
);
server.listen( PORT, HOST, () => {
	console.log(
		`Serving ${ process.env.WORDPRESS_URL } on http://${ HOST }:${ server.address().port }`
	);
} );
// Pages that are rendered before it are cached for ten seconds.
void wordpress.catchUp();

for ( const signal of [ 'SIGINT', 'SIGTERM' ] ) {
	process.once( signal, () => {
		server.close();
		server.closeAllConnections();
	} );
}
