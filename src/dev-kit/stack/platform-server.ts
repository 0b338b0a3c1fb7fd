import fs from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { lastLines } from '../commands.ts';
import { KitError } from '../kit-error.ts';
import { NODE, PROJECT } from '../paths.ts';
import { startLogged } from '../supervised.mjs';
import type { Supervised } from '../supervised.mjs';

const READY_MS = 30_000;

/** Names of what the kit creates on the platform. */
export const ACCOUNT = 'local';
export const APP = 'front-end';
export const INSTALL = 'wordpress';
export const API_USER = 'local';

export interface PlatformReady {
	url: string;
	/** A link that signs in once. */
	portal: string;
	accounts: { name: string; id: string }[];
}

export interface PlatformServer extends PlatformReady {
	/** Resolves when the platform has ended, also unexpectedly. */
	ended: Supervised[ 'ended' ];
	stop: () => Promise< void >;
}

export interface PlatformSettings {
	port: number;
	/** Folder for the data of the platform. */
	data: string;
	password: string;
	wordpressUrl: string;
	log: string;
}

/** Starts the platform by its command, as a user does, and waits until it is ready. */
export async function servePlatform(
	settings: PlatformSettings
): Promise< PlatformServer > {
	const server = startLogged(
		settings.log,
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
		}
	);
	// Uploaded code can read the environment variables of all processes of this user, so the password is not in one.
	server.child.stdin
		?.on( 'error', () => {} )
		.end( `${ settings.password }\n` );
	const ready = await readyLine( server );
	if ( ! ready ) {
		await server.stop();
		throw new KitError(
			`The platform did not start:\n${ lastLines(
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

/** @return The first line of the platform's output; null when it ends or prints nothing in time. */
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
