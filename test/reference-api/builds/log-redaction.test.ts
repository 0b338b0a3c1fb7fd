import { expect, test } from 'vitest';
import {
	StreamRedactor,
	secretForms,
} from '../../../src/reference-api/builds/log-redaction.ts';

function maskPieces( secrets: readonly string[], pieces: readonly string[] ) {
	const masker = new StreamRedactor( secrets );
	return Buffer.concat( [
		...pieces.map( ( piece ) => masker.push( Buffer.from( piece ) ) ),
		masker.flush(),
	] ).toString( 'utf8' );
}

test( 'each value that is longer than three characters is masked', () => {
	const secrets = secretForms( [
		{ key: 'TOKEN', value: 'abcd' },
		{ key: 'SHORT', value: 'abc' },
	] );
	expect( secrets ).toContain( 'abcd' );
	expect( secrets ).not.toContain( 'abc' );
} );

test( 'settings of the platform and a plain yes or no are not masked', () => {
	const secrets = secretForms( [
		{ key: 'ATLAS_BUILD_SCRIPT', value: 'build' },
		{ key: 'NODE_ENV', value: 'development' },
		{ key: 'DEBUG', value: 'true' },
	] );
	expect( secrets ).toEqual( [] );
} );

test( 'a value is masked in the forms in which programs print it', () => {
	expect( secretForms( [ { key: 'K', value: 'a"b\nlong line' } ] ) ).toEqual(
		expect.arrayContaining( [
			'a"b\nlong line',
			'long line',
			'a\\"b\\nlong line',
			'a%22b%0Along%20line',
		] )
	);
} );

test.each( [
	[ 'hex', Buffer.from( `x'<p&ss>"w0rd"` ).toString( 'hex' ) ],
	[
		'upper hex',
		Buffer.from( `x'<p&ss>"w0rd"` ).toString( 'hex' ).toUpperCase(),
	],
	[ 'base64', Buffer.from( `x'<p&ss>"w0rd"` ).toString( 'base64' ) ],
	[ 'HTML text', `x'&lt;p&amp;ss&gt;"w0rd"` ],
	[ 'an HTML attribute', 'x&#039;&lt;p&amp;ss&gt;&quot;w0rd&quot;' ],
] )( 'a value is masked as %s', ( _form, printed ) => {
	const secrets = secretForms( [ { key: 'K', value: `x'<p&ss>"w0rd"` } ] );
	expect( maskPieces( secrets, [ 'a ', printed, ' b' ] ) ).toBe( 'a •••• b' );
} );

test.each( [ '', 'a', 'ab', 'abc' ] )(
	'a value is masked within longer base64, behind “%s”',
	( before ) => {
		const value = 'correct horse battery';
		const secrets = secretForms( [ { key: 'K', value } ] );
		const text = Buffer.from( `${ before }${ value }:more` );
		for ( const encoding of [ 'base64', 'base64url' ] as const ) {
			const shown = maskPieces( secrets, [ text.toString( encoding ) ] );
			expect( shown ).toContain( '••••' );
			// What is left holds no more than two bytes of it at either end.
			expect( shown.replace( '••••', '' ).length ).toBeLessThanOrEqual(
				14
			);
		}
	}
);

test.each( [
	[ 'in one piece', [ 'my secret is out' ] ],
	[ 'in two pieces', [ 'my sec', 'ret is out' ] ],
	[ 'byte by byte', Array.from( 'my secret is out' ) ],
] )( '%s', ( _how, pieces ) => {
	expect( maskPieces( [ 'secret' ], pieces ) ).toBe( 'my •••• is out' );
} );

test( 'a secret is masked when the pieces are cut within a character', () => {
	const masker = new StreamRedactor( [ 'tschüß' ] );
	const bytes = Buffer.from( 'ä tschüß ö' );
	const shown = Array.from( bytes, ( byte ) =>
		masker.push( Buffer.from( [ byte ] ) )
	);
	expect( Buffer.concat( [ ...shown, masker.flush() ] ).toString() ).toBe(
		'ä •••• ö'
	);
} );

test( 'a secret that begins with another one is masked as a whole', () => {
	const secrets = [ 'pass', 'password' ];
	expect( maskPieces( secrets, [ 'a pass', 'word b pass c' ] ) ).toBe(
		'a •••• b •••• c'
	);
	expect( maskPieces( secrets, [ 'a pass' ] ) ).toBe( 'a ••••' );
} );

test( 'a secret is masked after what only looked like its beginning', () => {
	expect( maskPieces( [ 'aab1' ], [ 'aa', 'aab1' ] ) ).toBe( 'aa••••' );
	expect( maskPieces( [ 'abab' ], [ 'abab' ] ) ).toBe( '••••' );
} );

test( 'nothing is held back without secrets', () => {
	const chunk = Buffer.from( 'any' );
	expect( new StreamRedactor( [] ).push( chunk ) ).toBe( chunk );
} );

test( 'a line of the platform’s own does not disturb what is held back', () => {
	const masker = new StreamRedactor( [ 'secret' ] );
	masker.push( Buffer.from( 'sec' ) );
	expect( masker.maskAll( 'a secret' ) ).toBe( 'a ••••' );
	expect( masker.push( Buffer.from( 'ret' ) ).toString() ).toBe( '••••' );
} );
