/**
 * The published package: packed, installed in another folder, and used there.
 */
import { execFileSync } from 'node:child_process';
import {
	createWriteStream,
	mkdtempSync,
	readFileSync,
	readdirSync,
	rmSync,
	writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ZipFile } from 'yazl';
import {
	cleanEnvironment,
	runToEnd,
	startServing,
	stopAll,
} from './process.ts';

const ROOT = fileURLToPath( new URL( '../..', import.meta.url ) );
const INSTALL_MS = 300_000;
const LIVE_MS = 60_000;
const PASSWORD = 'correct-horse';
const authorization = `Basic ${ btoa( `api:${ PASSWORD }` ) }`;

let folder: string;
let binary: string;

function npm( words: string[], cwd: string ): string {
	return execFileSync( 'npm', words, {
		cwd,
		env: cleanEnvironment(),
		encoding: 'utf8',
		stdio: [ 'ignore', 'pipe', 'pipe' ],
	} );
}

beforeAll( () => {
	folder = mkdtempSync( path.join( tmpdir(), 'headless-deploy-package-' ) );
	npm( [ 'pack', '--pack-destination', folder ], ROOT );
	const [ archive = '' ] = readdirSync( folder );
	writeFileSync( path.join( folder, 'package.json' ), '{"private":true}' );
	npm(
		[
			'install',
			`./${ archive }`,
			...[ '--prefer-offline', '--no-audit', '--no-fund', '--omit=dev' ],
		],
		folder
	);
	binary = path.join( folder, 'node_modules/.bin/headless-deploy' );
}, INSTALL_MS );

afterAll( async () => {
	await stopAll();
	rmSync( folder, { recursive: true, force: true } );
} );

async function zipOf( files: Record< string, string > ): Promise< string > {
	const zip = new ZipFile();
	for ( const [ name, content ] of Object.entries( files ) ) {
		zip.addBuffer( Buffer.from( content ), name );
	}
	zip.end();
	const file = path.join( folder, 'site.zip' );
	await pipeline( zip.outputStream, createWriteStream( file ) );
	return file;
}

test( 'holds what runs and nothing else', () => {
	const installed = path.join( folder, 'node_modules/headless-deploy' );
	const files = readdirSync( installed, { recursive: true } ).map( String );
	expect( files ).toContain( 'dist/cli/assets/10-base.css' );
	expect(
		files.filter( ( file ) => /\.(ts|map|php)$|test/.test( file ) )
	).toEqual( [] );
	const { version } = JSON.parse(
		readFileSync( path.join( ROOT, 'package.json' ), 'utf8' )
	);
	expect(
		execFileSync( binary, [ '--version' ], {
			env: cleanEnvironment(),
			encoding: 'utf8',
		} ).trim()
	).toBe( version );
} );

test(
	'serves, deploys an upload and shows the portal, styles and all',
	async () => {
		const served = await startServing(
			[
				binary,
				'serve',
				'--port',
				'0',
				'--data',
				path.join( folder, 'data' ),
				'--loose',
			],
			{ HEADLESS_API_PASSWORD: PASSWORD }
		);
		const { url } = served.line;
		const send = ( address: string, init: RequestInit ) =>
			fetch( url + address, {
				...init,
				headers: { ...init.headers, authorization },
			} );
		const json = { 'content-type': 'application/json' };
		await send( '/v1/accounts/local/apps?appId=site', {
			method: 'POST',
			headers: json,
			body: JSON.stringify( { region: 'regions/UK', uploadable: {} } ),
		} );
		const created = await send(
			'/v1/accounts/local/apps/site/environments',
			{
				method: 'POST',
				headers: json,
				body: JSON.stringify( {
					displayName: 'Production',
					branch: 'uploadable',
					wpEnvironment: 'prod',
				} ),
			}
		);
		const { name } = ( await created.json() ) as { name: string };
		const environment = name.split( '/operations/' )[ 0 ];

		const zip = await zipOf( {
			'package.json': '{"scripts":{"start":"node server.js"}}',
			'server.js':
				"require('http').createServer((q,s)=>s.end('from the package')).listen(process.env.PORT,'127.0.0.1')",
		} );
		const form = new FormData();
		form.append(
			'repository',
			new Blob( [ readFileSync( zip ) ] ),
			'site.zip'
		);
		const uploaded = await send( `/fu/v1/${ environment }:upload`, {
			method: 'POST',
			body: form,
		} );
		expect( uploaded.status ).toBe( 200 );
		await expect
			.poll(
				async () => {
					const answer = await send(
						`/v1/${ environment }/builds`,
						{}
					);
					return (
						( await answer.json() ) as {
							builds: { state: string }[];
						}
					 ).builds[ 0 ]?.state;
				},
				{ timeout: LIVE_MS, interval: 100 }
			)
			.toBe( 'live' );

		const page = await (
			await send( `/portal/${ environment }`, {} )
		).text();
		const site = /http:\/\/localhost:\d+/.exec( page )?.[ 0 ] ?? '';
		expect( await ( await fetch( site ) ).text() ).toBe(
			'from the package'
		);
		const style = /href="([^"]+\.css[^"]*)"/.exec( page )?.[ 1 ] ?? '';
		expect( ( await fetch( url + style ) ).status ).toBe( 200 );

		const webhooks = await runToEnd(
			[
				...[
					binary,
					'webhooks',
					'create',
					'--json',
					'--url',
					url,
					'--account',
					'local',
				],
				...[
					'--app',
					'site',
					'--environment',
					environment?.split( '/' ).pop() ?? '',
				],
			],
			{ HEADLESS_API_PASSWORD: PASSWORD }
		);
		expect( JSON.parse( webhooks.stdout ) ).toHaveProperty(
			'cleanRebuild'
		);
		expect( await served.stop() ).toBe( 0 );
		await expect( fetch( site ) ).rejects.toThrow();
	},
	LIVE_MS * 2
);
