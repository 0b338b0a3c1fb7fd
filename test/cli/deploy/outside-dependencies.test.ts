import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { checkDependencies } from '../../../src/cli/deploy/outside-dependencies.ts';
import { temporaryFolder } from '../../reference-api/temporary-folder.ts';

/** @param manifests By path; strings are written as they are. */
async function check( manifests: Record< string, unknown > ) {
	const root = await temporaryFolder();
	for ( const [ name, content ] of Object.entries( manifests ) ) {
		const file = path.join( root, name );
		mkdirSync( path.dirname( file ), { recursive: true } );
		writeFileSync(
			file,
			typeof content === 'string' ? content : JSON.stringify( content )
		);
	}
	const warnings: string[] = [];
	await checkDependencies( root, ( line ) => warnings.push( line ) );
	return warnings;
}

describe( 'a dependency outside of the uploaded folder', () => {
	test.each( [
		'file:../ui',
		'link:../ui',
		'portal:../../ui',
		'../ui',
		'file:/srv/ui',
		'file:///srv/ui.tgz',
		'~/ui',
	] )( 'stops the deployment: %s', async ( specifier ) => {
		for ( const key of [ 'dependencies', 'devDependencies' ] ) {
			await expect(
				check( { 'package.json': { [ key ]: { ui: specifier } } } )
			).rejects.toThrow(
				`package.json names packages outside of the folder that is uploaded (ui: ${ specifier }), which the host cannot install. Deploy the folder that contains them too and set the environment’s root directory, or use versions from a registry.`
			);
		}
	} );

	test( 'of a package below the folder is a warning', async () => {
		expect(
			await check( {
				'package.json': { workspaces: [ 'apps/*' ] },
				'apps/web/package.json': {
					dependencies: { ui: 'file:../../../ui' },
				},
			} )
		).toEqual( [
			expect.stringContaining(
				'apps/web/package.json names packages outside of the folder that is uploaded (ui: file:../../../ui)'
			),
		] );
	} );
} );

test.each( [
	'^1.0.0',
	'file:packages/ui',
	'file:./ui.tgz',
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
