/** Interface 4.1, and the fields of an application. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createApp, freshName, expectOk, refusal } from './steps.ts';
import { json, openTarget, LOCAL, OWN, startOwn } from './target.ts';
import type { Answer } from '../../src/shared/platform-api.generated.ts';
import type { Target } from './target.ts';

const BODY = { region: 'regions/UK', uploadable: {} };

let target: Target;

beforeAll( async () => {
	target = await openTarget();
} );

afterAll( () => target.close() );

const create = (
	appId: string,
	body: unknown = BODY,
	account = target.account
) =>
	target.request(
		`/v1/accounts/${ account }/apps?appId=${ encodeURIComponent( appId ) }`,
		json( body )
	);

describe( '4.1 create application', () => {
	test.each( [ 'US-C', 'AUS-SE', 'UK', 'EU-W' ] )(
		'2 region regions/%s is taken and read back',
		async ( region ) => {
			const app = freshName();
			const body = { ...BODY, region: `regions/${ region }` };
			expect( ( await create( app, body ) ).status ).toBe( 200 );
			const made = await expectOk(
				await target.request(
					`/v1/accounts/${ target.account }/apps/${ app }`
				)
			);
			expect( made ).toMatchObject( { region: `regions/${ region }` } );
		}
	);

	test.each( [
		[ 'without a region', { uploadable: {} }, 'region' ],
		[ 'without uploadable', { region: 'regions/UK' }, 'uploadable' ],
		[
			'with another region',
			{ ...BODY, region: 'regions/MARS' },
			'region',
		],
		[ 'with a region that is no text', { ...BODY, region: 7 }, 'region' ],
		[
			'with an uploadable that is no object',
			{ ...BODY, uploadable: true },
			'uploadable',
		],
		[ 'that is a list', [], '' ],
		[ 'that is null', null, '' ],
	] )( '4.1 a body %s is 400', async ( _what, body, field ) => {
		await refusal( await create( freshName(), body ), 400, field );
	} );

	test( '4.1 a request without appId is 400', async () => {
		await refusal(
			await target.request(
				`/v1/accounts/${ target.account }/apps`,
				json( BODY )
			),
			400,
			'appId'
		);
	} );
} );

describe.runIf( LOCAL )( 'facts 2: local rules of applications', () => {
	test( 'facts 2: a region that does not exist is 400 and names those that do', async () => {
		const message = await refusal(
			await create( freshName(), { ...BODY, region: 'regions/us-c' } ),
			400,
			'region'
		);
		for ( const region of [ 'US-C', 'AUS-SE', 'UK', 'EU-W' ] ) {
			expect( message ).toContain( `regions/${ region }` );
		}
	} );

	test( 'facts 2: a duplicate appId is 409 and names it', async () => {
		const app = await createApp( target );
		expect( await refusal( await create( app ), 409, 'appId' ) ).toContain(
			app
		);
	} );

	test( 'facts 2: an unknown account is 404 and is named', async () => {
		const message = await refusal(
			await create( freshName(), BODY, 'unknown-account' ),
			404
		);
		expect( message ).toContain( 'unknown-account' );
	} );

	test.each( [
		'',
		'../x',
		'a/b',
		'a b',
		'ä',
		'-a',
		'x'.repeat( 64 ),
		'__proto__',
		'a\u0000b',
	] )( 'facts 2: the appId %j is 400', async ( appId ) => {
		await refusal( await create( appId ), 400, 'appId' );
	} );

	test( 'facts 2: a field that does not exist is 400 and is named', async () => {
		const message = await refusal(
			await create( freshName(), { ...BODY, branch: 'main' } ),
			400,
			'branch'
		);
		expect( message ).toContain( 'branch' );
	} );

	test( 'deleting an application answers 204, and it is gone', async () => {
		const app = await createApp( target );
		const path = `/v1/accounts/${ target.account }/apps/${ app }`;
		const deleted = await target.request( path, { method: 'DELETE' } );
		expect( deleted.status ).toBe( 204 );
		await refusal( await target.request( path ), 404 );
		await refusal(
			await target.request( path, { method: 'DELETE' } ),
			404
		);
	} );

	test.runIf( OWN )(
		'facts 2: an unknown account is created on first use with --loose',
		async () => {
			const loose = await startOwn( { loose: true } );
			try {
				const response = await loose.request(
					'/v1/accounts/fresh/apps?appId=shop',
					json( BODY )
				);
				expect( response.status ).toBe( 200 );
				await expectOk(
					await loose.request( '/v1/accounts/fresh/apps/shop' )
				);
			} finally {
				await loose.close();
			}
		}
	);
} );

describe( 'facts 2: what can be read back of applications', () => {
	test( 'facts 2: an App has name, appId, region, createTime and repository', async () => {
		const app = await createApp( target );
		const { account } = target;
		const made = await expectOk(
			await target.request( `/v1/accounts/${ account }/apps/${ app }` )
		);
		expect( made ).toMatchObject( {
			name: `accounts/${ account }/apps/${ app }`,
			appId: app,
			region: 'regions/US-C',
			createTime: expect.stringMatching( /^\d{4}-\d\d-\d\dT/ ),
			repository: {
				displayName: expect.any( String ),
				name: expect.any( String ),
				provider: expect.any( String ),
			},
		} );
	} );

	test( 'facts 2: GET apps answers {apps: []} with the new one in it', async () => {
		const app = await createApp( target );
		const { apps } = await expectOk< Answer< 'listApps' > >(
			await target.request( `/v1/accounts/${ target.account }/apps` )
		);
		expect( apps.map( ( { appId } ) => appId ) ).toContain( app );
	} );

	test( 'facts 2: GET regions answers {regions: []} with the four', async () => {
		const { regions } = await expectOk< Answer< 'listRegions' > >(
			await target.request( '/v1/regions' )
		);
		const names = regions.map( ( { name } ) => name );
		for ( const region of [ 'US-C', 'AUS-SE', 'UK', 'EU-W' ] ) {
			expect( names ).toContain( `regions/${ region }` );
		}
	} );

	test( 'an application that does not exist is 404', async () => {
		await refusal(
			await target.request(
				`/v1/accounts/${ target.account }/apps/none-here`
			),
			404
		);
	} );
} );
