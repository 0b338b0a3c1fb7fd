import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { startApplication } from '../../../src/reference-api/builds/application.ts';
import {
	LogFile,
	readLog,
} from '../../../src/reference-api/builds/log-file.ts';
import { temporaryFolder } from '../platform.ts';

async function start( script: string, healthTimeoutMs: number ) {
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
			environment: {
				id: 'e',
				accountName: 'acme',
				appId: 'shop',
				displayName: 'Production',
				branch: 'uploadable',
				wpEnvironment: 'blog',
				shellVariables: [],
				edgePort: 1,
				createTime: new Date( 0 ),
			},
			buildId: 'b',
			wordpressUrl: '',
			home: release,
			outer: process.env,
		},
		log,
		healthTimeoutMs,
		signal: new AbortController().signal,
	} );
	return { file, started };
}

test( 'an application that never listens is given up, with the port it was to listen on', async () => {
	const { started } = await start( 'setInterval( () => {}, 1000 );', 300 );
	await expect( started ).rejects.toThrow(
		/did not answer on port \d+ within 0.3 s\. It has to listen on the port that PORT names/
	);
} );

test( 'an application that answers with errors only is given up', async () => {
	const { started } = await start(
		`createServer( ( request, response ) => response.writeHead( 503 ).end() ).listen( process.env.PORT );`,
		3000
	);
	await expect( started ).rejects.toThrow( /answered 503 on port \d+/ );
} );

test( 'an application may listen on the newer family of addresses alone', async () => {
	const { started } = await start(
		`
		const server = createServer( ( request, response ) => response.end( 'six' ) );
		server.on( 'error', () => server.listen( process.env.PORT, '127.0.0.1' ) );
		server.listen( process.env.PORT, '::1' );
		`,
		20_000
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
		20_000
	);
	await expect( started ).rejects.toThrow(
		'The application ended with exit code 4 before it answered. It last said: “no database”.'
	);
	expect( ( await readLog( file, 0 ) ).text ).toContain(
		'one\nno database\n'
	);
} );
