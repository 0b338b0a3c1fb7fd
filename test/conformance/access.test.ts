/** Interface 5, 7 and 9: credentials, refusals, paths. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { wordApp } from '../reference-api/test-platform.ts';
import {
	createApp,
	createEnvironment,
	form,
	freshName,
	expectOk,
	refusal,
} from './steps.ts';
import type { Place } from './steps.ts';
import { json, openTarget, LOCAL } from './target.ts';
import type { Credentials, Target } from './target.ts';

let target: Target;
let place: Place;

beforeAll( async () => {
	target = await openTarget();
	place = await createEnvironment( target );
} );

afterAll( () => target.close() );

/** One call of each endpoint that needs HTTP Basic (interface 5.1). */
const CALLS: [ string, () => Promise< [ string, RequestInit ] > ][] = [
	[
		'4.1',
		async () => [
			`/v1/accounts/${ target.account }/apps?appId=${ freshName() }`,
			json( { region: 'regions/UK', uploadable: {} } ),
		],
	],
	[
		'4.2',
		async () => [
			`/v1/accounts/${ target.account }/apps/${ place.app }/environments`,
			json( {
				displayName: 'Other',
				branch: 'uploadable',
				wpEnvironment: target.install,
			} ),
		],
	],
	[
		'4.3',
		async () => [
			`/fu/v1/${ place.name }:upload`,
			{ method: 'POST', body: form( await wordApp( 'one' ) ) },
		],
	],
];

describe( '5.1 HTTP Basic', () => {
	test.each( CALLS )(
		'5.1 %s without credentials is 401 with WWW-Authenticate',
		async ( _name, make ) => {
			const [ path, init ] = await make();
			const response = await target.request( path, init, null );
			expect( response.headers.get( 'www-authenticate' ) ).toMatch(
				/^Basic realm="[^"]+", charset="UTF-8"$/
			);
			await refusal( response, 401 );
		}
	);

	test.each( CALLS )(
		'5.1 %s with a wrong password or user is 401',
		async ( _name, make ) => {
			const { user, password } = target.credentials;
			for ( const as of [
				{ user, password: `${ password }x` },
				{ user: `${ user }x`, password },
				{ user: '', password: '' },
			] ) {
				const [ path, init ] = await make();
				await refusal( await target.request( path, init, as ), 401 );
			}
		}
	);

	test.each( [ 'Basic', 'Basic %', 'Basic !!!', 'Bearer abc', 'basic', '' ] )(
		'5.1 the header “%s” is 401',
		async ( authorization ) => {
			const response = await target.request(
				'/v1/regions',
				{ headers: { authorization } },
				null
			);
			await refusal( response, 401 );
		}
	);
} );

describe.runIf( LOCAL )( '5.3 and 7: permissions', () => {
	const reader: Credentials = { user: '', password: '' };

	beforeAll( async () => {
		reader.user = freshName();
		const { password } = await expectOk< { password: string } >(
			await target.request(
				'/_local/users',
				json( { id: reader.user, role: 'read' } )
			)
		);
		reader.password = password;
	} );

	test.each( CALLS )(
		'7 %s by a user who may only look is 403',
		async ( _name, make ) => {
			const [ path, init ] = await make();
			await refusal( await target.request( path, init, reader ), 403 );
		}
	);

	test( '7 such a user may look', async () => {
		await expectOk(
			await target.request( `/v1/${ place.name }`, {}, reader )
		);
	} );

	test( '7 such a user sees no webhook URLs and changes nothing', async () => {
		const url = `/_local/${ place.name }/webhooks`;
		await refusal( await target.request( url, {}, reader ), 403 );
		await refusal(
			await target.request( url, { method: 'POST' }, reader ),
			403
		);
		await refusal(
			await target.request( url, { method: 'DELETE' }, reader ),
			403
		);
		await refusal(
			await target.request(
				`/v1/${ place.name }`,
				{ method: 'DELETE' },
				reader
			),
			403
		);
		await refusal(
			await target.request(
				`/v1/${ place.name }:clearCache`,
				json( {} ),
				reader
			),
			403
		);
	} );

	test( '7 such a user may not refresh disk usage: 403 with the message of the service', async () => {
		const { results } = await expectOk< { results: { id: string }[] } >(
			await target.request( '/accounts', {}, reader )
		);
		const message = await refusal(
			await target.request(
				`/accounts/${ results[ 0 ]?.id }/usage/refresh_disk_usage`,
				{ method: 'POST' },
				reader
			),
			403
		);
		expect( message ).toBe(
			"You don't have permission to perform that action"
		);
	} );
} );

describe( '7 refusals', () => {
	test( '7 an unknown address is 404 with a message', async () => {
		await refusal( await target.request( '/v1/nothing-here' ), 404 );
	} );

	test.each( [
		[ 'DELETE', '/v1/regions' ],
		[ 'PUT', '/v1/accounts/a/apps' ],
		[ 'GET', '/v1/accounts/a/apps/b/environments/c:clearCache' ],
		[ 'GET', '/fu/v1/accounts/a/apps/b/environments/c:upload' ],
	] )(
		'7 %s of %s is 404 or 405, and 405 has Allow',
		async ( method, path ) => {
			const response = await target.request( path, { method } );
			expect( [ 404, 405 ] ).toContain( response.status );
			if ( LOCAL && method !== 'GET' ) {
				expect( response.status ).toBe( 405 );
			}
			if ( response.status === 405 ) {
				expect( response.headers.get( 'allow' ) ).toMatch(
					/^[A-Z]+(, [A-Z]+)*$/
				);
			}
			await refusal( response, response.status );
		}
	);

	test( '7 what is no JSON is 400, and another kind of content 415', async () => {
		const path = `/v1/accounts/${ target.account }/apps?appId=${ freshName() }`;
		await refusal(
			await target.request( path, { ...json( {} ), body: '{"region":' } ),
			400
		);
		await refusal(
			await target.request( path, {
				method: 'POST',
				headers: { 'content-type': 'text/csv' },
				body: 'a;b',
			} ),
			415
		);
	} );

	test.runIf( LOCAL )( '7 a JSON body over 1 MiB is 413', async () => {
		const path = `/v1/accounts/${ target.account }/apps?appId=${ freshName() }`;
		const body = { region: 'x'.repeat( 1024 * 1024 ), uploadable: {} };
		await refusal( await target.request( path, json( body ) ), 413 );
	} );
} );

describe( '9 versions in the paths', () => {
	test( '9 the headless paths need their version', async () => {
		await refusal(
			await target.request( `/accounts/${ target.account }/apps` ),
			404
		);
	} );

	test( '9 /v1, /fu/v1 and /wh/v1 are not exchangeable', async () => {
		const zip = await wordApp( 'one' );
		const response = await target.request( `/v1/${ place.name }:upload`, {
			method: 'POST',
			body: form( zip ),
		} );
		expect( [ 404, 405 ] ).toContain( response.status );
		await createApp( target );
	} );
} );
