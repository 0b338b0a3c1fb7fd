/** Code and sentences of the plugin stay within 140 columns. Types, tags and lines with a long text are as long as what they say. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { PROJECT } from '../../src/dev-kit/paths.ts';
import { phpFiles } from '../../src/dev-kit/php-files.ts';

const MAX_COLUMNS = 140;
/** A type, a tag, or a comment for a tool or for translators. */
const TAG = /^\s*(?:\/?\*{1,2} +@|\* {3}|\/\* translators:|\/\/ phpcs:)/;
/** Help of a command and generated JSON, which stand in heredocs. */
const HEREDOC_TEXT = /^\t+(?:"\w+": \{|Error: )/;
const LONG_TEXT = /'(?:[^'\\]|\\.){45,}'|"(?:[^"\\]|\\.){45,}/;

const isTooLong = ( line: string ) =>
	[ ...line ].length > MAX_COLUMNS &&
	! TAG.test( line ) &&
	! HEREDOC_TEXT.test( line ) &&
	! LONG_TEXT.test( line );

test( 'no line of code in includes/ is longer than 140 columns', () => {
	const files = phpFiles().filter( ( file ) =>
		file.startsWith( 'includes/' )
	);
	expect( files.length ).toBeGreaterThan( 100 );
	expect(
		files.flatMap( ( file ) =>
			readFileSync( path.join( PROJECT, file ), 'utf8' )
				.split( '\n' )
				.flatMap( ( line, index ) =>
					isTooLong( line ) ? [ `${ file }:${ index + 1 }` ] : []
				)
		)
	).toEqual( [] );
} );

test.each( [
	[ `\treturn ${ 'call( $value ) . '.repeat( 9 ) }'';`, true ],
	[ `\treturn __( '${ 'word '.repeat( 30 ) }', 'headless-deploy' );`, false ],
	[ `\t// ${ 'word '.repeat( 30 ) }`, true ],
	[ `\t * @param string $text ${ 'word '.repeat( 30 ) }`, false ],
] )(
	'finds a long line of code or of a comment, not a long text or tag: %s',
	( line, is ) => {
		expect( isTooLong( line ) ).toBe( is );
	}
);
