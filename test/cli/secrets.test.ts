import { expect, test } from 'vitest';
import { redact } from '../../src/cli/secrets.ts';

const TOKEN = 'Qm9va3NoZWxmLXRva2VuLTEyMzQ=';

test.each( [
	[ 'in plain text', TOKEN ],
	[ 'percent-encoded', encodeURIComponent( TOKEN ) ],
	[ 'in base64', Buffer.from( TOKEN ).toString( 'base64' ) ],
] )( 'redacts a secret %s', ( _name, echoed ) => {
	expect( redact( `refused: ${ echoed }!`, [ TOKEN ] ) ).toBe(
		'refused: ••••!'
	);
} );

test( 'redacts a secret with quotes in JSON', () => {
	expect( redact( JSON.stringify( { password: 'a"b' } ), [ 'a"b' ] ) ).toBe(
		'{"password":"••••"}'
	);
} );

test( 'does not change a text if the secret is empty', () => {
	expect( redact( 'fine', [ '' ] ) ).toBe( 'fine' );
} );
