import { existsSync, globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { PROJECT } from '../../src/dev-kit/paths.ts';

const PHP_TESTS = globSync( 'test/php/**/*Test.php', { cwd: PROJECT } ).map(
	( file ) => path.basename( file, '.php' )
);

function matchesIn( text: string, pattern: RegExp ): string[] {
	return [ ...text.matchAll( pattern ) ].map( ( [ , name = '' ] ) => name );
}

describe.each( globSync( '{*,docs/*}.md', { cwd: PROJECT } ) )(
	'%s',
	( document ) => {
		const text = readFileSync( path.join( PROJECT, document ), 'utf8' );

		test( 'the document names only files and folders that exist', () => {
			const files = matchesIn(
				text,
				/`((?:includes|src|test)\/[\w./-]+)`/g
			).map( ( file ) => path.join( PROJECT, file ) );
			const links = matchesIn( text, /\]\((?!https?:|#)([^)#]+)/g ).map(
				( link ) => path.join( PROJECT, document, '..', link )
			);
			expect(
				[ ...files, ...links ].filter(
					( file ) => ! existsSync( file )
				)
			).toEqual( [] );
		} );

		test( 'the document names only classes of the plugin, and of these only members, that exist', () => {
			const missing = [
				...text.matchAll(
					/`((?:[A-Z]\w+\\)*)([A-Z]\w+)(?:::(\w+))?(?:\(\))?`/g
				),
			].filter( ( [ , folders = '', name, member ] ) => {
				const place = path.join(
					PROJECT,
					'includes',
					...folders.split( '\\' ),
					String( name )
				);
				return existsSync( `${ place }.php` ) && member !== undefined
					? ! new RegExp(
							`(function|const|case) ${ member }\\b`
						).test( readFileSync( `${ place }.php`, 'utf8' ) )
					: folders !== '' &&
							! existsSync( place ) &&
							! existsSync( `${ place }.php` );
			} );
			expect( missing.map( ( [ name ] ) => name ) ).toEqual( [] );
		} );

		test( 'the document names only PHP tests that exist', () => {
			const names = matchesIn( text, /\b([A-Z][A-Za-z]+Test)\b/g );
			expect(
				names.filter( ( name ) => ! PHP_TESTS.includes( name ) )
			).toEqual( [] );
		} );
	}
);
