import { expect, test } from 'vitest';
import { durationText } from '../../../src/live/labels/run.ts';
import { aRun } from '../../panel/fixtures.ts';

test( 'shows the duration of a run, but not beside a headline that counts from the change', () => {
	expect( durationText( aRun( { durationMs: null } ) ) ).toBe( '' );
	const live = { status: 'live', durationMs: 116_000 } as const;
	expect( durationText( aRun( live ) ) ).toBe( '1 min 56 s' );
	expect(
		durationText( aRun( { ...live, lane: 'refresh', action: 'refresh' } ) )
	).toBe( '' );
} );
