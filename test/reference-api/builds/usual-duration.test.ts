import { describe, expect, test } from 'vitest';
import { usualMilliseconds } from '../../../src/reference-api/builds/usual-duration.ts';
import { aBuild, NOW } from '../portal/fake-hosting.ts';

describe( 'the usual duration', () => {
	const took = ( number: number, seconds: number, more = {} ) =>
		aBuild( {
			number,
			startTime: NOW,
			finishTime: new Date( NOW.getTime() + seconds * 1000 ),
			...more,
		} );

	test( 'is the median of the last five that went live by the same action', () => {
		const builds = [
			took( 9, 1, { state: 'failed' } ),
			took( 8, 100, { trigger: 'cleanRebuild' } ),
			...[ 50, 10, 30, 20, 40, 900 ].map( ( seconds, index ) =>
				took( 7 - index, seconds )
			),
		];
		expect( usualMilliseconds( aBuild( { number: 10 } ), builds ) ).toBe(
			30_000
		);
	} );

	test( 'is unknown before the first one', () => {
		const build = aBuild( { number: 1 } );
		expect( usualMilliseconds( build, [ build ] ) ).toBeNull();
	} );
} );
