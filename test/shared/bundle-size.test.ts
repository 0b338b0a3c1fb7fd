/** The limits of the scripts that the browser loads. */
import fs from 'node:fs';
import path from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { PROJECT } from '../../src/dev-kit/paths.ts';
import { allMessages } from '../../src/dev-kit/translations/messages.ts';

const BUILD = path.join( PROJECT, 'build' );
/** Minified and uncompressed. */
const PANEL_AND_EDITOR_BYTES = 48_000;
const EVERYWHERE_BYTES = 46_000;
const SITE_BYTES = 21_000;

function bytesOf( ...entries: string[] ): number {
	return entries
		.map( ( name ) => fs.statSync( path.join( BUILD, `${ name }.js` ) ) )
		.reduce( ( sum, { size } ) => sum + size, 0 );
}

function sourceOf( entry: string ): string {
	return fs.readFileSync( path.join( BUILD, `${ entry }.js` ), 'utf8' );
}

/** The texts that a script passes to the translation functions. */
function textsOf( file: string ): string[] {
	const source = fs.readFileSync( path.join( BUILD, file ), 'utf8' );
	return [ ...source.matchAll( /\b_[_nx]\(\s*("(?:[^"\\]|\\.)+")/g ) ].map(
		( [ , literal = '' ] ) => JSON.parse( literal ) as string
	);
}

beforeAll( () => {
	if ( ! fs.existsSync( path.join( BUILD, 'shared.js' ) ) ) {
		throw new Error( 'Run “npm run build” first.' );
	}
} );

describe( 'the built scripts', () => {
	it( 'the built scripts of panel and editor are smaller than the limit', () => {
		expect( bytesOf( 'overview', 'editor' ) ).toBeLessThan(
			PANEL_AND_EDITOR_BYTES
		);
	} );

	it( 'the built scripts that every page of wp-admin loads are smaller than the limit', () => {
		expect( bytesOf( 'shared', 'admin-bar' ) ).toBeLessThan(
			EVERYWHERE_BYTES
		);
	} );

	it( 'the built script that every page of the site loads is smaller than the limit', () => {
		expect( bytesOf( 'site-bar' ) ).toBeLessThan( SITE_BYTES );
	} );

	it( 'the built scripts have no text whose translation WordPress loads for other scripts only', () => {
		const messages = allMessages( PROJECT );
		const missing = fs
			.readdirSync( BUILD )
			.filter( ( file ) => file.endsWith( '.js' ) )
			.flatMap( ( file ) => {
				// The script of the site is alone on its page.
				const onThePage =
					file === 'site-bar.js' ? [ file ] : [ file, 'shared.js' ];
				const known = new Set(
					messages
						.filter( ( { files } ) =>
							onThePage.some( ( script ) =>
								files.includes( `build/${ script }` )
							)
						)
						.map( ( { text } ) => text )
				);
				return textsOf( file )
					.filter( ( text ) => ! known.has( text ) )
					.map( ( text ) => `${ file }: ${ text }` );
			} );
		expect( missing ).toEqual( [] );
	} );

	it( 'the built scripts keep the names of the translation functions, by which tools find the texts', () => {
		for ( const name of [
			'shared',
			'connections',
			'site-bar',
			'hosting',
		] ) {
			expect( sourceOf( name ) ).toMatch(
				/\b__\)?\("[^"]+","headless-deploy"\)/
			);
		}
	} );

	it( 'the built scripts of pages without hosting screens have no code for the libraries of these screens', () => {
		// Webpack needs it to run CommonJS modules.
		expect( sourceOf( 'hosting' ) ).toContain( 'Symbol.toStringTag' );
		expect( sourceOf( 'shared' ) ).not.toContain( 'Symbol.toStringTag' );
	} );

	it( 'the built scripts share modules instead of repeating them, and the shared one does not load the editor', () => {
		const shared = fs.readFileSync(
			path.join( BUILD, 'shared.asset.php' ),
			'utf8'
		);
		expect( shared ).toContain( "'wp-api-fetch'" );
		expect( shared ).not.toMatch( /wp-(block-)?editor|wp-edit-post/ );
		for ( const name of [ 'overview', 'editor', 'admin-bar' ] ) {
			expect( sourceOf( name ) ).not.toContain( 'If-None-Match' );
		}
	} );
} );
