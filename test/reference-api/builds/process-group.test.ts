import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { ProcessGroup } from '../../../src/reference-api/builds/process-group.ts';
import { temporaryFolder } from '../temporary-folder.ts';

/** Leaves the group and the session, and tells its id. */
const LEAVE = `
	const { spawn } = require( 'node:child_process' );
	const { writeFileSync } = require( 'node:fs' );
	const child = spawn( process.execPath, [ '-e', 'setInterval( () => {}, 1000 )' ], { detached: true, stdio: 'ignore' } );
	writeFileSync( 'pid', String( child.pid ) );
	child.unref();
`;

async function run( script: string, env: Record< string, string > = {} ) {
	const cwd = await temporaryFolder();
	let output = '';
	const group = new ProcessGroup( {
		command: process.execPath,
		args: [ '-e', script ],
		cwd,
		env: { PATH: process.env.PATH ?? '', ...env },
		onOutput: ( chunk ) => ( output += chunk.toString() ),
	} );
	return { cwd, group, outputNow: () => output };
}

async function hasEnded( pid: number ): Promise< boolean > {
	const deadline = performance.now() + 5000;
	while ( performance.now() < deadline ) {
		try {
			const stat = await readFile( `/proc/${ pid }/stat`, 'utf8' );
			// In a container no process may reap zombies. A zombie has ended too.
			if ( / Z /.test( stat ) ) {
				return true;
			}
		} catch {
			return true;
		}
		await delay( 20 );
	}
	return false;
}

test.runIf( existsSync( '/proc/net/tcp' ) )(
	'knows the ports that its processes listen on',
	async () => {
		const { group, outputNow } = await run( `
			const server = require( 'node:http' ).createServer();
			server.listen( 0, '127.0.0.1', () => console.log( server.address().port ) );
		` );
		await expect.poll( outputNow ).toMatch( /\d+\n/ );
		expect( group.listeningPorts() ).toEqual( [ Number( outputNow() ) ] );
		expect( group.openPorts() ).toEqual( [] );
		await group.stop();
		expect( group.listeningPorts() ).toEqual( [] );
	}
);

describe.runIf( existsSync( '/proc/self/environ' ) )(
	'a process that leaves the group',
	() => {
		test( 'a process that leaves the group ends with the command', async () => {
			const { cwd, group } = await run( LEAVE );
			expect( await group.exited ).toMatchObject( { code: 0 } );
			const pid = await readFile( path.join( cwd, 'pid' ), 'utf8' );
			expect( await hasEnded( Number( pid ) ) ).toBe( true );
		} );

		test( 'a process that leaves the group ends when the command is ended', async () => {
			const { cwd, group, outputNow } = await run(
				`${ LEAVE } process.on( 'SIGTERM', () => {} ); setInterval( () => console.log( 'ready' ), 20 );`
			);
			while ( ! outputNow().includes( 'ready' ) ) {
				await delay( 10 );
			}
			await group.stop();
			const pid = await readFile( path.join( cwd, 'pid' ), 'utf8' );
			expect( await hasEnded( Number( pid ) ) ).toBe( true );
		} );
	}
);

test( 'two groups do not end each other', async () => {
	const first = await run( 'setInterval( () => console.log( 1 ), 20 )' );
	const second = await run( '' );
	await second.group.exited;
	const seen = first.outputNow().length;
	while ( first.outputNow().length <= seen ) {
		await delay( 10 );
	}
	await first.group.stop();
} );

test.runIf( existsSync( '/proc/self/environ' ) )(
	'a command’s variables are visible to the command only, neither as arguments nor to the runner',
	async () => {
		const { group, outputNow } = await run(
			`
				const { readFileSync } = require( 'node:fs' );
				const runner = '/proc/' + process.ppid + '/';
				console.log( process.env.TOKEN + readFileSync( runner + 'environ' ) + readFileSync( runner + 'cmdline' ) );
				`,
			{ TOKEN: 'hunter22' }
		);
		await group.exited;
		expect( outputNow().match( /hunter22/g ) ).toHaveLength( 1 );
		expect( outputNow() ).toContain( 'HEADLESS_DEPLOY_GROUP=' );
	}
);

test( 'variables for Node.js do not affect the runner', async () => {
	const { group, outputNow } = await run( '', {
		NODE_OPTIONS: '--no-such-option',
	} );
	expect( await group.exited ).toMatchObject( { code: 9 } );
	expect( outputNow() ).toContain( 'not allowed in NODE_OPTIONS' );
} );

test( 'a command’s variables that are too large cause an error with a message', async () => {
	const { group } = await run( '', { HUGE: 'x'.repeat( 4_000_000 ) } );
	expect( await group.exited ).toMatchObject( {
		code: null,
		error: expect.stringContaining( 'E2BIG' ),
	} );
} );
