import { describe, expect, test } from 'vitest';
import { Journal } from '../../../src/reference-api/faults/journal.ts';
import type { Call } from '../../../src/reference-api/faults/journal-record.ts';
import type { JournalQuery } from '../../../src/reference-api/model/faults.ts';

const ALL: JournalQuery = { only: 'all', search: '', before: null, limit: 50 };

function call( given: Partial< Call > = {} ): Call {
	return {
		at: Date.UTC( 2026, 10, 21, 14, 9 ),
		method: 'GET',
		url: '/v1/regions',
		status: 200,
		user: '',
		tookMs: 3,
		fault: '',
		requestHeaders: [ 'User-Agent', 'curl/8.14.1' ],
		requestBody: undefined,
		responseHeaders: [ 'content-type', 'application/json' ],
		responseBody: '{}',
		...given,
	};
}

function journalOf( calls: Call[], maxEntries = 1000, maxBytes?: number ) {
	const journal = new Journal( {
		maxEntries,
		...( maxBytes === undefined ? {} : { maxBytes } ),
	} );
	calls.forEach( ( item ) => journal.add( item ) );
	return journal;
}

const numbers = ( journal: Journal, query: Partial< JournalQuery > = {} ) =>
	journal
		.page( { ...ALL, ...query } )
		.entries.map( ( { number } ) => number );

test( 'the journal shows the newest first, and forgets the oldest', () => {
	const journal = journalOf( [ call(), call(), call(), call() ], 3 );
	expect( numbers( journal ) ).toEqual( [ 4, 3, 2 ] );
	expect( journal.entry( 1 ) ).toBeNull();
	expect( journal.entry( 4 )?.url ).toBe( '/v1/regions' );
	expect( journal.entry( 5 ) ).toBeNull();
} );

test( 'the journal is bounded in bytes too', () => {
	const long = call( { responseBody: 'x'.repeat( 4000 ) } );
	const journal = journalOf( Array( 100 ).fill( long ), 1000, 20_000 );
	expect( numbers( journal ) ).toEqual( [ 100, 99, 98, 97 ] );
} );

test( 'the journal with a size of 0 records nothing', () => {
	const journal = journalOf( [ call() ], 0 );
	expect( journal.isRecording ).toBe( false );
	expect( numbers( journal ) ).toEqual( [] );
	expect( journal.entry( 0 ) ).toBeNull();
} );

test( 'the journal takes nothing while it is paused', () => {
	const journal = journalOf( [ call() ] );
	journal.setPaused( true );
	journal.add( call() );
	expect( journal.page( ALL ) ).toMatchObject( { isPaused: true } );
	journal.setPaused( false );
	journal.add( call() );
	expect( numbers( journal ) ).toEqual( [ 2, 1 ] );
} );

test( 'the journal is empty once it is cleared, and its numbers go on', () => {
	const journal = journalOf( [ call(), call() ] );
	journal.clear();
	expect( numbers( journal ) ).toEqual( [] );
	journal.add( call() );
	expect( numbers( journal ) ).toEqual( [ 3 ] );
} );

test( 'the journal is read page by page', () => {
	const journal = journalOf( Array( 5 ).fill( call() ) );
	expect( numbers( journal, { limit: 2 } ) ).toEqual( [ 5, 4 ] );
	expect( numbers( journal, { limit: 2, before: 4 } ) ).toEqual( [ 3, 2 ] );
} );

test( 'the journal notifies of each change', () => {
	let changes = 0;
	const journal = new Journal( {
		maxEntries: 3,
		onChange: () => ( changes += 1 ),
	} );
	journal.add( call() );
	journal.clear();
	journal.setPaused( true );
	journal.add( call() );
	expect( changes ).toBe( 3 );
} );

describe( 'what is looked for', () => {
	const journal = journalOf( [
		call(),
		call( {
			status: 404,
			responseBody: '{"message":"No app \\"store\\"."}',
		} ),
		call( { status: 503, fault: 'Slow usage', user: 'ci-user' } ),
		call( { status: 0, method: 'POST' } ),
	] );

	test( 'the journal counts matching entries by kind', () => {
		const { counts } = journal.page( ALL );
		expect( counts ).toEqual( { all: 4, errors: 3, faults: 1 } );
		expect( numbers( journal, { only: 'errors' } ) ).toEqual( [ 4, 3, 2 ] );
		expect( numbers( journal, { only: 'faults' } ) ).toEqual( [ 3 ] );
	} );

	test.each( [
		[ 'POST', [ 4 ] ],
		[ 'ci-user', [ 3 ] ],
		[ 'CURL', [ 4, 2, 1 ] ],
		[ 'no app "store"', [ 2 ] ],
		[ 'slow usage', [ 3 ] ],
		[ 'nothing of it', [] ],
	] )( 'the journal finds entries by “%s”', ( search, found ) => {
		expect( numbers( journal, { search } ) ).toEqual( found );
	} );

	test( 'the journal finds the requests that a rule would match', () => {
		const rule = { path: '/v1/*', method: 'GET', action: '' } as const;
		expect( journal.matches( rule ) ).toBe( 3 );
	} );
} );

const entryOf = ( given: Partial< Call > ) =>
	journalOf( [ call( given ) ] ).entry( 1 );

test( 'an entry names the API user, else the program', () => {
	expect( entryOf( { user: 'sam' } )?.caller ).toBe( 'sam' );
	expect( entryOf( {} )?.caller ).toBe( 'curl 8.14' );
	expect( entryOf( { requestHeaders: [] } )?.caller ).toBe( 'Unknown' );
} );

test( 'an entry contains the reason why a call was rejected', () => {
	const responseBody = '{"message":"No app “store”. There is \\"shop\\"."}';
	expect( entryOf( { status: 404, responseBody } )?.reason ).toBe(
		'No app “store”. There is "shop".'
	);
	expect( entryOf( { status: 0 } )?.reason ).toBe(
		'The connection closed before the response.'
	);
	expect( entryOf( { responseBody } )?.reason ).toBe( '' );
} );

test( 'an entry names the fault rule in place of a reason', () => {
	expect( entryOf( { status: 0, fault: 'Cut' } ) ).toMatchObject( {
		reason: '',
		fault: 'Cut',
	} );
} );

test( 'an entry contains no secret', () => {
	const token = 'aB3-_fghijklmnopqrstuvwxQ3c=';
	const entry = entryOf( {
		url: `/wh/v1/x?token=${ token }`,
		requestHeaders: [
			'Authorization',
			'Basic hush',
			'Cookie',
			'hush',
			'Accept',
			'a',
			'accept',
			'b',
		],
		requestBody: {
			password: 'hush',
			shellVariables: [ { key: 'A', value: 'hush' } ],
		},
		responseHeaders: [ 'set-cookie', 'hush' ],
		responseBody: `{"rebuild":"http://a/?token=${ token }","password":"hush"}`,
	} );
	const text = JSON.stringify( entry );
	expect( text ).not.toContain( 'hush' );
	expect( text ).not.toContain( token.slice( 0, 20 ) );
	expect( entry?.url ).toBe( '/wh/v1/x?token=••••Q3c=' );
	expect( entry?.requestHeaders.accept ).toBe( 'a, b' );
} );

test( 'an entry keeps at most 4 KiB of each body', () => {
	const entry = entryOf( {
		requestBody: { text: 'ä'.repeat( 5000 ) },
		responseBody: 'x'.repeat( 9000 ),
	} );
	expect( Buffer.byteLength( entry?.requestBody ?? '' ) ).toBeGreaterThan(
		4090
	);
	expect( Buffer.byteLength( entry?.requestBody ?? '' ) ).toBeLessThanOrEqual(
		4096
	);
	expect( entry?.requestBody ).not.toContain( '\ufffd' );
	expect( entry?.responseBody ).toHaveLength( 4096 );
} );
