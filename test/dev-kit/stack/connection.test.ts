import { describe, expect, it } from 'vitest';
import { connect, trackBuilds } from '../../../src/dev-kit/stack/connection.ts';
import type { JsonClient } from '../../../src/dev-kit/json-client.ts';

const ID = '9a8d050b-6ea1-42ab-b569-74053288bb2b';
const PATH = `/wh/v1/accounts/local/apps/front-end/environments/${ ID }/webhooks/webhook:rebuild`;
const CONNECTION = {
	hostedId: ID,
	webhookUrl: `http://127.0.0.1:8881${ PATH }?token=AAAAAAAAAAAAAAAAAAAAAAAAxyz=`,
	frontEndUrl: 'http://localhost:8882',
};

function stored( port: number, token: string, frontEndUrl: string ) {
	return {
		id: 'production',
		frontEndUrl,
		etag: '"1"',
		webhook: {
			urls: {
				rebuild: `http://127.0.0.1:${ port }${ PATH }?token=••••${ token }`,
			},
			recognized: { environment: ID },
		},
	};
}

/**
 * A WordPress with these environments, which records all writes.
 *
 * @param answers One for each GET. The last one is used again.
 */
function wordpress( ...answers: object[][] ) {
	const writes: unknown[][] = [];
	const client: JsonClient = {
		async call< T >(
			method: string,
			route: string,
			body?: unknown,
			etag?: string
		) {
			if ( method !== 'GET' ) {
				writes.push( [ method, route, body, etag ] );
				return {} as T;
			}
			const environments =
				answers.length > 1 ? answers.shift() : answers[ 0 ];
			return { environments } as T;
		},
	};
	return { client, writes };
}

const GOOD = stored( 8881, 'xyz=', 'http://localhost:8882' );

describe( 'connecting WordPress with the platform', () => {
	it( 'writes nothing when the connection is up to date', async () => {
		const { client, writes } = wordpress( [ GOOD ] );
		expect( await connect( client, CONNECTION ) ).toBe( 'production' );
		expect( writes ).toEqual( [] );
	} );

	it( 'stores the webhook in a fresh WordPress', async () => {
		const { client, writes } = wordpress( [], [ GOOD ] );
		expect( await connect( client, CONNECTION ) ).toBe( 'production' );
		expect( writes ).toEqual( [
			[
				'POST',
				'headless-deploy/v1/settings/environments',
				{
					label: 'Production',
					webhookUrl: CONNECTION.webhookUrl,
					frontEndUrl: CONNECTION.frontEndUrl,
				},
				undefined,
			],
		] );
	} );

	it.each( [
		[
			'the platform has another port',
			stored( 9000, 'xyz=', 'http://localhost:8882' ),
		],
		[
			'the token was regenerated',
			stored( 8881, 'old=', 'http://localhost:8882' ),
		],
		[
			'the front end has another port',
			stored( 8881, 'xyz=', 'http://localhost:9002' ),
		],
	] )( 'updates the stored one when %s', async ( _why, environment ) => {
		const { client, writes } = wordpress( [ environment ] );
		expect( await connect( client, CONNECTION ) ).toBe( 'production' );
		expect( writes ).toEqual( [
			[
				'PUT',
				'headless-deploy/v1/settings/environments/production',
				{
					webhookUrl: CONNECTION.webhookUrl,
					frontEndUrl: CONNECTION.frontEndUrl,
				},
				'"1"',
			],
		] );
	} );

	it( 'does not change environments that a user has connected', async () => {
		const other = {
			...GOOD,
			id: 'staging',
			webhook: { urls: {}, recognized: { environment: 'another' } },
		};
		const { client, writes } = wordpress( [ other ], [ other, GOOD ] );
		expect( await connect( client, CONNECTION ) ).toBe( 'production' );
		expect( writes ).toHaveLength( 1 );
		expect( writes[ 0 ]?.[ 0 ] ).toBe( 'POST' );
	} );
} );

const ACCESS = {
	apiUrl: 'http://127.0.0.1:8881',
	user: 'local',
	password: 'secret',
};
const WORKING = { ...ACCESS, works: true, etag: 'v7' };

describe( 'tracking builds', () => {
	const credentialsOf = async ( credentials: object | null ) => {
		const writes: unknown[][] = [];
		const call = async ( ...request: unknown[] ) => {
			if ( request[ 0 ] !== 'GET' ) {
				writes.push( request );
			}
			return { environments: [], credentials };
		};
		await trackBuilds( { call } as unknown as JsonClient, ACCESS );
		return writes;
	};

	it( 'stores the API user of the platform in a fresh WordPress, and checks it', async () => {
		expect( await credentialsOf( null ) ).toEqual( [
			[
				'PUT',
				'headless-deploy/v1/settings/credentials',
				ACCESS,
				undefined,
			],
			[ 'POST', 'headless-deploy/v1/settings/credentials/check' ],
		] );
	} );

	it( 'keeps an API user that works', async () => {
		expect( await credentialsOf( WORKING ) ).toEqual( [] );
	} );

	it.each( [
		[ 'does not work', { works: false } ],
		[ 'is for another port', { apiUrl: 'http://127.0.0.1:8871' } ],
	] )( 'stores it again when the stored one %s', async ( _why, over ) => {
		const [ put ] = await credentialsOf( { ...WORKING, ...over } );
		expect( put?.[ 3 ] ).toBe( 'v7' );
	} );
} );
