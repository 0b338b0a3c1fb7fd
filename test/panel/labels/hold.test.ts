import { expect, test } from 'vitest';
import { releaseLabel, resumeLabel } from '../../../src/panel/labels/hold.ts';
import { anEnvironment, aPendingRun } from '../fixtures.ts';

test.each( [
	[ { status: 'held', hold: true }, 'Stop holding and deploy 3 changes' ],
	[
		{ paused: { reason: 'person', since: null, nextAttemptAt: null } },
		'Stop holding',
	],
] as const )( 'names on the button what it deploys: %#', ( over, label ) => {
	const pending = [ aPendingRun( { held: true, dueAt: null } ) ];
	expect( releaseLabel( anEnvironment( { pending, ...over } ) ) ).toBe(
		label
	);
} );

test( 'names one change and no change on the button that ends a pause', () => {
	expect( resumeLabel( 1 ) ).toBe( 'Resume and deploy 1 change' );
	expect( resumeLabel( 0 ) ).toBe( 'Resume' );
} );
