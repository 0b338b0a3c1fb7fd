/** Each route of the portal, asked by a user who belongs to one account. */
import { beforeEach, expect, test } from 'vitest';
import { ENVIRONMENT_ID } from './fake-hosting.ts';
import { basic, portalApp } from './portal-app.ts';

let portal: Awaited< ReturnType< typeof portalApp > >;

/** Pages that show each user what belongs to the user's accounts. */
const ANY = [
	'GET /portal',
	'GET /portal/',
	'GET /portal/accounts',
	'GET /portal/installs',
	'POST /portal/installs',
	'GET /portal/installs/:name/address',
	'POST /portal/installs/:name/address',
	'GET /portal/installs/:name/delete',
	'POST /portal/installs/:name/delete',
	'GET /portal/api',
	'GET /portal/live',
];

beforeEach( async () => {
	portal = await portalApp();
	const { hosting } = portal;
	hosting.accountList.push( { name: 'globex', id: 'globex-id' } );
	hosting.installList.push( {
		id: 'other-id',
		accountName: 'globex',
		name: 'globexprod',
		url: 'http://127.0.0.1:8882',
	} );
	await portal.app.ready();
} );

async function asMax( method: 'GET' | 'POST', url: string, payload?: string ) {
	const answer = await portal[ method === 'GET' ? 'get' : 'post' ]( url, {
		headers: {
			authorization: basic( 'max' ),
			accept: 'text/html',
			...( payload === undefined
				? {}
				: { 'content-type': 'application/x-www-form-urlencoded' } ),
		},
		...( payload === undefined ? {} : { payload } ),
	} );
	return answer;
}

test( 'a user of an account is refused on each route of another account and of the platform', async () => {
	const asked = portal.routes.filter(
		( { method, url, isOpen } ) =>
			! isOpen &&
			( method === 'GET' || method === 'POST' ) &&
			! ANY.includes( `${ method } ${ url }` )
	);
	expect( asked.length ).toBeGreaterThan( 40 );
	const allowed: string[] = [];
	for ( const { method, url } of asked ) {
		const filled = url
			.replace( ':account', 'globex' )
			.replace( ':environment', ENVIRONMENT_ID )
			.replace( /:\w+/g, '1' );
		const { statusCode } = await asMax( method as 'GET' | 'POST', filled );
		if ( statusCode !== 403 ) {
			allowed.push( `${ method } ${ url }` );
		}
	}
	expect( allowed ).toEqual( [] );
} );

test( 'a user of an account finds that account, its installs and no links to what is refused', async () => {
	const start = await asMax( 'GET', '/portal' );
	expect( start.headers.location ).toBe( '/portal/accounts/acme' );
	for ( const url of [
		'/portal/accounts/acme',
		'/portal/accounts',
		'/portal/installs',
	] ) {
		const { statusCode, body } = await asMax( 'GET', url );
		expect( [ url, statusCode ] ).toEqual( [ url, 200 ] );
		expect( body ).not.toContain( 'globex' );
		expect( body ).not.toMatch( /href="\/portal\/(users|faults|requests)/ );
	}
	expect( ( await portal.get( '/portal/installs' ) ).body ).toContain(
		'globexprod'
	);
} );

test( 'a user of an account changes neither installs of another one nor makes one there', async () => {
	const form = 'account=globex&name=new&url=http%3A%2F%2F127.0.0.1%3A8';
	expect(
		( await asMax( 'POST', '/portal/installs', form ) ).statusCode
	).toBe( 403 );
	for ( const rest of [ 'address', 'delete' ] ) {
		for ( const method of [ 'GET', 'POST' ] as const ) {
			const foreign = await asMax(
				method,
				`/portal/installs/globexprod/${ rest }`,
				form
			);
			expect( [ rest, method, foreign.statusCode ] ).toEqual( [
				rest,
				method,
				404,
			] );
		}
	}
	const own = await asMax(
		'POST',
		'/portal/installs/acmeprod/address',
		form
	);
	expect( own.statusCode ).toBe( 303 );
} );

test( 'the form of access gives a user roles in accounts and on the whole platform', async () => {
	const users = '/portal/users';
	const body = ( await portal.get( `${ users }/sam/access` ) ).body;
	expect( body ).toContain( 'Whole platform' );
	expect( body ).toContain( 'Account globex' );
	const changed = await portal.post( `${ users }/sam/access`, {
		headers: { 'content-type': 'application/x-www-form-urlencoded' },
		payload: 'platform=read&account-acme=none&account-globex=write',
	} );
	expect( changed.headers.location ).toBe( `${ users }?done=access` );
	expect( portal.hosting.userList[ 0 ] ).toMatchObject( {
		role: 'read',
		accounts: [ { account: 'globex', role: 'write' } ],
	} );
} );
