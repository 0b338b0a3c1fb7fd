import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { KitError } from '../../src/dev-kit/kit-error.ts';
import { PROJECT } from '../../src/dev-kit/paths.ts';
import { findVersions, setVersion } from '../../src/dev-kit/version-places.ts';
import { faultsOf, parseReadme } from '../shared/plugin-directory/readme.ts';
import { temporaryFolder } from './temporary-folder.ts';

const COPIED = [
	'package.json',
	'package-lock.json',
	'plugin.php',
	'readme.txt',
	'CHANGELOG.md',
	'README.md',
	'docs/cli.md',
];
const DATE = '2027-02-03';

function copyOfTheProject(): string {
	const root = temporaryFolder();
	fs.mkdirSync( path.join( root, 'docs' ) );
	for ( const file of COPIED ) {
		fs.copyFileSync( path.join( PROJECT, file ), path.join( root, file ) );
	}
	return root;
}

function textsOf( root: string ): string[] {
	return COPIED.map( ( file ) =>
		fs.readFileSync( path.join( root, file ), 'utf8' )
	);
}

function change(
	root: string,
	file: string,
	search: RegExp,
	text: string
): void {
	const name = path.join( root, file );
	const before = fs.readFileSync( name, 'utf8' );
	const after = before.replace( search, text );
	expect( after ).not.toBe( before );
	fs.writeFileSync( name, after );
}

function thrownBy( run: () => void ): KitError {
	try {
		run();
	} catch ( error ) {
		expect( error ).toBeInstanceOf( KitError );
		return error as KitError;
	}
	throw new Error( 'Nothing was thrown.' );
}

describe( 'the version', () => {
	it( 'the version is the same in all places', () => {
		const { version } = JSON.parse(
			fs.readFileSync( path.join( PROJECT, 'package.json' ), 'utf8' )
		) as { version: string };
		const found = findVersions( PROJECT );
		expect( found.map( ( { file } ) => file ) ).toEqual( [
			'package.json',
			'package-lock.json',
			'package-lock.json',
			'plugin.php',
			'plugin.php',
			'readme.txt',
			'docs/cli.md',
			'docs/cli.md',
		] );
		expect( found.filter( ( one ) => one.version !== version ) ).toEqual(
			[]
		);
	} );

	it( 'the version is written to all places, and JSON files stay valid', () => {
		const root = copyOfTheProject();
		const changed = setVersion( root, '98.7.6', DATE );
		expect( changed ).toEqual(
			COPIED.filter( ( file ) => file !== 'README.md' ).sort()
		);
		expect(
			findVersions( root ).map( ( { version } ) => version )
		).toEqual( findVersions( PROJECT ).map( () => '98.7.6' ) );
		const lock = JSON.parse(
			fs.readFileSync( path.join( root, 'package-lock.json' ), 'utf8' )
		) as {
			version: string;
			packages: Record< string, { version: string } >;
		};
		expect( lock.version ).toBe( '98.7.6' );
		expect( lock.packages[ '' ]?.version ).toBe( '98.7.6' );
	} );

	it( 'the version gets a heading in the changelog, below an empty section for the next changes', () => {
		const root = copyOfTheProject();
		const before = fs.readFileSync(
			path.join( root, 'CHANGELOG.md' ),
			'utf8'
		);
		setVersion( root, '98.7.6', DATE );
		expect(
			fs.readFileSync( path.join( root, 'CHANGELOG.md' ), 'utf8' )
		).toBe(
			before.replace(
				'## [Unreleased]\n',
				`## [Unreleased]\n\n## [98.7.6] - ${ DATE }\n`
			)
		);
	} );

	it( 'the version gets an entry in readme.txt, which the validator reports until it has a text', () => {
		const root = copyOfTheProject();
		const faults = (): string[] =>
			faultsOf(
				parseReadme(
					fs.readFileSync( path.join( root, 'readme.txt' ), 'utf8' )
				)
			);
		setVersion( root, '98.7.6', DATE );
		expect( faults() ).toEqual( [
			'no “changelog” of the stable version',
		] );
		change( root, 'readme.txt', /^= 98\.7\.6 =$/m, '$&\n\n* More.' );
		expect( faults() ).toEqual( [] );
	} );

	it( 'the version of readme.txt keeps the text that somebody has written before', () => {
		const root = copyOfTheProject();
		change(
			root,
			'readme.txt',
			/^== Changelog ==\n/m,
			'$&\n= 98.7.6 =\n\n* More.\n'
		);
		setVersion( root, '98.7.6', DATE );
		const text = fs.readFileSync( path.join( root, 'readme.txt' ), 'utf8' );
		expect( text.split( '= 98.7.6 =' ).length ).toBe( 2 );
	} );

	it.each( [
		[ '98', 'is not three numbers' ],
		[ 'v98.7.6', 'is not three numbers' ],
		[ '98.7.6-beta.1', 'is not three numbers' ],
		[ '98.07.6', 'is not three numbers' ],
		[ '', 'is not three numbers' ],
		[ '0.0.1', 'is lower than the current version' ],
	] )( 'the version “%s” %s: nothing is written', ( version, reason ) => {
		const root = copyOfTheProject();
		const error = thrownBy( () => setVersion( root, version, DATE ) );
		expect( error.message ).toContain( reason );
		expect( error.nextStep ).toMatch(
			/^for example npm run set-version -- \d+\.\d+\.\d+$/
		);
		expect( textsOf( root ) ).toEqual( textsOf( PROJECT ) );
	} );

	it.each< [ string, RegExp, string, string ] >( [
		[
			'plugin.php',
			/^const VERSION.*\n/m,
			'',
			'plugin.php does not name the version',
		],
		[
			'CHANGELOG.md',
			/^## \[Unreleased\]\n/m,
			'',
			'has no heading “## [Unreleased]”',
		],
		[
			'CHANGELOG.md',
			/(## \[Unreleased\]\n)[^]*/,
			'$1\n## [1.0.0]\n\n- Text.\n',
			'has no unreleased changes',
		],
		[
			'CHANGELOG.md',
			/$/,
			'\n## [98.7.6]\n',
			'already contains version 98.7.6',
		],
	] )(
		'the version is refused when %s is not as expected: nothing is written',
		( file, search, text, message ) => {
			const root = copyOfTheProject();
			change( root, file, search, text );
			const before = textsOf( root );
			const error = thrownBy( () => setVersion( root, '98.7.6', DATE ) );
			expect( error.message ).toContain( message );
			expect( error.nextStep ).not.toBe( '' );
			expect( textsOf( root ) ).toEqual( before );
		}
	);
} );
