/** Each documented route, asked by users with each kind of access. */
import { beforeAll, describe, expect, test, afterAll } from 'vitest';
import { startPlatform } from '../../../../src/reference-api/server.ts';
import type { Platform } from '../../../../src/reference-api/server.ts';
import { basic, CHEAP, PASSWORD, USER } from '../../test-platform.ts';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** Routes that need no user. */
const OPEN = [
	'GET /_local/health',
	'POST /_local/session',
	'DELETE /_local/session',
	'POST /wh/v1/',
];

/** Routes that answer each user what belongs to the user's accounts. */
const ANY = [
	'GET /v1/regions',
	'GET /openapi.json',
	'GET /_local/session',
	'GET /_local/events',
	'GET /_local/accounts',
	'GET /_local/installs',
	'GET /accounts',
	'GET /v1/accounts',
	'GET /installs',
	'GET /v1/installs',
];

/** Answers that hold secrets need the role `write`. */
const SECRET =
	'GET /_local/accounts/{account}/apps/{app}/environments/{environment}/webhooks';

interface Route {
	name: string;
	method: string;
	path: string;
}

let platform: Platform;
let dataFolder: string;
let routes: Route[];
/** UUIDs of accounts and installs by name. */
const ids: Record< string, string > = {};

beforeAll( async () => {
	dataFolder = await mkdtemp( path.join( tmpdir(), 'access-' ) );
	platform = await startPlatform( {
		dataFolder,
		port: 0,
		user: USER,
		password: PASSWORD,
		accounts: [ 'acme', 'globex' ],
		wordpress: {},
		passwordCost: CHEAP,
	} );
	const { services } = platform;
	for ( const [ accountName, name ] of [
		[ 'acme', 'blog' ],
		[ 'acme', 'spare' ],
		[ 'globex', 'shop' ],
	] as const ) {
		const url = 'http://127.0.0.1:9';
		ids[ name ] = (
			await services.installs.save( { accountName, name, url } )
		).id;
	}
	for ( const { name, id } of await services.catalog.accounts() ) {
		ids[ name ] = id;
	}
	const accountsByUser = {
		reader: [ { account: 'acme', role: 'read' } ],
		writer: [ { account: 'acme', role: 'write' } ],
		outsider: [],
	} as const;
	for ( const [ id, accounts ] of Object.entries( accountsByUser ) ) {
		const user = {
			id,
			name: '',
			role: 'none',
			password: PASSWORD,
		} as const;
		await services.users.create(
			{ ...user, accounts: [ ...accounts ] },
			'test'
		);
	}
	await services.users.create(
		{ id: 'auditor', name: '', role: 'read', password: PASSWORD },
		'test'
	);
	const document = await (
		await sendRequest( USER, 'GET', '/openapi.json' )
	).json();
	routes = Object.entries( document.paths as Record< string, object > )
		.flatMap( ( [ url, methods ] ) =>
			Object.keys( methods ).map( ( method ) => ( {
				name: `${ method.toUpperCase() } ${ url }`,
				method: method.toUpperCase(),
				path: url,
			} ) )
		)
		.filter(
			( { name } ) => ! OPEN.some( ( one ) => name.startsWith( one ) )
		);
} );

afterAll( async () => {
	await platform.close();
	await rm( dataFolder, { recursive: true, force: true } );
} );

function sendRequest(
	user: string,
	method: string,
	url: string,
	body?: unknown
) {
	return fetch( platform.url + url, {
		method,
		redirect: 'manual',
		headers: {
			authorization: basic( user ),
			...( body === undefined
				? {}
				: { 'content-type': 'application/json' } ),
		},
		...( body === undefined ? {} : { body: JSON.stringify( body ) } ),
	} );
}

function ofAccount( { path: url }: Route ): boolean {
	return (
		/\{(account|install)\}/.test( url ) &&
		! url.startsWith( '/_local/users' )
	);
}

function isReading( { method }: Route ): boolean {
	return method === 'GET';
}

/** Fills in an account with its install, and an application that it does not have. */
function filled(
	{ method, path: url }: Route,
	account: 'acme' | 'globex'
): string {
	const own = method === 'DELETE' ? 'spare' : 'blog';
	const install = account === 'acme' ? own : 'shop';
	const byId =
		/^(\/v1)?\/(accounts|installs)\/\{\w+\}(\/usage|\/limits|$)/.test(
			url
		);
	return url
		.replace( '{account}', byId ? ( ids[ account ] ?? '' ) : account )
		.replace( '{install}', byId ? ( ids[ install ] ?? '' ) : install )
		.replace( '{user}', 'reader' )
		.replace( /\{\w+\}/g, 'none' );
}

async function refusals(
	user: string,
	asked: readonly Route[],
	account: 'acme' | 'globex'
) {
	const refused: string[] = [];
	const allowed: string[] = [];
	for ( const route of asked ) {
		const { status, body } = await sendRequest(
			user,
			route.method,
			filled( route, account ),
			// The account of a new install stands in its body.
			route.name.startsWith( 'PUT /_local/installs/' )
				? { account, url: 'http://127.0.0.1:9' }
				: undefined
		);
		await body?.cancel();
		expect( status, route.name ).not.toBe( 401 );
		( status === 403 ? refused : allowed ).push( route.name );
	}
	return { refused, allowed };
}

const names = ( list: readonly Route[] ) => list.map( ( { name } ) => name );

describe.each( [ 'reader', 'writer', 'outsider' ] )(
	'a user of an account: %s',
	( user ) => {
		test( 'each route about another account is refused to a user of an account', async () => {
			const asked = routes.filter( ofAccount );
			expect( asked.length ).toBeGreaterThan( 30 );
			const { refused } = await refusals( user, asked, 'globex' );
			expect( refused ).toEqual( names( asked ) );
		} );

		test( 'each route about the platform is refused to a user of an account, and lists hold only own accounts', async () => {
			const asked = routes.filter( ( route ) => ! ofAccount( route ) );
			const { refused, allowed } = await refusals( user, asked, 'acme' );
			expect( allowed.toSorted() ).toEqual( ANY.toSorted() );
			expect( refused.length + ANY.length ).toBe( asked.length );
			const own = user === 'outsider' ? [] : [ 'acme' ];
			for ( const url of [ '/accounts', '/v1/accounts' ] ) {
				const { results } = await (
					await sendRequest( user, 'GET', url )
				).json();
				expect(
					results.map( ( one: { name: string } ) => one.name )
				).toEqual( own );
			}
			const { accounts } = await (
				await sendRequest( user, 'GET', '/_local/accounts' )
			).json();
			expect(
				accounts.map( ( one: { name: string } ) => one.name )
			).toEqual( own );
			for ( const url of [
				'/installs',
				'/v1/installs',
				'/_local/installs',
			] ) {
				expect(
					await ( await sendRequest( user, 'GET', url ) ).text()
				).not.toContain( 'shop' );
			}
		} );
	}
);

test( 'a user with the role read in an account may read there, and change nothing', async () => {
	const asked = routes.filter( ofAccount );
	const { refused } = await refusals( 'reader', asked, 'acme' );
	expect( refused ).toEqual(
		names(
			asked.filter(
				( route ) => ! isReading( route ) || route.name === SECRET
			)
		)
	);
} );

test( 'a user with the role write in an account may read and write there', async () => {
	const asked = routes.filter( ofAccount );
	expect( ( await refusals( 'writer', asked, 'acme' ) ).refused ).toEqual(
		[]
	);
} );

test( 'a user with the role read on the whole platform may read everything, and change nothing', async () => {
	const { refused } = await refusals( 'auditor', routes, 'globex' );
	expect( refused ).toEqual(
		names(
			routes.filter(
				( route ) => ! isReading( route ) || route.name === SECRET
			)
		)
	);
} );

test( 'an environment is not linked to an install of an account that the user does not belong to', async () => {
	const { services } = platform;
	await services.catalog.createApp( 'acme', 'site', 'regions/UK' );
	const url = '/v1/accounts/acme/apps/site/environments';
	const fields = { displayName: 'P', branch: 'uploadable' };
	const foreign = await sendRequest( 'writer', 'POST', url, {
		...fields,
		wpEnvironment: 'shop',
	} );
	expect( foreign.status ).toBe( 403 );
	const unknown = await sendRequest( 'writer', 'POST', url, {
		...fields,
		wpEnvironment: 'none',
	} );
	expect( unknown.status ).toBe( 400 );
	expect( await unknown.text() ).not.toContain( 'shop' );
	const own = await sendRequest( 'writer', 'POST', url, {
		...fields,
		wpEnvironment: 'blog',
	} );
	expect( own.status ).toBe( 200 );
	const [ environment ] = await services.catalog.environments(
		'acme',
		'site'
	);
	const linked = await sendRequest(
		'writer',
		'PATCH',
		`${ url }/${ environment?.id }`,
		{ wpEnvironment: 'shop' }
	);
	expect( linked.status ).toBe( 403 );
} );

test( 'an install is neither taken over nor made for an account that the user does not belong to', async () => {
	const body = { account: 'acme', url: 'http://127.0.0.1:8' };
	const foreign = await sendRequest(
		'writer',
		'PUT',
		'/_local/installs/shop',
		body
	);
	expect( foreign.status ).toBe( 403 );
	expect( await foreign.json() ).toEqual( {
		message:
			'You have no access to the WordPress install “shop”. Ask an administrator of the platform.',
	} );
	const made = await sendRequest( 'writer', 'PUT', '/_local/installs/new', {
		...body,
		account: 'globex',
	} );
	expect( made.status ).toBe( 403 );
	expect(
		( await sendRequest( 'writer', 'PUT', '/_local/installs/new', body ) )
			.status
	).toBe( 200 );
} );

test( 'a change of access counts from the next request on', async () => {
	const apps = '/v1/accounts/globex/apps';
	const set = ( method: string, role?: string ) =>
		sendRequest(
			USER,
			method,
			'/_local/users/outsider/accounts/globex',
			role && { role }
		);
	expect( ( await set( 'PUT', 'read' ) ).status ).toBe( 200 );
	expect( ( await sendRequest( 'outsider', 'GET', apps ) ).status ).toBe(
		200
	);
	expect( ( await set( 'DELETE' ) ).status ).toBe( 200 );
	expect( ( await sendRequest( 'outsider', 'GET', apps ) ).status ).toBe(
		403
	);
	expect( ( await set( 'DELETE' ) ).status ).toBe( 404 );
	expect(
		(
			await sendRequest(
				USER,
				'PUT',
				'/_local/users/outsider/accounts/none',
				{
					role: 'read',
				}
			)
		).status
	).toBe( 400 );
} );
