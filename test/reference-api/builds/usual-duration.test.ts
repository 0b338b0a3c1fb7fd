import { expect, test } from 'vitest';
import { usualMilliseconds } from '../../../src/reference-api/builds/usual-duration.ts';
import type { Build } from '../../../src/reference-api/model/hosting.ts';

const NOW = new Date( '2026-11-20T14:09:00Z' );

function aBuild( fields: Partial< Build > & { number: number } ): Build {
	return {
		id: `build-${ fields.number }`,
		environmentId: 'environment',
		operationId: 'operation',
		state: 'live',
		trigger: 'rebuild',
		commitMessage: '',
		startedBy: 'webhook',
		absorbed: 0,
		createTime: NOW,
		startTime: NOW,
		finishTime: NOW,
		error: '',
		steps: [],
		...fields,
	};
}

const took = ( number: number, seconds: number, more = {} ) =>
	aBuild( {
		number,
		startTime: NOW,
		finishTime: new Date( NOW.getTime() + seconds * 1000 ),
		...more,
	} );

test( 'the usual duration is the median of the last five that went live by the same action', () => {
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

test( 'the usual duration is unknown before the first one', () => {
	const build = aBuild( { number: 1 } );
	expect( usualMilliseconds( build, [ build ] ) ).toBeNull();
} );
