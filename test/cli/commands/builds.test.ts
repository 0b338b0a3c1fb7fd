import { describe, expect, test } from 'vitest';
import { runCommand } from '../fake-context.ts';
import type { FakeAnswer } from '../fake-context.ts';

const BASE = 'accounts/acme/apps/storefront/environments/e1';
const env = {
	HEADLESS_API_URL: 'http://127.0.0.1:4100',
	HEADLESS_API_PASSWORD: 'correct horse',
};
const WHERE = [
	...[ '--account', 'acme', '--app', 'storefront' ],
	...[ '--environment', 'e1' ],
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
	return ( { method, url }: Request ): FakeAnswer => {
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
	test( 'prints a line for each build, newest first', async () => {
		const { stdout, exitCode } = await runCommand(
			[ 'builds', 'list', ...WHERE ],
			{ env, answer: platform( [] ) }
		);
		expect( exitCode ).toBe( 0 );
		expect( stdout.split( '\n' ) ).toEqual( [
			'2  live  2030-01-01T00:00:00.000Z  upload by sam',
			'1  succeeded  2030-01-01T00:00:00.000Z  upload by sam',
		] );
	} );

	test( 'refuses an answer that holds no builds', async () => {
		const { stderr, exitCode } = await runCommand(
			[ 'builds', 'list', ...WHERE ],
			{ env, answer: () => ( { body: '{"builds":[{"number":1}]}' } ) }
		);
		expect( exitCode ).toBe( 1 );
		expect( stderr ).toContain( 'answered without a build' );
	} );
} );

describe( 'builds redeploy', () => {
	test( 'finds the build by its number, and waits until it is live', async () => {
		const waits: number[] = [];
		const { stdout, exitCode, requests } = await runCommand(
			[ 'builds', 'redeploy', '1', ...WHERE ],
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
			`http://127.0.0.1:4100/v1/${ BASE }/builds/id-1:redeploy`
		);
		expect( waits ).toHaveLength( 2 );
	} );

	test.each( [
		[ 'failed', 'Install failed: npm ci ended with code 1.' ],
		[ 'cancelled', 'Cancelled.' ],
		[ 'superseded', '' ],
	] )(
		'ends with 5 and the reason when the build is %s',
		async ( state, error ) => {
			const { stderr, exitCode } = await runCommand(
				[ 'builds', 'redeploy', '1', ...WHERE ],
				{ env, answer: platform( [ 'building', state ], error ) }
			);
			expect( exitCode ).toBe( 5 );
			expect( stderr ).toBe(
				`Build 3 is not live (${ state }). ${ error }`.trim()
			);
		}
	);

	test( 'does not say that it is live when it does not wait', async () => {
		const { stdout } = await runCommand(
			[ 'builds', 'redeploy', '1', '--no-wait', ...WHERE ],
			{ env, answer: platform( [ 'queued' ] ) }
		);
		expect( stdout ).toBe( 'Build 3 deploys the code of build 1.' );
	} );

	test( 'prints the build as JSON', async () => {
		const { stdout } = await runCommand(
			[ 'builds', 'redeploy', '1', '--json', ...WHERE ],
			{ env, answer: platform( [ 'queued', 'live' ] ) }
		);
		expect( JSON.parse( stdout ) ).toMatchObject( {
			number: 3,
			state: 'live',
		} );
	} );

	test( 'names the builds that there are when the number is not one of them', async () => {
		const { stderr, exitCode, requests } = await runCommand(
			[ 'builds', 'redeploy', '7', ...WHERE ],
			{ env, answer: platform( [] ) }
		);
		expect( exitCode ).toBe( 2 );
		expect( stderr ).toBe( 'There is no build 7. The platform has 2, 1.' );
		expect( requests ).toHaveLength( 1 );
	} );
} );
