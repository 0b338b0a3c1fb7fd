import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import { request } from 'node:http';
import type { IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import type { Socket } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { EnvironmentPath } from '../../src/reference-api/model/hosting.ts';
import { startChild } from './child-platform.ts';
import type { ChildPlatform } from './child-platform.ts';
import {
	basic,
	makeEnvironment,
	makePlatform,
	routeOf,
	uploadForm,
} from './test-platform.ts';
import { ZIP_BOMBS } from './hostile-zips.ts';
import { rawZip } from './raw-zip.ts';

const MIB = 1024 * 1024;
/** What a refusal may cost in memory, whatever is sent. */
const FLAT_BYTES = 128 * MIB;

let platform: ChildPlatform;
let place: EnvironmentPath;
let url: string;

beforeAll( async () => {
	platform = await startChild();
	place = await platform.makePlace();
	url = `${ routeOf( '/fu/v1', place ) }:upload`;
	// What the first upload loads does not count as growth.
	await send( rawZip( [] ) );
} );

afterAll( () => platform.close() );

function send( zip: Buffer, part = 'repository' ): Promise< Response > {
	return platform.request( url, {
		method: 'POST',
		body: uploadForm( zip, part ),
	} );
}

/**
 * Expects an error with a message, and no files left behind.
 *
 * @param expectedMessage What the message holds.
 */
async function expectRefusal(
	answer: Response,
	status: number,
	expectedMessage: string
): Promise< void > {
	const body = ( await answer.json() ) as { message: string };
	expect( Object.keys( body ) ).toEqual( [ 'message', 'field' ] );
	expect( body.message ).toContain( expectedMessage );
	expect( answer.status ).toBe( status );
	expect( await platform.leftovers() ).toEqual( [] );
}

/** Runs something and answers how much the platform's memory grew at most. */
async function growth( work: () => Promise< unknown > ): Promise< number > {
	await platform.forgetPeak();
	const before = await platform.peakMemory();
	await work();
	return ( await platform.peakMemory() ) - before;
}

test.each( ZIP_BOMBS )(
	'an upload with %s is rejected without using memory, and leaves nothing behind',
	async ( _what, make, status, expectedMessage ) => {
		const zip = make();
		const grown = await growth( async () =>
			expectRefusal( await send( zip ), status, expectedMessage )
		);
		expect( grown ).toBeLessThan( FLAT_BYTES );
	}
);

const HEAD =
	'--edge\r\nContent-Disposition: form-data; name="repository"; filename="a.zip"\r\n\r\n';

function openUpload( headers: Record< string, string > ) {
	return request( new URL( url, platform.url ), {
		method: 'POST',
		headers: {
			authorization: basic(),
			'content-type': 'multipart/form-data; boundary=edge',
			...headers,
		},
	} );
}

const PIECE = Buffer.alloc( MIB );
const TOTAL = 10_000;

/**
 * Sends pieces until there is an answer, and tells it.
 *
 * @param head How the part begins.
 */
async function stream( head: string ) {
	const upload = openUpload( { 'transfer-encoding': 'chunked' } );
	let status = 0;
	let sent = 0;
	const ended = new Promise< void >( ( resolve ) => {
		upload.on( 'error', () => resolve() );
		upload.on( 'response', ( response ) => {
			status = response.statusCode ?? 0;
			resolve();
		} );
	} );
	upload.write( head );
	while ( status === 0 && sent < TOTAL ) {
		sent += 1;
		if ( ! upload.write( PIECE ) ) {
			const drained = new Promise< void >( ( resolve ) =>
				upload.once( 'drain', resolve )
			);
			await Promise.race( [ drained, ended ] );
		}
	}
	upload.destroy();
	return { status, sent };
}

test.each( [
	[ 'a zip', HEAD ],
	[ 'a field that is no file', HEAD.replace( '; filename="a.zip"', '' ) ],
	[ 'a part without a head', 'nothing' ],
] )(
	'a stream of 10 GB as %s is refused at the limit, and memory stays flat',
	async ( _what, head ) => {
		const grown = await growth( async () => {
			const { status, sent } = await stream( head );
			expect( status ).toBe( 413 );
			expect( sent ).toBeLessThan( 200 );
		} );
		expect( grown ).toBeLessThan( FLAT_BYTES );
		await expect.poll( () => platform.leftovers() ).toEqual( [] );
	}
);

test( 'a stream of 10 GB whose sender does not read is cut off', async () => {
	let sent = 0;
	const grown = await growth( async () => {
		const { port } = new URL( platform.url );
		const socket = connect( Number( port ), '127.0.0.1' );
		let isOpen = true;
		socket.on( 'error', () => {} );
		const closed = new Promise< void >( ( resolve ) => {
			socket.on( 'close', () => {
				isOpen = false;
				resolve();
			} );
		} );
		socket.write( uploadHead( { 'transfer-encoding': 'chunked' } ) );
		socket.write( `${ HEAD.length.toString( 16 ) }\r\n${ HEAD }\r\n` );
		const size = `${ PIECE.length.toString( 16 ) }\r\n`;
		while ( isOpen && sent < TOTAL ) {
			sent += 1;
			socket.write( size );
			socket.write( PIECE );
			if ( ! socket.write( '\r\n' ) ) {
				const drained = new Promise< void >( ( resolve ) =>
					socket.once( 'drain', resolve )
				);
				await Promise.race( [ drained, closed ] );
			}
		}
	} );
	expect( sent ).toBeLessThan( 1500 );
	expect( grown ).toBeLessThan( FLAT_BYTES );
	expect( await platform.leftovers() ).toEqual( [] );
	// The platform listens to 1 GiB, or for a minute.
}, 120_000 );

test( 'a stream of 10 GB that declares its length is rejected before it is read', async () => {
	const answer = await new Promise< number >( ( resolve, reject ) => {
		const upload = openUpload( { 'content-length': '10000000000' } );
		upload.on( 'error', reject );
		upload.on( 'response', ( response ) => {
			resolve( response.statusCode ?? 0 );
			upload.destroy();
		} );
		upload.write( HEAD );
	} );
	expect( answer ).toBe( 413 );
	expect( await platform.leftovers() ).toEqual( [] );
} );

function uploadHead( headers: Record< string, string > ): string {
	const lines = Object.entries( {
		host: new URL( platform.url ).host,
		authorization: basic(),
		'content-type': 'multipart/form-data; boundary=edge',
		...headers,
	} ).map( ( [ name, value ] ) => `${ name }: ${ value }\r\n` );
	return `POST ${ url } HTTP/1.1\r\n${ lines.join( '' ) }\r\n`;
}

async function holdUpload( length: number ): Promise< Socket > {
	const { port } = new URL( platform.url );
	const socket = connect( Number( port ), '127.0.0.1' );
	socket.on( 'error', () => {} );
	socket.write( uploadHead( { 'content-length': String( length ) } ) );
	socket.write( `${ HEAD }PK` );
	await once( socket, 'connect' );
	return socket;
}

test( 'a sender that disconnects in the middle leaves no files', async () => {
	const socket = await holdUpload( 50 * MIB );
	socket.write( Buffer.alloc( 5 * MIB ) );
	await expect.poll( () => platform.leftovers() ).toHaveLength( 1 );
	socket.destroy();
	await expect.poll( () => platform.leftovers() ).toEqual( [] );
} );

test( 'many senders that disconnect or send almost nothing do not delay other users', async () => {
	const sockets = await Promise.all(
		Array.from( { length: 50 }, () => holdUpload( 50 * MIB ) )
	);
	await expect.poll( () => platform.leftovers() ).toHaveLength( 50 );
	for ( const socket of sockets ) {
		socket.write( 'x' );
	}
	const health = await fetch( `${ platform.url }/_local/health` );
	expect( health.status ).toBe( 200 );
	const refusal = await send( randomBytes( 100 ) );
	expect( refusal.status ).toBe( 400 );
	for ( const socket of sockets ) {
		socket.destroy();
	}
	await expect.poll( () => platform.leftovers() ).toEqual( [] );
} );

test( 'a sender that falls silent is refused after a while', async () => {
	const silent = await makePlatform( { limits: { uploadIdleSeconds: 1 } } );
	const path = await makeEnvironment( silent );
	const { port } = new URL( silent.url );
	const upload = request( {
		hostname: '127.0.0.1',
		port,
		path: `${ routeOf( '/fu/v1', path ) }:upload`,
		method: 'POST',
		headers: {
			authorization: basic(),
			'content-type': 'multipart/form-data; boundary=edge',
			'content-length': String( 50 * MIB ),
		},
	} );
	upload.on( 'error', () => {} );
	upload.write( `${ HEAD }PK` );
	const [ answer ] = ( await once( upload, 'response' ) ) as [
		IncomingMessage,
	];
	expect( answer.statusCode ).toBe( 408 );
	upload.destroy();
	await expect
		.poll( () => readdir( join( silent.dataFolder, 'tmp' ) ) )
		.toEqual( [] );
} );

test( 'a zip of large files is unpacked, and memory stays flat', async () => {
	const content = randomBytes( 22 * MIB );
	const zip = rawZip( [
		{ name: 'package.json', content: '{"scripts":{"start":"exit 1"}}' },
		...[ 'a', 'b', 'c', 'd' ].map( ( name ) => ( { name, content } ) ),
	] );
	const grown = await growth( async () =>
		expect( ( await send( zip ) ).status ).toBe( 200 )
	);
	expect( grown ).toBeLessThan( FLAT_BYTES );
} );

test( 'after all of this the platform is well', async () => {
	expect( platform.isAlive() ).toBe( true );
	const health = await fetch( `${ platform.url }/_local/health` );
	expect( await health.json() ).toMatchObject( { status: 'ok' } );
} );
