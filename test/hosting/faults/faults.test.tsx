import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { FaultRule } from '../../../src/shared/platform-api.generated.ts';
import { PlatformError } from '../../../src/platform-client/platform-error.ts';
import {
	effectLabel,
	matchLabel,
	usedLabel,
} from '../../../src/hosting/faults/fault-labels.ts';
import { aSession } from '../fixtures.ts';
import { FakeHost, openScreen } from '../hosting-page.tsx';

function aRule( rule: Partial< FaultRule > = {} ): FaultRule {
	return {
		id: '2d0f5d5a-6f2b-4a39-9a0f-0d2f8d3f4a5b',
		name: 'Busy webhooks',
		path: '/wh/v1/*',
		method: 'POST',
		action: '',
		kind: 'status',
		status: 429,
		retryAfterSeconds: null,
		latencyMs: 0,
		dripMs: 0,
		afterBytes: 0,
		probability: 1,
		seed: 1,
		count: null,
		isOn: true,
		used: 0,
		...rule,
	};
}

function hostWith( ...rules: readonly FaultRule[] ): FakeHost {
	return new FakeHost()
		.on( 'GET', '/_local/session', aSession() )
		.on( 'GET', '/_local/faults', { rules: [ ...rules ] } )
		.on( 'GET', '/_local/requests/matches', { matching: 3, all: 80 } )
		.on( 'POST', '/_local/faults', aRule() )
		.on( 'PATCH', '/_local/faults', { rules: [] } )
		.on( 'PATCH', '/_local/faults/{fault}', aRule() )
		.on( 'DELETE', '/_local/faults/{fault}', null );
}

function changesOf( { calls }: FakeHost ) {
	return calls
		.filter( ( { method } ) => method !== 'GET' )
		.map( ( { method, body } ) => ( { method, body } ) );
}

test.each( [
	[ {}, 'POST /wh/v1/*' ],
	[
		{ action: 'rebuild', probability: 0.5 },
		'POST webhook:rebuild, 1 in 2 requests',
	],
	[
		{ action: 'rebuild', path: '/wh/v1/accounts/acme/*' },
		'POST webhook:rebuild /wh/v1/accounts/acme/*',
	],
	[
		{ method: '', path: '*', probability: 0.3 },
		'Any method *, 30 % of the requests',
	],
] as const )( 'says which requests a rule affects: %j', ( rule, text ) => {
	expect( matchLabel( aRule( rule ) ) ).toBe( text );
} );

test.each( [
	[
		{ retryAfterSeconds: 30, latencyMs: 200 },
		'Respond with 429, Retry-After: 30, delayed by 200 ms',
	],
	[
		{ kind: 'drip', dripMs: 100 },
		'Send the response byte by byte, every 100 ms',
	],
	[ { kind: 'drop', afterBytes: 2e6 }, 'Close the connection, after 2 MB' ],
	[ { kind: 'endless' }, 'Send a response that never ends' ],
] as const )( 'says what a rule does: %j', ( rule, text ) => {
	expect( effectLabel( aRule( rule ) ) ).toBe( text );
} );

test.each( [
	[ { used: 0 }, 'Never' ],
	[ { used: 2 }, '2 times' ],
	[ { used: 1, count: 3 }, '1 of 3 times' ],
] )( 'says how often a rule was used: %j', ( rule, text ) => {
	expect( usedLabel( aRule( rule ) ) ).toBe( text );
} );

test( 'turns a rule off, and offers to delete one that is off', async () => {
	const server = hostWith(
		aRule(),
		aRule( { id: 'off', name: 'Old', isOn: false } )
	);
	const { user } = openScreen( '/faults', server );
	await user.click(
		await screen.findByRole( 'button', { name: 'Turn off: Busy webhooks' } )
	);
	await screen.findByText( 'Rule turned off.', { selector: 'div' } );
	await user.click( screen.getByRole( 'button', { name: 'Delete: Old' } ) );
	await screen.findByText( 'Rule deleted.', { selector: 'div' } );
	expect(
		screen.queryByRole( 'button', { name: 'Delete: Busy webhooks' } )
	).toBe( null );
	expect( changesOf( server ) ).toEqual( [
		{ method: 'PATCH', body: { isOn: false } },
		{ method: 'DELETE', body: undefined },
	] );
} );

test( 'turns all rules off', async () => {
	const server = hostWith( aRule() );
	const { user } = openScreen( '/faults', server );
	await user.click(
		await screen.findByRole( 'button', { name: 'Turn all off' } )
	);
	await screen.findByText( /All rules turned off/, { selector: 'div' } );
} );

test( 'adds a rule from a common fault', async () => {
	const server = hostWith();
	const { user } = openScreen( '/faults', server );
	await user.click(
		await screen.findByRole( 'button', { name: 'Too many requests (429)' } )
	);
	await screen.findByText( /3 of the last 80 requests match/ );
	await user.click( screen.getByRole( 'button', { name: 'Turn on' } ) );
	await screen.findByText( /Rule added/, { selector: 'div' } );
	expect( changesOf( server ) ).toEqual( [
		{
			method: 'POST',
			body: {
				kind: 'status',
				name: 'Too many requests',
				path: '/wh/v1/*',
				method: 'POST',
				action: '',
				probability: 1,
				status: 429,
				retryAfterSeconds: 30,
			},
		},
	] );
} );

test( 'asks only for what the kind of the fault uses', async () => {
	const server = hostWith();
	const { user } = openScreen( '/faults', server );
	await screen.findByLabelText( 'Status' );
	await user.selectOptions( screen.getByLabelText( 'What happens' ), 'drop' );
	expect( screen.queryByLabelText( 'Status' ) ).toBe( null );
	await user.type( screen.getByLabelText( /^After bytes/ ), '500' );
	await user.selectOptions( screen.getByLabelText( 'What happens' ), 'none' );
	expect( screen.queryByLabelText( /^After bytes/ ) ).toBe( null );
	await user.type( screen.getByLabelText( /^Wait first/ ), '1500' );
	await user.click( screen.getByRole( 'button', { name: 'Turn on' } ) );
	await screen.findByText( /Rule added/, { selector: 'div' } );
	const [ added ] = changesOf( server );
	expect( added?.body ).toMatchObject( { kind: 'none', latencyMs: 1500 } );
	expect( added?.body ).not.toHaveProperty( 'afterBytes' );
	expect( added?.body ).not.toHaveProperty( 'status' );
} );

test( 'shows at its field why a rule is rejected', async () => {
	const server = hostWith().on(
		'POST',
		'/_local/faults',
		new PlatformError( 'This is not a path.', 400, 'path' )
	);
	const { user } = openScreen( '/faults', server );
	await user.click(
		await screen.findByRole( 'button', { name: 'Turn on' } )
	);
	await screen.findByText( 'This is not a path.' );
	expect( screen.getByLabelText( 'Path' ).ariaInvalid ).toBe( 'true' );
} );

test( 'offers readers of the platform no changes', async () => {
	const server = hostWith( aRule() ).on(
		'GET',
		'/_local/session',
		aSession( { role: 'read' } )
	);
	openScreen( '/faults', server );
	const table = within( await screen.findByRole( 'table' ) );
	expect( table.queryAllByRole( 'button' ) ).toEqual( [] );
	expect( screen.queryByRole( 'button', { name: 'Turn on' } ) ).toBe( null );
} );
