import { expect, test } from 'vitest';
import { GRACE_MS } from '../../../src/reference-api/http/graceful-shutdown.ts';
import type {
	FaultRule,
	GivenFaultRule,
	JournalEntry,
} from '../../../src/reference-api/model/faults.ts';
import {
	json,
	makePlatform,
	PASSWORD,
	routeOf,
	uploadForm,
	makePlace,
	USER,
} from '../test-platform.ts';
import type { TestPlatform } from '../test-platform.ts';

const FAULTS = '/_local/faults';
const REQUESTS = '/_local/requests';

async function addRule(
	platform: TestPlatform,
	rule: GivenFaultRule
): Promise< FaultRule > {
	const answer = await platform.request( FAULTS, json( rule ) );
	expect( answer.status ).toBe( 201 );
	return ( await answer.json() ) as FaultRule;
}

async function rulesOf( platform: TestPlatform ): Promise< FaultRule[] > {
	const answer = await platform.request( FAULTS );
	return ( ( await answer.json() ) as { rules: FaultRule[] } ).rules;
}

interface Listed {
	requests: ( Omit< JournalEntry, 'at' > & { at: string } )[];
	counts: Record< string, number >;
	isPaused: boolean;
}

async function requestsOf( platform: TestPlatform, query = '' ) {
	const answer = await platform.request( REQUESTS + query );
	expect( answer.status ).toBe( 200 );
	return ( await answer.json() ) as Listed;
}

test( 'fault rules over HTTP are added, listed, turned off and on, and deleted', async () => {
	const platform = await makePlatform();
	const rule = await addRule( platform, {
		name: 'Busy',
		kind: 'status',
		status: 429,
		path: '/v1/*',
	} );
	expect( await rulesOf( platform ) ).toEqual( [ rule ] );
	expect( ( await platform.request( '/v1/regions' ) ).status ).toBe( 429 );
	const one = `${ FAULTS }/${ rule.id }`;
	await platform.request( one, json( { isOn: false }, 'PATCH' ) );
	expect( ( await platform.request( '/v1/regions' ) ).status ).toBe( 200 );
	const on = await platform.request( one, json( { isOn: true }, 'PUT' ) );
	expect( await on.json() ).toMatchObject( { isOn: true, used: 0 } );
	expect( ( await platform.request( '/v1/regions' ) ).status ).toBe( 429 );
	const gone = await platform.request( one, { method: 'DELETE' } );
	expect( gone.status ).toBe( 204 );
	expect( ( await platform.request( '/v1/regions' ) ).status ).toBe( 200 );
	expect(
		( await platform.request( one, { method: 'DELETE' } ) ).status
	).toBe( 404 );
} );

test( 'fault rules over HTTP are all turned off, or all deleted', async () => {
	const platform = await makePlatform();
	await addRule( platform, { kind: 'drop' } );
	await addRule( platform, { kind: 'reset' } );
	await platform.request( FAULTS, json( { isOn: false }, 'PATCH' ) );
	expect( await rulesOf( platform ) ).toMatchObject( [
		{ isOn: false },
		{ isOn: false },
	] );
	await platform.request( FAULTS, { method: 'DELETE' } );
	expect( await rulesOf( platform ) ).toEqual( [] );
} );

test( 'fault rules over HTTP hit a webhook in place of its action, and not without the guard’s consent', async () => {
	const { platform, place } = await makePlace();
	const { urls } = await platform.services.webhooks.create( place, 'test' );
	await addRule( platform, { kind: 'status', status: 503, count: 1 } );
	const stranger = await fetch( `${ platform.url }/v1/regions` );
	expect( stranger.status ).toBe( 401 );
	const call = await fetch( urls.purgeCache, { method: 'POST' } );
	expect( call.status ).toBe( 503 );
	const set = await platform.services.webhooks.find( place );
	expect( set?.lastCalls ).toEqual( {} );
	const next = await fetch( urls.purgeCache, { method: 'POST' } );
	expect( next.status ).toBe( 200 );
} );

test.each< GivenFaultRule >( [
	{ kind: 'endless' },
	{ kind: 'none', latencyMs: 600_000 },
	{ kind: 'drip', dripMs: 60_000 },
] )( 'a platform ends at once, whatever %j keeps waiting', async ( rule ) => {
	const platform = await makePlatform();
	const { id } = await addRule( platform, rule );
	const asked = platform
		.request( '/v1/regions' )
		.then( ( answer ) => answer.text() )
		.catch( () => 'cut' );
	await expect
		.poll( async () => ( await rulesOf( platform ) )[ 0 ] )
		.toMatchObject( { id, used: 1 } );
	const begun = performance.now();
	await platform.close();
	expect( performance.now() - begun ).toBeLessThan( GRACE_MS );
	expect( await asked ).toBe( 'cut' );
} );

test( 'the journal over HTTP contains calls of the API and the webhooks, without secrets', async () => {
	const { platform, place } = await makePlace();
	const { urls } = await platform.services.webhooks.create( place, 'test' );
	const token = new URL( urls.rebuild ).searchParams.get( 'token' ) ?? '';
	await fetch( urls.purgeCache, {
		method: 'POST',
		headers: { 'user-agent': 'WordPress/7.1; https://blog.example' },
	} );
	await platform.request(
		'/v1/accounts/acme/apps/shop/environments',
		json( {
			displayName: 'Staging',
			branch: 'uploadable',
			wpEnvironment: 'blog',
			shellVariables: [ { key: 'API_KEY', value: 'hush hush' } ],
		} )
	);
	await platform.request( '/v1/accounts/acme/apps/store' );
	await platform.request( '/portal' );
	const { requests, counts } = await requestsOf( platform );
	expect( requests ).toMatchObject( [
		{
			status: 404,
			caller: 'sam',
			reason: expect.stringContaining( 'store' ),
		},
		{
			status: 200,
			caller: 'sam',
			requestBody: expect.stringContaining( 'API_KEY' ),
		},
		{
			status: 200,
			caller: 'WordPress 7.1',
			method: 'POST',
			reason: '',
		},
	] );
	expect( counts ).toEqual( { all: 3, errors: 1, faults: 0 } );
	const text = JSON.stringify( requests );
	expect( text ).not.toContain( 'hush' );
	expect( text ).not.toContain( token );
	expect( text ).not.toContain( 'Basic' );
	expect( requests[ 2 ]?.url ).toMatch( /\?token=••••.{4}$/ );
} );

test( 'the journal over HTTP has no value of a shell variable, however it was sent', async () => {
	const { platform, place } = await makePlace();
	const variables = `${ routeOf( '/v1', place ) }/shellVariables`;
	const pair = { key: 'DBP', value: 'hush' };
	const messages: unknown[] = [];
	const send = async ( method: string, url: string, body: unknown ) => {
		const answer = await platform.request( url, json( body, method ) );
		messages.push( await answer.json() );
	};
	for ( const body of [
		{ set: [ pair ] },
		{ set: { DBP: 'hush' } },
		{ Set: [ pair ] },
		[ pair ],
		{ DBP: 'hush' },
		{ 'DBP=hush': '' },
		{ set: [ { key: 'DBP', value: 'hush\0' } ] },
		{ set: [ { key: 'DBP=hush', value: '' } ] },
		{ remove: [ '-hush-' ] },
	] ) {
		await send( 'PATCH', variables, body );
		await send( 'PUT', `${ variables }?value=hush`, body );
	}
	const environments = '/v1/accounts/acme/apps/shop/environments';
	const fields = {
		displayName: 'Staging',
		branch: 'uploadable',
		wpEnvironment: 'blog',
	};
	for ( const more of [
		{ variables: [ pair ] },
		{ DBP: 'hush' },
		{ shellVariables: [ { key: 'DBP=hush', value: '' } ] },
	] ) {
		await send( 'POST', environments, { ...fields, ...more } );
	}
	const { requests } = await requestsOf( platform );
	expect( requests ).toHaveLength( messages.length );
	expect( JSON.stringify( requests ) ).not.toContain( 'hush' );
	expect( JSON.stringify( messages ) ).not.toContain( 'hush' );
	expect( requests.at( -1 )?.requestBody ).toBe(
		'{"set":[{"key":"DBP","value":"••••"}]}'
	);
} );

test( 'the journal over HTTP is filtered, read page by page and one by one, paused and cleared', async () => {
	const platform = await makePlatform();
	await platform.request( '/v1/regions' );
	await platform.request( '/v1/nothing' );
	await platform.request( '/v1/regions' );
	const errors = await requestsOf( platform, '?only=errors' );
	expect( errors.requests ).toMatchObject( [ { number: 2 } ] );
	const page = await requestsOf( platform, '?limit=1&before=3&search=v1' );
	expect( page.requests ).toMatchObject( [ { number: 2 } ] );
	const one = await platform.request( `${ REQUESTS }/3` );
	expect( await one.json() ).toMatchObject( {
		number: 3,
		url: '/v1/regions',
	} );
	expect( ( await platform.request( `${ REQUESTS }/99` ) ).status ).toBe(
		404
	);
	await platform.request( REQUESTS, json( { isPaused: true }, 'PUT' ) );
	await platform.request( '/v1/regions' );
	expect( ( await requestsOf( platform ) ).counts.all ).toBe( 3 );
	await platform.request( REQUESTS, json( { isPaused: false }, 'PUT' ) );
	await platform.request( REQUESTS, { method: 'DELETE' } );
	expect( ( await requestsOf( platform ) ).requests ).toEqual( [] );
} );

test( 'the journal over HTTP contains calls that the guard rejected, and names the fault rule', async () => {
	const platform = await makePlatform();
	await fetch( `${ platform.url }/v1/regions` );
	await addRule( platform, { name: 'Cut', kind: 'drop' } );
	await expect( platform.request( '/v1/regions' ) ).rejects.toThrow();
	const { requests } = await requestsOf( platform );
	expect( requests ).toMatchObject( [
		{ status: 0, fault: 'Cut', caller: 'sam' },
		{ status: 401, reason: expect.stringContaining( 'Sign in' ) },
	] );
} );

test( 'the journal over HTTP keeps no upload', async () => {
	const { platform, place } = await makePlace();
	await platform.request( `${ routeOf( '/fu/v1', place ) }:upload`, {
		method: 'POST',
		body: uploadForm( Buffer.from( 'hush' ) ),
	} );
	const { requests } = await requestsOf( platform );
	expect( requests ).toMatchObject( [ { status: 400, requestBody: '' } ] );
	expect( JSON.stringify( requests ) ).not.toContain( 'hush' );
} );

test( 'the journal over HTTP keeps as many as the settings say', async () => {
	const platform = await makePlatform( {
		limits: { journalEntries: 2 },
	} );
	for ( let index = 0; index < 3; index++ ) {
		await platform.request( '/v1/regions' );
	}
	expect( ( await requestsOf( platform ) ).requests ).toMatchObject( [
		{ number: 3 },
		{ number: 2 },
	] );
} );

test( 'a session, which only the portal has, meets no rule and leaves no trace in the journal', async () => {
	const platform = await makePlatform();
	await addRule( platform, { kind: 'status', status: 503, path: '/v1/*' } );
	const signedIn = await fetch(
		`${ platform.url }/_local/session`,
		json( { user: USER, password: PASSWORD } )
	);
	const [ cookie = '' ] = signedIn.headers.getSetCookie();
	const bySession = ( path: string ) =>
		fetch( platform.url + path, { headers: { cookie } } );
	expect( ( await bySession( '/v1/regions' ) ).status ).toBe( 200 );
	expect( ( await bySession( '/v1/nothing' ) ).status ).toBe( 404 );
	expect( ( await platform.request( '/v1/regions' ) ).status ).toBe( 503 );
	const { requests } = await requestsOf( platform );
	expect( requests ).toMatchObject( [ { status: 503 } ] );
} );

test( 'strangers see neither rules nor journal', async () => {
	const platform = await makePlatform();
	for ( const url of [ FAULTS, REQUESTS, `${ REQUESTS }/1` ] ) {
		expect( ( await fetch( platform.url + url ) ).status ).toBe( 401 );
	}
} );
