import { expect, test, vi } from 'vitest';
import type { RefreshData } from '../../src/front-end/payload.ts';
import {
	isSignedFeedRequest,
	json,
	makeFakeWordPress,
} from './fake-wordpress.ts';
import { aChange, SECRET } from './signed-request.ts';

const ADDRESS =
	'https://cms.example.com/wp-json/headless-deploy/v1/changes?environment=production';

function storeOf( sequence: number ) {
	return { get: async () => sequence, set: vi.fn() };
}

function feedOf( fields: Partial< RefreshData > ) {
	return () => json( aChange( fields ) );
}

test( 'asks for the current sequence at the start, and applies the scope “all”', async () => {
	const { changes, feedRequests, applied } = makeFakeWordPress();
	expect( changes.isCaughtUp() ).toBe( false );
	expect( await changes.catchUp() ).toBe( true );
	expect( changes.isCaughtUp() ).toBe( true );
	expect( feedRequests.map( ( { url } ) => url ) ).toEqual( [ ADDRESS ] );
	expect( feedRequests.every( isSignedFeedRequest ) ).toBe( true );
	expect( applied.map( ( { scope } ) => scope ) ).toEqual( [ 'all' ] );
} );

test( 'asks for the changes since the stored sequence', async () => {
	const store = storeOf( 4700 );
	const fake = makeFakeWordPress( { store } );
	fake.feed = feedOf( { since: 4700, sequence: 4812 } );
	await fake.changes.catchUp();
	expect( fake.feedRequests[ 0 ]?.url ).toBe( `${ ADDRESS }&since=4700` );
	expect( fake.feedRequests.every( isSignedFeedRequest ) ).toBe( true );
	expect( store.set ).toHaveBeenCalledExactlyOnceWith( 4812 );
} );

test( 'takes over a lower sequence of WordPress, which a restored database has', async () => {
	const store = storeOf( 4700 );
	const fake = makeFakeWordPress( { store } );
	fake.feed = feedOf( { scope: 'all', since: 4700, sequence: 20 } );
	await fake.changes.catchUp();
	expect( store.set ).toHaveBeenCalledExactlyOnceWith( 20 );
} );

test( 'shares one request between calls at the same time, and asks only once', async () => {
	const { changes, feedRequests, applied } = makeFakeWordPress();
	await Promise.all( [ changes.catchUp(), changes.catchUp() ] );
	await changes.catchUp();
	expect( feedRequests ).toHaveLength( 1 );
	expect( applied ).toHaveLength( 1 );
} );

test.each( [
	[ 'cannot be reached', () => new Error( 'ECONNREFUSED' ) ],
	[ 'answers 401', () => json( { code: 'x' }, { status: 401 } ) ],
	[ 'answers with another body', () => json( [] ) ],
	[ 'answers with HTML', () => new Response( '<html>' ) ],
] )(
	'does not count as caught up if the change feed %s',
	async ( _name, feed ) => {
		const fake = makeFakeWordPress();
		fake.feed = feed;
		expect( await fake.changes.catchUp() ).toBe( false );
		expect( fake.changes.isCaughtUp() ).toBe( false );
		expect( fake.applied ).toEqual( [] );
		expect( fake.errors ).toHaveLength( 1 );
		expect( String( fake.errors[ 0 ] ) ).not.toContain( SECRET );
	}
);

test( 'asks again after 1, 2, 4 … 60 seconds, until it succeeds', async () => {
	const fake = makeFakeWordPress();
	const { feed } = fake;
	fake.feed = () => new Error( 'ECONNREFUSED' );
	for ( const seconds of [ 1, 2, 4, 8, 16, 32, 60, 60 ] ) {
		await fake.changes.catchUp();
		const { length } = fake.feedRequests;
		fake.now += seconds * 1000 - 1;
		await fake.changes.catchUp();
		expect( fake.feedRequests ).toHaveLength( length );
		fake.now += 1;
	}
	fake.feed = feed;
	expect( await fake.changes.catchUp() ).toBe( true );
} );

test( 'asks again if the changes could not be applied', async () => {
	const onChange = vi.fn().mockRejectedValueOnce( new Error( 'no cache' ) );
	const store = storeOf( 4700 );
	const fake = makeFakeWordPress( { onChange, store } );
	expect( await fake.changes.catchUp() ).toBe( false );
	expect( store.set ).not.toHaveBeenCalled();
	fake.now += 1000;
	expect( await fake.changes.catchUp() ).toBe( true );
	expect( onChange ).toHaveBeenCalledTimes( 2 );
} );

test( 'applies a request as it is if nothing was missed', async () => {
	const store = storeOf( 4790 );
	const { changes, applied, feedRequests } = makeFakeWordPress( { store } );
	const data = aChange( { since: 4790, sequence: 4812 } );
	expect( await changes.apply( data ) ).toEqual( data );
	expect( applied ).toEqual( [ data ] );
	expect( store.set ).toHaveBeenCalledExactlyOnceWith( 4812 );
	expect( feedRequests ).toEqual( [] );
	expect( changes.isCaughtUp() ).toBe( true );
} );

test.each( [ 4789, 0 ] )(
	'adds the missed changes to a request that follows others (known: %i)',
	async ( known ) => {
		const store = storeOf( known );
		const fake = makeFakeWordPress( { store } );
		fake.feed = feedOf( {
			sequence: 4820,
			tags: [ 'post-1' ],
			paths: { changed: [ '/missed/' ], gone: [ '/deleted/' ] },
		} );
		const applied = await fake.changes.apply( aChange() );
		expect( fake.feedRequests[ 0 ]?.url ).toBe(
			`${ ADDRESS }&since=${ known }`
		);
		expect( applied ).toMatchObject( {
			scope: 'some',
			tags: [ 'post-1', 'post-123', 'post-list' ],
			paths: {
				changed: [ '/missed/', '/new/' ],
				gone: [ '/deleted/', '/old/' ],
			},
		} );
		expect( fake.applied ).toEqual( [ applied ] );
		expect( store.set ).toHaveBeenCalledExactlyOnceWith( 4820 );
	}
);

test( 'asks for missed changes if WordPress does not know what was confirmed', async () => {
	const fake = makeFakeWordPress( { store: storeOf( 4790 ) } );
	fake.feed = feedOf( { scope: 'all' } );
	const applied = await fake.changes.apply( aChange( { since: null } ) );
	expect( fake.feedRequests ).toHaveLength( 1 );
	expect( applied.scope ).toBe( 'all' );
} );

test( 'applies the scope “all” if the missed changes cannot be read', async () => {
	const store = storeOf( 4700 );
	const fake = makeFakeWordPress( { store } );
	fake.feed = () => new Error( 'ECONNREFUSED' );
	const applied = await fake.changes.apply( aChange() );
	expect( applied.scope ).toBe( 'all' );
	expect( store.set ).toHaveBeenCalledExactlyOnceWith( 4812 );
} );

test( 'applies the scope “all” to the first request if it knows no sequence, without asking', async () => {
	const { changes, feedRequests } = makeFakeWordPress();
	expect( ( await changes.apply( aChange() ) ).scope ).toBe( 'all' );
	const next = aChange( { since: 4812, sequence: 4813 } );
	expect( ( await changes.apply( next ) ).scope ).toBe( 'some' );
	await changes.catchUp();
	expect( feedRequests ).toEqual( [] );
} );

test( 'makes progress only with the last part of a run', async () => {
	const store = storeOf( 4790 );
	const { changes } = makeFakeWordPress( { store } );
	await changes.apply( aChange( { since: 4790, sequence: 4790 } ) );
	await changes.apply( aChange( { since: 4790, sequence: 4812 } ) );
	expect( store.set.mock.calls ).toEqual( [ [ 4790 ], [ 4812 ] ] );
} );

test( 'a cache that got a part of the first run has not caught up', async () => {
	const { changes } = makeFakeWordPress();
	await changes.apply( aChange( { since: null, sequence: null } ) );
	expect( changes.isCaughtUp() ).toBe( false );
} );

test( 'keeps its sequence if an earlier request is repeated', async () => {
	const store = storeOf( 4900 );
	const { changes, applied } = makeFakeWordPress( { store } );
	await changes.apply( aChange( { since: 4790, sequence: 4812 } ) );
	expect( applied ).toHaveLength( 1 );
	expect( store.set ).toHaveBeenCalledExactlyOnceWith( 4900 );
} );

test( 'does not store the sequence of a change that failed', async () => {
	const store = storeOf( 4790 );
	const onChange = vi.fn().mockRejectedValueOnce( new Error( 'no cache' ) );
	const { changes } = makeFakeWordPress( { store, onChange } );
	await expect( changes.apply( aChange() ) ).rejects.toThrow( 'no cache' );
	expect( store.set ).not.toHaveBeenCalled();
	await changes.apply( aChange() );
	expect( store.set ).toHaveBeenCalledExactlyOnceWith( 4812 );
} );

test( 'applies changes one after the other', async () => {
	const events: string[] = [];
	const { changes } = makeFakeWordPress( {
		store: storeOf( 4790 ),
		async onChange( { sequence } ) {
			events.push( `start ${ sequence }` );
			await Promise.resolve();
			events.push( `end ${ sequence }` );
		},
	} );
	await Promise.all( [
		changes.apply( aChange( { sequence: 4812 } ) ),
		changes.apply( aChange( { since: 4812, sequence: 4813 } ) ),
	] );
	expect( events ).toEqual( [
		'start 4812',
		'end 4812',
		'start 4813',
		'end 4813',
	] );
} );
