/** The tables “Where is it decided” name the files that decide. */
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { PROJECT } from '../../src/dev-kit/paths.ts';

function rowsOf( document: string ): string[][] {
	const text = readFileSync( path.join( PROJECT, document ), 'utf8' );
	const [ , section = '' ] = text.split( '## Where is it decided' );
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

describe.each( [
	{ document: 'docs/architecture.md', folder: '', rows: 15 },
	{
		document: 'docs/reference-api.md',
		folder: 'src/reference-api',
		rows: 15,
	},
] )( '“Where is it decided” in $document', ( { document, folder, rows } ) => {
	const table = rowsOf( document );

	test( 'names only files that exist', () => {
		const files = table.flatMap( ( [ , , cell ] ) => codeIn( cell ) );
		expect( table.length ).toBeGreaterThan( rows );
		expect( files.length ).toBeGreaterThanOrEqual( table.length );
		expect(
			files.filter(
				( file ) => ! existsSync( path.join( PROJECT, folder, file ) )
			)
		).toEqual( [] );
	} );
} );

test( 'the table of the platform names only classes and functions that its files define', () => {
	const missing = rowsOf( 'docs/reference-api.md' ).flatMap(
		( [ , names, files ] ) => {
			const code = codeIn( files )
				.map( ( file ) =>
					readFileSync(
						path.join( PROJECT, 'src/reference-api', file ),
						'utf8'
					)
				)
				.join( '\n' );
			return codeIn( names )
				.flatMap( ( name ) => name.replace( '()', '' ).split( '.' ) )
				.filter(
					( name ) =>
						! new RegExp(
							`(class|function|async|^\\t)\\s*${ name }\\b`,
							'm'
						).test( code )
				);
		}
	);
	expect( missing ).toEqual( [] );
} );
