import { expect, test } from 'vitest';
import { runCommand } from '../fake-context.ts';

const TOKEN = 'Qm9va3NoZWxmLXRva2VuLTEyMzQ=';
const BASE =
	'https://js.wpengineapi.com/wh/v1/accounts/acme/apps/storefront/environments/e1/webhooks/webhook:';
const URL_PASTED = `${ BASE }purgeCache?token=${ TOKEN }`;
const env = { HEADLESS_WEBHOOK_URL: URL_PASTED };

test.each( [
	[ 'rebuild', 'rebuild' ],
	[ 'clean-rebuild', 'cleanRebuild' ],
	[ 'purge-cache', 'purgeCache' ],
] )(
	'trigger %s calls the URL of its action, whichever of the three URLs was given',
	async ( subcommand, action ) => {
		const { exitCode, requests } = await runCommand(
			[ 'trigger', subcommand ],
			{
				env,
				answer: () => ( { body: '{}' } ),
			}
		);
		expect( exitCode ).toBe( 0 );
		expect(
			requests.map( ( { method, url } ) => `${ method } ${ url }` )
		).toEqual( [ `POST ${ BASE }${ action }?token=${ TOKEN }` ] );
	}
);

test.each( [ 200, 403 ] )(
	'trigger removes terminal control characters from a response with status %i',
	async ( status ) => {
		const hostile = '\u001b]0;evil\u0007\u001b[2Jshown';
		const { stdout, stderr } = await runCommand( [ 'trigger', 'rebuild' ], {
			env,
			answer: () => ( {
				status,
				body: JSON.stringify( {
					name: hostile,
					message: hostile,
				} ),
			} ),
		} );
		expect( stdout + stderr ).toContain( 'shown' );
		expect( stdout + stderr ).not.toMatch( /[\u0007\u001b]|evil/ );
	}
);

test( 'trigger reads the URL from standard input', async () => {
	const { exitCode, requests } = await runCommand( [ 'trigger', 'rebuild' ], {
		line: URL_PASTED,
	} );
	expect( exitCode ).toBe( 0 );
	expect( requests ).toHaveLength( 1 );
} );

test.each( [
	[ 'empty', '', 'null' ],
	[ 'null', 'null', 'null' ],
	[ 'not JSON', '<p>ok</p>', 'null' ],
	[
		'an operation',
		'{"name":"operations/7","done":false}',
		'"operations/7"',
	],
] )(
	'trigger accepts a 2xx response whose body is %s',
	async ( _name, body, operation ) => {
		const { exitCode, stdout } = await runCommand(
			[ 'trigger', 'rebuild', '--json' ],
			{
				env,
				answer: () => ( { status: 202, body } ),
			}
		);
		expect( exitCode ).toBe( 0 );
		expect( stdout ).toBe(
			`{"action":"rebuild","status":202,"operation":${ operation }}`
		);
	}
);

test( 'trigger exits with 1 and prints the host’s message without the token', async () => {
	const { exitCode, stderr, stdout } = await runCommand(
		[ 'trigger', 'rebuild' ],
		{
			env,
			answer: () => ( {
				status: 403,
				body: `{"message":"Wrong token ${ TOKEN }"}`,
			} ),
		}
	);
	expect( exitCode ).toBe( 1 );
	expect( stderr ).toContain(
		'rejected the request with 403: Wrong token ••••'
	);
	expect( stderr + stdout ).not.toContain( TOKEN );
} );

test( 'trigger does not follow a redirect', async () => {
	const { exitCode, stderr, requests } = await runCommand(
		[ 'trigger', 'rebuild' ],
		{
			env,
			answer: () => ( { status: 302 } ),
		}
	);
	expect( exitCode ).toBe( 1 );
	expect( stderr ).toContain( 'has moved' );
	expect( requests[ 0 ]?.redirect ).toBe( 'manual' );
} );

test( 'trigger exits with 3 if the host cannot be reached, without printing the token', async () => {
	const { exitCode, stderr } = await runCommand( [ 'trigger', 'rebuild' ], {
		env,
		answer: () =>
			new TypeError( 'fetch failed', {
				cause: new Error( `connect ECONNREFUSED ${ URL_PASTED }` ),
			} ),
	} );
	expect( exitCode ).toBe( 3 );
	expect( stderr ).toContain( 'cannot be reached: connect ECONNREFUSED' );
	expect( stderr ).not.toContain( TOKEN );
} );

test.each( [
	[ 'a missing URL', {}, 'The webhook URL is missing' ],
	[
		'the address of the portal',
		{ HEADLESS_WEBHOOK_URL: 'https://my.wpengine.com/' },
		'The webhook URL is not valid',
	],
] )( 'trigger exits with 2 for %s', async ( _name, environment, text ) => {
	const { exitCode, stderr, requests } = await runCommand(
		[ 'trigger', 'rebuild' ],
		{
			env: environment,
		}
	);
	expect( exitCode ).toBe( 2 );
	expect( stderr ).toContain( text );
	expect( requests ).toEqual( [] );
} );
