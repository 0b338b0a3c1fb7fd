import { describe, expect, test } from 'vitest';
import { runCommand } from '../fake-context.ts';

const PASSWORD = 'correct horse';
const URLS = {
	rebuild: 'http://127.0.0.1:4100/r?token=t',
	cleanRebuild: 'http://127.0.0.1:4100/c?token=t',
	purgeCache: 'http://127.0.0.1:4100/p?token=t',
};
const WHERE = [
	'--account',
	'acme',
	'--app',
	'storefront',
	'--environment',
	'e/1',
];
const PATH =
	'http://127.0.0.1:4100/_local/accounts/acme/apps/storefront/environments/e%2F1/webhooks';
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
	] )( '%s prints the three full URLs as JSON', async ( verb, request ) => {
		const { exitCode, stdout, requests } = await runCommand(
			[ 'webhooks', verb, ...WHERE, '--json' ],
			{
				env,
				answer: () => ( {
					body: JSON.stringify( { urls: URLS, createdBy: 'sam' } ),
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
	} );

	test( 'delete says so', async () => {
		const { exitCode, stdout, requests } = await runCommand(
			[ 'webhooks', 'delete', ...WHERE ],
			{
				env,
			}
		);
		expect( exitCode ).toBe( 0 );
		expect( stdout ).toBe( 'Deleted.' );
		expect( requests[ 0 ]?.method ).toBe( 'DELETE' );
	} );

	test( 'prints the URLs for people, with their names', async () => {
		const { stdout } = await runCommand( [ 'webhooks', 'list', ...WHERE ], {
			env,
			answer: () => ( { body: JSON.stringify( URLS ) } ),
		} );
		expect( stdout ).toMatch(
			/^Rebuild: +http.+\nClean rebuild: +http.+\nPurge cache: +http/
		);
	} );

	test( 'takes the password from standard input, the rest from options', async () => {
		const { requests } = await runCommand(
			[
				'webhooks',
				'list',
				...WHERE,
				'--url',
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

	test( 'ends with 1 and the platform’s words, without the password', async () => {
		const { exitCode, stderr } = await runCommand(
			[ 'webhooks', 'list', ...WHERE ],
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
			'http://127.0.0.1:4100 refused with 401: Not ••••'
		);
	} );

	test.each( [
		[ 'HTML', '<html></html>' ],
		[ 'no URLs', '{"urls":{"rebuild":1}}' ],
	] )(
		'ends with 1 when something else answers with %s',
		async ( _name, body ) => {
			const { exitCode, stderr } = await runCommand(
				[ 'webhooks', 'list', ...WHERE ],
				{
					env,
					answer: () => ( { body } ),
				}
			);
			expect( exitCode ).toBe( 1 );
			expect( stderr ).toMatch( /Is (it|its)/ );
		}
	);

	test( 'ends with 3 when the platform is not there', async () => {
		const { exitCode, stderr } = await runCommand(
			[ 'webhooks', 'list', ...WHERE ],
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
		[ 'no address', { ...env, HEADLESS_API_URL: '' }, 'No platform given' ],
		[
			'an address that is none',
			{ ...env, HEADLESS_API_URL: 'here' },
			'no http address',
		],
		[
			'credentials in the address',
			{ ...env, HEADLESS_API_URL: 'http://sam:pass@127.0.0.1' },
			'holds credentials',
		],
		[
			'no password',
			{ ...env, HEADLESS_API_PASSWORD: '' },
			'HEADLESS_API_PASSWORD',
		],
	] )( 'ends with 2 for %s', async ( _name, environment, words ) => {
		const { exitCode, stderr, requests } = await runCommand(
			[ 'webhooks', 'list', ...WHERE ],
			{
				env: environment,
			}
		);
		expect( exitCode ).toBe( 2 );
		expect( stderr ).toContain( words );
		expect( requests ).toEqual( [] );
	} );
} );
