import fs from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { PROJECT } from '../../src/dev-kit/paths.ts';

function read( name: string ): string {
	return fs.readFileSync( path.join( PROJECT, name ), 'utf8' );
}

it( 'readme.txt has a caption for each screenshot of the plugin directory', () => {
	const [ , section = '' ] =
		read( 'readme.txt' ).split( '== Screenshots ==' );
	const captions = ( section.split( '\n== ' )[ 0 ] ?? '' ).match(
		/^\d+\. /gm
	);
	const images = fs
		.readdirSync( path.join( PROJECT, 'docs', 'wordpress-org' ) )
		.sort();
	expect( captions ).toEqual( images.map( ( _, at ) => `${ at + 1 }. ` ) );
	expect( images ).toEqual(
		images.map( ( _, at ) => `screenshot-${ at + 1 }.png` )
	);
} );

it( 'every image of README.md exists and has a text alternative', () => {
	const images = [
		...read( 'README.md' ).matchAll( /!\[(.*?)\]\((.+?)\)/g ),
	];
	expect( images.length ).toBeGreaterThan( 0 );
	for ( const [ , alternative = '', file = '' ] of images ) {
		expect( alternative.length ).toBeGreaterThan( 40 );
		expect( fs.existsSync( path.join( PROJECT, file ) ), file ).toBe(
			true
		);
	}
} );
