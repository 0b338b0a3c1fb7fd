import { describe, expect, test } from 'vitest';
import { runCommand } from '../fake-context.ts';

const PASSWORD = 'correct horse';
const URLS = {
	rebuild: 'http://127.0.0.1:4100/r?token=t',
	cleanRebuild: 'http://127.0.0.1:4100/c?token=t',
	purgeCache: 'http://127.0.0.1:4100/p?token=t',
};
const ENVIRONMENT_OPTIONS = [
	'--account',
	'acme',
	'--app',
	'store/front',
	'--environment',
	'0b8e1c1e-3f0a-4f4e-9d39-5d7c2c1d9c55',
];
const PATH =
	'http://127.0.0.1:4100/_local/accounts/acme/apps/store%2Ffront/environments/0b8e1c1e-3f0a-4f4e-9d39-5d7c2c1d9c55/webhooks';
const env = {
	HEADLESS_API_URL: 'http://127.0.0.1:4100/',
	HEADLESS_API_USER: 'sam',
	HEADLESS_API_PASSWORD: PASSWORD,
};

describe( 'webhooks', () => {
	test.each( [
		[ 'create', `POST ${ PATH }` ],
		[ 'list', `GET ${ PATH }` ],
		[ 'regenerate', `POST ${ PATH }:regenerate` ],
	] )(
		'webhooks %s prints the three complete URLs as JSON',
		async ( subcommand, request ) => {
			const { exitCode, stdout, requests } = await runCommand(
				[
					...[ 'webhooks', subcommand, ...ENVIRONMENT_OPTIONS ],
					...( subcommand === 'regenerate' ? [ '--yes' ] : [] ),
					'--json',
				],
				{
					env,
					answer: () => ( {
						body: JSON.stringify( {
							...URLS,
							createdBy: 'sam',
						} ),
					} ),
				}
			);
			expect( exitCode ).toBe( 0 );
			expect( JSON.parse( stdout ) ).toEqual( URLS );
			expect( `${ requests[ 0 ]?.method } ${ requests[ 0 ]?.url }` ).toBe(
				request
			);
			expect( requests[ 0 ]?.headers.get( 'authorization' ) ).toBe(
				`Basic ${ btoa( `sam:${ PASSWORD }` ) }`
			);
		}
	);

	test( 'webhooks delete confirms the deletion', async () => {
		const { exitCode, stdout, requests } = await runCommand(
			[ 'webhooks', 'delete', ...ENVIRONMENT_OPTIONS, '--yes' ],
			{
				env,
			}
		);
		expect( exitCode ).toBe( 0 );
		expect( stdout ).toBe( 'Webhook URLs deleted.' );
		expect( requests[ 0 ]?.method ).toBe( 'DELETE' );
	} );

	test( 'webhooks list prints the URLs with their labels', async () => {
		const { stdout } = await runCommand(
			[ 'webhooks', 'list', ...ENVIRONMENT_OPTIONS ],
			{
				env,
				answer: () => ( { body: JSON.stringify( URLS ) } ),
			}
		);
		expect( stdout ).toMatch(
			/^Rebuild: +http.+\nClean Rebuild: +http.+\nPurge Cache: +http/
		);
	} );

	test( 'reads the password from standard input, and the address and the user from options', async () => {
		const { requests } = await runCommand(
			[
				'webhooks',
				'list',
				...ENVIRONMENT_OPTIONS,
				'--host',
				'http://127.0.0.1:4200',
				'--user',
				'kim',
			],
			{
				line: 'typed',
				answer: () => ( { body: JSON.stringify( URLS ) } ),
			}
		);
		expect( requests[ 0 ]?.url ).toContain(
			'http://127.0.0.1:4200/_local/'
		);
		expect( requests[ 0 ]?.headers.get( 'authorization' ) ).toBe(
			`Basic ${ btoa( 'kim:typed' ) }`
		);
	} );

	test( 'exits with 1 and prints the platform’s message without the password', async () => {
		const { exitCode, stderr } = await runCommand(
			[ 'webhooks', 'list', ...ENVIRONMENT_OPTIONS ],
			{
				env,
				answer: () => ( {
					status: 401,
					body: `{"message":"Not ${ PASSWORD }"}`,
				} ),
			}
		);
		expect( exitCode ).toBe( 1 );
		expect( stderr ).toBe(
			'http://127.0.0.1:4100 rejected the request with 401: Not ••••'
		);
	} );

	test.each( [
		[ 'HTML', '<html></html>', 'not JSON' ],
		[ 'JSON without URLs', '{"urls":{"rebuild":1}}', 'same version' ],
	] )( 'exits with 1 if the response is %s', async ( _name, body, text ) => {
		const { exitCode, stderr } = await runCommand(
			[ 'webhooks', 'list', ...ENVIRONMENT_OPTIONS ],
			{
				env,
				answer: () => ( { body } ),
			}
		);
		expect( exitCode ).toBe( 1 );
		expect( stderr ).toContain( text );
	} );

	test( 'exits with 3 if the platform cannot be reached', async () => {
		const { exitCode, stderr } = await runCommand(
			[ 'webhooks', 'list', ...ENVIRONMENT_OPTIONS ],
			{
				env,
				answer: () =>
					new TypeError( 'fetch failed', {
						cause: new Error( 'ECONNREFUSED' ),
					} ),
			}
		);
		expect( exitCode ).toBe( 3 );
		expect( stderr ).toContain( 'headless-deploy serve' );
	} );

	test.each( [
		[ 'a missing address', { ...env, HEADLESS_API_URL: '' }, 'is missing' ],
		[
			'an address that is not a URL',
			{ ...env, HEADLESS_API_URL: 'here' },
			'must be an HTTP or HTTPS URL',
		],
		[
			'credentials in the address',
			{ ...env, HEADLESS_API_URL: 'http://sam:pass@127.0.0.1' },
			'contains credentials',
		],
		[
			'a missing password',
			{ ...env, HEADLESS_API_PASSWORD: '' },
			'HEADLESS_API_PASSWORD',
		],
	] )( 'exits with 2 for %s', async ( _name, environment, text ) => {
		const { exitCode, stderr, requests } = await runCommand(
			[ 'webhooks', 'list', ...ENVIRONMENT_OPTIONS ],
			{
				env: environment,
			}
		);
		expect( exitCode ).toBe( 2 );
		expect( stderr ).toContain( text );
		expect( requests ).toEqual( [] );
	} );
} );
