import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { checkDependencies } from '../../../src/cli/deploy/outside-dependencies.ts';
import { temporaryFolder } from '../../reference-api/temporary-folder.ts';

/** @param manifests By path; strings are written as they are. */
async function check( manifests: Record< string, unknown >, below = '' ) {
	const top = await temporaryFolder();
	const root = path.join( top, below );
	for ( const [ name, content ] of Object.entries( manifests ) ) {
		const file = path.join( top, name );
		mkdirSync( path.dirname( file ), { recursive: true } );
		writeFileSync(
			file,
			typeof content === 'string' ? content : JSON.stringify( content )
		);
	}
	const warnings: string[] = [];
	await checkDependencies( root, '', root, ( line ) =>
		warnings.push( line )
	);
	return warnings;
}

test.each( [
	'file:../ui',
	'link:../ui',
	'portal:../../ui',
	'../ui',
	'file:/srv/ui',
	'file:///srv/ui',
	'~/ui',
] )(
	'a dependency outside of the uploaded folder stops the deployment: %s',
	async ( specifier ) => {
		for ( const key of [ 'dependencies', 'devDependencies' ] ) {
			await expect(
				check( { 'package.json': { [ key ]: { ui: specifier } } } )
			).rejects.toThrow(
				`This folder was not deployed. Its package.json names packages outside of the folder (ui: ${ specifier }), which the host cannot install. Deploy a folder that contains them too, with --root-directory for this one, or use versions from a registry.`
			);
		}
	}
);

test( 'a dependency of the same repository can be deployed with the folder', async () => {
	await expect(
		check(
			{
				'.git/HEAD': '',
				'sites/my shop/package.json': {
					dependencies: { ui: 'file:../../ui' },
				},
			},
			'sites/my shop'
		)
	).rejects.toThrow(
		"(ui: file:../../ui), which the host cannot install. Deploy the folder that contains them too, or use versions from a registry: headless-deploy deploy ../.. --root-directory 'sites/my shop'"
	);
} );

test( 'a dependency that is an archive outside of the folder can be copied into it, and this command is not needed', async () => {
	const dependencies = {
		'headless-deploy': 'file:../clone/headless-deploy-0.1.0.tgz',
		ui: 'file:../ui-1.0.0.tgz',
	};
	await expect(
		check( { 'package.json': { dependencies } } )
	).rejects.toThrow(
		'(headless-deploy: file:../clone/headless-deploy-0.1.0.tgz, ui: file:../ui-1.0.0.tgz), which the host cannot install. A front end does not need headless-deploy: run npm uninstall headless-deploy, and install the command with npm install --global. Copy the archive into the folder, and run npm install ./vendor/ui-1.0.0.tgz there.'
	);
} );

test( 'an outside dependency of a package below the folder is a warning', async () => {
	expect(
		await check( {
			'package.json': { workspaces: [ 'apps/*' ] },
			'apps/web/package.json': {
				dependencies: { ui: 'file:../../../ui' },
			},
		} )
	).toEqual( [
		expect.stringContaining(
			'apps/web/package.json names packages outside of the folder (ui: file:../../../ui)'
		),
	] );
} );

test.each( [
	'^1.0.0',
	'file:packages/ui',
	'file:./ui.tgz',
	'file:vendor/headless-deploy-0.1.0.tgz',
	'workspace:*',
	'npm:other@1',
	'github:acme/ui',
	'https://example.com/ui.tgz',
	'acme/ui',
] )(
	'a dependency that the host can install is accepted: %s',
	async ( specifier ) => {
		expect(
			await check( {
				'package.json': { dependencies: { ui: specifier } },
			} )
		).toEqual( [] );
	}
);

test( 'a package of the workspace may name its neighbor', async () => {
	expect(
		await check( {
			'package.json': {},
			'apps/web/package.json': {
				dependencies: { ui: 'file:../../packages/ui' },
			},
		} )
	).toEqual( [] );
} );

test( 'installed packages and files that are no manifest are not read', async () => {
	expect(
		await check( {
			'package.json': '{',
			'node_modules/x/package.json': {
				dependencies: { ui: 'file:../../../ui' },
			},
			'a/package.json': 'null',
		} )
	).toEqual( [] );
} );
