import { describe, expect, test } from 'vitest';
import { FaultRules } from '../../../src/reference-api/faults/rules.ts';
import type { GivenFaultRule } from '../../../src/reference-api/model/faults.ts';
import { MemoryStore } from './memory-store.ts';

const CALL = { method: 'GET', path: '/v1/regions' };
const BUSY: GivenFaultRule = { name: 'Busy', kind: 'status', status: 429 };

async function makeRules( store = new MemoryStore() ) {
	const errors: unknown[] = [];
	const rules = new FaultRules( {
		store,
		random: () => 0.5,
		onError: ( error ) => errors.push( error ),
	} );
	await rules.load();
	return { rules, store, errors };
}

function picks( rules: FaultRules, times: number ): boolean[] {
	return Array.from( { length: times }, () => rules.pick( CALL ) !== null );
}

test( 'a rule gets its defaults, and is on', async () => {
	const { rules } = await makeRules();
	expect( await rules.add( BUSY ) ).toEqual( {
		id: expect.any( String ),
		name: 'Busy',
		path: '*',
		method: '',
		action: '',
		kind: 'status',
		status: 429,
		retryAfterSeconds: null,
		latencyMs: 0,
		dripMs: 0,
		afterBytes: 0,
		probability: 1,
		seed: 2 ** 30,
		count: null,
		isOn: true,
		used: 0,
	} );
	expect( rules.onCount ).toBe( 1 );
} );

test( 'a rule without a name is named by what it does', async () => {
	const { rules } = await makeRules();
	const rule = await rules.add( { kind: 'drop', path: '*:upload' } );
	expect( rule.name ).toBe( 'drop for *:upload' );
} );

test( 'a rule does not apply while it is off', async () => {
	const { rules } = await makeRules();
	const { id } = await rules.add( BUSY );
	await rules.setOn( id, false );
	expect( rules.pick( CALL ) ).toBeNull();
	expect( rules.onCount ).toBe( 0 );
} );

test( 'a rule that was added first wins', async () => {
	const { rules } = await makeRules();
	await rules.add( { ...BUSY, name: 'Other path', path: '/wh/*' } );
	await rules.add( { ...BUSY, name: 'First' } );
	await rules.add( { ...BUSY, name: 'Second' } );
	expect( rules.pick( CALL )?.name ).toBe( 'First' );
} );

test( 'a rule whose share skips a request lets the next rule try', async () => {
	const { rules } = await makeRules();
	await rules.add( { ...BUSY, name: 'Never', probability: 0 } );
	await rules.add( { ...BUSY, name: 'Always' } );
	expect( rules.pick( CALL )?.name ).toBe( 'Always' );
} );

test( 'a rule is turned off after its last use, and counts from zero when it is turned on again', async () => {
	const { rules, store } = await makeRules();
	const { id } = await rules.add( { ...BUSY, count: 2 } );
	expect( picks( rules, 4 ) ).toEqual( [ true, true, false, false ] );
	await rules.close();
	expect( store.rows ).toMatchObject( [ { isOn: false, used: 2 } ] );
	expect( await rules.setOn( id, true ) ).toMatchObject( { used: 0 } );
	expect( picks( rules, 3 ) ).toEqual( [ true, true, false ] );
} );

test( 'a share of the requests is the same for the same seed, each time the rule is turned on', async () => {
	const { rules } = await makeRules();
	const share = { ...BUSY, probability: 0.5, seed: 7 };
	const { id } = await rules.add( share );
	const first = picks( rules, 50 );
	await rules.setOn( id, false );
	await rules.setOn( id, true );
	expect( picks( rules, 50 ) ).toEqual( first );
	await rules.removeAll();
	await rules.add( { ...share, seed: 8 } );
	expect( picks( rules, 50 ) ).not.toEqual( first );
} );

test( 'a share of the requests is about as large as the probability', async () => {
	const { rules } = await makeRules();
	await rules.add( { ...BUSY, probability: 0.25, seed: 1 } );
	const hits = picks( rules, 4000 ).filter( Boolean ).length;
	expect( hits ).toBeGreaterThan( 900 );
	expect( hits ).toBeLessThan( 1100 );
} );

test( 'rules outlive the platform in their order and with their uses', async () => {
	const { rules, store } = await makeRules();
	await rules.add( { ...BUSY, name: 'One' } );
	await rules.add( { ...BUSY, name: 'Two' } );
	rules.pick( CALL );
	await rules.close();
	const later = await makeRules( store );
	expect( later.rules.all() ).toMatchObject( [
		{ name: 'One', used: 1 },
		{ name: 'Two', used: 0 },
	] );
	expect( later.rules.onCount ).toBe( 2 );
} );

test( 'uses are stored while a rule is turned off', async () => {
	const { rules, store } = await makeRules();
	const { id } = await rules.add( BUSY );
	rules.pick( CALL );
	const off = rules.setOn( id, false );
	rules.pick( CALL );
	await off;
	await rules.close();
	expect( store.rows ).toMatchObject( [ { isOn: false, used: 1 } ] );
} );

test( 'a use of a rule that cannot be stored is reported, not thrown', async () => {
	const { rules, store, errors } = await makeRules();
	await rules.add( BUSY );
	store.failure = new Error( 'disk full' );
	expect( rules.pick( CALL )?.name ).toBe( 'Busy' );
	await rules.close();
	expect( errors ).toEqual( [ store.failure ] );
} );

test( 'a change of a rule that cannot be stored is not made', async () => {
	const { rules, store } = await makeRules();
	const { id } = await rules.add( BUSY );
	store.failure = new Error( 'disk full' );
	await expect( rules.setOn( id, false ) ).rejects.toThrow( 'disk full' );
	await expect( rules.add( BUSY ) ).rejects.toThrow( 'disk full' );
	await expect( rules.remove( id ) ).rejects.toThrow( 'disk full' );
	expect( rules.all() ).toMatchObject( [ { id, isOn: true } ] );
} );

test( 'rules are deleted one by one, and all at once', async () => {
	const { rules, store } = await makeRules();
	const { id } = await rules.add( BUSY );
	await rules.add( BUSY );
	await rules.remove( id );
	expect( rules.all() ).toHaveLength( 1 );
	await rules.removeAll();
	expect( rules.all() ).toEqual( [] );
	expect( store.rows ).toEqual( [] );
	expect( rules.onCount ).toBe( 0 );
} );

test( 'rules are turned off and kept', async () => {
	const { rules } = await makeRules();
	await rules.add( BUSY );
	await rules.add( BUSY );
	await rules.turnAllOff();
	expect( rules.all() ).toMatchObject( [ { isOn: false }, { isOn: false } ] );
} );

test( 'a missing rule is a 404', async () => {
	const { rules } = await makeRules();
	await expect( rules.remove( 'x' ) ).rejects.toMatchObject( {
		status: 404,
	} );
	await expect( rules.setOn( 'x', true ) ).rejects.toMatchObject( {
		status: 404,
	} );
} );

describe( 'a rule is refused with the field, the value and the way out', () => {
	test.each< [ Partial< GivenFaultRule >, string ] >( [
		[ { status: 42 }, 'status: Invalid number 42' ],
		[ { status: 429.5 }, 'whole number from 200 to 599' ],
		[ { retryAfterSeconds: 1e9 }, 'from 0 to 86400' ],
		[ { latencyMs: -1 }, 'latencyMs: Invalid number -1' ],
		[ { probability: 2 }, 'from 0 to 1' ],
		[ { probability: Number.NaN }, 'probability' ],
		[ { count: 0 }, 'from 1 to 1000000' ],
		[ { path: 'v1' }, 'Begin with “/” or “*”' ],
		[ { path: '/wh/*?token=x' }, 'remove “?”' ],
		[ { method: 'post' }, '"post" is not a method' ],
		[ { dripMs: 5 }, 'only drip uses it' ],
		[ { kind: 'drop' }, 'only status uses it' ],
		[ { kind: 'none', status: 0 }, 'has no effect' ],
		[ { name: 'a\u202eb' }, 'printable characters' ],
	] )( '%j', async ( given, expected ) => {
		const { rules } = await makeRules();
		await expect(
			rules.add( { ...BUSY, ...given } )
		).rejects.toMatchObject( {
			status: 400,
			message: expect.stringContaining( expected ),
		} );
		expect( rules.all() ).toEqual( [] );
	} );

	test( 'when there are a hundred', async () => {
		const { rules } = await makeRules();
		for ( let index = 0; index < 100; index++ ) {
			await rules.add( BUSY );
		}
		await expect( rules.add( BUSY ) ).rejects.toMatchObject( {
			status: 409,
		} );
	} );
} );
