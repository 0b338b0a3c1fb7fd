/** WordPress requires headers that agree and texts that can be translated. */
import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { listFiles } from '../../src/dev-kit/files.ts';
import { PROJECT } from '../../src/dev-kit/paths.ts';

const DOMAIN = 'headless-deploy';
const TRANSLATES =
	/(?<![\w$>:'"])(__|_e|_n|_x|_nx|_ex|esc_html__|esc_html_e|esc_html_x|esc_attr__|esc_attr_e|esc_attr_x|_n_noop|_nx_noop)\(/g;
const PLACEHOLDER = /%(?:\d+\$)?[sdf]/;

const read = ( name: string ): string =>
	fs.readFileSync( path.join( PROJECT, name ), 'utf8' );

/** @param text The text of plugin.php or readme.txt. */
function header( text: string, name: string ): string | undefined {
	return new RegExp( `^[ *]*${ name }:\\s*(.+)$`, 'm' )
		.exec( text )?.[ 1 ]
		?.trim();
}

interface Call {
	at: string;
	name: string;
	args: string;
	/** The lines before the call. */
	before: string;
}

/** @param start Position after the opening parenthesis. */
function argumentsOf( text: string, start: number ): string {
	let depth = 1;
	let quote = '';
	for ( let at = start; at < text.length; at++ ) {
		const character = text[ at ] ?? '';
		if ( quote ) {
			if ( character === '\\' ) {
				at++;
			} else if ( character === quote ) {
				quote = '';
			}
		} else if (
			character === "'" ||
			character === '"' ||
			character === '`'
		) {
			quote = character;
		} else if ( character === '(' ) {
			depth++;
		} else if ( character === ')' && --depth === 0 ) {
			return text.slice( start, at );
		}
	}
	return text.slice( start );
}

function calls( folders: string[], endings: string[] ): Call[] {
	return folders
		.flatMap( ( folder ) =>
			listFiles( path.join( PROJECT, folder ) ).map(
				( name ) => `${ folder }/${ name }`
			)
		)
		.filter( ( name ) => endings.some( ( one ) => name.endsWith( one ) ) )
		.flatMap( ( name ) => {
			const text = read( name );
			return [ ...text.matchAll( TRANSLATES ) ].map( ( match ) => {
				const lines = text.slice( 0, match.index ).split( '\n' );
				return {
					at: `${ name }:${ lines.length }`,
					name: match[ 1 ] ?? '',
					args: argumentsOf(
						text,
						match.index + match[ 0 ].length
					).trim(),
					before: lines.slice( -6 ).join( '\n' ),
				};
			} );
		} );
}

describe( 'the headers', () => {
	const plugin = read( 'plugin.php' );
	const readme = read( 'readme.txt' );

	it.each( [
		'Requires at least',
		'Requires PHP',
		'License',
		'License URI',
	] )( 'the headers agree on “%s”', ( name ) => {
		expect( header( plugin, name ) ).toBeTruthy();
		expect( header( readme, name ) ).toBe( header( plugin, name ) );
	} );

	it( 'the headers name the license of package.json', () => {
		const { license } = JSON.parse( read( 'package.json' ) ) as {
			license: string;
		};
		expect( header( plugin, 'License' ) ).toBe( license );
	} );

	it( 'the headers require the PHP that Composer requires', () => {
		const { require: required } = JSON.parse( read( 'composer.json' ) ) as {
			require: { php: string };
		};
		expect( required.php ).toBe(
			`>=${ header( plugin, 'Requires PHP' ) }`
		);
	} );

	it( 'the headers name a tested WordPress by its major version, not older than the required one', () => {
		const tested = header( readme, 'Tested up to' ) ?? '';
		expect( tested ).toMatch( /^\d+\.\d$/ );
		expect( Number( tested ) ).toBeGreaterThanOrEqual(
			Number( header( plugin, 'Requires at least' ) )
		);
	} );

	it( 'the headers name the text domain, which is the slug', () => {
		expect( header( plugin, 'Text Domain' ) ).toBe( DOMAIN );
	} );
} );

describe.each( [
	{ what: 'PHP', folders: [ 'includes' ], endings: [ '.php' ] },
	{
		what: 'TypeScript',
		folders: [ 'src/panel', 'src/editor', 'src/admin-bar', 'src/shared' ],
		endings: [ '.ts', '.tsx' ],
	},
] )( 'the texts in $what', ( { folders, endings } ) => {
	const all = calls( folders, endings );
	const places = ( some: Call[] ): string[] => some.map( ( { at } ) => at );

	it( 'texts have the text domain of the plugin', () => {
		expect( all.length ).toBeGreaterThan( 10 );
		expect(
			places(
				all.filter(
					( { args } ) =>
						! new RegExp( `'${ DOMAIN }',?$` ).test( args )
				)
			)
		).toEqual( [] );
	} );

	it( 'texts are literals, so that translators get them', () => {
		expect(
			places(
				all.filter(
					( { args } ) => ! /^(?:\/\*.*?\*\/\s*)?['"]/s.test( args )
				)
			)
		).toEqual( [] );
	} );

	it( 'texts explain their placeholders to translators', () => {
		expect(
			places(
				all.filter(
					( { args, before } ) =>
						PLACEHOLDER.test( args ) &&
						! /translators:/i.test( before )
				)
			)
		).toEqual( [] );
	} );

	it( 'texts number their placeholders when there are several', () => {
		const first = ( args: string ): string =>
			/^'(?:[^'\\]|\\.)*'/.exec( args )?.[ 0 ] ?? '';
		expect(
			places(
				all.filter(
					( { args } ) =>
						( first( args ).match( /%[sdf]/g ) ?? [] ).length > 1
				)
			)
		).toEqual( [] );
	} );
} );
