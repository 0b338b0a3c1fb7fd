/** Serves `dist/`. A CDN may store every page until it is purged. */
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { extname, join } from 'node:path';

const DIST = join( import.meta.dirname, 'dist' );
const PORT = Number( process.env.PORT || 8080 );
const HOST = process.env.HOST || '127.0.0.1';

// Browsers revalidate each time. A CDN stores a page for a year or until it is purged.
const PAGE_CACHE_CONTROL = 'public, max-age=0, s-maxage=31536000';
const NOT_FOUND_CACHE_CONTROL = 'public, max-age=0, s-maxage=60';

const TYPES = {
	'.html': 'text/html; charset=utf-8',
	'.css': 'text/css; charset=utf-8',
	'.js': 'text/javascript; charset=utf-8',
	'.svg': 'image/svg+xml',
	'.png': 'image/png',
	'.jpg': 'image/jpeg',
	'.webp': 'image/webp',
};

if ( ! existsSync( DIST ) ) {
	console.error(
		'The folder dist/ does not exist. Run "npm run build" first.'
	);
	process.exit( 1 );
}

/** The existing files, as paths that start with `/`. Only these are served. */
const files = new Set(
	( await readdir( DIST, { recursive: true, withFileTypes: true } ) )
		.filter( ( entry ) => entry.isFile() )
		.map( ( entry ) =>
			join( entry.parentPath ?? entry.path, entry.name )
				.slice( DIST.length )
				.replaceAll( '\\', '/' )
		)
);

/** @return {{file: string}|{redirect: string}|null} The file, the target of a redirect, or null. */
function find( pathname ) {
	let path;
	try {
		path = decodeURIComponent( pathname );
	} catch {
		return null;
	}
	if ( path.endsWith( '/' ) ) {
		return files.has( `${ path }index.html` )
			? { file: `${ path }index.html` }
			: null;
	}
	if ( files.has( path ) ) {
		return { file: path };
	}
	return files.has( `${ path }/index.html` )
		? { redirect: `${ pathname }/` }
		: null;
}

/**
 * Sends a file, or 304 when the browser has it.
 *
 * @param {string} file A path of `files`.
 */
async function send( request, response, file, status ) {
	const body = await readFile( join( DIST, file ) );
	const etag = `"${ createHash( 'sha256' ).update( body ).digest( 'base64url' ).slice( 0, 22 ) }"`;
	response.setHeader( 'ETag', etag );
	response.setHeader(
		'Cache-Control',
		status === 200 ? PAGE_CACHE_CONTROL : NOT_FOUND_CACHE_CONTROL
	);
	if (
		status === 200 &&
		matches( request.headers[ 'if-none-match' ], etag )
	) {
		response.writeHead( 304 ).end();
		return;
	}
	response.writeHead( status, {
		'Content-Type': TYPES[ extname( file ) ] ?? 'application/octet-stream',
		'Content-Length': body.length,
	} );
	response.end( request.method === 'HEAD' ? undefined : body );
}

/** @return {boolean} Whether an If-None-Match header contains the entity tag. */
function matches( header, etag ) {
	return ( header ?? '' )
		.split( ',' )
		.map( ( tag ) => tag.trim().replace( /^W\//, '' ) )
		.some( ( tag ) => tag === etag || tag === '*' );
}

async function answer( request, response ) {
	response.setHeader( 'X-Content-Type-Options', 'nosniff' );
	if ( request.method !== 'GET' && request.method !== 'HEAD' ) {
		response.writeHead( 405, { Allow: 'GET, HEAD' } ).end();
		return;
	}
	const [ pathname, query ] = request.url.split( '?', 2 );
	const found = find( pathname );
	if ( found === null ) {
		await send( request, response, '/404.html', 404 );
	} else if ( found.redirect !== undefined ) {
		const location = found.redirect;
		response
			.writeHead( 301, {
				Location:
					query === undefined ? location : `${ location }?${ query }`,
				'Cache-Control': PAGE_CACHE_CONTROL,
			} )
			.end();
	} else {
		await send( request, response, found.file, 200 );
	}
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

server.on( 'error', ( error ) => {
	console.error( `Cannot listen on ${ HOST }:${ PORT }: ${ error.message }` );
	process.exit( 1 );
} );
server.listen( PORT, HOST, () => {
	console.log(
		`Serving ${ files.size } files on http://${ HOST }:${ server.address().port }`
	);
} );

for ( const signal of [ 'SIGINT', 'SIGTERM' ] ) {
	process.once( signal, () => {
		server.close();
		server.closeAllConnections();
	} );
}
