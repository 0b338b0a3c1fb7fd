/** Runs the hosting platform through its own command line, as a user would. */
import fs from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { lastLines } from '../commands.ts';
import { KitError } from '../kit-error.ts';
import { NODE, PROJECT } from '../paths.ts';
import { startSupervised } from '../supervised.mjs';
import type { Supervised } from '../supervised.mjs';

const READY_MS = 30_000;

/** Names of what the kit makes on the platform. */
export const ACCOUNT = 'local';
export const APP = 'front-end';
export const INSTALL = 'wordpress';
export const API_USER = 'local';

export interface PlatformReady {
	url: string;
	/** A link that signs in, once. */
	portal: string;
	accounts: { name: string; id: string }[];
}

export interface PlatformServer extends PlatformReady {
	/** Resolves when it ends, wanted or not. */
	ended: Supervised[ 'ended' ];
	stop: () => Promise< void >;
}

export interface PlatformSettings {
	port: number;
	/** Everything that the platform keeps. */
	data: string;
	password: string;
	wordpressUrl: string;
	/** File for what the platform says. */
	log: string;
}

/**
 * Starts the platform and waits until it says that it is ready.
 *
 * @param settings Port, folder, password, WordPress.
 */
export async function servePlatform(
	settings: PlatformSettings
): Promise< PlatformServer > {
	fs.mkdirSync( path.dirname( settings.log ), { recursive: true } );
	const log = fs.openSync( settings.log, 'w' );
	const server = startSupervised(
		NODE,
		[
			path.join( PROJECT, 'bin', 'headless-deploy.cjs' ),
			'serve',
			...[ '--port', String( settings.port ) ],
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
			stderr: log,
		}
	);
	fs.closeSync( log );
	// Not by a variable: uploaded code may read the environment of each process of this user.
	server.child.stdin
		?.on( 'error', () => {} )
		.end( `${ settings.password }\n` );
	const ready = await readyLine( server );
	if ( ! ready ) {
		await server.stop();
		throw new KitError(
			`The hosting platform did not start:\n${ lastLines(
				fs.readFileSync( settings.log, 'utf8' )
			) }`,
			`see ${ settings.log }`
		);
	}
	return {
		...ready,
		ended: server.ended,
		async stop() {
			await server.stop();
		},
	};
}

/**
 * Waits for the platform's one line.
 *
 * @return Null when it ends, or says nothing for too long.
 */
async function readyLine(
	server: Supervised
): Promise< PlatformReady | null > {
	const { stdout } = server.child;
	if ( ! stdout ) {
		return null;
	}
	const lines = createInterface( { input: stdout } );
	const first = new Promise< string >( ( resolve ) => {
		lines.once( 'line', resolve );
		void server.ended.then( () => resolve( '' ) );
		setTimeout( () => resolve( '' ), READY_MS ).unref();
	} );
	try {
		return JSON.parse( await first ) as PlatformReady;
	} catch {
		return null;
	}
}
