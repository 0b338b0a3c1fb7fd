import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import {
	Application,
	startApplication,
} from '../../../src/reference-api/builds/application.ts';
import { LogFile } from '../../../src/reference-api/builds/log-file.ts';
import { readLog } from '../../../src/reference-api/builds/log-reader.ts';
import { temporaryFolder } from '../temporary-folder.ts';

async function start( script: string, healthTimeoutSeconds: number ) {
	const release = await temporaryFolder();
	await writeFile(
		path.join( release, 'package.json' ),
		JSON.stringify( { scripts: { start: 'node server.mjs' } } )
	);
	await writeFile(
		path.join( release, 'server.mjs' ),
		`import { createServer } from 'node:http'; ${ script }`
	);
	const file = path.join( release, 'build.log' );
	const log = new LogFile( file, { whenFull: 'end' } );
	const started = startApplication( {
		release,
		variables: {
			environmentId: 'e',
			shellVariables: [],
			buildId: 'b',
			wordpressUrl: '',
			rootDirectory: '',
			home: release,
			platformEnv: process.env,
		},
		log,
		limits: { healthTimeoutSeconds, drainTimeoutSeconds: 5 },
		signal: new AbortController().signal,
	} );
	return { file, started };
}

test( 'an application that never listens is given up, with the port it was to listen on', async () => {
	const { started } = await start( 'setInterval( () => {}, 1000 );', 0.3 );
	await expect( started ).rejects.toThrow(
		/^it did not respond on port \d+ within 0.3 s\. The application must listen on the port in the variable PORT\. It printed nothing\.$/
	);
} );

test( 'an application may listen on IPv6 only', async () => {
	const { started } = await start(
		`
		const server = createServer( ( request, response ) => response.end( 'six' ) );
		server.on( 'error', () => server.listen( process.env.PORT, '127.0.0.1' ) );
		server.listen( process.env.PORT, '::1' );
		`,
		20
	);
	const application = await started;
	const { body } = await application.pool.request( {
		method: 'GET',
		path: '/',
	} );
	expect( await body.text() ).toBe( 'six' );
	await application.stop( true );
} );

test( 'what it printed before it ended is in the log and in the reason', async () => {
	const { file, started } = await start(
		`console.log( 'one' ); console.error( 'no database' ); process.exitCode = 4;`,
		20
	);
	await expect( started ).rejects.toThrow(
		'npm run start ended with code 4 before it answered. Last output: “no database”.'
	);
	expect( ( await readLog( file, 0 ) ).text ).toContain(
		'  one\n  no database\n'
	);
} );

test( 'three requests without an answer in a row are noticed, and the next answer too', async () => {
	const file = path.join( await temporaryFolder(), 'application.log' );
	const application = new Application( {
		group: { exited: new Promise( () => {} ), stop: async () => {} },
		origin: 'http://127.0.0.1:9',
		output: { log: new LogFile( file, { whenFull: 'rotate' } ) },
		drainTimeoutMs: 0,
	} );
	const told: boolean[] = [];
	application.onAnswering( ( isAnswering ) => told.push( isAnswering ) );
	application.recordFailure();
	application.recordFailure();
	application.recordResponse();
	application.recordFailure();
	application.recordFailure();
	expect( told ).toEqual( [] );
	application.recordFailure();
	application.recordFailure();
	application.recordResponse();
	application.recordResponse();
	expect( told ).toEqual( [ false, true ] );
	await application.stop( true );
} );
