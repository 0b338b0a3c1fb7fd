import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { describe, expect, it, onTestFinished } from 'vitest';
import { runs } from '../../src/dev-kit/lock.mjs';
import { kitFile } from '../../src/dev-kit/paths.ts';
import { startSupervised } from '../../src/dev-kit/supervised.mjs';

/** A command with a worker; both ignore polite signals when told to. Prints both process numbers. */
const COMMAND = `
	const { spawn } = require( 'node:child_process' );
	const stubborn = process.argv[ 1 ] === 'stubborn';
	if ( stubborn ) process.on( 'SIGTERM', () => {} );
	const worker = spawn( process.execPath, [ '-e', 'setInterval( () => {}, 1000 )' ], { stdio: 'ignore' } );
	console.log( process.pid + ' ' + worker.pid );
	setInterval( () => {}, 1000 );`;

/** Reads the process numbers that the command prints. */
async function readPids(
	stream: NodeJS.ReadableStream | null
): Promise< number[] > {
	const [ line ] = await once(
		createInterface( { input: stream! } ),
		'line'
	);
	return String( line ).split( ' ' ).map( Number );
}

describe( 'a supervised command', () => {
	it( 'tells its exit code', async () => {
		const { ended } = startSupervised( process.execPath, [
			'-e',
			'process.exit( 7 )',
		] );
		expect( await ended ).toMatchObject( { code: 7, signal: null } );
	} );

	it.runIf( process.platform === 'linux' )(
		'tells how long the processors have worked for it and its children',
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

	it( 'tells that there is no such command', async () => {
		const { ended } = startSupervised( 'no-such-command-anywhere', [] );
		expect( ( await ended ).code ).toBe( 127 );
	} );

	it( 'ends with its workers when it is stopped', async () => {
		const { child, stop } = startSupervised(
			process.execPath,
			[ '-e', COMMAND ],
			{ stdout: 'pipe' }
		);
		const pids = await readPids( child.stdout );
		expect( pids.map( runs ) ).toEqual( [ true, true ] );
		await stop();
		await expect.poll( () => pids.some( runs ) ).toBe( false );
	} );

	it( 'takes its workers with it when it ends by itself', async () => {
		const { child, ended } = startSupervised(
			process.execPath,
			[ '-e', COMMAND ],
			{ stdout: 'pipe' }
		);
		const pids = await readPids( child.stdout );
		process.kill( pids[ 0 ]!, 'SIGKILL' );
		expect( ( await ended ).signal ).toBe( 'SIGKILL' );
		await expect.poll( () => pids.some( runs ) ).toBe( false );
	} );

	it.each( [ 'SIGKILL', 'SIGTERM' ] as const )(
		'ends, with its workers, when its parent got %s',
		async ( signal ) => {
			const parent = spawn(
				process.execPath,
				[
					'--input-type=module',
					'-e',
					`import { startSupervised } from ${ JSON.stringify(
						kitFile( 'supervised.mjs' )
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

	it( 'is made to end when it does not end by itself', async () => {
		const { child, stop } = startSupervised(
			process.execPath,
			[ '-e', COMMAND, 'stubborn' ],
			{
				stdout: 'pipe',
				env: { ...process.env, HEADLESS_DEPLOY_GRACE_MS: '100' },
			}
		);
		const pids = await readPids( child.stdout );
		await stop();
		await expect.poll( () => pids.some( runs ) ).toBe( false );
	} );
} );
