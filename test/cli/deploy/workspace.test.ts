import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { checkWorkspace } from '../../../src/cli/deploy/workspace.ts';
import { temporaryFolder } from '../../reference-api/temporary-folder.ts';

/** @param files By path; objects are written as JSON. */
async function check( files: Record< string, unknown >, below = 'apps/web' ) {
	const top = await temporaryFolder();
	for ( const [ name, content ] of Object.entries( files ) ) {
		const file = path.join( top, name );
		mkdirSync( path.dirname( file ), { recursive: true } );
		writeFileSync(
			file,
			typeof content === 'string' ? content : JSON.stringify( content )
		);
	}
	const warnings: string[] = [];
	const root = path.join( top, below );
	await checkWorkspace( root, root, ( line ) =>
		warnings.push( line.replaceAll( top, 'TOP' ) )
	);
	return warnings;
}

const WEB = { dependencies: { ui: '*' } };
const COMMAND = 'headless-deploy deploy ../.. --root-directory apps/web';

test.each( [
	[ 'workspace:*', '{"name":"ui"}' ],
	[ 'catalog:', '{"name":"other"}' ],
	[ '*', '{"name":"ui","private":true}' ],
] )(
	'a package of a workspace above is not deployed alone if it needs a package that only the workspace has: %s',
	async ( specifier, ui ) => {
		await expect(
			check( {
				'package.json': { workspaces: [ 'packages/*', 'apps/*' ] },
				'packages/ui/package.json': ui,
				'apps/web/package.json': {
					dependencies: { ui: specifier },
				},
			} )
		).rejects.toThrow(
			new RegExp(
				`^This folder was not deployed\\. It is a package of the workspace \\S+ and needs packages of it \\(ui: ${ specifier.replace( '*', '\\*' ) }\\), .* Deploy the workspace: ${ COMMAND }$`
			)
		);
	}
);

test( 'a package of a workspace above may need a package that a registry can have, with a warning', async () => {
	expect(
		await check( {
			'package.json': { workspaces: { packages: [ './apps/**' ] } },
			'packages/ui/package.json': { name: 'ui' },
			'apps/web/package.json': WEB,
		} )
	).toEqual( [
		`This folder is a package of the workspace TOP. The build installs packages of it from a registry (ui: *), because the upload does not contain them. To deploy the workspace: ${ COMMAND }`,
	] );
} );

test.each( [
	[ 'package-lock.json', {} ],
	[ 'pnpm-lock.yaml', { 'pnpm-lock.yaml': '' } ],
] )(
	'a package of a workspace above gets a warning about %s above',
	async ( lock, files ) => {
		expect(
			await check( {
				'pnpm-workspace.yaml':
					'packages:\n  # Sites\n  - \'apps/*\'\n  - "!apps/old"\n',
				[ lock ]: '',
				...files,
				'apps/web/package.json': WEB,
			} )
		).toEqual( [
			`This folder is a package of the workspace TOP. Its ${ lock } is not uploaded, so the build can install other versions. To deploy the workspace: ${ COMMAND }`,
		] );
	}
);

test.each< [ string, Record< string, unknown > ] >( [
	[
		'has its own lock file',
		{
			'package.json': { workspaces: [ 'apps/*' ] },
			'package-lock.json': '',
			'apps/web/yarn.lock': '',
		},
	],
	[
		'is not in the list of packages',
		{
			'package.json': { workspaces: [ 'packages/*' ] },
			'package-lock.json': '',
		},
	],
	[
		'is excluded from the list',
		{
			'pnpm-workspace.yaml': "packages: [ 'apps/*', '!apps/web' ]",
			'pnpm-lock.yaml': '',
		},
	],
	[
		'is the top of its own repository',
		{
			'package.json': { workspaces: [ 'apps/*' ] },
			'package-lock.json': '',
			'apps/web/.git/HEAD': '',
		},
	],
	[
		'is in a folder whose package.json is not valid',
		{ 'package.json': '{', 'package-lock.json': '' },
	],
] )( 'no message if the folder %s', async ( _what, files ) => {
	expect( await check( { ...files, 'apps/web/package.json': WEB } ) ).toEqual(
		[]
	);
} );
