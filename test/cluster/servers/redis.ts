import net from 'node:net';
import path from 'node:path';
import { waitUntilReady } from '../../../src/dev-kit/server-readiness.ts';
import { startServer } from './process.ts';
import type { ServerProcess } from './process.ts';

/** A Redis without files, so that its data ends with its process. */
export interface Redis {
	socket: string;
	start: () => Promise< void >;
	/** The process of the last start. */
	process: () => ServerProcess;
	/** Removes all keys. Does nothing while Redis does not answer. */
	flush: () => Promise< void >;
}

/**
 * @param program Path of redis-server.
 * @param folder  Folder for its socket and its log.
 */
export async function startRedis(
	program: string,
	folder: string
): Promise< Redis > {
	const socket = path.join( folder, 'redis.sock' );
	const log = path.join( folder, 'redis.log' );
	const start = (): ServerProcess =>
		startServer( {
			log,
			command: program,
			args: [
				...[ '--port', '0' ],
				...[ '--unixsocket', socket ],
				...[ '--save', '' ],
				...[ '--appendonly', 'no' ],
				...[ '--dir', folder ],
			],
		} );
	let running = start();
	const wait = (): Promise< void > =>
		waitUntilReady(
			running,
			{ name: 'Redis', expected: `an answer on ${ socket }`, log },
			async () => ( await command( socket, 'PING' ) ) === '+PONG'
		);
	await wait();
	return {
		socket,
		async start() {
			running = start();
			await wait();
		},
		process: () => running,
		async flush() {
			await command( socket, 'FLUSHALL' );
		},
	};
}

/** @return The first line of the answer; empty when there was none. */
function command( socket: string, text: string ): Promise< string > {
	return new Promise( ( resolve ) => {
		const connection = net.connect( socket );
		const end = ( answer: string ): void => {
			connection.destroy();
			resolve( answer );
		};
		connection.setTimeout( 1000, () => end( '' ) );
		connection.once( 'connect', () => connection.write( `${ text }\r\n` ) );
		connection.once( 'data', ( data ) => end( data.toString().trim() ) );
		connection.once( 'error', () => end( '' ) );
	} );
}
