import { expect, test } from 'vitest';
import {
	json,
	makePlace,
	routeOf,
	uploadAndWait,
	wordApp,
} from '../../test-platform.ts';

test( 'a build is found by its number as well as by its id', async () => {
	const { platform, place } = await makePlace();
	await uploadAndWait( platform, place, await wordApp( 'one' ) );
	await uploadAndWait( platform, place, await wordApp( 'two' ) );
	const builds = `${ routeOf( '/v1', place ) }/builds`;
	const first = await ( await platform.request( `${ builds }/1` ) ).json();
	expect( first ).toMatchObject( { number: 1, state: 'succeeded' } );
	const id = first.name.split( '/' ).at( -1 );
	const byId = await platform.request( `${ builds }/${ id }` );
	expect( await byId.json() ).toEqual( first );
	const log = await platform.request( `${ builds }/1/log` );
	expect( ( await log.json() ).text ).toContain( 'The build is live' );
	const again = await platform.request(
		`${ builds }/1:redeploy`,
		json( {} )
	);
	expect( again.status ).toBe( 200 );
	await platform.waitUntilIdle();
	const newest = await platform.request( `${ builds }/no_build` );
	expect( await newest.json() ).toMatchObject( {
		number: 3,
		startedBy: 'redeploy of build 1 by sam',
	} );
	for ( const wrong of [ '4', '0', '01', '1.0', '-1' ] ) {
		const response = await platform.request( `${ builds }/${ wrong }` );
		expect( [ wrong, response.status ] ).toEqual( [ wrong, 404 ] );
	}
} );

test( 'a build tells whether it can be canceled or deployed again, and why not', async () => {
	const { platform, place } = await makePlace( {
		limits: { keptSources: 0 },
	} );
	for ( const word of [ 'one', 'two' ] ) {
		await uploadAndWait( platform, place, await wordApp( word ) );
	}
	const builds = `${ routeOf( '/v1', place ) }/builds`;
	const list = await ( await platform.request( builds ) ).json();
	const [ live, replaced ] = list.builds;
	expect( live ).toMatchObject( {
		hasLiveCode: true,
		redeployRefusal: '',
		usualMilliseconds: expect.any( Number ),
		cancelRefusal:
			'Build 2 is already live. Deploy another build to replace it.',
	} );
	expect( replaced.cancelRefusal ).toBe(
		'Build 1 has already ended, so it cannot be canceled.'
	);
	expect( replaced ).toMatchObject( { hasLiveCode: false } );
	expect( replaced.redeployRefusal ).toBe(
		'The code of build 1 is no longer stored (see the limit keptSources). Upload it again.'
	);
	const refused = await platform.request(
		`${ builds }/1:redeploy`,
		json( {} )
	);
	expect( await refused.json() ).toEqual( {
		message: replaced.redeployRefusal,
	} );
	const operation = live.operation.split( '/' ).at( -1 );
	const late = await platform.request(
		`${ routeOf( '/v1', place ) }/operations/${ operation }:cancel`,
		json( {} )
	);
	expect( await late.json() ).toEqual( { message: live.cancelRefusal } );
} );
