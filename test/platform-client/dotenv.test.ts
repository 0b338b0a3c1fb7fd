import { expect, test } from 'vitest';
import { readDotenv } from '../../src/platform-client/dotenv.ts';

function valuesOf( file: string ): Record< string, string > {
	const { variables, problems } = readDotenv( file );
	expect( problems ).toEqual( [] );
	return Object.fromEntries(
		variables.map( ( { key, value } ) => [ key, value ] )
	);
}

test.each( [
	[ 'a plain value', 'A=one', { A: 'one' } ],
	[ 'an empty value', 'A=', { A: '' } ],
	[ 'an empty value before a comment', 'A= # none', { A: '' } ],
	[ 'spaces around the sign', '  A = one two  ', { A: 'one two' } ],
	[ 'export', 'export A=one', { A: 'one' } ],
	[ 'a variable named export', 'export=one', { export: 'one' } ],
	[ 'comments and empty lines', '# a\n\n  # b\nA=1\n', { A: '1' } ],
	[ 'a comment behind a value', 'A=one # two', { A: 'one' } ],
	[ 'a # inside a value', 'A=one#two', { A: 'one#two' } ],
	[ 'further equals signs', 'A=b=c==', { A: 'b=c==' } ],
	[ 'a # inside quotes', 'A="one # two" # three', { A: 'one # two' } ],
	[ 'an empty quoted value', 'A=""\nB=2', { A: '', B: '2' } ],
	[ 'spaces inside quotes', "A='  one '", { A: '  one ' } ],
	[ 'the other quotes', `A='say "hi"'`, { A: 'say "hi"' } ],
	[ 'backticks', 'A=`it\'s "it"`', { A: `it's "it"` } ],
	[
		'escapes',
		'A="a\\nb\\t\\"c\\" \\\\ \\$D \\q"',
		{ A: 'a\nb\t"c" \\ $D \\q' },
	],
	[ 'no escapes in single quotes', "A='a\\nb'", { A: 'a\\nb' } ],
	[ 'nothing expanded', 'A=$HOME-`id`', { A: '$HOME-`id`' } ],
	[ 'Windows line ends', 'A=1\r\nB="x\r\ny"\r\n', { A: '1', B: 'x\ny' } ],
	[ 'a byte order mark', '\ufeffA=1', { A: '1' } ],
	[
		'a value over several lines',
		'KEY="-----BEGIN-----\n# abc\n\n-----END-----\n"\nB=2',
		{ KEY: '-----BEGIN-----\n# abc\n\n-----END-----\n', B: '2' },
	],
	[ 'nothing', '', {} ],
] )( '%s', ( _name, file, values ) => {
	expect( valuesOf( file ) ).toEqual( values );
} );

test( 'a .env file is read in its order', () => {
	const { variables } = readDotenv( 'B=1\nA=2' );
	expect( variables.map( ( { key } ) => key ) ).toEqual( [ 'B', 'A' ] );
} );

test.each( [
	[ 'A=1\njust words', 2, 'KEY=value' ],
	[ 'A=1\n\n2B=2', 3, 'Invalid variable name' ],
	[ 'A=1\nB-C=2', 2, 'Invalid variable name' ],
	[ 'A=1\nB="never\nends', 2, 'B has no closing quote (")' ],
	[ 'A="x\ny"\nA=2', 3, 'A is already set on line 1' ],
	[ 'A="one" two', 1, 'only a comment may follow' ],
	[ 'A="one"two"\nB=2', 1, 'only a comment may follow' ],
	[ 'A="x\ny\nz"\nwords', 4, 'KEY=value' ],
	[ '=value', 1, 'KEY=value' ],
] )( '%j', ( file, line, words ) => {
	const { problems } = readDotenv( file );
	expect( problems ).toHaveLength( 1 );
	expect( problems[ 0 ]?.line ).toBe( line );
	expect( problems[ 0 ]?.message ).toContain( words );
} );

test( 'every problem is reported, and none repeats a value', () => {
	const { problems } = readDotenv(
		'secret words\nA=1\nA="top secret"\nB="hidden" thing'
	);
	expect( problems.map( ( { line } ) => line ) ).toEqual( [ 1, 3, 4 ] );
	expect( JSON.stringify( problems ) ).not.toMatch( /secret|hidden|thing/ );
} );

test( 'a line that cannot be read is found in linear time', () => {
	const { problems } = readDotenv( `A="${ '\\'.repeat( 200_000 ) }` );
	expect( problems ).toHaveLength( 1 );
} );
