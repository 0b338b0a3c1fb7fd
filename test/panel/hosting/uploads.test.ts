import apiFetch from '@wordpress/api-fetch';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Upload } from '../../../src/hosting/client/host.ts';
import { uploadThroughWordpress } from '../../../src/panel/hosting/uploads.ts';
import type { HostingUpload } from '../../../src/shared/wire.ts';
import { answerAs, refusal } from '../server.ts';

const PATH = { account: 'acme', app: 'shop', environment: 'e1' };
const CHUNK_BYTES = 4;

/** WordPress’s side of an upload, with the failures that a test puts into it. */
class FakeUploads {
	uploads: HostingUpload[] = [];
	content = '';
	/** What the next requests fail with, in order; undefined for none. */
	failures: unknown[] = [];
	onSend = () => {};

	readonly fetch = async ( {
		path = '',
		method = 'GET',
		body,
		data,
	}: Parameters< typeof apiFetch >[ 0 ] ): Promise< unknown > => {
		const [ , id = '', rest = '' ] =
			/uploads\/?(\w*)(.*)$/.exec( path ) ?? [];
		if ( id === '' && method === 'GET' ) {
			return { uploads: this.uploads };
		}
		if ( id === '' ) {
			this.uploads.push( anUpload( data as Partial< HostingUpload > ) );
		}
		const upload = this.uploads.find(
			( one ) => one.id === ( id || 'u1' )
		);
		if ( upload === undefined ) {
			throw refusal(
				404,
				'headless_deploy_upload_unknown',
				'No upload.'
			);
		}
		if ( method === 'DELETE' ) {
			this.uploads = this.uploads.filter( ( one ) => one !== upload );
		}
		if ( method === 'PUT' ) {
			await this.receive( upload, rest, body );
		}
		if ( rest === '/send' ) {
			this.fail();
			this.onSend();
			upload.state = 'sent';
		}
		return { ...upload };
	};

	async receive( upload: HostingUpload, query: string, body: unknown ) {
		const offset = Number( query.replace( '?offset=', '' ) );
		if ( offset !== upload.received ) {
			throw refusal( 409, 'headless_deploy_upload_offset', 'Offset.' );
		}
		const chunk = await ( body as Blob ).text();
		this.content += chunk;
		upload.received += chunk.length;
		// The chunk has arrived, but its answer may be lost.
		this.fail();
	}

	fail() {
		const failure = this.failures.shift();
		if ( failure !== undefined ) {
			throw failure;
		}
	}
}

function anUpload( fields: Partial< HostingUpload > = {} ): HostingUpload {
	return {
		id: 'u1',
		...PATH,
		fileName: 'site.zip',
		size: 10,
		received: 0,
		maxChunkBytes: CHUNK_BYTES,
		state: 'receiving',
		message: '',
		operation: '',
		build: '',
		createdAt: '2026-11-20T14:09:00Z',
		updatedAt: '2026-11-20T14:09:00Z',
		...fields,
	};
}

let server: FakeUploads;

beforeEach( () => {
	vi.useFakeTimers();
	server = new FakeUploads();
	vi.mocked( apiFetch ).mockImplementation( ( options ) =>
		answerAs( options, () => server.fetch( options ) )
	);
} );

afterEach( () => {
	vi.useRealTimers();
} );

async function send( more: Partial< Upload > = {} ) {
	const onProgress = vi.fn();
	const done = uploadThroughWordpress( {
		path: PATH,
		file: new File( [ '0123456789' ], 'site.zip' ),
		signal: new AbortController().signal,
		onProgress,
		...more,
	} ).then(
		() => 'sent',
		( error: Error ) => error.message
	);
	await vi.runAllTimersAsync();
	return { result: await done, onProgress };
}

test( 'sends a file in chunks, tells the progress, and lets WordPress send it to the host', async () => {
	const { result, onProgress } = await send();
	expect( result ).toBe( 'sent' );
	expect( server.content ).toBe( '0123456789' );
	expect(
		onProgress.mock.calls.map( ( [ { sentBytes } ] ) => sentBytes )
	).toEqual( [ 0, 4, 8, 10 ] );
} );

test( 'continues the upload of the same file that a reload interrupted', async () => {
	server.uploads = [ anUpload( { received: 8 } ) ];
	const { result } = await send();
	expect( result ).toBe( 'sent' );
	expect( server.content ).toBe( '89' );
} );

test.each( [
	[ 'another file', { fileName: 'other.zip' } ],
	[ 'a file of another size', { size: 11 } ],
	[ 'another environment', { environment: 'e2' } ],
	[ 'a file that was sent', { state: 'sent' as const } ],
] )( 'does not continue the upload of %s', async ( _what, fields ) => {
	server.uploads = [ anUpload( { id: 'u0', received: 8, ...fields } ) ];
	await send();
	expect( server.content ).toBe( '0123456789' );
} );

test( 'goes on where WordPress has got to after the answer of a chunk was lost', async () => {
	server.failures = [ { code: 'fetch_error', message: 'Offline.' } ];
	expect( ( await send() ).result ).toBe( 'sent' );
	expect( server.content ).toBe( '0123456789' );
} );

test( 'gives up after several failures in a row', async () => {
	const offline = { code: 'fetch_error', message: 'You are offline.' };
	vi.mocked( apiFetch ).mockImplementation( ( options ) =>
		answerAs( options, () => {
			if ( options.method === 'PUT' ) {
				throw offline;
			}
			return server.fetch( options );
		} )
	);
	expect( ( await send() ).result ).toBe( 'You are offline.' );
} );

test( 'shows why WordPress refuses a chunk', async () => {
	server.failures = [ refusal( 413, 'rest_too_large', 'Too large.' ) ];
	expect( ( await send() ).result ).toBe( 'Too large.' );
} );

test( 'waits for the host when a proxy ended the request that sends the file', async () => {
	server.onSend = () => {
		const [ sent ] = server.uploads;
		if ( sent ) {
			sent.state = 'sending';
			setTimeout( () => ( sent.state = 'sent' ), 5_000 );
		}
		throw refusal( 504, 'invalid_json', 'Gateway timeout.' );
	};
	expect( ( await send() ).result ).toBe( 'sent' );
} );

test( 'shows why the host refused the zip, and deletes it', async () => {
	server.onSend = () => {
		throw refusal( 422, 'headless_deploy_host_error', 'No package.json.' );
	};
	expect( ( await send() ).result ).toBe( 'No package.json.' );
	expect( server.uploads ).toEqual( [] );
} );

test( 'stops and deletes what has arrived when the user cancels', async () => {
	const controller = new AbortController();
	const { result } = await send( {
		signal: controller.signal,
		onProgress: ( { sentBytes } ) =>
			sentBytes > 0 &&
			controller.abort( new Error( 'Canceled by the user' ) ),
	} );
	expect( result ).not.toBe( 'sent' );
	expect( server.content ).toBe( '0123' );
	expect( server.uploads ).toEqual( [] );
} );
