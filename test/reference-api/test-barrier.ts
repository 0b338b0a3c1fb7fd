/** A barrier at which builds and applications wait until the test lets them go. */
import { createServer } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { onTestFinished } from 'vitest';
import type { PlatformOptions } from '../../src/reference-api/server.ts';
import { makeApp, upload, makePlace } from './test-platform.ts';

/** What builds and applications call, and what answers when the test says so. */
export interface Barrier {
	url: string;
	/** Waits until the nth caller (from 1) is here. */
	arrived: ( nth: number ) => Promise< string >;
	/** Releases all current and future waiters. */
	open: () => void;
	/** Lets the callers go who are here. */
	release: () => void;
}

/** Creates a barrier, which is removed after the test. */
export async function makeBarrier(): Promise< Barrier > {
	const urls: string[] = [];
	let held: ServerResponse[] = [];
	let isOpen = false;
	let waiting: { nth: number; resolve: ( url: string ) => void }[] = [];
	const listener = ( request: IncomingMessage, response: ServerResponse ) => {
		urls.push( request.url ?? '' );
		if ( isOpen ) {
			response.end();
		} else {
			held.push( response );
		}
		waiting = waiting.filter( ( { nth, resolve } ) => {
			const url = urls[ nth - 1 ];
			if ( url !== undefined ) {
				resolve( url );
			}
			return url === undefined;
		} );
	};
	const server = createServer( listener );
	await new Promise< void >( ( resolve ) =>
		server.listen( 0, '127.0.0.1', resolve )
	);
	onTestFinished( () => {
		server.closeAllConnections();
		server.close();
	} );
	const address = server.address();
	const release = () => {
		held.forEach( ( response ) => response.end() );
		held = [];
	};
	return {
		url: `http://127.0.0.1:${
			typeof address === 'object' && address ? address.port : 0
		}`,
		arrived: ( nth ) =>
			new Promise( ( resolve ) => {
				const url = urls[ nth - 1 ];
				if ( url === undefined ) {
					waiting.push( { nth, resolve } );
				} else {
					resolve( url );
				}
			} ),
		release,
		open: () => {
			isOpen = true;
			release();
		},
	};
}

/**
 * Uploads an application, to a platform of its own, that can wait at a barrier: its address is the variable GATE.
 *
 * @param page What it serves, as for `makeApp`.
 */
export async function makeGated(
	page: string,
	build = '',
	options: Partial< PlatformOptions > = {}
) {
	const barrier = await makeBarrier();
	const { platform, place } = await makePlace( options, {
		GATE: barrier.url,
	} );
	await upload( platform, place, await makeApp( page, build ) );
	return { barrier, platform, place };
}
