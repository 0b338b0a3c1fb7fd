import { expect, test } from 'vitest';
import { redact } from '../../src/cli/secrets.ts';

const TOKEN = 'Qm9va3NoZWxmLXRva2VuLTEyMzQ=';

test.each( [
	[ 'as it is', TOKEN ],
	[ 'percent-encoded', encodeURIComponent( TOKEN ) ],
	[ 'in base64', Buffer.from( TOKEN ).toString( 'base64' ) ],
] )( 'takes a secret out of a text %s', ( _name, echoed ) => {
	expect( redact( `refused: ${ echoed }!`, [ TOKEN ] ) ).toBe(
		'refused: ••••!'
	);
} );

test( 'takes a secret with quotes out of JSON', () => {
	expect( redact( JSON.stringify( { password: 'a"b' } ), [ 'a"b' ] ) ).toBe(
		'{"password":"••••"}'
	);
} );

test( 'leaves a text alone when there is no secret', () => {
	expect( redact( 'fine', [ '' ] ) ).toBe( 'fine' );
} );
