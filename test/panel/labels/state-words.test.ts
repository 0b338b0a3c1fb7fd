import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe as group, expect, test } from 'vitest';
import {
	failureHeadline,
	needsNewUrl,
} from '../../../src/panel/labels/failure.ts';
import { describe } from '../../../src/panel/labels/state.ts';
import {
	cancelLabel,
	lastRunLabel,
	pressLabel,
} from '../../../src/admin-bar/labels.ts';
import { mostUrgent } from '../../../src/panel/labels/urgency.ts';
import type {
	BootData,
	DateFormats,
	Run,
	RunStatus,
	EnvironmentStatus,
	PendingRun,
} from '../../../src/shared/wire.ts';

/** What differs from the base. */
type Over = Omit<
	Partial< EnvironmentStatus >,
	'pending' | 'sending' | 'last'
> & {
	pending?: Partial< PendingRun >[];
	sending?: RunStatus[];
	last?: Partial< Run >;
};

interface Golden {
	locale: string;
	timeZone: string;
	dates: DateFormats;
	now: string;
	base: {
		environment: EnvironmentStatus;
		pendingRun: PendingRun;
		run: Run;
	};
	states: {
		name: string;
		environment: Over;
		symbol: string;
		headline: string;
		rebuild: string;
		cancel: string;
		lastRun: string;
	}[];
	urgency: { name: string; environments: Over[]; most: number }[];
	failures: {
		name: string;
		code: string;
		headline: string;
		needsNewUrl: boolean;
	}[];
}

const golden = JSON.parse(
	readFileSync(
		join( import.meta.dirname, '../../contract/state-words.json' ),
		'utf8'
	)
) as Golden;
const { base, timeZone } = golden;
const nowMs = Date.parse( golden.now );
document.documentElement.lang = golden.locale;
window.headlessDeploy = { dates: golden.dates } as BootData;

function entry( { pending, sending, last, ...over }: Over ) {
	return {
		...base.environment,
		...over,
		pending: ( pending ?? [] ).map( ( run ) => ( {
			...base.pendingRun,
			...run,
		} ) ),
		sending: ( sending ?? [] ).map( ( state ) => ( {
			...base.run,
			state,
		} ) ),
		last: last === undefined ? null : { ...base.run, ...last },
	};
}

group( 'a state reads as PHP prints it', () => {
	test.each( golden.states )( '$name', ( { environment, ...expected } ) => {
		const it = entry( environment );
		const { symbol, headline } = describe( it, nowMs, timeZone );
		expect( {
			name: expected.name,
			symbol,
			headline,
			rebuild: pressLabel( it, 'rebuild' ),
			cancel: cancelLabel( it ),
			lastRun: lastRunLabel( it.last, nowMs, timeZone ),
		} ).toEqual( expected );
	} );

	test( 'who may not press what counts down may not cancel it', () => {
		const counting = entry( { state: 'pending', pending: [ {} ] } );
		expect( cancelLabel( { ...counting, can: [ 'purgeCache' ] } ) ).toBe(
			''
		);
	} );
} );

group( 'the most urgent is what PHP puts into the admin bar', () => {
	test.each( golden.urgency )( '$name', ( { environments, most } ) => {
		const all = environments.map( entry );
		expect( mostUrgent( all ) ).toBe( all[ most ] );
	} );
} );

group( 'a failure reads as PHP prints it', () => {
	test.each( golden.failures )( '$name', ( failure ) => {
		const run = { errorCode: failure.code };
		expect( failureHeadline( run ) ).toBe( failure.headline );
		expect( needsNewUrl( run ) ).toBe( failure.needsNewUrl );
	} );
} );
