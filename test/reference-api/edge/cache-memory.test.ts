import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { makeSite } from './test-edge.ts';

const MAX_BYTES = 8 * 1024 * 1024;
const PAGES = 2000;
const BODY = 'x'.repeat( 1000 );

/** Returns the memory in use after a garbage collection, in bytes. */
function usedMemory( collectGarbage: () => void ): number {
	collectGarbage();
	const { heapUsed, arrayBuffers } = process.memoryUsage();
	return heapUsed + arrayBuffers;
}

test( 'a full cache holds no more memory than it counts', async () => {
	setFlagsFromString( '--expose-gc' );
	const collectGarbage = runInNewContext( 'gc' ) as () => void;
	const { edge, received, result } = await makeSite(
		( _request, response ) => {
			response.setHeader( 'cache-control', 's-maxage=60' );
			response.end( BODY );
		},
		{ maxBytes: MAX_BYTES }
	);
	for ( let page = 0; page < PAGES; page++ ) {
		await result( `/${ page }` );
	}
	received.length = 0;
	const { bytes, entries } = edge.report();
	expect( entries ).toBeLessThan( PAGES );
	const full = usedMemory( collectGarbage );
	edge.purge( 1, 'the test' );
	const held = full - usedMemory( collectGarbage );
	expect( held ).toBeGreaterThan( entries * BODY.length );
	expect( held ).toBeLessThan( bytes );
} );
