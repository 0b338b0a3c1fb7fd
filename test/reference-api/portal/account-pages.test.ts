import { beforeEach, describe, expect, test } from 'vitest';
import { HostingError } from '../../../src/reference-api/model/hosting.ts';
import { at } from './fake-hosting.ts';
import { filled, wordsOf } from './page-text.ts';
import { PASSWORD, portalApp } from './portal-app.ts';

let portal: Awaited< ReturnType< typeof portalApp > >;

beforeEach( async () => {
	portal = await portalApp();
} );

const reader = {
	authorization: `Basic ${ Buffer.from( `kim:${ PASSWORD }` ).toString( 'base64' ) }`,
};

async function words( page: string ): Promise< string > {
	const { statusCode, body } = await portal.get( page );
	expect( statusCode ).toBe( 200 );
	return wordsOf( body );
}

async function send( page: string, fields = {} ): Promise< string > {
	const { statusCode, headers } = await portal.post( page, filled( fields ) );
	expect( statusCode ).toBe( 303 );
	return words( String( headers.location ) );
}

describe( 'whoever may only look', () => {
	test.each( [ 'accounts', 'users', 'installs' ] )(
		'sees %s without buttons',
		async ( name ) => {
			const { statusCode, body } = await portal.get(
				`/portal/${ name }`,
				{ headers: reader }
			);
			expect( statusCode ).toBe( 200 );
			expect( body ).toContain(
				'Ask an administrator for the write role.'
			);
			expect( body.slice( body.indexOf( '<main' ) ) ).not.toMatch(
				/<form|class="link"\s+href/
			);
			const posted = await portal.post( `/portal/${ name }`, {
				headers: { ...reader, ...filled( {} ).headers },
				payload: 'name=x&id=x&role=write',
			} );
			expect( posted.statusCode ).toBe( 403 );
			expect( portal.hosting.calls ).toEqual( [] );
		}
	);
} );

describe( 'Accounts', () => {
	test( 'are listed with their UUIDs, which can be copied', async () => {
		const { body } = await portal.get( '/portal/accounts' );
		expect( wordsOf( body ) ).toContain( 'acme acme-id Copy' );
		expect( body ).toContain( 'data-copy="acme-id"' );
	} );

	test( 'are created', async () => {
		expect(
			await send( '/portal/accounts', { name: ' second ' } )
		).toContain( 'Account created.' );
		expect( portal.hosting.calls ).toEqual( [ 'create account second' ] );
	} );

	test( 'keep a refused name in its field', async () => {
		portal.hosting.refusal = new HostingError(
			400,
			'“a b” is not a valid name.'
		);
		const { statusCode, body } = await portal.post(
			'/portal/accounts',
			filled( { name: 'a b' } )
		);
		expect( statusCode ).toBe( 400 );
		expect( body ).toMatch(
			/value="a b"[^>]+aria-describedby="name-hint name-refusal"[^>]+aria-invalid="true"/
		);
	} );
} );

describe( 'API users', () => {
	beforeEach( () => {
		portal.hosting.userList.push(
			{
				id: 'ci',
				name: 'Deploys from CI',
				role: 'write',
				accounts: [],
				createTime: at( '09:00:00' ),
				createdBy: 'sam',
			},
			{
				id: 'wallboard',
				name: '',
				role: 'none',
				accounts: [ { account: 'acme', role: 'read' } ],
				createTime: at( '09:30:00' ),
				createdBy: 'sam',
			}
		);
	} );

	test( 'are listed with their roles in words', async () => {
		const said = await words( '/portal/users' );
		expect( said ).toContain(
			'sam you Sam Whole platform: may change things 07:00 today by the command line Change access Delete'
		);
		expect( said ).toContain(
			'wallboard acme: may look 09:30 today by sam Change access Delete'
		);
	} );

	test( 'get a password that is shown this once', async () => {
		const { statusCode, headers, body } = await portal.post(
			'/portal/users',
			filled( { id: 'new', name: '', role: 'read', password: '' } )
		);
		expect( statusCode ).toBe( 200 );
		expect( headers[ 'cache-control' ] ).toBe( 'no-store' );
		expect( wordsOf( body ) ).toContain( 'new was created' );
		expect( body ).toContain( 'made-password' );
		expect( portal.hosting.calls ).toEqual( [ 'create user new read' ] );
		expect( await words( '/portal/users' ) ).not.toContain(
			'made-password'
		);
	} );

	test( 'can have a password of one’s own, which is not repeated', async () => {
		const { body } = await portal.post(
			'/portal/users',
			filled( { id: 'new', role: 'write', password: 'my own secret' } )
		);
		expect( body ).toContain(
			'It signs in with the password that you chose.'
		);
		expect( body ).not.toContain( 'my own secret' );
	} );

	test( 'are refused with what was typed, but for the password', async () => {
		portal.hosting.refusal = new HostingError(
			409,
			'There is an API user "ci" already.'
		);
		const { statusCode, body } = await portal.post(
			'/portal/users',
			filled( {
				id: 'ci',
				name: 'Two',
				role: 'read',
				password: 'my own secret',
			} )
		);
		expect( statusCode ).toBe( 409 );
		expect( body ).toMatch( /value="ci"[^>]+aria-invalid="true"/ );
		expect( body ).toContain( 'value="Two"' );
		expect( body ).toMatch( /value="read"\s+checked/ );
		expect( body ).not.toContain( 'my own secret' );
	} );

	test( 'show a refused password at its field', async () => {
		portal.hosting.refusal = new HostingError(
			400,
			'This password has 2 characters.'
		);
		const { body } = await portal.post(
			'/portal/users',
			filled( { id: 'new', role: 'read', password: 'ab' } )
		);
		expect( body ).toMatch(
			/<input[^>]+type="password"[^>]+aria-invalid="true"/
		);
		expect( body.match( /aria-invalid/g ) ).toHaveLength( 1 );
	} );

	test( 'need a role', async () => {
		const { statusCode, body } = await portal.post(
			'/portal/users',
			filled( { id: 'new', role: 'admin' } )
		);
		expect( statusCode ).toBe( 400 );
		expect( body ).toContain( 'Choose a role' );
		expect( portal.hosting.calls ).toEqual( [] );
	} );

	test( 'are deleted after a question, which warns of oneself', async () => {
		expect( await words( '/portal/users/ci/delete' ) ).toContain(
			'Delete ci? It is signed out at once.'
		);
		expect( await words( '/portal/users/sam/delete' ) ).toContain(
			'Delete yourself? This is you, sam. You are signed out at once'
		);
		expect( await send( '/portal/users/ci/delete' ) ).toContain(
			'API user deleted.'
		);
		expect( portal.hosting.calls ).toEqual( [ 'delete user ci' ] );
	} );

	test( 'the last who may change things stays', async () => {
		portal.hosting.userList = portal.hosting.userList.filter(
			( { id } ) => id !== 'ci'
		);
		const { body } = await portal.get( '/portal/users' );
		expect( wordsOf( body ) ).toContain(
			'Stays: the last who may change the whole platform'
		);
		expect( body ).not.toContain( '/portal/users/sam/delete' );
		portal.hosting.refusal = new HostingError(
			409,
			'The last user with the role write stays.'
		);
		const refused = await portal.post( '/portal/users/sam/delete' );
		expect( refused.statusCode ).toBe( 409 );
		expect( refused.body ).toMatch( /role="alert"[\s\S]+stays\./ );
	} );

	test( 'that are not there are not found', async () => {
		const { statusCode, body } = await portal.get(
			'/portal/users/none/delete'
		);
		expect( statusCode ).toBe( 404 );
		expect( body ).toContain( 'There is no API user “none”.' );
	} );
} );

describe( 'Installs', () => {
	beforeEach( () => {
		portal.hosting.installList.push( {
			id: 'free-id',
			accountName: 'acme',
			name: 'free',
			url: 'http://localhost:8882',
		} );
	} );

	test( 'are listed with the environments that are linked to them', async () => {
		const said = await words( '/portal/installs' );
		expect( said ).toContain(
			'acmeprod 127.0.0.1:8881 acme install-… Copy storefront / Production Change address free'
		);
		expect( said ).toContain( 'None Change address Delete' );
	} );

	test( 'are added', async () => {
		expect(
			await send( '/portal/installs', {
				account: 'acme',
				name: 'new',
				url: ' http://localhost:9 ',
			} )
		).toContain( 'Install added.' );
		expect( portal.hosting.calls ).toEqual( [
			'save install new http://localhost:9',
		] );
	} );

	test( 'do not take the place of one of the same name', async () => {
		const { statusCode, body } = await portal.post(
			'/portal/installs',
			filled( {
				account: 'acme',
				name: 'free',
				url: 'http://localhost:9',
			} )
		);
		expect( statusCode ).toBe( 409 );
		expect( body ).toMatch( /value="free"[^>]+aria-invalid/ );
		expect( body ).toContain( 'value="http://localhost:9"' );
		expect( portal.hosting.calls ).toEqual( [] );
	} );

	test( 'show a refused address at its field', async () => {
		portal.hosting.refusal = new HostingError(
			400,
			'"ftp" is not the address of a WordPress.'
		);
		const { body } = await portal.post(
			'/portal/installs',
			filled( { account: 'acme', name: 'new', url: 'ftp' } )
		);
		expect( body ).toMatch( /value="ftp"[^>]+aria-invalid/ );
		expect( body.match( /aria-invalid/g ) ).toHaveLength( 1 );
	} );

	test( 'change their address', async () => {
		expect(
			( await portal.get( '/portal/installs/free/address' ) ).body
		).toContain( 'value="http://localhost:8882"' );
		expect(
			await send( '/portal/installs/free/address', {
				url: 'http://localhost:7',
			} )
		).toContain( 'Address changed.' );
		portal.hosting.refusal = new HostingError( 400, 'No address.' );
		const { body } = await portal.post(
			'/portal/installs/free/address',
			filled( { url: 'x' } )
		);
		expect( body ).toMatch( /value="x"[^>]+aria-invalid/ );
	} );

	test( 'are deleted unless something is linked', async () => {
		expect( await words( '/portal/installs/free/delete' ) ).toContain(
			'WordPress itself is not touched.'
		);
		expect( await send( '/portal/installs/free/delete' ) ).toContain(
			'Install deleted.'
		);
		const { body } = await portal.get( '/portal/installs' );
		expect( body ).not.toContain( '/portal/installs/acmeprod/delete' );
		portal.hosting.refusal = new HostingError(
			409,
			'storefront / Production is linked to it.'
		);
		const refused = await portal.post( '/portal/installs/acmeprod/delete' );
		expect( refused.body ).toMatch(
			/role="alert"[\s\S]+is linked to it\./
		);
	} );

	test( 'want an account first', async () => {
		portal.hosting.accountList = [];
		expect( await words( '/portal/installs' ) ).toContain(
			'Create an account first'
		);
	} );
} );
