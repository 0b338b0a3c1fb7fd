import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { bundledPackages } from '../../src/third-party/packages.ts';
import {
	licensesText,
	sbom,
	writeThirdPartyFiles,
} from '../../src/third-party/write.ts';
import { temporaryFolder } from '../dev-kit/temporary-folder.ts';
import { licensedPackages, sbomPackages } from './evidence.ts';

const PRODUCT = {
	name: 'product',
	version: '1.0.0',
	license: 'GPL-2.0-or-later',
};

/** Makes `node_modules` with these files. */
function installed( files: Record< string, string > ): string {
	const modules = path.join( temporaryFolder(), 'node_modules' );
	for ( const [ name, content ] of Object.entries( files ) ) {
		const file = path.join( modules, name );
		fs.mkdirSync( path.dirname( file ), { recursive: true } );
		fs.writeFileSync( file, content );
	}
	return modules;
}

function manifest( name: string, license: string, more: object = {} ): string {
	return JSON.stringify( { name, version: '1.2.3', license, ...more } );
}

function packagesIn( files: Record< string, string >, ...bundled: string[] ) {
	const modules = installed( files );
	return bundledPackages(
		bundled.map( ( file ) =>
			file.startsWith( '\0' ) ? file : path.join( modules, file )
		),
		modules
	);
}

test( 'finds the packages of modules, of nested modules and of the bundler, and skips the project', () => {
	const nested = '@scope/a/node_modules/b';
	const found = packagesIn(
		{
			'@scope/a/package.json': manifest( '@scope/a', 'MIT' ),
			'@scope/a/LICENSE': 'License of a',
			[ `${ nested }/package.json` ]: manifest( 'b', 'ISC' ),
			[ `${ nested }/esm/package.json` ]: '{"type":"module"}',
			[ `${ nested }/license.md` ]: 'License of b',
			[ `${ nested }/esm/index.js` ]: '',
			'vite/package.json': manifest( 'vite', 'MIT' ),
			'vite/LICENSE.md':
				'License of vite\n\n# Licenses of bundled dependencies\nmore',
			'unused/package.json': manifest( 'unused', 'MIT' ),
		},
		'@scope/a/index.js?used',
		`${ nested }/esm/index.js`,
		'\0vite/helper.js',
		'../src/own.ts'
	);
	expect(
		found.map( ( { name, texts } ) => [
			name,
			...texts.map( ( { text } ) => text ),
		] )
	).toEqual( [
		[ '@scope/a', 'License of a' ],
		[ 'b', 'License of b' ],
		[ 'vite', 'License of vite' ],
	] );
} );

test( 'takes notices, the licenses of folders with foreign code, and those of a bundled bundle', () => {
	const [ found ] = packagesIn(
		{
			'a/package.json': manifest( 'a', 'Apache-2.0' ),
			'a/LICENSE': 'License of a',
			'a/NOTICE': 'Notice of a',
			'a/license.js': 'code',
			'a/dist/bundle.js': '',
			'a/dist/bundle.js.LICENSE.txt': 'Licenses in the bundle',
			'a/dist/bundle.js.map': JSON.stringify( {
				sources: [
					'webpack://a/./node_modules/@scope/part/index.js',
					'webpack://a/./src/own.js',
				],
			} ),
			'a/other/LICENSE': 'License of other',
		},
		'a/dist/bundle.js'
	);
	expect( found?.texts ).toEqual( [
		{ file: 'LICENSE', text: 'License of a' },
		{ file: 'NOTICE', text: 'Notice of a' },
		{ file: 'dist/bundle.js.LICENSE.txt', text: 'Licenses in the bundle' },
	] );
	expect( found?.contains ).toEqual( [ '@scope/part' ] );
} );

test( 'a package without a license file gets the standard text of its license', () => {
	const [ found ] = packagesIn(
		{
			'a/package.json': manifest( 'a', 'MIT', {
				author: 'Ada <ada@example.org>',
			} ),
		},
		'a/index.js'
	);
	expect( found?.texts[ 0 ]?.text ).toMatch(
		/^MIT License\n\nCopyright \(c\) Ada <ada@example.org>\n\nPermission/
	);
} );

test.each( [
	[ 'has no license text', manifest( 'a', 'ISC' ) ],
	[ 'is not compatible with the GPL', manifest( 'a', 'BUSL-1.1' ) ],
	[
		'is not compatible with the GPL',
		JSON.stringify( { name: 'a', version: '1.2.3' } ),
	],
] )( 'refuses a bundled package whose license %s', ( message, json ) => {
	expect( () =>
		packagesIn(
			{ 'a/package.json': json, 'a/NOTICE': 'Notice' },
			'a/index.js'
		)
	).toThrow( message );
} );

test( 'refuses a helper of an unknown bundler', () => {
	expect( () => packagesIn( {}, '\0unknown/helper.js' ) ).toThrow(
		'unknown/helper.js'
	);
} );

test( 'the same modules in another order and folder make the same files', () => {
	const files = {
		'a/package.json': manifest( 'a', 'MIT', {
			repository: 'git@github.com:owner/a.git',
		} ),
		'a/LICENSE': 'Shared license',
		'b/package.json': manifest( 'b', 'MIT' ),
		'b/LICENSE': 'Shared license',
	};
	const outputs = [
		[ 'a/1.js', 'b/1.js', 'a/2.js' ],
		[ 'b/1.js', 'a/2.js', 'a/1.js', 'a/1.js' ],
	].map( ( modules ) => {
		const packages = packagesIn( files, ...modules );
		return [
			licensesText( PRODUCT, packages ),
			JSON.stringify( sbom( PRODUCT, packages ) ),
		];
	} );
	expect( outputs[ 1 ] ).toEqual( outputs[ 0 ] );
	expect( outputs[ 0 ]?.[ 0 ] ).toContain(
		'\na 1.2.3 (MIT)\nb 1.2.3 (MIT)\n\nShared license\n'
	);
	expect( outputs[ 0 ]?.[ 1 ] ).toContain(
		'"url":"https://github.com/owner/a"'
	);
} );

test( 'writes both files, with each package once', () => {
	const folder = temporaryFolder();
	const text = 'Permission is granted. '.repeat( 10 );
	const modules = installed( {
		'a/package.json': manifest( 'a', 'MIT' ),
		'a/LICENSE': text,
		'b/node_modules/a/package.json': manifest( 'a', 'MIT' ),
		'b/node_modules/a/LICENSE': text,
	} );
	writeThirdPartyFiles( folder, PRODUCT, [
		`${ modules }/a/1.js`,
		`${ modules }/b/node_modules/a/1.js`,
	] );
	expect( licensedPackages( folder ) ).toEqual( [ 'a 1.2.3' ] );
	expect( sbomPackages( folder ) ).toEqual( [ 'a 1.2.3' ] );
} );
