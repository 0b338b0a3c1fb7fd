/**
 * Deploys of repositories with several projects: real uploads, real npm workspaces, a pnpm of the test.
 */
import { chmod, mkdir, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { EnvironmentPath } from '../../../src/reference-api/model/hosting.ts';
import {
	json,
	makeEnvironment,
	makePlatform,
	makeZip,
	routeOf,
	temporaryFolder,
	upload,
	visit,
} from '../test-platform.ts';
import type { TestPlatform } from '../test-platform.ts';
import { buildOf } from './deploy.ts';

const SERVER = `
	import { createServer } from 'node:http';
	import { readFileSync } from 'node:fs';
	const page = readFileSync( 'page.txt', 'utf8' );
	createServer( ( _, response ) => response.end( page ) ).listen( process.env.PORT, '127.0.0.1' );
`;

const BUILD = `
	import { writeFileSync } from 'node:fs';
	import { greeting } from 'greeting';
	writeFileSync( 'page.txt', greeting );
`;

/** The project apps/web, which needs the package packages/greeting beside it. */
function workspaceFiles( dependency: string ) {
	return {
		'packages/greeting/package.json':
			'{"name":"greeting","version":"1.0.0","type":"module","exports":"./index.mjs"}',
		'packages/greeting/index.mjs': `export const greeting = 'from the workspace';`,
		'apps/web/package.json': JSON.stringify( {
			name: 'web',
			version: '1.0.0',
			dependencies: { greeting: dependency },
			scripts: { build: 'node build.mjs', start: 'node server.mjs' },
		} ),
		'apps/web/build.mjs': BUILD,
		'apps/web/server.mjs': SERVER,
	};
}

/** What npm writes for that workspace. */
const NPM_LOCK = JSON.stringify( {
	name: 'shop',
	lockfileVersion: 3,
	requires: true,
	packages: {
		'': { name: 'shop', workspaces: [ 'apps/*', 'packages/*' ] },
		'apps/web': { version: '1.0.0', dependencies: { greeting: '1.0.0' } },
		'node_modules/greeting': {
			resolved: 'packages/greeting',
			link: true,
		},
		'node_modules/web': { resolved: 'apps/web', link: true },
		'packages/greeting': { version: '1.0.0' },
	},
} );

/** Puts commands in front of the search path, as shell scripts. */
async function stubCommands( commands: Record< string, string > ) {
	const folder = await temporaryFolder();
	for ( const [ name, script ] of Object.entries( commands ) ) {
		const file = path.join( folder, name );
		await writeFile( file, `#!/bin/sh\n${ script }\n` );
		await chmod( file, 0o755 );
	}
	// Without the machine's own: it may have a pnpm.
	const system = await temporaryFolder();
	for ( const name of [ 'sh', 'mkdir', 'ln', 'node' ] ) {
		const found = ( process.env.PATH ?? '' )
			.split( path.delimiter )
			.concat( '/bin', '/usr/bin' );
		const place =
			name === 'node'
				? process.execPath
				: await firstExisting( found, name );
		await symlink( place, path.join( system, name ) );
	}
	vi.stubEnv( 'PATH', `${ folder }${ path.delimiter }${ system }` );
	onTestFinished( () => void vi.unstubAllEnvs() );
}

async function firstExisting( folders: readonly string[], name: string ) {
	const { existsSync } = await import( 'node:fs' );
	const found = folders
		.map( ( folder ) => path.join( folder, name ) )
		.find( ( file ) => existsSync( file ) );
	if ( ! found ) {
		throw new Error( `This machine has no ${ name }.` );
	}
	return found;
}

/** What a pnpm does for the workspace of these tests: it links the package. */
const LINK = `
	mkdir -p apps/web/node_modules
	ln -s ../../../packages/greeting apps/web/node_modules/greeting
`;

async function makePlace(
	rootDirectory: string
): Promise< { platform: TestPlatform; place: EnvironmentPath } > {
	const platform = await makePlatform();
	const place = await makeEnvironment( platform );
	await platform.services.environmentSettings.change( place, {
		rootDirectory,
	} );
	return { platform, place };
}

async function deployTo(
	{ platform, place }: { platform: TestPlatform; place: EnvironmentPath },
	files: Record< string, string >
) {
	const answer = await upload( platform, place, await makeZip( files ) );
	expect( await answer.text() ).toContain( '"done":false' );
	await platform.waitUntilIdle();
	return buildOf( platform, place );
}

test( 'a workspace of npm is installed in its top folder, built and started in the root directory', async () => {
	const where = await makePlace( 'apps/web' );
	const { build, lines } = await deployTo( where, {
		'package.json': '{"name":"shop","workspaces":["apps/*","packages/*"]}',
		'package-lock.json': NPM_LOCK,
		...workspaceFiles( '1.0.0' ),
	} );
	expect( build ).toMatchObject( { state: 'live', error: '' } );
	expect( lines ).toContain( 'Root directory: apps/web' );
	expect( lines.join( '\n' ) ).toContain(
		'package-lock.json found in the top folder: npm ci'
	);
	const page = await visit( where.platform, where.place );
	expect( await page.text() ).toBe( 'from the workspace' );
} );

test( 'a workspace of pnpm is installed by the pnpm of this machine', async () => {
	await stubCommands( {
		pnpm: `echo "pnpm got: $*"; ${ LINK }`,
	} );
	const where = await makePlace( 'apps/web' );
	const { build, lines } = await deployTo( where, {
		'package.json': '{"name":"shop"}',
		'pnpm-workspace.yaml': 'packages: [ "apps/*", "packages/*" ]',
		'pnpm-lock.yaml': "lockfileVersion: '9.0'",
		...workspaceFiles( 'workspace:*' ),
	} );
	expect( build ).toMatchObject( { state: 'live', error: '' } );
	expect( lines ).toContain(
		'  pnpm got: install --frozen-lockfile --prod=false'
	);
	expect( lines.join( '\n' ) ).not.toContain( 'warning' );
	const page = await visit( where.platform, where.place );
	expect( await page.text() ).toBe( 'from the workspace' );
} );

test( 'a workspace of pnpm is installed by a pnpm that npx fetches, which its scripts can call too', async () => {
	await stubCommands( {
		npx: `echo "npx got: $*"; [ "$3" = install ] && { ${ LINK } }; exit 0`,
	} );
	const where = await makePlace( 'apps/web' );
	const files = workspaceFiles( 'workspace:*' );
	const { build, lines } = await deployTo( where, {
		...files,
		'package.json': '{"packageManager":"pnpm@9.12.0+sha512.0123"}',
		'pnpm-lock.yaml': "lockfileVersion: '9.0'",
		'apps/web/package.json': files[ 'apps/web/package.json' ].replace(
			'node build.mjs',
			'pnpm --filter greeting build && node build.mjs'
		),
	} );
	expect( build ).toMatchObject( { state: 'live', error: '' } );
	expect( lines ).toContain(
		'warning: pnpm is not installed on this machine, so npx fetches pnpm@9.12.0 from the registry. To build without the registry: npm install --global pnpm@9.12.0'
	);
	expect( lines ).toContain(
		'  npx got: --yes pnpm@9.12.0 install --frozen-lockfile --prod=false'
	);
	expect( lines ).toContain(
		'  npx got: --yes pnpm@9.12.0 --filter greeting build'
	);
} );

test( 'a workspace of pnpm says what to do when there is neither pnpm nor a registry', async () => {
	await stubCommands( {
		npx: 'echo "npm error request to http://registry.test/pnpm failed, reason: connect ECONNREFUSED 127.0.0.1:9" >&2; exit 1',
	} );
	const where = await makePlace( 'apps/web' );
	const { build } = await deployTo( where, {
		'package.json': '{}',
		'pnpm-lock.yaml': "lockfileVersion: '9.0'",
		...workspaceFiles( 'workspace:*' ),
	} );
	expect( build.error ).toBe(
		'Install failed: pnpm install ended with code 1. pnpm is not installed on this machine, and the registry could not be reached to fetch it. Run npm install --global pnpm on the machine of the platform, then deploy again.'
	);
} );

const WEB = {
	'web/package.json': '{"scripts":{"start":"node server.mjs"}}',
	'web/server.mjs': SERVER,
	'web/page.txt': 'web',
};

test( 'a root directory is built and started, also when it is the only folder of the zip', async () => {
	const where = await makePlace( 'web' );
	await deployTo( where, WEB );
	const page = await visit( where.platform, where.place );
	expect( await page.text() ).toBe( 'web' );
	await deployTo(
		where,
		Object.fromEntries(
			Object.entries( WEB ).map( ( [ name, content ] ) => [
				`repository/${ name }`,
				content.replace( /^web$/, 'unwrapped' ),
			] )
		)
	);
	const other = await visit( where.platform, where.place );
	expect( await other.text() ).toBe( 'unwrapped' );
} );

test( 'a new root directory counts from the next build on; the live release is started again in its own', async () => {
	const first = await makePlatform();
	const place = await makeEnvironment( first );
	const where = { platform: first, place };
	await first.services.environmentSettings.change( place, {
		rootDirectory: 'web',
	} );
	await deployTo( where, {
		...WEB,
		'shop/package.json': WEB[ 'web/package.json' ],
		'shop/server.mjs': SERVER,
		'shop/page.txt': 'shop',
	} );
	await first.services.environmentSettings.change( place, {
		rootDirectory: 'shop',
	} );
	await first.close();
	const platform = await makePlatform( { dataFolder: first.dataFolder } );
	await expect
		.poll( async () => ( await visit( platform, place ) ).text() )
		.toBe( 'web' );
	await platform.services.triggers.trigger( place, 'rebuild', 'test' );
	await platform.waitUntilIdle();
	expect( await ( await visit( platform, place ) ).text() ).toBe( 'shop' );
} );

test( 'an upload without the root directory is rejected', async () => {
	const { platform, place } = await makePlace( 'apps/web' );
	const answer = await upload( platform, place, await makeZip( WEB ) );
	expect( answer.status ).toBe( 422 );
	expect( await answer.text() ).toContain(
		'It has no \\"apps/web/package.json\\", which is the root directory of the environment.'
	);
} );

test( 'an upload without a start script in the root directory is rejected', async () => {
	const { platform, place } = await makePlace( 'web' );
	const answer = await upload(
		platform,
		place,
		await makeZip( { ...WEB, 'web/package.json': '{}' } )
	);
	expect( answer.status ).toBe( 422 );
	expect( await answer.text() ).toContain( 'no script “start”' );
} );

test( 'a rebuild fails with a message when the stored upload lacks the root directory', async () => {
	const where = await makePlace( 'web' );
	const { platform, place } = where;
	await deployTo( where, WEB );
	await platform.services.environmentSettings.change( place, {
		rootDirectory: 'other',
	} );
	await platform.services.triggers.trigger( place, 'rebuild', 'test' );
	await platform.waitUntilIdle();
	const { build } = await buildOf( platform, place );
	expect( build.error ).toMatch(
		/^Unpack failed: .*"other\/package\.json".*Build 1 stayed live\.$/
	);
} );

test( 'a root directory that the install replaced by a link is not built', async () => {
	const outside = await temporaryFolder();
	await mkdir( path.join( outside, 'web' ) );
	const where = await makePlace( 'apps/web' );
	const { build } = await deployTo( where, {
		'package.json': JSON.stringify( {
			workspaces: [ 'apps/*' ],
			scripts: {
				postinstall: `mv apps moved && ln -s moved apps`,
			},
		} ),
		...workspaceFiles( '1.0.0' ),
		'apps/web/package.json':
			'{"name":"web","version":"1.0.0","scripts":{"start":"node server.mjs"}}',
		'apps/web/page.txt': 'web',
	} );
	expect( build ).toMatchObject( {
		state: 'failed',
		error: 'Start failed: The root directory “apps/web” leads through a symbolic link. Use a folder of the uploaded code.',
	} );
} );

test.each( [
	'/etc',
	'..',
	'apps/../../etc',
	'./apps',
	'apps//web',
	'apps/',
	'apps\\web',
	'web/node_modules/x',
	'a\nb',
	'a\u202eb',
	'x'.repeat( 256 ),
] )(
	'the root directory %j is refused, and nothing is changed',
	async ( rootDirectory ) => {
		const platform = await makePlatform();
		const place = await makeEnvironment( platform );
		const route = routeOf( '/v1', place );
		const body = { purgeOnDeploy: false, rootDirectory };
		const changed = await platform.request( route, json( body, 'PATCH' ) );
		expect( changed.status ).toBe( 400 );
		expect( await changed.text() ).toContain( 'such as apps/web' );
		const made = await platform.request(
			route.replace( /\/[^/]+$/, '' ),
			json( {
				displayName: 'Other',
				branch: 'uploadable',
				wpEnvironment: 'blog',
				rootDirectory,
			} )
		);
		expect( made.status ).toBe( 400 );
		await expect(
			platform.services.environmentSettings.change( place, {
				rootDirectory,
			} )
		).rejects.toThrow( 'such as apps/web' );
		expect(
			await ( await platform.request( route ) ).json()
		).toMatchObject( {
			rootDirectory: '',
			purgeOnDeploy: true,
		} );
	}
);

test( 'the root directory is set with the environment, changed and shown', async () => {
	const platform = await makePlatform();
	const place = await makeEnvironment( platform );
	const list = routeOf( '/v1', place ).replace( /\/[^/]+$/, '' );
	const made = await platform.request(
		list,
		json( {
			displayName: 'Web',
			branch: 'uploadable',
			wpEnvironment: 'blog',
			rootDirectory: 'apps/web',
		} )
	);
	expect( made.status ).toBe( 200 );
	const answer = await platform.request( list );
	const { environments } = ( await answer.json() ) as {
		environments: { name: string; rootDirectory: string }[];
	};
	const web = environments.find(
		( { rootDirectory } ) => rootDirectory === 'apps/web'
	);
	const changed = await platform.request(
		`/v1/${ web?.name }`,
		json( { rootDirectory: '' }, 'PATCH' )
	);
	expect( await changed.json() ).toMatchObject( { rootDirectory: '' } );
} );
