import fs from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { PROJECT } from '../../src/dev-kit/paths.ts';

function read( name: string ): string {
	return fs.readFileSync( path.join( PROJECT, name ), 'utf8' );
}

it( 'readme.txt has a caption for each picture of the plugin directory', () => {
	const [ , section = '' ] =
		read( 'readme.txt' ).split( '== Screenshots ==' );
	const captions = ( section.split( '\n== ' )[ 0 ] ?? '' ).match(
		/^\d+\. /gm
	);
	const pictures = fs
		.readdirSync( path.join( PROJECT, 'docs', 'wordpress-org' ) )
		.sort();
	expect( captions ).toEqual( pictures.map( ( _, at ) => `${ at + 1 }. ` ) );
	expect( pictures ).toEqual(
		pictures.map( ( _, at ) => `screenshot-${ at + 1 }.png` )
	);
} );

it( 'every picture of README.md is there, and says in words what it shows', () => {
	const pictures = [
		...read( 'README.md' ).matchAll( /!\[(.*?)\]\((.+?)\)/g ),
	];
	expect( pictures.length ).toBeGreaterThan( 0 );
	for ( const [ , words = '', file = '' ] of pictures ) {
		expect( words.length ).toBeGreaterThan( 40 );
		expect( fs.existsSync( path.join( PROJECT, file ) ), file ).toBe(
			true
		);
	}
} );
