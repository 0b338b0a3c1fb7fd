/** The compiled scripts of the plugin and the licenses that its zip contains. */
import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { PROJECT } from '../../src/dev-kit/paths.ts';
import { pluginFiles } from '../../src/dev-kit/plugin-zip.ts';
import { LICENSES_FILE, SBOM_FILE } from '../../src/third-party/write.ts';
import { licensedPackages, packagesOf, sbomPackages } from './evidence.ts';

const BUILD = path.join( PROJECT, 'build' );

/** What webpack reports, by compilation. */
const reported = JSON.parse(
	fs.readFileSync( path.join( BUILD, '.modules.json' ), 'utf8' )
) as Record< string, string[] >;

test( 'the licenses of the plugin name the bundled packages, and no others', () => {
	const bundled = packagesOf( Object.values( reported ).flat() );
	expect( licensedPackages( BUILD ) ).toEqual( bundled );
	expect( sbomPackages( BUILD ) ).toEqual( bundled );
	expect( bundled.join() ).toMatch(
		/@reduxjs\/toolkit.*@tanstack\/react-query.*immer.*recharts.*webpack/
	);
} );

test( 'webpack reports the modules of every compilation', () => {
	expect( Object.keys( reported ).sort() ).toEqual( [
		'hosting',
		'panel',
		'site-bar',
	] );
	for ( const names of Object.values( reported ) ) {
		expect( names ).toEqual(
			expect.arrayContaining( [ expect.stringMatching( /^\.\/src\// ) ] )
		);
	}
} );

test( 'the zip contains the licenses and not the list of the modules', () => {
	const files = pluginFiles( PROJECT );
	expect( files ).toEqual(
		expect.arrayContaining( [
			`build/${ LICENSES_FILE }`,
			`build/${ SBOM_FILE }`,
		] )
	);
	expect( files ).not.toContain( 'build/.modules.json' );
} );
