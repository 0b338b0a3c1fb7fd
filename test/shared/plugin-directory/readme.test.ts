/** readme.txt passes the validator of the plugin directory, and names what the directory's guidelines ask for. */
import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { PROJECT } from '../../../src/dev-kit/paths.ts';
import { BUILD_CONFIGURATION, buildSourceFolders } from './build-sources.ts';
import { faultsOf, parseReadme } from './readme.ts';

const TEXT = fs.readFileSync( path.join( PROJECT, 'readme.txt' ), 'utf8' );
const readme = parseReadme( TEXT );

/** The text of a section as written, also of those that the directory adds to the description. */
function sectionOf( title: string ): string {
	const [ , after = '' ] = TEXT.split( `\n== ${ title } ==\n` );
	return after.split( '\n== ' )[ 0 ] ?? '';
}

describe( 'readme.txt', () => {
	it( 'readme.txt passes the validator of the plugin directory', () => {
		expect( faultsOf( readme ) ).toEqual( [] );
	} );

	it( 'readme.txt names the external services in a section of its own', () => {
		expect( readme.titles ).toContain( 'External services' );
		expect( TEXT ).not.toMatch( /^= External services =$/m );
	} );

	it( 'readme.txt names exactly the folders that the build starts from and imports, and how to build', () => {
		const section = sectionOf( 'Source code' );
		const named = [ ...section.matchAll( /`(src\/[\w-]+)`/g ) ].map(
			( [ , folder ] ) => folder
		);
		expect( named.sort() ).toEqual( buildSourceFolders() );
		expect( section ).toContain( BUILD_CONFIGURATION );
		expect( section ).toContain( '`npm ci`' );
		expect( section ).toContain( '`npm run build`' );
	} );

	it.each( [ 'Refresh', 'Hosting', 'Notifications' ] )(
		'readme.txt has a line about %s in its list of features',
		( feature ) => {
			expect( sectionOf( 'Description' ) ).toMatch(
				new RegExp( `^\\* \\*\\*[^*]*\\b${ feature }\\b`, 'm' )
			);
		}
	);
} );

/** One change of readme.txt, and what the validator then reports. */
const FAULTS: [ fault: string, search: RegExp, replacement: string ][] = [
	[ 'no plugin name', /^=== .+ ===/, '=== Plugin Name ===' ],
	[ '“stable tag” is missing', /^Stable tag:.*\n/m, '' ],
	[ '“stable tag” is not a version', /^Stable tag:.*/m, 'Stable tag: trunk' ],
	[
		'“tested up to” is not a version',
		/^Tested up to:.*/m,
		'Tested up to: 7',
	],
	[
		'“requires php” is not a version',
		/^Requires PHP:.*/m,
		'Requires PHP: 8',
	],
	[ '“license” is missing', /^License:.*\n/m, '' ],
	[ 'more than 5 tags', /^Tags: /m, 'Tags: static, ' ],
	[ 'the tag “wordpress” is ignored', /^Tags: \w+/m, 'Tags: wordpress' ],
	[
		'the short description is truncated',
		/\n\n(?=Publish)/,
		`\n\n${ 'long '.repeat( 10 ) }`,
	],
	[ 'no short description', /\n\nPublish.+\n/, '\n\n' ],
	[ 'no section “upgrade notice”', /== Upgrade Notice ==[^]*/, '' ],
	[
		'no section “faq”',
		/== Frequently Asked Questions ==/,
		'== Questions ==',
	],
	[
		'the section “description” is truncated',
		/== External services ==/,
		`$&\n${ 'word '.repeat( 2500 ) }`,
	],
	[
		'the upgrade notice of 0.1.0 is truncated',
		/(?<=== Upgrade Notice ==\n\n= )[\d.]+ =\n/,
		`0.1.0 =\n${ 'long '.repeat( 60 ) }`,
	],
	[
		'no “changelog” of the stable version',
		/^Stable tag:.*/m,
		'Stable tag: 99.0',
	],
];

it.each( FAULTS )(
	'the validator reports: %s',
	( fault, search, replacement ) => {
		const changed = TEXT.replace( search, replacement );
		expect( changed ).not.toBe( TEXT );
		expect( faultsOf( parseReadme( changed ) ) ).toContain( fault );
	}
);
