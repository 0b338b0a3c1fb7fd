/** Serves the portal: the files that Vite has built from src/portal. They contain no data, so they need no session. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { HostingError } from '../model/hosting.ts';

const PORTAL = '/portal';

/** In the npm package, and in the sources. */
const FOLDERS = [ '../portal', '../../../dist/portal' ].map( ( folder ) =>
	fileURLToPath( new URL( folder, import.meta.url ) )
);

const TYPES: Record< string, string > = {
	'.css': 'text/css; charset=utf-8',
	'.html': 'text/html; charset=utf-8',
	'.js': 'text/javascript; charset=utf-8',
	'.svg': 'image/svg+xml',
};

const CONTENT_SECURITY_POLICY = [
	"default-src 'none'",
	"script-src 'self'",
	// The components inject styles.
	"style-src 'self' 'unsafe-inline'",
	"img-src 'self' data:",
	"font-src 'self' data:",
	"connect-src 'self'",
	"form-action 'self'",
	"base-uri 'none'",
	"frame-ancestors 'none'",
].join( '; ' );

const HEADERS = {
	'content-security-policy': CONTENT_SECURITY_POLICY,
	'referrer-policy': 'same-origin',
	'cross-origin-opener-policy': 'same-origin',
};

const YEAR_SECONDS = 31_536_000;

interface PortalFile {
	type: string;
	body: Buffer;
	gzip: Buffer | null;
}

/**
 * Reads the built files, by their path below the folder.
 *
 * @throws HostingError 503 if the portal was not built.
 */
function readPortalFiles(
	folders: readonly string[]
): Map< string, PortalFile > {
	const folder = folders.find( ( one ) =>
		existsSync( path.join( one, 'index.html' ) )
	);
	if ( folder === undefined ) {
		throw new HostingError(
			503,
			'The portal was not built. Run “npm run build:portal”, then reload this page.'
		);
	}
	const files = new Map< string, PortalFile >();
	for ( const name of readdirSync( folder, {
		recursive: true,
		encoding: 'utf8',
	} ) ) {
		const type = TYPES[ path.extname( name ) ];
		if ( type !== undefined ) {
			const file = path.join( folder, name );
			files.set( name.replaceAll( path.sep, '/' ), {
				type,
				body: readFileSync( file ),
				gzip: existsSync( `${ file }.gz` )
					? readFileSync( `${ file }.gz` )
					: null,
			} );
		}
	}
	return files;
}

function sendFile(
	{ headers }: FastifyRequest,
	reply: FastifyReply,
	{ type, body, gzip }: PortalFile
): FastifyReply {
	const acceptsGzip = headers[ 'accept-encoding' ]?.includes( 'gzip' );
	reply.headers( { ...HEADERS, vary: 'accept-encoding' } ).type( type );
	return gzip && acceptsGzip
		? reply.header( 'content-encoding', 'gzip' ).send( gzip )
		: reply.send( body );
}

/**
 * Registers the portal under `/portal`: its files, and its page at every other address below.
 *
 * @param folders Where its files may be; the first one that exists.
 */
export function registerPortalFiles(
	app: FastifyInstance,
	folders = FOLDERS
): void {
	let files: Map< string, PortalFile > | null = null;
	const page = (
		request: FastifyRequest< { Params: { '*'?: string } } >,
		reply: FastifyReply
	) => {
		// Read at the first request, so that the start stays fast.
		files ??= readPortalFiles( folders );
		const name = request.params[ '*' ] ?? '';
		const isAsset = name.startsWith( 'assets/' );
		const file =
			files.get( name ) ?? files.get( isAsset ? '' : 'index.html' );
		if ( ! file ) {
			throw new HostingError( 404, 'Not Found' );
		}
		reply.header(
			'cache-control',
			// The names of assets contain their hashes. Browsers have to ask for the current version of everything else.
			isAsset
				? `public, max-age=${ YEAR_SECONDS }, immutable`
				: 'no-cache'
		);
		return sendFile( request, reply, file );
	};
	const options = {
		config: { open: true },
		schema: { hide: true },
	} as const;
	app.get( PORTAL, options, page );
	app.get( `${ PORTAL }/*`, options, page );
}
