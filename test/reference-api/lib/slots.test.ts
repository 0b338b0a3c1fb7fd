import { expect, test } from 'vitest';
import { Slots } from '../../../src/reference-api/lib/slots.ts';

const at = ( time: number ) => new Date( time );

test( 'no more than so many have a place, and the one who waits longest is next', async () => {
	const slots = new Slots( 1 );
	const { signal } = new AbortController();
	const order: string[] = [];
	const take = async ( name: string, since: number ) => {
		const giveBack = await slots.take( at( since ), signal );
		order.push( name );
		return giveBack;
	};
	const first = await take( 'first', 3 );
	const late = take( 'late', 2 );
	const early = take( 'early', 1 );
	expect( order ).toEqual( [ 'first' ] );
	first?.();
	( await early )?.();
	( await late )?.();
	expect( order ).toEqual( [ 'first', 'early', 'late' ] );
} );

test( 'who stops waiting gets no place, and takes none from the others', async () => {
	const slots = new Slots( 1 );
	const leaving = new AbortController();
	const { signal } = new AbortController();
	const first = await slots.take( at( 1 ), signal );
	const gone = slots.take( at( 2 ), leaving.signal );
	const next = slots.take( at( 3 ), signal );
	leaving.abort();
	expect( await gone ).toBeNull();
	first?.();
	expect( await next ).not.toBeNull();
	expect( await slots.take( at( 4 ), leaving.signal ) ).toBeNull();
} );

test( 'a place that was given back can be taken again', async () => {
	const slots = new Slots( 2 );
	const { signal } = new AbortController();
	for ( let round = 0; round < 5; round++ ) {
		( await slots.take( at( round ), signal ) )?.();
	}
	expect( await slots.take( at( 9 ), signal ) ).not.toBeNull();
	expect( await slots.take( at( 9 ), signal ) ).not.toBeNull();
} );
