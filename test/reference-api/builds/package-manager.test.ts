import { mkdir, readFile, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import {
	installCommand,
	writeShim,
} from '../../../src/reference-api/builds/package-manager.ts';
import { readProject } from '../../../src/reference-api/builds/project-folders.ts';
import { temporaryFolder } from '../temporary-folder.ts';

const NODE = { version: '24.11.0', folder: '/nowhere' };
const DEPENDENCIES = { dependencies: { left: '1' } };

/** Writes files; what is not text is JSON. */
async function makeSource( files: Record< string, unknown > ) {
	const source = await temporaryFolder();
	for ( const [ name, content ] of Object.entries( files ) ) {
		const file = path.join( source, name );
		await mkdir( path.dirname( file ), { recursive: true } );
		await writeFile(
			file,
			typeof content === 'string' ? content : JSON.stringify( content )
		);
	}
	return source;
}

async function installOf(
	files: Record< string, unknown >,
	rootDirectory = ''
) {
	const source = await makeSource( files );
	const project = await readProject( source, rootDirectory );
	return {
		where: path.relative( source, project.install.folder ),
		command: await installCommand( project, NODE ),
	};
}

describe( 'a package manager', () => {
	test.each( [
		[ 'npm ci', [ 'package-lock.json' ], '' ],
		[ 'npm ci', [ 'package-lock.json', 'yarn.lock' ], '' ],
		[ 'npm ci', [ 'package-lock.json' ], 'pnpm@10.1.0' ],
		[ 'yarn install', [ 'yarn.lock' ], '' ],
		[ 'yarn install', [], 'yarn@1.22.22' ],
		[ 'pnpm install', [ 'pnpm-lock.yaml' ], '' ],
		[
			'pnpm install',
			[ 'package-lock.json', 'pnpm-lock.yaml' ],
			'pnpm@10.1.0+sha512.0123',
		],
		[ 'pnpm install', [], 'pnpm@10.1.0' ],
		[ 'pnpm install', [ 'pnpm-workspace.yaml' ], '' ],
		[ 'npm install', [], '' ],
		[ 'npm install', [], 'bun@1.2.3' ],
	] )(
		'%s is chosen by the files %j and packageManager %j',
		async ( title, files, packageManager ) => {
			const { command } = await installOf( {
				'package.json': { ...DEPENDENCIES, packageManager },
				...Object.fromEntries( files.map( ( name ) => [ name, '' ] ) ),
			} );
			expect( command?.title ).toBe( title );
		}
	);

	test( 'installs development packages and obeys the lock file', async () => {
		const argumentsWith = async ( ...files: string[] ) =>
			(
				await installOf( {
					'package.json': DEPENDENCIES,
					...Object.fromEntries(
						files.map( ( name ) => [ name, '' ] )
					),
				} )
			).command?.args.join( ' ' );
		expect( await argumentsWith( 'package-lock.json' ) ).toBe(
			'ci --include=dev --no-audit --no-fund'
		);
		expect( await argumentsWith( 'yarn.lock' ) ).toBe(
			'install --frozen-lockfile --production=false'
		);
		expect( await argumentsWith( 'pnpm-lock.yaml' ) ).toBe(
			'install --frozen-lockfile --prod=false'
		);
		expect( await argumentsWith( 'pnpm-workspace.yaml' ) ).toBe(
			'install --no-frozen-lockfile --prod=false'
		);
	} );

	test.each( [
		[ 'pnpm@9.12.0', '', 'pnpm@9.12.0+sha512.0123' ],
		[ 'pnpm@10', "lockfileVersion: '9.0'\n", '' ],
		[ 'pnpm@8', "lockfileVersion: '6.1'\n", '' ],
		[ 'pnpm@7', 'lockfileVersion: 5.4\n', '' ],
		[ 'pnpm@latest', 'lockfileVersion: 99\n', '' ],
		[ 'pnpm@latest', '', 'pnpm@$(whoami)' ],
	] )(
		'is fetched as %s for the lock file %j and packageManager %j',
		async ( packageName, lock, packageManager ) => {
			const { command } = await installOf( {
				'package.json': { ...DEPENDENCIES, packageManager },
				'pnpm-lock.yaml': lock,
			} );
			expect( command?.packageName ).toBe( packageName );
		}
	);

	test( 'is not needed without dependencies', async () => {
		const { command } = await installOf( {
			'package.json': { dependencies: {}, devDependencies: {} },
			'package-lock.json': '',
		} );
		expect( command ).toBeNull();
	} );

	test( 'is needed for a script that runs at the install', async () => {
		const { command } = await installOf( {
			'package.json': { scripts: { postinstall: 'x' } },
		} );
		expect( command ).not.toBeNull();
	} );

	test( 'is the npm of the chosen Node.js', async () => {
		const folder = await makeSource( { npm: '' } );
		const source = await makeSource( { 'package.json': DEPENDENCIES } );
		const project = await readProject( source, '' );
		const command = await installCommand( project, {
			version: '20.0.0',
			folder,
		} );
		expect( command?.command ).toBe( path.join( folder, 'npm' ) );
	} );
} );

describe( 'a root directory in a workspace', () => {
	test.each( [
		[
			'pnpm',
			{
				'package.json': {},
				'pnpm-lock.yaml': '',
				'pnpm-workspace.yaml': '',
			},
		],
		[
			'npm',
			{
				'package.json': { workspaces: [ 'apps/*' ] },
				'package-lock.json': '',
			},
		],
		[ 'npm', { 'package.json': { workspaces: [ 'apps/*' ] } } ],
		[ 'pnpm', { 'package.json': {}, 'pnpm-workspace.yaml': '' } ],
	] )(
		'is installed by %s where the workspace is: %j',
		async ( command, files ) => {
			const found = await installOf(
				{ ...files, 'apps/web/package.json': DEPENDENCIES },
				'apps/web'
			);
			expect( found ).toMatchObject( {
				where: '',
				command: { command },
			} );
		}
	);

	test( 'is installed separately if it has its own lock file', async () => {
		const found = await installOf(
			{
				'package.json': { workspaces: [ 'packages/*' ] },
				'package-lock.json': '',
				'apps/web/package.json': DEPENDENCIES,
				'apps/web/yarn.lock': '',
			},
			'apps/web'
		);
		expect( found ).toMatchObject( {
			where: 'apps/web',
			command: { title: 'yarn install' },
		} );
	} );

	test( 'is installed separately if no parent folder is a workspace', async () => {
		const found = await installOf(
			{ 'package.json': {}, 'apps/web/package.json': DEPENDENCIES },
			'apps/web'
		);
		expect( found ).toMatchObject( {
			where: 'apps/web',
			command: { title: 'npm install' },
		} );
	} );

	test( 'takes the Node.js of the workspace unless it names its own', async () => {
		const files = {
			'package.json': {
				workspaces: [ '*' ],
				engines: { node: '20' },
			},
			'web/package.json': {},
			'api/package.json': { engines: { node: '22' } },
		};
		const source = await makeSource( files );
		expect( ( await readProject( source, 'web' ) ).nodeRange ).toBe( '20' );
		expect( ( await readProject( source, 'api' ) ).nodeRange ).toBe( '22' );
	} );
} );

test( 'a package manager that npx fetches is a command of its own', async () => {
	const folder = path.join( await temporaryFolder(), 'bin' );
	await writeShim( folder, 'pnpm@10.1.0' );
	const file = path.join( folder, 'pnpm' );
	expect( await readFile( file, 'utf8' ) ).toBe(
		'#!/bin/sh\nexec npx --yes pnpm@10.1.0 "$@"\n'
	);
	expect( ( await stat( file ) ).mode.toString( 8 ) ).toMatch( /755$/ );
} );
