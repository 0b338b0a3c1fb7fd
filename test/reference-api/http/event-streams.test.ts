import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { sessionCookie } from '../../../src/reference-api/http/guard.ts';
import { BuildRepository } from '../../../src/reference-api/store/builds.ts';
import {
	basic,
	json,
	makeEnvironment,
	makePlatform,
	PASSWORD,
	USER,
	wordApp,
	uploadAndWait,
	visit,
} from '../test-platform.ts';
import type { TestPlatform } from '../test-platform.ts';

interface Event {
	event: string;
	data: { changes?: Record< string, string >[]; instance?: string };
}

let platform: TestPlatform;
let connections: AbortController[];

beforeEach( async () => {
	connections = [];
	platform = await makePlatform( { accounts: [ 'acme', 'globex' ] } );
} );

afterEach( () => {
	vi.useRealTimers();
	vi.restoreAllMocks();
	connections.forEach( ( one ) => one.abort() );
} );

/** Reads events, one at each call; null at the end of the stream. */
function reader( response: Response ): () => Promise< Event | null > {
	const chunks = response.body?.getReader();
	const decoder = new TextDecoder();
	let text = '';
	return async () => {
		for (;;) {
			const found =
				/^(?:(?::|retry:).*\n+)*event: (.*)\ndata: (.*)\n\n/.exec(
					text
				);
			if ( found ) {
				text = text.slice( found[ 0 ].length );
				const [ , event = '', data = '' ] = found;
				return { event, data: JSON.parse( data ) };
			}
			const { done, value } = ( await chunks?.read() ) ?? { done: true };
			if ( done ) {
				return null;
			}
			text += decoder.decode( value, { stream: true } );
		}
	};
}

async function open( headers: Record< string, string > = {} ) {
	const connection = new AbortController();
	connections.push( connection );
	const response = await fetch( `${ platform.url }/_local/events`, {
		headers: { authorization: basic( USER ), ...headers },
		signal: connection.signal,
	} );
	return { response, next: reader( response ), connection };
}

/** Reads events until one has a change that matches. */
async function until(
	next: () => Promise< Event | null >,
	wanted: Record< string, string >
): Promise< Record< string, string >[] > {
	const seen: Record< string, string >[] = [];
	for ( let event = await next(); event; event = await next() ) {
		seen.push( ...( event.data.changes ?? [] ) );
		const matches = seen.some( ( change ) =>
			Object.entries( wanted ).every(
				( [ key, value ] ) => change[ key ] === value
			)
		);
		if ( matches ) {
			return seen;
		}
	}
	throw new Error(
		`The stream ended without ${ JSON.stringify( wanted ) }.`
	);
}

async function createUser( id: string, account: string ): Promise< void > {
	await platform.services.users.create(
		{
			id,
			name: '',
			role: 'none',
			password: PASSWORD,
			accounts: [ { account, role: 'read' } ],
		},
		'test'
	);
}

test( 'an event stream begins with the instance of the platform, which is the same for each stream', async () => {
	const first = await open();
	expect( first.response.headers.get( 'content-type' ) ).toMatch(
		/^text\/event-stream/
	);
	expect( first.response.headers.get( 'cache-control' ) ).toBe( 'no-store' );
	const hello = await first.next();
	expect( hello ).toEqual( {
		event: 'hello',
		data: { instance: expect.stringMatching( /^[\da-f-]{36}$/ ) },
	} );
	expect( await ( await open() ).next() ).toEqual( hello );
} );

test( 'an event stream names what a deployment makes stale, with account, environment and build', async () => {
	const place = await makeEnvironment( platform );
	const { next } = await open();
	const { environmentId: environment } = place;
	await uploadAndWait( platform, place, await wordApp( 'one' ) );
	const account = 'acme';
	const [ build ] = await platform.services.builds.of( environment );
	const seen = await until( next, {
		topic: 'log',
		build: build?.id ?? '',
	} );
	expect( seen ).toContainEqual( {
		topic: 'builds',
		account,
		environment,
	} );
	await visit( platform, place );
	await until( next, { topic: 'cache', account, environment } );
} );

test.each( [
	[
		'accounts',
		{ topic: 'accounts' },
		() => platform.services.catalog.createAccount( 'umbrella' ),
	],
	[
		'apps',
		{ topic: 'apps', account: 'acme' },
		() =>
			platform.services.catalog.createApp( 'acme', 'site', 'regions/UK' ),
	],
	[ 'users', { topic: 'users' }, () => createUser( 'ci', 'acme' ) ],
	[
		'faults',
		{ topic: 'faults' },
		() =>
			platform.request(
				'/_local/faults',
				json( { kind: 'status', status: 503, path: '/none' } )
			),
	],
	[
		'requests',
		{ topic: 'requests' },
		() => platform.request( '/v1/regions' ),
	],
	[ 'usage', { topic: 'usage' }, () => platform.services.usage.tick() ],
	[
		'installs',
		{ topic: 'installs', account: 'acme' },
		() =>
			platform.services.installs.save( {
				accountName: 'acme',
				name: 'shop',
				url: 'http://127.0.0.1:9',
			} ),
	],
] )( 'an event stream names %s', async ( _topic, wanted, change ) => {
	const { next } = await open();
	await change();
	await until( next, wanted );
} );

test( 'an event stream names webhooks and settings of an environment', async () => {
	const place = await makeEnvironment( platform );
	const { next } = await open();
	const ids = { account: 'acme', environment: place.environmentId };
	await platform.services.webhooks.create( place, 'test' );
	await until( next, { topic: 'webhooks', ...ids } );
	await platform.services.environmentSettings.change( place, {
		purgeOnDeploy: false,
	} );
	await until( next, { topic: 'environments', ...ids } );
	await platform.services.deletion.environment( place );
	const seen = await until( next, { topic: 'environments' } );
	expect( seen.at( -1 ) ).toEqual( { topic: 'environments' } );
} );

test( 'an event stream contains no secrets and no text', async () => {
	const place = await makeEnvironment( platform, { KEY: 'hush-hush' } );
	const { next } = await open();
	await platform.services.environmentSettings.setVariables( place, {
		set: [ { key: 'OTHER', value: 'hush-hush' } ],
		remove: [],
	} );
	const seen = await until( next, { topic: 'environments' } );
	expect( JSON.stringify( seen ) ).not.toMatch( /hush|OTHER/ );
} );

test( 'an event stream has no ids of accounts that the user does not see, and no journal', async () => {
	await createUser( 'guest', 'globex' );
	const place = await makeEnvironment( platform );
	const { next } = await open( { authorization: basic( 'guest' ) } );
	await platform.request( '/v1/regions' );
	await platform.services.webhooks.create( place, 'test' );
	await platform.services.catalog.createApp( 'globex', 'site', 'regions/UK' );
	const seen = await until( next, { topic: 'apps', account: 'globex' } );
	expect( JSON.stringify( seen ) ).not.toMatch(
		new RegExp( `acme|requests|${ place.environmentId }` )
	);
} );

test( 'an event stream ends at once when the user is deleted', async () => {
	await createUser( 'guest', 'acme' );
	const { next } = await open( { authorization: basic( 'guest' ) } );
	await next();
	await platform.services.users.delete( 'guest' );
	expect( await next() ).toEqual( { event: 'signed-out', data: {} } );
	expect( await next() ).toBeNull();
} );

test( 'an event stream follows a user who loses an account', async () => {
	const { users } = platform.services;
	await createUser( 'guest', 'acme' );
	await users.setAccountRole( 'guest', 'globex', 'read' );
	const { next } = await open( { authorization: basic( 'guest' ) } );
	await users.setAccountRole( 'guest', 'acme', null );
	await until( next, { topic: 'users' } );
	await platform.services.catalog.createApp( 'acme', 'a', 'regions/UK' );
	await platform.services.catalog.createApp( 'globex', 'b', 'regions/UK' );
	const seen = await until( next, { topic: 'apps' } );
	expect( seen ).toEqual( [ { topic: 'apps', account: 'globex' } ] );
} );

test( 'an event stream is refused without credentials', async () => {
	const { response } = await open( { authorization: '' } );
	expect( response.status ).toBe( 401 );
} );

test( 'an event stream ends with the platform', async () => {
	const { next } = await open();
	await next();
	const closed = platform.close();
	expect( await next() ).toBeNull();
	await closed;
} );

test( 'an event stream says when the session is over', async () => {
	const holder = { user: USER, password: PASSWORD };
	const signedIn = await fetch(
		`${ platform.url }/_local/session`,
		json( holder )
	);
	const { port } = new URL( platform.url );
	const name = sessionCookie( Number( port ) );
	const cookie = new RegExp( `${ name }=[^;]+` ).exec(
		signedIn.headers.get( 'set-cookie' ) ?? ''
	)?.[ 0 ];
	vi.useFakeTimers( { toFake: [ 'setInterval', 'clearInterval' ] } );
	const { next } = await open( {
		authorization: '',
		cookie: cookie ?? '',
	} );
	await next();
	await fetch( `${ platform.url }/_local/session`, {
		method: 'DELETE',
		headers: { cookie: cookie ?? '' },
	} );
	await vi.advanceTimersByTimeAsync( 15_000 );
	expect( await next() ).toEqual( { event: 'signed-out', data: {} } );
	expect( await next() ).toBeNull();
} );

test( 'an event stream merges changes that follow each other quickly', async () => {
	const { next } = await open();
	await next();
	const { changes } = platform.services;
	for ( let count = 0; count < 1000; count++ ) {
		changes.emit( { topic: count % 2 ? 'faults' : 'usage' } );
	}
	const merged = [ { topic: 'faults' }, { topic: 'usage' } ];
	expect( await next() ).toEqual( {
		event: 'stale',
		data: { changes: [ { topic: 'usage' } ] },
	} );
	expect( await next() ).toEqual( {
		event: 'stale',
		data: { changes: merged },
	} );
} );

test( 'an event stream reports a change also while the user is checked again', async () => {
	vi.useFakeTimers( { toFake: [ 'setInterval', 'clearInterval' ] } );
	const { next } = await open();
	await next();
	const { changes, users } = platform.services;
	let isChecking = () => {};
	const checking = new Promise< void >( ( resolve ) => {
		isChecking = resolve;
	} );
	vi.spyOn( users, 'verify' ).mockImplementation( () => {
		isChecking();
		return new Promise( () => {} );
	} );
	vi.advanceTimersByTime( 15_000 );
	await checking;
	changes.emit( { topic: 'usage', accountName: 'acme' } );
	await until( next, { topic: 'usage', account: 'acme' } );
} );

test( 'an event stream reports a change whose ids cannot be read, without ids', async () => {
	const onError = vi.fn();
	platform = await makePlatform( { onError } );
	const { next } = await open();
	await next();
	const { changes } = platform.services;
	const error = new Error( 'The database does not respond.' );
	vi.spyOn( BuildRepository.prototype, 'find' ).mockRejectedValueOnce(
		error
	);
	changes.emit( { topic: 'log', buildId: 'b1' } );
	expect( await until( next, { topic: 'log' } ) ).toEqual( [
		{ topic: 'log' },
	] );
	expect( onError.mock.calls ).toEqual( [ [ error ] ] );
} );

test( 'an event stream is not opened by HEAD', async () => {
	const response = await platform.request( '/_local/events', {
		method: 'HEAD',
	} );
	expect( response.status ).toBe( 405 );
	expect( response.headers.get( 'allow' ) ).toBe( 'GET' );
} );

test( 'an event stream reads nothing after the platform was closed', async () => {
	const onError = vi.fn();
	platform = await makePlatform( { onError } );
	const { next } = await open();
	await next();
	const { changes } = platform.services;
	const find = vi.spyOn( BuildRepository.prototype, 'find' );
	vi.useFakeTimers( { toFake: [ 'setTimeout', 'clearTimeout' ] } );
	// The first change is sent at once, and the second one after the interval.
	changes.emit( { topic: 'usage' } );
	await next();
	changes.emit( { topic: 'builds', buildId: 'gone' } );
	await platform.close();
	await vi.runAllTimersAsync();
	expect( find ).not.toHaveBeenCalled();
	expect( onError ).not.toHaveBeenCalled();
} );

test( 'an event stream is refused when its user has 50, or all users have 200', async () => {
	const users = [ USER, 'one', 'two', 'three', 'four' ];
	for ( const user of users.slice( 1 ) ) {
		await createUser( user, 'acme' );
	}
	const openFifty = ( user: string ) =>
		Promise.all(
			Array.from( { length: 50 }, () =>
				open( { authorization: basic( user ) } )
			)
		);
	const refusal = async ( user: string ) => {
		const headers = { authorization: basic( user ) };
		const response = await platform.request( '/_local/events', {
			headers,
		} );
		expect( response.status ).toBe( 503 );
		return response.json();
	};
	await openFifty( USER );
	expect( await refusal( USER ) ).toEqual( {
		message: 'You have 50 event streams already. Close some pages.',
	} );
	for ( const user of users.slice( 1, 4 ) ) {
		await openFifty( user );
	}
	expect( await refusal( 'four' ) ).toEqual( {
		message: 'There are 200 event streams already. Close some pages.',
	} );
	connections[ 0 ]?.abort();
	await expect
		.poll( async () => ( await open() ).response.status )
		.toBe( 200 );
} );
