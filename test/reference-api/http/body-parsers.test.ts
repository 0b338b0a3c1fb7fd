import { expect, test } from 'vitest';
import {
	json,
	makeEnvironment,
	makePlatform,
	routeOf,
	uploadForm,
} from '../test-platform.ts';

const ANNOUNCED = { headers: { 'content-type': 'application/json' } };

test( 'a POST or DELETE that announces JSON and has no body is accepted where no body is used', async () => {
	const platform = await makePlatform();
	const path = await makeEnvironment( platform );
	const webhooks = `${ routeOf( '/_local', path ) }/webhooks`;
	await platform.request(
		'/_local/users',
		json( { id: 'eve', role: 'read' } )
	);
	const calls = [
		[ 'POST', webhooks ],
		[ 'POST', `${ webhooks }:regenerate` ],
		[ 'DELETE', webhooks ],
		[ 'DELETE', '/_local/users/eve' ],
		[ 'DELETE', '/_local/requests' ],
		[ 'POST', `${ routeOf( '/v1', path ) }:clearCache` ],
		[ 'DELETE', routeOf( '/v1', path ) ],
	] as const;
	for ( const [ method, url ] of calls ) {
		const response = await platform.request( url, {
			method,
			...ANNOUNCED,
		} );
		expect( [ method, url, response.ok ] ).toEqual( [ method, url, true ] );
	}
} );

test( 'a POST without the body that its route needs is rejected with a message', async () => {
	const platform = await makePlatform();
	const response = await platform.request( '/_local/accounts', {
		method: 'POST',
		...ANNOUNCED,
	} );
	expect( [ response.status, await response.json() ] ).toEqual( [
		400,
		{ message: 'The body is empty; JSON was expected.' },
	] );
} );

test( 'an upload to an environment whose name holds a colon is 404, not a wrong method', async () => {
	const platform = await makePlatform();
	const base = '/fu/v1/accounts/acme/apps/shop/environments';
	for ( const name of [ '%3A', 'a%3Ab', '%2F' ] ) {
		const response = await platform.request( `${ base }/${ name }:upload`, {
			method: 'POST',
			body: uploadForm( Buffer.from( '' ) ),
		} );
		expect( [ name, response.status ] ).toEqual( [ name, 404 ] );
	}
	const wrong = await platform.request( `${ base }/a:upload` );
	expect( [ wrong.status, wrong.headers.get( 'allow' ) ] ).toEqual( [
		405,
		'POST',
	] );
} );
