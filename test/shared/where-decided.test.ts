/** The tables “Where is it decided” name the files that decide. */
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { PROJECT } from '../../src/dev-kit/paths.ts';

function rowsOf( document: string, heading: string ): string[][] {
	const text = readFileSync( path.join( PROJECT, document ), 'utf8' );
	const [ , section = '' ] = text.split( `\n## ${ heading }\n` );
	const [ table = '' ] = section.split( '\n## ' );
	return table
		.split( '\n' )
		.filter( ( line ) => line.startsWith( '| ' ) )
		.slice( 2 )
		.map( ( line ) => line.split( ' | ' ) );
}

function codeIn( cell = '' ): string[] {
	return [ ...cell.matchAll( /`([^`]+)`/g ) ].map(
		( [ , code = '' ] ) => code
	);
}

const TABLES = [
	{
		document: 'docs/architecture.md',
		heading: 'Where is it decided',
		folder: '',
	},
	{
		document: 'docs/architecture.md',
		heading: 'Where is it decided in the TypeScript code',
		folder: 'src',
	},
	{
		document: 'docs/reference-api.md',
		heading: 'Where is it decided',
		folder: 'src/reference-api',
	},
];

/** The code of the files that a row names. */
function codeOf( files: string | undefined, folder: string ): string {
	return codeIn( files )
		.map( ( file ) =>
			readFileSync( path.join( PROJECT, folder, file ), 'utf8' )
		)
		.join( '\n' );
}

describe.each( TABLES )(
	'“$heading” in $document',
	( { document, heading, folder } ) => {
		const table = rowsOf( document, heading );

		test( 'the table names only files that exist', () => {
			const files = table.flatMap( ( [ , , cell ] ) => codeIn( cell ) );
			expect( table.length ).toBeGreaterThan( 10 );
			expect( files.length ).toBeGreaterThanOrEqual( table.length );
			expect(
				files.filter(
					( file ) =>
						! existsSync( path.join( PROJECT, folder, file ) )
				)
			).toEqual( [] );
		} );

		test( 'the table names only classes, functions and constants that its files define', () => {
			const missing = table.flatMap( ( [ , names, files ] ) =>
				codeIn( names )
					.flatMap( ( name ) =>
						name.replace( '()', '' ).split( /\.|::|\\/ )
					)
					.filter(
						( name ) =>
							! new RegExp(
								`(class|function|enum|const|async|namespace \\S+|^\\t)\\s*${ name }\\b`,
								'm'
							).test( codeOf( files, folder ) )
					)
			);
			expect( missing ).toEqual( [] );
		} );
	}
);
