import { expect, test } from 'vitest';
import { Semaphore } from '../../../src/reference-api/lib/semaphore.ts';

/** Work that ends when the test says so. */
function makeWork( semaphore: Semaphore ) {
	const running: { end: () => void; fail: () => void }[] = [];
	const started: string[] = [];
	const run = ( name: string ) =>
		semaphore.run( () => {
			const work = Promise.withResolvers< string >();
			started.push( name );
			running.push( {
				end: () => work.resolve( name ),
				fail: () => work.reject( new Error( name ) ),
			} );
			return work.promise;
		} );
	return { running, started, run };
}

const nextTurn = () => new Promise( setImmediate );

test( 'runs as much work as there are permits, and the rest in the order in which it came', async () => {
	const { running, started, run } = makeWork( new Semaphore( 2 ) );
	const all = [ 'a', 'b', 'c', 'd' ].map( run );
	await nextTurn();
	expect( started ).toEqual( [ 'a', 'b' ] );
	running[ 1 ]?.end();
	await nextTurn();
	expect( started ).toEqual( [ 'a', 'b', 'c' ] );
	running[ 0 ]?.end();
	await nextTurn();
	expect( started ).toEqual( [ 'a', 'b', 'c', 'd' ] );
	running.slice( 2 ).forEach( ( { end } ) => end() );
	expect( await Promise.all( all ) ).toEqual( [ 'a', 'b', 'c', 'd' ] );
} );

test( 'returns the permit of work that fails', async () => {
	const { running, started, run } = makeWork( new Semaphore( 1 ) );
	const first = run( 'a' );
	const second = run( 'b' );
	await nextTurn();
	running[ 0 ]?.fail();
	await expect( first ).rejects.toThrow( 'a' );
	await nextTurn();
	expect( started ).toEqual( [ 'a', 'b' ] );
	running[ 1 ]?.end();
	expect( await second ).toBe( 'b' );
} );

test( 'a semaphore is full when all permits are taken and as much work waits as may', async () => {
	const semaphore = new Semaphore( 1, 1 );
	const first = await semaphore.acquire();
	expect( semaphore.isFull ).toBe( false );
	const second = semaphore.acquire();
	expect( semaphore.isFull ).toBe( true );
	first();
	const releaseSecond = await second;
	expect( semaphore.isFull ).toBe( false );
	releaseSecond();
} );

test( 'gives a permit to the waiter with the smallest order', async () => {
	const semaphore = new Semaphore( 1 );
	const started: string[] = [];
	const acquire = async ( name: string, order: number ) => {
		const release = await semaphore.acquire( undefined, order );
		started.push( name );
		return release;
	};
	const first = await acquire( 'first', 3 );
	const late = acquire( 'late', 2 );
	const early = acquire( 'early', 1 );
	first();
	( await early )();
	( await late )();
	expect( started ).toEqual( [ 'first', 'early', 'late' ] );
} );

test( 'gives no permit to a waiter that was aborted', async () => {
	const semaphore = new Semaphore( 1 );
	const controller = new AbortController();
	const first = await semaphore.acquire();
	const aborted = semaphore.acquire( controller.signal );
	const next = semaphore.acquire();
	controller.abort( new Error( 'left' ) );
	await expect( aborted ).rejects.toThrow( 'left' );
	first();
	await next;
	await expect( semaphore.acquire( controller.signal ) ).rejects.toThrow(
		'left'
	);
} );

test( 'a semaphore gives a returned permit again, and ignores a second return', async () => {
	const semaphore = new Semaphore( 2 );
	for ( let round = 0; round < 5; round++ ) {
		const release = await semaphore.acquire();
		release();
		release();
	}
	await semaphore.acquire();
	await semaphore.acquire();
	expect( semaphore.hasPermit ).toBe( false );
} );
