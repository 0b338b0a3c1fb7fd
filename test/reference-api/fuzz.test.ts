import { Agent, request } from 'node:http';
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startPlatform } from '../../src/reference-api/server.ts';
import type { Platform } from '../../src/reference-api/server.ts';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Fuzzer, routesOf } from './fuzz-requests.ts';
import type { FuzzRequest, OpenApi } from './fuzz-requests.ts';
import {
	basic,
	CHEAP,
	makeEnvironment,
	PASSWORD,
	USER,
	WORDPRESS,
} from './test-platform.ts';
import { Random } from './seeded-random.ts';

/** `FUZZ_SEED=7 FUZZ_REQUESTS=50000` runs another, longer round. */
const SEED = Number( process.env.FUZZ_SEED ?? 1 );
const REQUESTS = Number( process.env.FUZZ_REQUESTS ?? 2000 );
const ANSWER_MS = 10_000;
/** Of errors about the values of a request. */
const STATUSES_WITH_FIELD = [ 400, 404, 409, 413, 422 ];

interface Answer {
	status: number;
	type: string;
	text: string;
}

let platform: Platform;
let dataFolder: string;
let agent: Agent;
const errors: unknown[] = [];
const random = new Random( SEED );

beforeAll( async () => {
	dataFolder = await mkdtemp( path.join( tmpdir(), 'headless-deploy-' ) );
	platform = await startPlatform( {
		dataFolder,
		port: 0,
		user: USER,
		password: PASSWORD,
		passwordCost: CHEAP,
		accounts: [ 'acme' ],
		wordpress: { blog: WORDPRESS },
		onError: ( error ) => errors.push( error ),
	} );
	agent = new Agent( { keepAlive: true, maxSockets: 1 } );
} );

afterAll( async () => {
	agent.destroy();
	await platform.close();
	await rm( dataFolder, { recursive: true, force: true } );
} );

/** Sends a request and reads its answer; of an event stream only the head. */
function sendRequest( given: FuzzRequest ): Promise< Answer > {
	const { hostname, port } = new URL( platform.url );
	const headers: Record< string, string > = {
		authorization: basic(),
		...Object.fromEntries( given.headers ),
		...( given.body
			? { 'content-length': String( given.body.length ) }
			: {} ),
	};
	return new Promise( ( resolve, reject ) => {
		const call = request(
			{
				hostname,
				port,
				agent,
				method: given.method,
				path: given.url,
				headers,
			},
			( response ) => {
				const type = response.headers[ 'content-type' ] ?? '';
				const status = response.statusCode ?? 0;
				if ( type.startsWith( 'text/event-stream' ) ) {
					call.destroy();
					resolve( { status, type, text: '' } );
					return;
				}
				let text = '';
				response.setEncoding( 'utf8' );
				response.on( 'data', ( chunk ) => ( text += chunk ) );
				response.on( 'end', () => resolve( { status, type, text } ) );
				response.on( 'error', reject );
			}
		);
		call.setTimeout( ANSWER_MS, () =>
			call.destroy( new Error( `No answer within ${ ANSWER_MS } ms.` ) )
		);
		call.on( 'error', reject );
		call.end( given.body ?? undefined );
	} );
}

/** Finds what is wrong with an answer, or nothing. */
function faultIn( given: FuzzRequest, answer: Answer ): string {
	const { status, type, text } = answer;
	if ( status >= 500 || status < 200 ) {
		return `the status ${ status }`;
	}
	if (
		/node_modules\/|\.ts:\d+|\bat (?:async )?[\w.]+ \(/.test( text ) &&
		type.includes( 'json' )
	) {
		return 'a stack trace';
	}
	if ( status < 400 || given.method === 'HEAD' ) {
		return '';
	}
	if ( ! type.startsWith( 'application/json' ) ) {
		return `a refusal of the type ${ type }`;
	}
	const { message, field, ...others } = JSON.parse( text ) as Record<
		string,
		unknown
	>;
	if ( typeof message !== 'string' || message === '' ) {
		return 'a refusal without its message';
	}
	if ( Object.keys( others ).length > 0 ) {
		return 'a refusal with an unknown field';
	}
	const mayName =
		field === undefined ||
		( typeof field === 'string' &&
			field !== '' &&
			STATUSES_WITH_FIELD.includes( status ) );
	return mayName ? '' : `a refusal with the status ${ status } and a field`;
}

function describeRequest( given: FuzzRequest ): string {
	const body = given.body?.toString().slice( 0, 300 ) ?? '';
	return `FUZZ_SEED=${ SEED }: ${ given.method } ${ given.url.slice( 0, 300 ) } ${ JSON.stringify( given.headers ).slice( 0, 600 ) } ${ JSON.stringify( body ) }`;
}

async function check( given: FuzzRequest ): Promise< Answer > {
	let answer: Answer;
	try {
		answer = await sendRequest( given );
	} catch ( error ) {
		throw new Error( `${ String( error ) } ${ describeRequest( given ) }` );
	}
	const fault = faultIn( given, answer );
	if ( fault !== '' || errors.length > 0 ) {
		const [ error ] = errors.splice( 0 );
		const told = error instanceof Error ? error.stack : '';
		throw new Error(
			`${ fault } ${ describeRequest( given ) } ${ answer.text.slice( 0, 500 ) } ${ told }`
		);
	}
	return answer;
}

function get( url: string, accept = '*/*' ): Promise< Answer > {
	return sendRequest( {
		method: 'GET',
		url,
		headers: [ [ 'accept', accept ] ],
		body: null,
	} );
}

async function knownValues(): Promise< Record< string, string > > {
	const url = WORDPRESS;
	const { services } = platform;
	await services.installs.save( { accountName: 'acme', name: 'blog', url } );
	const apps = await services.catalog.apps( 'acme' );
	if ( ! apps.some( ( { appId } ) => appId === 'shop' ) ) {
		await services.catalog.createApp( 'acme', 'shop', 'regions/UK' );
	}
	const place = await makeEnvironment( platform );
	const { urls } = await platform.services.webhooks.create( place, 'test' );
	const [ account ] = await platform.services.catalog.accounts();
	const [ install ] = await platform.services.installs.all();
	return {
		account: 'acme',
		account_name: 'acme',
		account_id: account?.id ?? '',
		app: 'shop',
		app_name: 'shop',
		environment: place.environmentId,
		environment_id: place.environmentId,
		build: 'no_build',
		operation: 'no_build',
		install: 'blog',
		install_id: install?.id ?? '',
		action: 'rebuild',
		webhook: 'webhook:purgeCache',
		number: '1',
		token: new URL( urls.rebuild ).searchParams.get( 'token' ) ?? '',
	};
}

/** What a route must not leave behind for the next request. */
async function tidy(): Promise< void > {
	await sendRequest( {
		method: 'DELETE',
		url: '/_local/faults',
		headers: [],
		body: null,
	} );
}

test( `no request of the API causes an error of the platform (seed ${ SEED })`, async () => {
	const document = JSON.parse(
		( await get( '/openapi.json' ) ).text
	) as OpenApi;
	const routes = routesOf( document );
	expect( routes.length ).toBeGreaterThan( 30 );
	let fuzzer = new Fuzzer( random, await knownValues() );
	for ( let index = 0; index < REQUESTS; index++ ) {
		if ( index % 250 === 249 ) {
			// Some requests delete what others need.
			fuzzer = new Fuzzer( random, await knownValues() );
		}
		const given = fuzzer.make( random.pick( routes ) );
		const answer = await check( given );
		if (
			answer.status === 201 &&
			given.url.startsWith( '/_local/faults' )
		) {
			await tidy();
		}
	}
}, 600_000 );

/** Writes bytes and reads what comes until the connection ends. */
function raw( bytes: string ): Promise< string > {
	const { port } = new URL( platform.url );
	return new Promise( ( resolve ) => {
		const socket = connect( Number( port ), '127.0.0.1' );
		let text = '';
		socket.setEncoding( 'latin1' );
		socket.on( 'data', ( chunk ) => ( text += chunk ) );
		socket.on( 'error', () => {} );
		socket.on( 'close', () => resolve( text ) );
		// A closed half says that no more comes: the server does not wait for the rest.
		socket.end( bytes, 'latin1' );
	} );
}

/** Stands for the header that names the platform's own host. */
const HOST = 'Host: HOST';
const CLOSE = 'Connection: close';
const UPGRADE = 'Connection: Upgrade';
const GET = 'GET /v1/regions HTTP/1.1';
const POST = 'POST /v1/accounts/acme/apps HTTP/1.1';
const CHUNKED = 'Transfer-Encoding: chunked';
const JSON_BODY = 'Content-Type: application/json';
const SIGNED_IN = `Authorization: ${ basic() }`;

/** Joins the lines of a request's head. */
function head( ...lines: string[] ): string {
	return `${ lines.join( '\r\n' ) }\r\n\r\n`;
}

/** Builds the head of a request with a chunked JSON body. */
const CHUNKED_HEAD = head( POST, HOST, SIGNED_IN, JSON_BODY, CHUNKED );

const RAW_REQUESTS: Record< string, string > = {
	'an empty request': '',
	'line ends': '\r\n\r\n\r\n',
	zeros: '\0'.repeat( 100 ),
	TLS: '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03',
	'HTTP/2': 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
	'HTTP/0.9': 'GET /v1/regions\r\n',
	'HTTP/9': head( 'GET / HTTP/9.9', HOST ),
	'an unknown method': head( 'FOO / HTTP/1.1', HOST ),
	'no host': head( GET ),
	'two hosts': head( GET, HOST, 'Host: evil.example' ),
	'a tunnel': head( 'CONNECT evil.example:443 HTTP/1.1', 'Host: evil' ),
	'an upgrade to WebSocket': head(
		GET,
		HOST,
		UPGRADE,
		'Upgrade: websocket',
		'Sec-WebSocket-Version: 13',
		'Sec-WebSocket-Key: x'
	),
	'an upgrade to HTTP/2': head(
		GET,
		HOST,
		'Connection: Upgrade, HTTP2-Settings',
		'Upgrade: h2c',
		'HTTP2-Settings: AAMAAABkAAQAAP__'
	),
	'a star': head( 'OPTIONS * HTTP/1.1', HOST, CLOSE ),
	'a whole URL': head( 'GET http://HOST/v1/regions HTTP/1.1', HOST, CLOSE ),
	'the URL of another host': head(
		'GET http://evil.example/v1/regions HTTP/1.1',
		HOST,
		CLOSE
	),
	'a file URL': head( 'GET file:///etc/passwd HTTP/1.1', HOST, CLOSE ),
	'no slash': head( 'GET v1/regions HTTP/1.1', HOST, CLOSE ),
	'many slashes': head( 'GET //v1//regions HTTP/1.1', HOST, CLOSE ),
	'raw bytes in the URL': head(
		'GET /v1/\xff\xfe\x80 HTTP/1.1',
		HOST,
		CLOSE
	),
	'a header without a colon': head( GET, HOST, 'nonsense' ),
	'a folded header': head( GET, HOST, 'A: b', ' c', CLOSE ),
	'a header of 100 KB': head( GET, HOST, `A: ${ 'x'.repeat( 100_000 ) }` ),
	'ten thousand headers': head(
		GET,
		HOST,
		...Array( 10_000 ).fill( 'A: b' )
	),
	'a URL of 100 KB': head( `GET /${ 'x'.repeat( 100_000 ) } HTTP/1.1`, HOST ),
	'a negative length': head( POST, HOST, 'Content-Length: -1' ),
	'a length that is not a number': head( POST, HOST, 'Content-Length: x' ),
	'a chunk size that is not a number': `${ CHUNKED_HEAD }zz\r\n{}\r\n`,
	'a chunk without an end': `${ CHUNKED_HEAD }ffffffffffffffff\r\n{}`,
	'an interrupted body': `${ head( POST, HOST, SIGNED_IN, JSON_BODY, 'Content-Length: 99' ) }{"a"`,
	'compressed chunks': `${ head( POST, HOST, 'Transfer-Encoding: gzip, chunked' ) }0\r\n\r\n`,
	'two requests at once': `${ head( 'GET /_local/health HTTP/1.1', HOST ) }${ head( GET, HOST, CLOSE ) }`,
	'a thousand requests at once': head( 'GET /v1/%zz HTTP/1.1', HOST ).repeat(
		1000
	),
};

const RANDOM_PARTS = [
	...[ 'GET ', 'POST ', '/v1/regions', '/portal', '/_local/faults' ],
	...[ ' HTTP/1.1', '\r\n', '\n', '\r', HOST, CLOSE, CHUNKED, SIGNED_IN ],
	...[ 'Content-Length: ', '0', '5', 'Expect: 100-continue', 'Upgrade: x' ],
	...[ '\r\n\r\n', ' ', ':', '%', '\0', '\xff', '{}' ],
];

describe( 'requests that no client library sends', () => {
	const withHost = ( bytes: string ) =>
		bytes.replaceAll( 'HOST', new URL( platform.url ).host );

	test.each( Object.entries( RAW_REQUESTS ) )(
		'the platform rejects or ignores %s and keeps running',
		async ( _what, bytes ) => {
			expect( await raw( withHost( bytes ) ) ).not.toMatch(
				/^HTTP\/1\.1 5/m
			);
			expect( errors.splice( 0 ) ).toEqual( [] );
			expect( ( await get( '/_local/health' ) ).status ).toBe( 200 );
		}
	);

	test( 'the platform rejects or ignores random bytes and keeps running', async () => {
		for ( let index = 0; index < 200; index++ ) {
			const parts = Array.from( { length: 1 + random.below( 30 ) }, () =>
				random.pick( RANDOM_PARTS )
			);
			expect(
				await raw( withHost( parts.join( '' ) ) ),
				`FUZZ_SEED=${ SEED } ${ JSON.stringify( parts ) }`
			).not.toMatch( /^HTTP\/1\.1 5/m );
		}
		expect( errors.splice( 0 ) ).toEqual( [] );
		expect( ( await get( '/_local/health' ) ).status ).toBe( 200 );
	} );
} );
