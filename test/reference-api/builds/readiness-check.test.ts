import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { claimPort } from '../../../src/reference-api/builds/free-port.ts';
import { waitUntilReady } from '../../../src/reference-api/builds/readiness-check.ts';
import type { ReadinessOptions } from '../../../src/reference-api/builds/readiness-check.ts';
import { LogFile } from '../../../src/reference-api/builds/log-file.ts';
import { StepRecorder } from '../../../src/reference-api/builds/step-recorder.ts';
import { temporaryFolder } from '../temporary-folder.ts';

const TIMEOUT_MS = 200;

/** Waits for an application that prints something at its start and runs on. */
async function waitFor(
	printed: string,
	more: Partial< ReadinessOptions > = {}
) {
	const file = path.join( await temporaryFolder(), 'build.log' );
	const log = new LogFile( file, { whenFull: 'end' } );
	onTestFinished( () => log.close() );
	const steps = new StepRecorder( {
		log,
		now: () => new Date(),
		save: async () => {},
	} );
	await steps.begin( 'start' );
	log.writeLine( '$ npm run start' );
	log.append( printed );
	const { port, release } = await claimPort();
	onTestFinished( release );
	return waitUntilReady( {
		port,
		group: {
			exited: new Promise( () => {} ),
			listeningPorts: () => [],
			openPorts: () => [],
		},
		title: 'npm run start',
		log,
		timeoutMs: TIMEOUT_MS,
		startGraceMs: 0,
		signal: new AbortController().signal,
		scripts: [ 'start' ],
		folders: [],
		manager: 'npm',
		wordpressUrl: '',
		onStarted: () => steps.begin( 'health' ),
		...more,
	} );
}

test( 'an application that never answers gets a message with the port that it names instead and its last output', async () => {
	await expect(
		waitFor( 'Server listening on http://localhost:39999\n' )
	).rejects.toThrow(
		/It seems to listen on port 39999; it has to listen on the port that the variable PORT names\. Last output: “Server listening on http:\/\/localhost:39999”\./
	);
} );

test( 'an application that never answers gets a message with the port that it opened instead, whatever it printed', async () => {
	const group = {
		exited: new Promise< never >( () => {} ),
		listeningPorts: () => [ 3000 ],
		openPorts: () => [],
	};
	await expect(
		waitFor( 'Ready on port 1234\n', { group } )
	).rejects.toThrow(
		'It listens on port 3000 instead; it has to listen on the port that the variable PORT names.'
	);
} );

test( 'an application that never answers gets a message without its other ports when it listens on the right one', async () => {
	const { port, release } = await claimPort();
	onTestFinished( release );
	const group = {
		exited: new Promise< never >( () => {} ),
		listeningPorts: () => [ port, 9229 ],
		openPorts: () => [],
	};
	await expect( waitFor( 'Warming up\n', { group, port } ) ).rejects.toThrow(
		/^(?!.*9229)/s
	);
} );

test( 'an application that never answers gets a message with its last output', async () => {
	await expect( waitFor( 'Warming up\n' ) ).rejects.toThrow(
		'Last output: “Warming up”.'
	);
} );

test( 'an application that never answers gets a message that it printed nothing', async () => {
	await expect( waitFor( '' ) ).rejects.toThrow( 'It printed nothing.' );
} );

/** Starts an application that answers each request with the same status, and returns its port. */
async function answering( status: number, onRequest = () => {} ) {
	const server = createServer( ( _request, response ) => {
		onRequest();
		response.writeHead( status ).end();
	} );
	server.listen( 0, '127.0.0.1' );
	await once( server, 'listening' );
	onTestFinished( () => void server.close() );
	const address = server.address();
	return typeof address === 'object' && address ? address.port : 0;
}

test.each( [
	[ [], '' ],
	[
		[ 8080 ],
		'\nwarning: Port 8080 of the application can be reached from other machines, without the edge. It must listen on the address that the variable HOST names, for example server.listen( process.env.PORT, process.env.HOST )',
	],
	[ [ 8080, 9229 ], '\nwarning: Ports 8080, 9229 of the application can' ],
] )(
	'an application that answers and has the open ports %j is warned',
	async ( ports, expected ) => {
		const port = await answering( 200 );
		const folder = await temporaryFolder();
		const log = new LogFile( path.join( folder, 'build.log' ), {
			whenFull: 'end',
		} );
		onTestFinished( () => log.close() );
		const group = {
			exited: new Promise< never >( () => {} ),
			listeningPorts: () => [ port, ...ports ],
			openPorts: () => ports,
		};
		await waitFor( '', { port, group, log, timeoutMs: 10_000 } );
		const text = await readFile( path.join( folder, 'build.log' ), 'utf8' );
		expect( text.trimEnd() ).toContain(
			`It answers 200 on port ${ port }${ expected }`
		);
		expect( text.includes( 'warning:' ) ).toBe( ports.length > 0 );
	}
);

test( 'an application that answers with a status below 500 is healthy', async () => {
	const port = await answering( 404 );
	await expect( waitFor( '', { port, timeoutMs: 10_000 } ) ).resolves.toBe(
		`http://127.0.0.1:${ port }`
	);
} );

test( 'an application that answers 500 and above until the limit gets a message with the port, the status and its last output', async () => {
	let now = 0;
	const port = await answering( 503, () => {
		now = 2_000;
	} );
	await expect(
		waitFor( 'no database\n', { port, timeoutMs: 2_000, now: () => now } )
	).rejects.toThrow(
		`it answered 503 on port ${ port } for 2 s; the status has to be below 500. Last output: “no database”.`
	);
} );
