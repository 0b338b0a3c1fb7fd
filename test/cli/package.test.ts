/**
 * The published package: packed, installed in another folder, and used there.
 */
import { execFileSync, spawnSync } from 'node:child_process';
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
import type { Environment } from '../../src/shared/platform-api.generated.ts';
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
/** The folder of the user’s data, outside of the project that has the package. */
let stateHome: string;
let binary: string;

function npm( commandLine: string[], cwd: string ): string {
	return execFileSync( 'npm', commandLine, {
		cwd,
		env: cleanEnvironment(),
		encoding: 'utf8',
		stdio: [ 'ignore', 'pipe', 'pipe' ],
	} );
}

beforeAll( () => {
	folder = mkdtempSync( path.join( tmpdir(), 'headless-deploy-package-' ) );
	stateHome = mkdtempSync( path.join( tmpdir(), 'headless-deploy-state-' ) );
	npm( [ 'pack', '--pack-destination', folder ], ROOT );
	const [ archive = '' ] = readdirSync( folder );
	writeFileSync( path.join( folder, 'package.json' ), '{"private":true}' );
	npm(
		[
			'install',
			`./${ archive }`,
			...[ '--offline', '--no-audit', '--no-fund', '--omit=dev' ],
		],
		folder
	);
	binary = path.join( folder, 'node_modules/.bin/headless-deploy' );
}, INSTALL_MS );

afterAll( async () => {
	await stopAll();
	for ( const used of [ folder, stateHome ] ) {
		rmSync( used, { recursive: true, force: true } );
	}
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

interface BuildView {
	name: string;
	number: number;
	state: string;
	error: string;
}

/** A platform of the installed package with one environment, as programs use it over HTTP. */
async function serveEnvironment() {
	const served = await startServing(
		[ ...[ binary, 'serve', '--port', '0', '--loose' ] ],
		{ HEADLESS_API_PASSWORD: PASSWORD, XDG_STATE_HOME: stateHome }
	);
	const { url } = served.line;
	const send = ( address: string, init: RequestInit = {} ) =>
		fetch( url + address, {
			...init,
			headers: { ...init.headers, authorization },
		} );
	const post = ( address: string, body: unknown ) =>
		send( address, {
			method: 'POST',
			headers: { 'content-type': 'application/json' },
			body: JSON.stringify( body ),
		} );
	const apps = '/v1/accounts/local/apps';
	await post( `${ apps }?appId=site`, {
		region: 'regions/UK',
		uploadable: {},
	} );
	const created = await post( `${ apps }/site/environments`, {
		displayName: 'Production',
		branch: 'uploadable',
		wpEnvironment: 'prod',
	} );
	const { name } = ( await created.json() ) as { name: string };
	const environment = name.split( '/operations/' )[ 0 ] ?? '';

	const newest = async (): Promise< BuildView | undefined > => {
		const answer = await send( `/v1/${ environment }/builds` );
		const { builds } = ( await answer.json() ) as { builds: BuildView[] };
		return builds[ 0 ];
	};

	/** Starts a build, and answers it with its log once it has ended. */
	const follow = async ( start: () => Promise< unknown > ) => {
		const before = ( await newest() )?.name;
		await start();
		let build: BuildView | undefined;
		await expect
			.poll(
				async () => {
					build = await newest();
					return build?.name === before ? '' : build?.state;
				},
				{ timeout: LIVE_MS, interval: 100 }
			)
			.toMatch( /live|failed/ );
		const log = await send( `/v1/${ build?.name }/log` );
		const { text } = ( await log.json() ) as { text: string };
		return { ...build, log: text };
	};

	/** Uploads files, and answers the build and its log once the build has ended. */
	const deploy = async ( files: Record< string, string > ) => {
		const form = new FormData();
		const zip = new Blob( [ readFileSync( await zipOf( files ) ) ] );
		form.append( 'repository', zip, 'site.zip' );
		return follow( async () => {
			const uploaded = await send( `/fu/v1/${ environment }:upload`, {
				method: 'POST',
				body: form,
			} );
			expect( uploaded.status ).toBe( 200 );
		} );
	};
	return { served, send, environment, deploy, follow };
}

test( 'the package contains only the files that it needs to run', () => {
	const installed = path.join( folder, 'node_modules/headless-deploy' );
	const files = readdirSync( installed, { recursive: true } ).map( String );
	expect( files ).toContain( 'dist/portal/index.html' );
	expect(
		files.filter( ( file ) =>
			/(?<!\.d)\.ts$|\.map$|\.php$|test/.test( file )
		)
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

test( 'the build runner loads only three Node modules', () => {
	const runner = readFileSync(
		path.join( folder, 'node_modules/headless-deploy/dist/cli/runner.js' ),
		'utf8'
	);
	const loaded = [ ...runner.matchAll( /require\("([^"]+)"\)/g ) ];
	expect( loaded.map( ( [ , name ] ) => name ).toSorted() ).toEqual( [
		'node:child_process',
		'node:fs',
		'node:module',
	] );
} );

test(
	'the package exports startPlatform, with types that need no other package',
	() => {
		const program = path.join( folder, 'program.mts' );
		writeFileSync(
			program,
			`import { startPlatform, StartError } from 'headless-deploy';
import type { PlatformOptions } from 'headless-deploy';
const options: PlatformOptions = { dataFolder: ${ JSON.stringify(
				path.join( stateHome, 'library' )
			) }, port: 0, user: 'api', password: '${ PASSWORD }', accounts: [ 'acme' ] };
const platform = await startPlatform( options );
const names: string[] = ( await platform.services.catalog.accounts() ).map( ( account ) => account.name );
console.log( names.join(), typeof StartError );
await platform.close();
`
		);
		const types = spawnSync(
			process.execPath,
			[
				path.join( ROOT, 'node_modules/typescript/bin/tsc' ),
				...[ '--noEmit', '--strict', '--ignoreConfig' ],
				...[ '--module', 'nodenext', '--target', 'es2024' ],
				...[ '--types', 'node' ],
				...[ '--typeRoots', path.join( ROOT, 'node_modules/@types' ) ],
				program,
			],
			{ cwd: folder, encoding: 'utf8' }
		);
		expect( types.stdout ).toBe( '' );
		const output = execFileSync( process.execPath, [ program ], {
			cwd: folder,
			env: cleanEnvironment(),
			encoding: 'utf8',
		} );
		expect( output ).toBe( 'acme function\n' );
	},
	INSTALL_MS
);

test(
	'the installed package serves, deploys, rebuilds by webhook, redeploys, reports a failed build, and stops its processes',
	async () => {
		const { served, send, environment, deploy, follow } =
			await serveEnvironment();
		const { url } = served.line;
		const live = await deploy( {
			'package.json':
				'{"scripts":{"build":"echo built by the script","start":"node server.js"}}',
			'server.js':
				"require('http').createServer((q,s)=>s.end('from the package')).listen(process.env.PORT,'127.0.0.1')",
		} );
		expect( live.state ).toBe( 'live' );
		expect( live.log ).toContain( 'built by the script' );
		expect( live.log ).not.toMatch( /Usage:/ );
		const failed = await deploy( {
			'package.json':
				'{"scripts":{"build":"node -e \\"require(\'left-pad\')\\"","start":"node server.js"}}',
		} );
		expect( failed ).toMatchObject( {
			state: 'failed',
			error: 'Build failed: npm run build ended with code 1. The package “left-pad” is missing. Run npm install left-pad, then upload again. Build 1 stayed live.',
		} );
		expect( failed.log ).not.toMatch( /Usage:/ );

		const { domains } = ( await (
			await send( `/v1/${ environment }` )
		).json() ) as Environment;
		const site = `http://${ domains[ 0 ] }`;
		expect( await ( await fetch( site ) ).text() ).toBe(
			'from the package'
		);
		const page = await ( await fetch( `${ url }/portal` ) ).text();
		const script = /src="([^"]+\.js)"/.exec( page )?.[ 1 ] ?? '';
		expect( ( await fetch( url + script ) ).status ).toBe( 200 );

		const command = ( ...commandLine: string[] ) =>
			runToEnd(
				[
					...[ binary, ...commandLine, '--json', '--host', url ],
					...[ '--account', 'local', '--app', 'site' ],
					'--environment',
					environment.split( '/' ).pop() ?? '',
				],
				{ HEADLESS_API_PASSWORD: PASSWORD }
			);
		const webhooks = await command( 'webhooks', 'create' );
		const rebuilt = await follow( () =>
			runToEnd( [ binary, 'trigger', 'rebuild' ], {
				HEADLESS_WEBHOOK_URL: JSON.parse( webhooks.stdout ).purgeCache,
			} )
		);
		// The code that was live, not that of the upload that failed.
		expect( rebuilt ).toMatchObject( { number: 3, state: 'live' } );
		expect( rebuilt.log ).toContain( 'built by the script' );
		const redeployed = await command( 'builds', 'redeploy', '1' );
		expect( JSON.parse( redeployed.stdout ) ).toMatchObject( {
			number: 4,
			state: 'live',
			trigger: 'redeploy',
		} );
		expect( await ( await fetch( site ) ).text() ).toBe(
			'from the package'
		);
		expect( await served.stop() ).toBe( 0 );
		await expect( fetch( site ) ).rejects.toThrow();
	},
	LIVE_MS * 2
);
