import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { runs } from '../../src/dev-kit/lock.mjs';
import { kitFile } from '../../src/dev-kit/paths.ts';
import { startSupervised } from '../../src/dev-kit/supervised-commands.mjs';

/** A command with a worker. The command ignores SIGTERM when it is stubborn. It prints both process numbers. */
const COMMAND = `
	const { spawn } = require( 'node:child_process' );
	const stubborn = process.argv[ 1 ] === 'stubborn';
	if ( stubborn ) process.on( 'SIGTERM', () => {} );
	const worker = spawn( process.execPath, [ '-e', 'setInterval( () => {}, 1000 )' ], { stdio: 'ignore' } );
	console.log( process.pid + ' ' + worker.pid );
	setInterval( () => {}, 1000 );`;

async function readPids(
	stream: NodeJS.ReadableStream | null
): Promise< number[] > {
	const [ line ] = await once(
		createInterface( { input: stream! } ),
		'line'
	);
	return String( line ).split( ' ' ).map( Number );
}

async function startCommand( ...args: string[] ) {
	const supervised = startSupervised(
		process.execPath,
		[ '-e', COMMAND, ...args ],
		{ stdout: 'pipe' }
	);
	return { ...supervised, pids: await readPids( supervised.child.stdout ) };
}

describe( 'a supervised command', () => {
	it( 'a supervised command reports its exit code', async () => {
		const { ended } = startSupervised( process.execPath, [
			'-e',
			'process.exit( 7 )',
		] );
		expect( await ended ).toMatchObject( { code: 7, signal: null } );
	} );

	it.runIf( process.platform === 'linux' )(
		'a supervised command reports the CPU time of itself and its children',
		async () => {
			const work =
				'const used = () => { const { user, system } = process.cpuUsage(); return user + system; }; while ( used() < 300_000 );';
			const { ended } = startSupervised( process.execPath, [
				'-e',
				`require( 'node:child_process' ).execFileSync( process.execPath, [ '-e', ${ JSON.stringify(
					work
				) } ] )`,
			] );
			expect( ( await ended ).cpuSeconds ).toBeGreaterThanOrEqual( 0.3 );
		}
	);

	it( 'a supervised command ends with 127 when the command does not exist', async () => {
		const { ended } = startSupervised( 'no-such-command-anywhere', [] );
		expect( ( await ended ).code ).toBe( 127 );
	} );

	it( 'a supervised command ends with its workers when it is stopped', async () => {
		const { pids, stop } = await startCommand();
		expect( pids.map( runs ) ).toEqual( [ true, true ] );
		await stop();
		await expect.poll( () => pids.some( runs ) ).toBe( false );
	} );

	it( 'a supervised command ends its workers when it is killed', async () => {
		const { pids, ended } = await startCommand();
		process.kill( pids[ 0 ]!, 'SIGKILL' );
		expect( ( await ended ).signal ).toBe( 'SIGKILL' );
		await expect.poll( () => pids.some( runs ) ).toBe( false );
	} );

	it.each( [ 'SIGKILL', 'SIGTERM' ] as const )(
		'a supervised command ends with its workers when its parent got %s',
		async ( signal ) => {
			const parent = spawn(
				process.execPath,
				[
					'--input-type=module',
					'-e',
					`import { startSupervised } from ${ JSON.stringify(
						kitFile( 'supervised-commands.mjs' )
					) };
					startSupervised( process.execPath, [ '-e', ${ JSON.stringify(
						COMMAND
					) } ], { stdout: 'inherit' } );
					setInterval( () => {}, 1000 );`,
				],
				{ stdio: [ 'ignore', 'pipe', 'inherit' ] }
			);
			const pids = await readPids( parent.stdout );
			onTestFinished( () =>
				pids
					.filter( runs )
					.forEach( ( pid ) => process.kill( pid, 'SIGKILL' ) )
			);
			expect( pids.map( runs ) ).toEqual( [ true, true ] );
			parent.kill( signal );
			await expect
				.poll( () => pids.some( runs ), { timeout: 5000 } )
				.toBe( false );
		}
	);

	it( 'a supervised command is killed when it ignores SIGTERM', async () => {
		vi.stubEnv( 'HEADLESS_DEPLOY_GRACE_MS', '100' );
		onTestFinished( () => void vi.unstubAllEnvs() );
		const { pids, stop } = await startCommand( 'stubborn' );
		await stop();
		await expect.poll( () => pids.some( runs ) ).toBe( false );
	} );
} );
