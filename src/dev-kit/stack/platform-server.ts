import path from 'node:path';
import { createInterface } from 'node:readline';
import { NODE, PROJECT } from '../paths.ts';
import { expectReady } from '../server-readiness.ts';
import { startLogged } from '../supervised-commands.mjs';
import type { Supervised } from '../supervised-commands.mjs';

/** Names of what the kit creates on the platform. */
export const ACCOUNT = 'local';
export const APP = 'front-end';
export const INSTALL = 'wordpress';
export const API_USER = 'local';

/** What `headless-deploy serve --json` prints when it listens. */
interface PlatformListening {
	url: string;
	/** A link that signs in once. */
	portal: string;
	accounts: { name: string; id: string }[];
	/** What is wrong with the place of the data folder. */
	warnings: string[];
}

/** A line of its output. */
type PlatformState =
	| ( PlatformListening & { state: 'listening' } )
	| { state: 'ready' }
	| { state: 'edges'; edges: string[] };

export interface PlatformServer extends PlatformListening {
	/** Resolves when all live applications run again; never if the platform ends before that. */
	ready: Promise< void >;
	/** Resolves when the platform has ended, also unexpectedly. */
	ended: Supervised[ 'ended' ];
	stop: Supervised[ 'stop' ];
}

export interface PlatformSettings {
	port: number;
	/** Ports of other servers, which no environment gets. */
	reservedPorts: readonly number[];
	/** Folder for the data of the platform. */
	data: string;
	password: string;
	wordpressUrl: string;
	log: string;
	/** Receives the hosts of all edges, as `host:port`, after each change. */
	onEdges: ( hosts: string[] ) => void;
}

/**
 * Starts the platform by its command, as a user does, and waits until its API, its portal and its edges answer.
 *
 * @param isRestart Whether the log of the platform that has ended is kept.
 */
export async function servePlatform(
	settings: PlatformSettings,
	isRestart = false
): Promise< PlatformServer > {
	const { log, port } = settings;
	const server = startLogged(
		log,
		NODE,
		[
			path.join( PROJECT, 'bin', 'headless-deploy.cjs' ),
			'serve',
			...[ '--port', String( port ) ],
			...settings.reservedPorts.flatMap( ( reserved ) => [
				'--reserve-port',
				String( reserved ),
			] ),
			...[ '--data', settings.data ],
			...[ '--user', API_USER ],
			...[ '--account', ACCOUNT ],
			...[ '--wordpress', `${ INSTALL }=${ settings.wordpressUrl }` ],
			...[ '--start-command', 'npm start' ],
			'--json',
		],
		{
			env: { ...process.env, HEADLESS_API_PASSWORD: '' },
			stdin: 'pipe',
			stdout: 'pipe',
			append: isRestart,
		}
	);
	// Uploaded code can read the environment variables of all processes of this user, so the password is not in one.
	server.child.stdin
		?.on( 'error', () => {} )
		.end( `${ settings.password }\n` );
	const states = readStates( server, settings.onEdges );
	const listening = await expectReady(
		server,
		{
			name: 'The platform',
			expected: `it to listen on http://127.0.0.1:${ port }`,
			log,
		},
		() => states.listening
	);
	return {
		...listening,
		ready: states.ready,
		ended: server.ended,
		stop: server.stop,
	};
}

/** Reads the states that the platform prints, one JSON object a line. */
function readStates(
	{ child }: Supervised,
	onEdges: PlatformSettings[ 'onEdges' ]
): {
	listening: Promise< PlatformListening >;
	ready: Promise< void >;
} {
	const listening = Promise.withResolvers< PlatformListening >();
	const ready = Promise.withResolvers< void >();
	if ( child.stdout ) {
		createInterface( { input: child.stdout } ).on( 'line', ( line ) => {
			const state = JSON.parse( line ) as PlatformState;
			if ( state.state === 'listening' ) {
				listening.resolve( state );
			} else if ( state.state === 'edges' ) {
				onEdges( state.edges );
			} else if ( state.state === 'ready' ) {
				ready.resolve();
			}
		} );
	}
	return { listening: listening.promise, ready: ready.promise };
}
