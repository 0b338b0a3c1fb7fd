import { expect, test } from 'vitest';
import { Semaphore } from '../../../src/reference-api/lib/semaphore.ts';

/** Work that ends when the test says so. */
function makeWork( turns: Semaphore ) {
	const running: { name: string; end: ( failed?: boolean ) => void }[] = [];
	const begun: string[] = [];
	const run = ( name: string ) =>
		turns.run(
			() =>
				new Promise< string >( ( resolve, reject ) => {
					begun.push( name );
					running.push( {
						name,
						end: ( failed ) =>
							failed
								? reject( new Error( name ) )
								: resolve( name ),
					} );
				} )
		);
	return { running, begun, run };
}

test( 'a few run at the same time, the others in the order in which they came', async () => {
	const { running, begun, run } = makeWork( new Semaphore( 2 ) );
	const all = [ 'a', 'b', 'c', 'd' ].map( run );
	expect( begun ).toEqual( [ 'a', 'b' ] );
	running[ 1 ]?.end();
	await all[ 1 ];
	expect( begun ).toEqual( [ 'a', 'b', 'c' ] );
	running[ 0 ]?.end();
	await all[ 0 ];
	expect( begun ).toEqual( [ 'a', 'b', 'c', 'd' ] );
	running.slice( 2 ).forEach( ( { end } ) => end() );
	expect( await Promise.all( all ) ).toEqual( [ 'a', 'b', 'c', 'd' ] );
} );

test( 'one that fails lets the next one in', async () => {
	const { running, begun, run } = makeWork( new Semaphore( 1 ) );
	const first = run( 'a' );
	const second = run( 'b' );
	running[ 0 ]?.end( true );
	await expect( first ).rejects.toThrow( 'a' );
	expect( begun ).toEqual( [ 'a', 'b' ] );
	running[ 1 ]?.end();
	expect( await second ).toBe( 'b' );
} );

test( 'it is full when all places are taken, those of the waiting too', async () => {
	const turns = new Semaphore( 1, 1 );
	const { running, run } = makeWork( turns );
	const first = run( 'a' );
	expect( turns.isFull ).toBe( false );
	const second = run( 'b' );
	expect( turns.isFull ).toBe( true );
	running[ 0 ]?.end();
	await first;
	expect( turns.isFull ).toBe( false );
	running[ 1 ]?.end();
	await second;
} );
