/**
 * docs/architecture.md leads a reader to the files that decide. A renamed file must be renamed there too.
 */
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { PROJECT } from '../../src/dev-kit/paths.ts';

test( 'every file in the table “Where is it decided” exists', () => {
	const document = readFileSync(
		path.join( PROJECT, 'docs/architecture.md' ),
		'utf8'
	);
	const [ , section = '' ] = document.split( '## Where is it decided' );
	const [ table = '' ] = section.split( '\n## ' );
	const files = [ ...table.matchAll( /`(includes\/[\w/.]+)`/g ) ].map(
		( [ , file = '' ] ) => file
	);

	expect( files.length ).toBeGreaterThan( 15 );
	expect(
		files.filter( ( file ) => ! existsSync( path.join( PROJECT, file ) ) )
	).toEqual( [] );
} );
