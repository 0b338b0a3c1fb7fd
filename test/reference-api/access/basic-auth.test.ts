import { expect, test } from 'vitest';
import { parseBasicAuth } from '../../../src/reference-api/access/basic-auth.ts';

const header = ( text: string ) =>
	`Basic ${ Buffer.from( text ).toString( 'base64' ) }`;

test.each( [
	[ 'sam:pass', [ 'sam', 'pass' ] ],
	[ 'sam:pass:wörd', [ 'sam', 'pass:wörd' ] ],
	[ 'sam:', [ 'sam', '' ] ],
	[ ':', [ '', '' ] ],
] )( 'reads “%s”', ( text, expected ) => {
	expect( parseBasicAuth( header( text ) ) ).toEqual( expected );
} );

test( 'ignores the case of the scheme and the space around it', () => {
	expect(
		parseBasicAuth(
			` ${ header( 'sam:pass' ).replace( 'Basic', 'bASIC' ) } `
		)
	).toEqual( [ 'sam', 'pass' ] );
} );

test.each( [
	[ 'nothing', undefined ],
	[ 'no colon', header( 'sam' ) ],
	[ 'another scheme', 'Bearer abc' ],
	[ 'what is no base64', 'Basic %%%' ],
	[
		'two credentials',
		`${ header( 'sam:pass' ) }, ${ header( 'kim:pass' ) }`,
	],
] )( 'finds no credentials in %s', ( _what, text ) => {
	expect( parseBasicAuth( text ) ).toBeNull();
} );
