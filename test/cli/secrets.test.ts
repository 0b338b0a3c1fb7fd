import { expect, test } from 'vitest';
import { runCommand } from './fake-context.ts';
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

test( 'a command asks for the password in a terminal and does not print it', async () => {
	const labels: string[] = [];
	const { exitCode, requests, stdout, stderr } = await runCommand(
		[ 'accounts', 'list', '--host', 'http://127.0.0.1:4100' ],
		{
			isInteractive: true,
			promptSecret: async ( label ) => {
				labels.push( label );
				return 'typed secret';
			},
			answer: () => ( { body: '{"accounts":[]}' } ),
		}
	);
	expect( exitCode ).toBe( 0 );
	expect( labels ).toEqual( [
		'API password of api at http://127.0.0.1:4100',
	] );
	expect( requests[ 0 ]?.headers.get( 'authorization' ) ).toBe(
		`Basic ${ btoa( 'api:typed secret' ) }`
	);
	expect( stdout + stderr ).not.toContain( 'typed' );
} );
