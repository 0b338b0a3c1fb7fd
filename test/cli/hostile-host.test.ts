/** A host that another person controls decides about everything that it responds. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { RequestListener, Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { temporaryFolder } from '../reference-api/temporary-folder.ts';
import { runCommand } from './fake-context.ts';
import type { FakeContext } from './fake-context.ts';

const CONTROLS = '\u001b]0;title\u0007\u001b[2J\u009b2J\u202e';
const servers: Server[] = [];

afterEach( () => {
	for ( const server of servers.splice( 0 ) ) {
		server.closeAllConnections();
		server.close();
	}
} );

async function startServer( respond: RequestListener ): Promise< string > {
	const server = createServer( respond );
	servers.push( server );
	await once( server.listen( 0, '127.0.0.1' ), 'listening' );
	return `http://127.0.0.1:${ ( server.address() as AddressInfo ).port }`;
}

function run( args: string[], host: string, context: FakeContext ) {
	return runCommand( args, {
		env: { HEADLESS_API_URL: host, HEADLESS_API_PASSWORD: 'secret' },
		...context,
	} );
}

test.each( [ 301, 307 ] )(
	'a redirect with status %i does not get the credentials',
	async ( status ) => {
		let redirected = 0;
		const other = await startServer( ( _request, response ) => {
			redirected += 1;
			response.end( '{"accounts":[]}' );
		} );
		const host = await startServer( ( _request, response ) => {
			response.writeHead( status, { location: other } ).end();
		} );
		const { exitCode } = await run( [ 'accounts', 'list' ], host, {
			fetch,
		} );
		expect( exitCode ).toBe( 3 );
		expect( redirected ).toBe( 0 );
	}
);

test( 'a body that does not end is not read to the end', async () => {
	let sent = 0;
	const endless = new ReadableStream( {
		pull( controller ) {
			sent += 1;
			controller.enqueue( new Uint8Array( 1_000_000 ).fill( 32 ) );
		},
	} );
	const { exitCode, stderr } = await run(
		[ 'accounts', 'list' ],
		'http://127.0.0.1:4100',
		{ fetch: async () => new Response( endless ) }
	);
	expect( exitCode ).toBe( 1 );
	expect( stderr ).toContain( 'response is larger than 64 MB' );
	expect( sent ).toBeLessThan( 100 );
} );

test( 'control characters and lines of an error are not printed', async () => {
	const message = `No.${ CONTROLS }\nLogged in at https://evil.example.`;
	const { stderr } = await run(
		[ 'accounts', 'list' ],
		'http://127.0.0.1:4100',
		{
			answer: () => ( {
				status: 403,
				body: JSON.stringify( { message } ),
			} ),
		}
	);
	expect( stderr ).toBe(
		'http://127.0.0.1:4100 rejected the request with 403: No. Logged in at https://evil.example.'
	);
} );

test.each( [
	( user: string ) => Buffer.from( user ).toString( 'base64' ),
	( user: string ) => Buffer.from( user ).toString( 'base64url' ),
	( user: string ) =>
		Buffer.from( user ).toString( 'base64' ).replaceAll( '=', '' ),
] )( 'the header of the credentials is masked, as %s', async ( encode ) => {
	const credentials = encode( 'api:secret' );
	const message = `No: Basic ${ credentials }, secret.`;
	const { stderr } = await run(
		[ 'accounts', 'list' ],
		'http://127.0.0.1:4100',
		{
			answer: () => ( {
				status: 401,
				body: JSON.stringify( { message } ),
			} ),
		}
	);
	expect( stderr ).toBe(
		'http://127.0.0.1:4100 rejected the request with 401: No: Basic ••••, ••••.'
	);
} );

test( 'the error of a build adds no lines', async () => {
	const { exitCode, stderr } = await run(
		`builds log 1 --follow ${ NAMES }`.split( ' ' ),
		'http://127.0.0.1:4100',
		{
			answer: ( { url } ) => ( {
				body: url.includes( '/log' )
					? '{"text":"","nextOffset":0}'
					: JSON.stringify( {
							...{ name: 'builds/1', number: 1, state: 'failed' },
							...{ trigger: '', startedBy: '', createTime: '' },
							error: 'No.\nLogged in at https://evil.example.',
						} ),
			} ),
		}
	);
	expect( exitCode ).toBe( 5 );
	expect( stderr ).toBe(
		'Build 1 did not go live (failed). No. Logged in at https://evil.example.'
	);
} );

test.each( [
	[ 'accounts', 'list' ],
	[ 'login' ],
	[ 'deploy', '.' ],
	[ 'verify', '--account', 'acme' ],
] )(
	'“%s” sends no password unencrypted to another machine without --allow-http',
	async ( ...args ) => {
		for ( const host of [
			'http://hosting.example',
			'http://192.168.0.2:4100',
			'http://localhost.example',
			'http://0.0.0.0:4100',
		] ) {
			const context = {
				folder: await temporaryFolder(),
				configFolder: await temporaryFolder(),
				answer: () => ( { status: 404 } ),
			};
			const refused = await run( args, host, context );
			expect( refused.exitCode ).toBe( 2 );
			expect( refused.stderr ).toContain( 'use --allow-http' );
			expect( refused.requests ).toEqual( [] );
			const allowed = await run(
				[ ...args, '--allow-http' ],
				host,
				context
			);
			expect( allowed.requests ).not.toEqual( [] );
		}
	}
);

test.each( [ 'http://[::1]:4100', 'http://localhost:4100' ] )(
	'%s is this machine',
	async ( host ) => {
		const { requests } = await run( [ 'accounts', 'list' ], host, {
			answer: () => ( { body: '{"accounts":[]}' } ),
		} );
		expect( requests ).toHaveLength( 1 );
	}
);

test( 'control characters of a value are not printed, and are escaped in JSON', async () => {
	const id = `a${ CONTROLS }b`;
	const context = {
		answer: () => ( {
			body: JSON.stringify( { accounts: [ { name: 'acme', id } ] } ),
		} ),
	};
	const host = 'http://127.0.0.1:4100';
	const lines = await run( [ 'accounts', 'list' ], host, context );
	expect( lines.stdout ).toBe( 'acme  ab' );
	const json = await run( [ 'accounts', 'list', '--json' ], host, context );
	expect( json.stdout ).not.toMatch( /[^\u0020-\u007e]/ );
	expect( JSON.parse( json.stdout ) ).toEqual( [ { name: 'acme', id } ] );
} );

test( 'control characters of a line of a log are not printed', async () => {
	const path =
		'accounts/acme/apps/shop/environments/0b8e1c1e-3f0a-4f4e-9d39-5d7c2c1d9c55';
	const { stdout } = await run(
		[
			...[ 'logs', '--account', 'acme', '--app', 'shop' ],
			...[ '--environment', path.slice( -36 ) ],
		],
		'http://127.0.0.1:4100',
		{
			answer: ( { url } ) => ( {
				body: JSON.stringify( {
					text: url.endsWith( 'offset=0' ) ? `${ CONTROLS }up\n` : '',
					nextOffset: 9,
				} ),
			} ),
		}
	);
	expect( stdout ).toBe( 'up' );
} );

test.each( [ '.', '..' ] )(
	'a project cannot leave the path of an account with the name “%s”',
	async ( name ) => {
		const { exitCode, requests } = await run(
			[ 'apps', 'list', '--account', name ],
			'http://127.0.0.1:4100',
			{ answer: () => ( { body: '{"apps":[]}' } ) }
		);
		expect( exitCode ).toBe( 2 );
		expect( requests ).toEqual( [] );
	}
);

const NAMES =
	'--account acme --app shop --environment 0b8e1c1e-3f0a-4f4e-9d39-5d7c2c1d9c55';

test.each( [
	'accounts list',
	'accounts create acme',
	'apps list --account acme',
	'environments list --account acme --app shop',
	'environments update Staging --root-directory web --account acme --app shop',
	`builds list ${ NAMES }`,
	`builds log ${ NAMES }`,
	`builds redeploy 1 ${ NAMES }`,
	`builds cancel 1 ${ NAMES }`,
	`logs ${ NAMES }`,
	'status',
	`open ${ NAMES }`,
	`env list ${ NAMES }`,
	`env pull ${ NAMES }`,
	`webhooks list ${ NAMES }`,
	'usage --account acme',
	'usage --account 0b8e1c1e-3f0a-4f4e-9d39-5d7c2c1d9c55',
	'users list',
	'users create kim',
	'verify --account acme',
	'deploy --account acme --app shop',
] )( 'a response of another type ends “%s” with a message', async ( line ) => {
	for ( const body of [ '{}', '[]', 'null', '"text"', '<html>', '' ] ) {
		const { exitCode, stdout, stderr } = await run(
			line.split( ' ' ),
			'http://127.0.0.1:4100',
			{
				folder: await temporaryFolder(),
				answer: ( { url } ) => ( {
					body: url.endsWith( '/_local/health' )
						? '{"status":"ok"}'
						: body,
				} ),
			}
		);
		expect( { body, exitCode } ).toEqual( { body, exitCode: 1 } );
		expect( stdout + stderr ).not.toBe( '' );
	}
} );
