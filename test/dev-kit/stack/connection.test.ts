import { describe, expect, it } from 'vitest';
import {
	connect,
	REFRESH_POLICY,
	trackBuilds,
} from '../../../src/dev-kit/stack/connection.ts';
import { variablesToSet } from '../../../src/dev-kit/stack/front-end.ts';
import type { JsonClient } from '../../../src/dev-kit/json-client.ts';

const ID = '9a8d050b-6ea1-42ab-b569-74053288bb2b';
const PATH = `/wh/v1/accounts/local/apps/front-end/environments/${ ID }/webhooks/webhook:rebuild`;
const ADDRESSES = {
	webhookUrl: `http://127.0.0.1:8881${ PATH }?token=AAAAAAAAAAAAAAAAAAAAAAAAxyz=`,
	frontEndUrl: 'http://localhost:8882',
	refreshUrl: 'http://localhost:8882/api/refresh',
	refreshSecret: 'whsec_MDEyMw==',
};
const CONNECTION = { hostedId: ID, ...ADDRESSES, refreshes: true };
const AUTOMATION = {
	policy: REFRESH_POLICY,
};

function stored( port: number, token: string, site: number ) {
	return {
		id: 'production',
		frontEndUrl: `http://localhost:${ site }`,
		refresh: { url: `http://localhost:${ site }/api/refresh` },
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
 * Connects a WordPress with these environments.
 *
 * @param answers One for each GET.
 * @return All requests that write.
 */
async function connectTo(
	answers: object[][],
	connection = CONNECTION
): Promise< { writes: unknown[][]; hasNewSecret: boolean } > {
	const writes: unknown[][] = [];
	const call = async ( ...request: unknown[] ) => {
		if ( request[ 0 ] !== 'GET' ) {
			writes.push( request );
			return {};
		}
		return { environments: answers.shift() };
	};
	const client = { call } as unknown as JsonClient;
	const { id, hasNewSecret } = await connect( client, connection );
	expect( id ).toBe( 'production' );
	return { writes, hasNewSecret };
}

const GOOD = stored( 8881, 'xyz=', 8882 );

describe( 'connecting WordPress with the platform', () => {
	it( 'writes nothing when the connection is up to date', async () => {
		expect( await connectTo( [ [ GOOD ] ] ) ).toEqual( {
			writes: [],
			hasNewSecret: false,
		} );
	} );

	it( 'stores the addresses in a fresh WordPress, with Refresh for content and terms', async () => {
		const { writes, hasNewSecret } = await connectTo( [ [], [ GOOD ] ] );
		expect( writes ).toEqual( [
			[
				'POST',
				'headless-deploy/v1/settings/environments',
				{ label: 'Production', ...ADDRESSES, automation: AUTOMATION },
			],
		] );
		expect( hasNewSecret ).toBe( true );
	} );

	it( 'rebuilds when content changes, where pages are not refreshed', async () => {
		const { writes } = await connectTo( [ [], [ GOOD ] ], {
			...CONNECTION,
			refreshes: false,
		} );
		expect( writes[ 0 ]?.[ 2 ] ).toEqual( {
			label: 'Production',
			...ADDRESSES,
		} );
	} );

	it( 'adds Refresh to an environment that an earlier version has connected', async () => {
		const { writes, hasNewSecret } = await connectTo( [
			[ { ...GOOD, refresh: null } ],
		] );
		expect( writes[ 0 ]?.[ 2 ] ).toEqual( {
			...ADDRESSES,
			automation: AUTOMATION,
		} );
		expect( hasNewSecret ).toBe( true );
	} );

	it.each( [
		[ 'the platform has another port', 9000, 'xyz=', 8882 ],
		[ 'the token was regenerated', 8881, 'old=', 8882 ],
		[ 'the front end has another port', 8881, 'xyz=', 9002 ],
	] )(
		'updates the stored one, but not its secret, when %s',
		async ( _why, port, token, site ) => {
			const { refreshSecret: _secret, ...addresses } = ADDRESSES;
			expect(
				await connectTo( [ [ stored( port, token, site ) ] ] )
			).toEqual( {
				writes: [
					[
						'PUT',
						'headless-deploy/v1/settings/environments/production',
						addresses,
						'"1"',
					],
				],
				hasNewSecret: false,
			} );
		}
	);

	it( 'does not change environments that a user has connected', async () => {
		const other = {
			...GOOD,
			id: 'staging',
			webhook: { urls: {}, recognized: { environment: 'another' } },
		};
		const { writes } = await connectTo( [ [ other ], [ other, GOOD ] ] );
		expect( writes ).toHaveLength( 1 );
		expect( writes[ 0 ]?.[ 0 ] ).toBe( 'POST' );
	} );
} );

it( 'deploys the front end again without the secret, which a user may have replaced in WordPress and at the host', () => {
	const variables = {
		HEADLESS_DEPLOY_ENVIRONMENT: 'production',
		HEADLESS_DEPLOY_REFRESH_SECRET: 'whsec_MDEyMw==',
	};
	expect( variablesToSet( variables, false ) ).toEqual( variables );
	expect( variablesToSet( variables, true ) ).toEqual( {
		HEADLESS_DEPLOY_ENVIRONMENT: 'production',
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
