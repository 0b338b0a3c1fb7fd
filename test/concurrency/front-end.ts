import { once } from 'node:events';
import { createServer } from 'node:http';
import type { Server } from 'node:http';
import {
	createWordPress,
	mark,
	nodeHandler,
} from '../../src/front-end/node.ts';

interface CachedPage {
	html: string;
	tags: string[];
}

/** A front end with the kit. Its cached pages and its sequence survive a restart, as on a disk. */
export interface FrontEnd {
	/** Paths of the pages that were rendered, in their order. */
	rendered: string[];
	/** Scopes of the changes that were applied. */
	scopes: string[];
	/** Calls of the host's webhooks, which the same server accepts. */
	webhooks: string[];
	get: ( path: string ) => Promise< string >;
	start: () => Promise< void >;
	stop: () => Promise< void >;
}

export const REFRESH_PATH = '/api/refresh';
export const SECRET = `whsec_${ Buffer.alloc( 32, 7 ).toString( 'base64' ) }`;

/**
 * @param port      Port of loopback.
 * @param wordpress Returns the address of WordPress, which is started later.
 */
export function makeFrontEnd(
	port: number,
	wordpress: () => string
): FrontEnd {
	const pages = new Map< string, CachedPage >();
	const rendered: string[] = [];
	const scopes: string[] = [];
	const webhooks: string[] = [];
	let sequence: number | null = null;
	let server: Server | null = null;

	/** What a process has in memory. */
	const makeProcess = () => {
		const client = createWordPress( {
			url: wordpress(),
			environment: 'production',
			secret: SECRET,
			store: {
				get: () => sequence,
				set: ( newest ) => ( sequence = newest ),
			},
			onChange( { scope, tags } ) {
				scopes.push( scope );
				for ( const [ path, page ] of pages ) {
					if (
						scope === 'all' ||
						tags.some( ( tag ) => page.tags.includes( tag ) )
					) {
						pages.delete( path );
					}
				}
			},
		} );
		const render = async ( path: string ): Promise< string > => {
			rendered.push( path );
			const page = client.page();
			const slug = path.replaceAll( '/', '' );
			const response = await page.fetch(
				`wp/v2/posts${ slug && `?slug=${ slug }` }`
			);
			const posts = ( await response.json() ) as {
				title: { rendered: string };
				modified_gmt: string;
			}[];
			const titles = posts.map( ( { title } ) => title.rendered );
			const html = mark( posts ) + titles.join( ', ' );
			if ( page.maxAge > 10 ) {
				pages.set( path, { html, tags: page.tags } );
			}
			return html;
		};
		return { client, render };
	};

	const listen = (): Server => {
		const { client, render } = makeProcess();
		const refresh = nodeHandler( client.refresh );
		return createServer( async ( request, response ) => {
			const path = request.url ?? '/';
			if ( path === REFRESH_PATH ) {
				await refresh( request, response );
			} else if ( request.method === 'POST' ) {
				webhooks.push( path );
				response.end( '{}' );
			} else {
				await client.catchUp();
				response.end(
					pages.get( path )?.html ?? ( await render( path ) )
				);
			}
		} );
	};

	return {
		rendered,
		scopes,
		webhooks,
		async get( path ) {
			const response = await fetch(
				`http://127.0.0.1:${ port }${ path }`
			);
			return response.text();
		},
		async start() {
			server = listen().listen( port, '127.0.0.1' );
			await once( server, 'listening' );
		},
		async stop() {
			server?.closeAllConnections();
			server?.close();
			await ( server && once( server, 'close' ) );
			server = null;
		},
	};
}
