import { afterEach, describe, expect, test, vi } from 'vitest';
import { sessionCookie } from '../../../src/reference-api/http/guard.ts';
import { RENDERED_FOR_STREAM } from '../../../src/reference-api/portal/live-updates.ts';
import { aBuild, at } from './fake-hosting.ts';
import { basic, ENVIRONMENT_URL, portalApp } from './portal-app.ts';

interface Update {
	id: string;
	type: string;
	parts: Record< string, string >;
	grown?: { id: string; lines: string; place: string };
	head?: string;
	running: boolean;
}

function readEvent( block: string ): Update | null {
	const fields = new Map(
		block.split( '\n' ).map( ( line ) => {
			const colon = line.indexOf( ':' );
			return [ line.slice( 0, colon ), line.slice( colon + 1 ).trim() ];
		} )
	);
	const type = fields.get( 'event' ) ?? 'message';
	if ( ! fields.has( 'data' ) ) {
		return null;
	}
	const data = fields.get( 'data' ) || '{}';
	return { id: fields.get( 'id' ) ?? '', type, ...JSON.parse( data ) };
}

let close: () => Promise< unknown > = async () => {};
const connections: AbortController[] = [];

afterEach( async () => {
	for ( const connection of connections.splice( 0 ) ) {
		connection.abort();
	}
	await close();
} );

async function start( options: Parameters< typeof portalApp >[ 1 ] = {} ) {
	const portal = await portalApp( undefined, {
		updateMs: 1,
		heartbeatMs: 60_000,
		...options,
	} );
	close = () => portal.app.close();
	const url = await portal.listen();
	const open = async (
		page: string,
		headers: Record< string, string > = {},
		state = ''
	) => {
		const connection = new AbortController();
		connections.push( connection );
		const query = new URLSearchParams( { page, state } );
		const response = await fetch( `${ url }/portal/live?${ query }`, {
			headers: { authorization: basic( 'sam' ), ...headers },
			signal: connection.signal,
		} );
		return { response, next: reader( response ), connection };
	};
	return { ...portal, url, open };
}

/** Reads a stream's updates, one at each call; null at its end. */
function reader( response: Response ): () => Promise< Update | null > {
	const chunks = response.body?.getReader();
	const decoder = new TextDecoder();
	let text = '';
	return async () => {
		for (;;) {
			const end = text.indexOf( '\n\n' );
			if ( end >= 0 ) {
				const event = readEvent( text.slice( 0, end ) );
				text = text.slice( end + 2 );
				if ( event ) {
					return event;
				}
				continue;
			}
			const { done, value } = ( await chunks?.read() ) ?? { done: true };
			if ( done ) {
				return null;
			}
			text += decoder.decode( value, { stream: true } );
		}
	};
}

const building = aBuild( {
	number: 43,
	state: 'building',
	startTime: at( '14:08:34' ),
	finishTime: null,
} );
const PAGE = `${ ENVIRONMENT_URL }/builds/43`;

describe( 'a page that is looked at', () => {
	test( 'is told the parts that became different, and no others', async () => {
		const { hosting, open } = await start();
		hosting.buildList = [ aBuild( { number: 42, state: 'live' } ) ];
		const { next, response } = await open( ENVIRONMENT_URL );
		expect( response.headers.get( 'content-type' ) ).toMatch(
			/^text\/event-stream/
		);
		const first = await next();
		expect( Object.keys( first?.parts ?? {} ).sort() ).toEqual( [
			'facts',
			'faults-line',
			'faults-on',
			'head',
			'now',
			'recent',
		] );
		hosting.buildList.unshift( building );
		hosting.changes.emit( { topic: 'builds' } );
		const second = await next();
		expect( Object.keys( second?.parts ?? {} ) ).toEqual( [
			'now',
			'recent',
		] );
		expect( second?.parts.now ).toContain( 'Build 43' );
		expect( second?.head ).toContain( 'Building, 26 s' );
		expect( second?.running ).toBe( true );
	} );

	test( 'is told nothing of a change that it does not show', async () => {
		const { hosting, open } = await start();
		const { next } = await open( ENVIRONMENT_URL );
		const { id } = ( await next() ) ?? { id: '' };
		const again = await open( ENVIRONMENT_URL, { 'last-event-id': id } );
		hosting.installList.push( {
			id: 'i2',
			accountName: 'acme',
			name: 'other',
			url: 'http://127.0.0.1:1',
		} );
		hosting.changes.emit( { topic: 'builds' } );
		hosting.buildList = [ aBuild( { number: 1, state: 'live' } ) ];
		hosting.changes.emit( { topic: 'builds' } );
		const event = await again.next();
		expect( event?.parts.now ).toContain( 'has been serving' );
		expect( event?.parts ).not.toHaveProperty( 'faults-line' );
	} );

	test( 'gets the log’s lines once each, over a lost connection too', async () => {
		const { hosting, open } = await start();
		hosting.buildList = [ building ];
		hosting.log = 'one\ntwo\n';
		const first = await open( PAGE );
		const one = await first.next();
		expect( one?.grown?.lines.match( /id="L\d+"/g ) ).toEqual( [
			'id="L1"',
			'id="L2"',
		] );
		first.connection.abort();
		hosting.log += 'three\nfou';
		const second = await open( PAGE, {
			'last-event-id': one?.id ?? '',
		} );
		const two = await second.next();
		expect( two?.grown ).toMatchObject( { place: '14.4' } );
		expect( two?.grown?.lines.match( /id="L\d+"/g ) ).toEqual( [
			'id="L3"',
		] );
		hosting.log += 'r\n';
		hosting.changes.emit( { topic: 'builds' } );
		const three = await second.next();
		expect( three?.grown?.lines ).toContain( '<span>four</span>' );
	} );

	test( 'that tells what it shows gets only what is new', async () => {
		const { hosting, open } = await start();
		hosting.buildList = [ building ];
		hosting.log = 'one\n';
		const first = await ( await open( PAGE ) ).next();
		hosting.log += 'two\n';
		const { next } = await open( PAGE, {}, first?.id );
		const event = await next();
		expect( Object.keys( event?.parts ?? {} ) ).toEqual( [ 'log-state' ] );
		expect( event?.grown?.lines ).not.toContain( 'L1' );
	} );

	test( 'is rendered once for many changes at once', async () => {
		const { hosting, open } = await start( { updateMs: 20 } );
		hosting.buildList = [ building ];
		const { next } = await open( PAGE );
		await next();
		const environment = vi.spyOn( hosting, 'build' );
		for ( let line = 0; line < 1000; line++ ) {
			hosting.log += `line ${ line }\n`;
			hosting.changes.emit( { topic: 'builds' } );
		}
		const event = await next();
		expect( event?.grown?.lines.match( /<li/g ) ).toHaveLength( 1000 );
		expect( environment.mock.calls.length ).toBeLessThan( 3 );
	} );
} );

describe( 'a stream', () => {
	test( 'is closed to strangers', async () => {
		const { open } = await start();
		const { response } = await open( ENVIRONMENT_URL, {
			authorization: '',
		} );
		expect( response.status ).toBe( 401 );
	} );

	test.each( [
		'/v1/accounts',
		'/portal/../v1/accounts',
		'//evil.example/portal',
		'http://evil.example/portal',
		'/portal/live',
		'/portal/%6Cive',
		'/portal/l%69v%65?page=/portal',
		'/portal%2Flive',
		'/portalx',
		'',
	] )( 'is only of pages of the portal, not of “%s”', async ( page ) => {
		const { open } = await start();
		expect( ( await open( page ) ).response.status ).toBe( 400 );
	} );

	test( 'is never opened by another stream', async () => {
		const { open } = await start();
		const { response } = await open( ENVIRONMENT_URL, {
			[ RENDERED_FOR_STREAM ]: '1',
		} );
		expect( response.status ).toBe( 400 );
	} );

	test( 'ends with its session, before anything more is told', async () => {
		const { hosting, sessions, openSession, url, open } = await start();
		const session = await openSession( 'sam' );
		const { port } = new URL( url );
		const { next } = await open( ENVIRONMENT_URL, {
			authorization: '',
			cookie: `${ sessionCookie( Number( port ) ) }=${ session }`,
		} );
		await next();
		sessions.end( session );
		hosting.buildList = [ aBuild( { number: 1, state: 'live' } ) ];
		hosting.changes.emit( { topic: 'builds' } );
		expect( await next() ).toMatchObject( { type: 'gone' } );
		expect( await next() ).toBeNull();
	} );

	test( 'notices by itself that its session has ended', async () => {
		const { sessions, openSession, url, open } = await start( {
			heartbeatMs: 5,
		} );
		const session = await openSession( 'sam' );
		const { port } = new URL( url );
		const { next } = await open( ENVIRONMENT_URL, {
			authorization: '',
			cookie: `${ sessionCookie( Number( port ) ) }=${ session }`,
		} );
		await next();
		sessions.end( session );
		expect( await next() ).toMatchObject( { type: 'gone' } );
	} );

	test( 'ends with what it is about', async () => {
		const { hosting, open } = await start();
		const { next } = await open( ENVIRONMENT_URL );
		await next();
		hosting.environmentList = [];
		hosting.changes.emit( { topic: 'builds' } );
		expect( await next() ).toMatchObject( { type: 'gone' } );
	} );

	test( 'leaves nothing behind when its reader goes', async () => {
		const { hosting, open } = await start();
		let watching = 0;
		const { watch } = hosting;
		hosting.watch = ( listener ) => {
			const stop = watch( listener );
			watching++;
			return () => {
				watching--;
				stop();
			};
		};
		const { next, connection } = await open( ENVIRONMENT_URL );
		await next();
		expect( watching ).toBe( 1 );
		connection.abort();
		await expect.poll( () => watching ).toBe( 0 );
	} );

	test( 'ends when the platform closes', async () => {
		const { app, open } = await start();
		const { next } = await open( ENVIRONMENT_URL );
		await next();
		await app.close();
		expect( await next() ).toBeNull();
	} );

	test( 'goes on after a page could not be rendered once', async () => {
		const { hosting, errors, open } = await start();
		const { next } = await open( ENVIRONMENT_URL );
		await next();
		const { environment } = hosting;
		hosting.environment = async () => {
			throw new Error( 'broken' );
		};
		hosting.changes.emit( { topic: 'builds' } );
		await expect.poll( () => errors ).toHaveLength( 1 );
		hosting.environment = environment;
		hosting.buildList = [ aBuild( { number: 1, state: 'live' } ) ];
		hosting.changes.emit( { topic: 'builds' } );
		expect( ( await next() )?.parts.now ).toContain( 'has been serving' );
	} );
} );
