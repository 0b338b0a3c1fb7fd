import { expect, test } from 'vitest';
import { runDurationMs } from '../../../src/live/labels/build-time.ts';
import { durationText } from '../../../src/live/labels/run.ts';
import { aBuild, aRun, at } from '../../panel/fixtures.ts';

test( 'shows no duration for a run whose build a user repaired at the host', () => {
	const build = aBuild( {
		name: '16',
		startedAt: at( -9 ),
		finishedAt: at( -5 ),
	} );
	const spanOf = ( origin: string ) =>
		runDurationMs(
			aRun( {
				status: 'live',
				trackedAt: at( -4 ),
				build: { ...build, origin },
			} )
		);
	expect( spanOf( '' ) ).toBe( 116_000 );
	expect( spanOf( 'Build 16, started in the portal' ) ).toBeNull();
} );

test( 'shows a duration only until a result, and not beside a headline that counts from the change', () => {
	expect( durationText( aRun() ) ).toBe( '' );
	expect( durationText( aRun( { status: 'building' } ) ) ).toBe( '' );
	const live = { status: 'live', trackedAt: at( -4 ) } as const;
	expect( durationText( aRun( live ) ) ).toBe( '1 min 56 s' );
	expect(
		durationText( aRun( { ...live, lane: 'refresh', action: 'refresh' } ) )
	).toBe( '' );
} );
