import { describe, expect, test } from 'vitest';
import { runCommand } from '../fake-context.ts';
import type { FakeResponse } from '../fake-context.ts';

const BASE =
	'accounts/acme/apps/storefront/environments/0b8e1c1e-3f0a-4f4e-9d39-5d7c2c1d9c55';
const env = {
	HEADLESS_API_URL: 'http://127.0.0.1:4100',
	HEADLESS_API_PASSWORD: 'correct horse',
};
const ENVIRONMENT_OPTIONS = [
	...[ '--account', 'acme', '--app', 'storefront' ],
	...[ '--environment', '0b8e1c1e-3f0a-4f4e-9d39-5d7c2c1d9c55' ],
];

function build( number: number, state: string, error = '' ) {
	return {
		name: `${ BASE }/builds/id-${ number }`,
		number,
		state,
		trigger: 'upload',
		startedBy: 'upload by sam',
		createTime: '2030-01-01T00:00:00.000Z',
		error,
	};
}

/**
 * A platform with two builds; the third is the redeploy, which goes through the states given.
 *
 * @param states States of the third build, one for each time that it is asked for.
 */
function platform( states: string[], error = '' ) {
	const left = [ ...states ];
	return ( { method, url }: Request ): FakeResponse => {
		const { pathname } = new URL( url );
		const body = ( value: unknown ) => ( {
			body: JSON.stringify( value ),
		} );
		if ( method === 'POST' ) {
			return body( {
				name: `${ BASE }/operations/o3`,
				metadata: { build: `${ BASE }/builds/id-3` },
				done: false,
			} );
		}
		return pathname.endsWith( '/builds' )
			? body( {
					builds: [ build( 2, 'live' ), build( 1, 'succeeded' ) ],
				} )
			: body( build( 3, left.shift() ?? 'live', error ) );
	};
}

describe( 'builds list', () => {
	test( 'builds list prints a line for each build, newest first', async () => {
		const { stdout, exitCode } = await runCommand(
			[ 'builds', 'list', ...ENVIRONMENT_OPTIONS ],
			{ env, answer: platform( [] ) }
		);
		expect( exitCode ).toBe( 0 );
		expect( stdout.split( '\n' ) ).toEqual( [
			'2  live       2030-01-01T00:00:00.000Z  upload by sam',
			'1  succeeded  2030-01-01T00:00:00.000Z  upload by sam',
		] );
	} );

	test( 'exits with 1 if the response has no builds', async () => {
		const { stderr, exitCode } = await runCommand(
			[ 'builds', 'list', ...ENVIRONMENT_OPTIONS ],
			{ env, answer: () => ( { body: '{"builds":[{"number":1}]}' } ) }
		);
		expect( exitCode ).toBe( 1 );
		expect( stderr ).toContain( 'response has no valid builds[0].name' );
	} );
} );

describe( 'builds log', () => {
	test( 'follows a build while the platform restarts, and prints whole lines without control characters', async () => {
		const parts = [ 'one\ntw', 'o\u001b[2J\nlast' ];
		const states = [ 'building', 'restart', 'building', 'live' ];
		let offset = 0;
		const { stdout, exitCode } = await runCommand(
			[ 'builds', 'log', '--follow', ...ENVIRONMENT_OPTIONS ],
			{
				env,
				answer: ( { url } ) => {
					if ( url.includes( '/log?' ) ) {
						const text = parts.shift() ?? '';
						offset += text.length;
						return {
							body: JSON.stringify( {
								text,
								nextOffset: offset,
							} ),
						};
					}
					const state = states.shift() ?? 'live';
					return state === 'restart'
						? { status: 503, body: '{"message":"Starting"}' }
						: { body: JSON.stringify( build( 3, state ) ) };
				},
			}
		);
		expect( exitCode ).toBe( 0 );
		expect( stdout.split( '\n' ) ).toEqual( [ 'one', 'two', 'last' ] );
	} );

	test( 'stops following when the platform rejects the user', async () => {
		const { exitCode, stderr } = await runCommand(
			[ 'builds', 'log', '--follow', ...ENVIRONMENT_OPTIONS ],
			{ env, answer: () => ( { status: 401, body: '{"message":"No"}' } ) }
		);
		expect( exitCode ).toBe( 1 );
		expect( stderr ).toContain( '401: No' );
	} );
} );

describe( 'builds redeploy', () => {
	test( 'builds redeploy finds the build by its number and waits until it is live', async () => {
		const waits: number[] = [];
		const { stdout, exitCode, requests } = await runCommand(
			[ 'builds', 'redeploy', '1', ...ENVIRONMENT_OPTIONS ],
			{
				env,
				answer: platform( [
					'queued',
					'building',
					'deploying',
					'live',
				] ),
				wait: async ( ms ) => void waits.push( ms ),
			}
		);
		expect( exitCode ).toBe( 0 );
		expect( stdout.split( '\n' ) ).toEqual( [
			'Build 3 deploys the code of build 1.',
			'Build 3 is live.',
		] );
		const posted = requests.find( ( { method } ) => method === 'POST' );
		expect( posted?.url ).toBe(
			`http://127.0.0.1:4100/v1/${ BASE }/builds/1:redeploy`
		);
		expect( waits ).toHaveLength( 2 );
	} );

	test.each( [
		[ 'failed', 'Install failed: npm ci ended with code 1.' ],
		[ 'canceled', 'Canceled.' ],
		[ 'superseded', '' ],
	] )(
		'exits with 5 and prints the reason if the build is %s',
		async ( state, error ) => {
			const { stderr, exitCode } = await runCommand(
				[ 'builds', 'redeploy', '1', ...ENVIRONMENT_OPTIONS ],
				{ env, answer: platform( [ 'building', state ], error ) }
			);
			expect( exitCode ).toBe( 5 );
			expect( stderr ).toBe(
				`Build 3 did not go live (${ state }). ${ error }`.trim()
			);
		}
	);

	test( 'builds redeploy --no-wait does not report that the build is live', async () => {
		const { stdout } = await runCommand(
			[ 'builds', 'redeploy', '1', '--no-wait', ...ENVIRONMENT_OPTIONS ],
			{ env, answer: platform( [ 'queued' ] ) }
		);
		expect( stdout ).toBe( 'Build 3 deploys the code of build 1.' );
	} );

	test( 'builds redeploy --json prints the build', async () => {
		const { stdout } = await runCommand(
			[ 'builds', 'redeploy', '1', '--json', ...ENVIRONMENT_OPTIONS ],
			{ env, answer: platform( [ 'queued', 'live' ] ) }
		);
		expect( JSON.parse( stdout ) ).toMatchObject( {
			number: 3,
			state: 'live',
		} );
	} );

	test( 'prints the platform’s message if the number is unknown', async () => {
		const { stderr, exitCode } = await runCommand(
			[ 'builds', 'redeploy', '7', ...ENVIRONMENT_OPTIONS ],
			{
				env,
				answer: () => ( {
					status: 404,
					body: '{"message":"No build 7."}',
				} ),
			}
		);
		expect( exitCode ).toBe( 1 );
		expect( stderr ).toContain( 'with 404: No build 7.' );
	} );

	test( 'exits with 2 if the number is not a number', async () => {
		const { exitCode, requests } = await runCommand(
			[ 'builds', 'redeploy', 'latest', ...ENVIRONMENT_OPTIONS ],
			{ env }
		);
		expect( exitCode ).toBe( 2 );
		expect( requests ).toEqual( [] );
	} );
} );
