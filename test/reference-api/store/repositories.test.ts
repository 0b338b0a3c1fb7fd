import { beforeEach, describe, expect, test } from 'vitest';
import type { FaultRule } from '../../../src/reference-api/model/faults.ts';
import { openSqliteStore } from '../../../src/reference-api/store/sqlite.ts';
import type { Store } from '../../../src/reference-api/store/store.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { addEnvironment, AT, ENVIRONMENT } from './sample-environment.ts';

let folder: string;
let store: Store;
let changes = 0;

beforeEach( async () => {
	changes = 0;
	folder = await temporaryFolder();
	store = openSqliteStore( folder, () => changes++ );
	// Some tests have closed it.
	return () => store.close().catch( () => {} );
} );

const LATER = new Date( Date.UTC( 2030, 0, 2 ) );

const RULE: FaultRule = {
	id: 'rule',
	name: 'slow',
	path: '/v1/*',
	method: 'POST',
	action: '',
	kind: 'status',
	status: 503,
	retryAfterSeconds: 5,
	latencyMs: 100,
	dripMs: 0,
	afterBytes: 0,
	probability: 0.1,
	seed: 42,
	count: null,
	isOn: true,
	used: 0,
};

const newBuild = ( id: string, environmentId = ENVIRONMENT.id ) => ( {
	id,
	environmentId,
	operationId: `operation of ${ id }`,
	trigger: 'upload' as const,
	clean: false,
	source: `${ id }.zip`,
	startedBy: 'test',
	absorbed: 0,
	createTime: AT,
} );

const fill = () => store.write( addEnvironment );

describe( 'a write', () => {
	const add = ( name: string, to = store ) =>
		to.write( ( { accounts } ) => accounts.add( { name, id: name }, AT ) );
	const names = async ( from = store ) =>
		( await from.accounts.all() ).map( ( { name } ) => name );

	test( 'a write is visible to all readers after it resolves, and after the store is opened again', async () => {
		await add( 'a' );
		expect( await names() ).toEqual( [ 'a' ] );
		await store.close();
		const again = openSqliteStore( folder );
		expect( await names( again ) ).toEqual( [ 'a' ] );
		await again.close();
	} );

	test( 'a write is not visible to other readers before the commit', async () => {
		const seen = await store.write( async ( { accounts } ) => {
			await accounts.add( { name: 'a', id: 'a' }, AT );
			return {
				inside: await accounts.find( 'a' ),
				outside: await store.accounts.find( 'a' ),
			};
		} );
		expect( seen ).toEqual( {
			inside: { name: 'a', id: 'a' },
			outside: null,
		} );
		expect( await store.accounts.find( 'a' ) ).toEqual( seen.inside );
	} );

	test( 'a write that fails is undone; other writes of the same commit are kept', async () => {
		const results = await Promise.allSettled( [
			add( 'a' ),
			store.write( async ( { accounts } ) => {
				await accounts.add( { name: 'b', id: 'b' }, AT );
				throw new Error( 'no' );
			} ),
			add( 'c' ),
		] );
		expect( results ).toMatchObject( [
			{ status: 'fulfilled' },
			{ status: 'rejected', reason: { message: 'no' } },
			{ status: 'fulfilled' },
		] );
		expect( await names() ).toEqual( [ 'a', 'c' ] );
	} );

	test( 'a write runs after earlier writes', async () => {
		const order: number[] = [];
		await Promise.all(
			[ 1, 2, 3 ].map( ( number ) =>
				store.write( async ( { accounts } ) => {
					order.push( number );
					await accounts.first( 1 );
					order.push( number );
				} )
			)
		);
		expect( order ).toEqual( [ 1, 1, 2, 2, 3, 3 ] );
	} );

	test( 'a write emits a change event unless it failed', async () => {
		await add( 'a' );
		await store.check();
		await add( 'a' ).catch( () => {} );
		expect( changes ).toBe( 1 );
	} );

	test( 'a write is rejected outside of write()', async () => {
		await expect(
			store.accounts.add( { name: 'a', id: 'a' }, AT )
		).rejects.toMatchObject( { status: 503 } );
	} );

	test( 'a write that waits when the store closes is committed, and a later one is rejected', async () => {
		const written = add( 'a' );
		const closed = store.close();
		await expect( add( 'b' ) ).rejects.toMatchObject( {
			status: 503,
			message: expect.stringContaining( 'being stopped' ),
		} );
		await written;
		await closed;
		const again = openSqliteStore( folder );
		expect( await names( again ) ).toEqual( [ 'a' ] );
		await again.close();
	} );
} );

describe( 'the repositories', () => {
	beforeEach( fill );

	test( 'accounts are listed by name', async () => {
		await store.write( ( { accounts } ) =>
			accounts.add( { name: 'aaa', id: 'other' }, LATER )
		);
		expect( await store.accounts.all() ).toEqual( [
			{ name: 'aaa', id: 'other' },
			{ name: 'acme', id: 'uuid' },
		] );
	} );

	test( 'an app can be deleted only after its environments', async () => {
		await expect(
			store.write( ( { apps } ) => apps.delete( 'app' ) )
		).rejects.toThrow();
		await store.write( async ( { apps, environments } ) => {
			await environments.delete( ENVIRONMENT.id );
			await apps.delete( 'app' );
		} );
		expect( await store.apps.of( 'acme' ) ).toEqual( [] );
	} );

	test( 'an environment is stored with all its fields', async () => {
		expect( await store.environments.find( ENVIRONMENT.id ) ).toEqual( {
			...ENVIRONMENT,
			cacheGeneration: 0,
			purgeTime: null,
			source: '',
			buildCount: 0,
		} );
	} );

	test( 'changes of an environment are stored', async () => {
		const shellVariables = [ { key: 'B', value: '', setTime: LATER } ];
		await store.write( async ( { environments } ) => {
			const { id } = ENVIRONMENT;
			await environments.setVariables( id, shellVariables, LATER );
			await environments.setSettings( id, {
				wpEnvironment: 'other',
				rootDirectory: 'front-end',
				purgeOnDeploy: false,
			} );
			await environments.setEdgePort( id, 4002 );
			await environments.setSource( id, 'a.zip' );
			expect( await environments.bumpGeneration( id, AT ) ).toBe( 1 );
			expect( await environments.bumpGeneration( id, LATER ) ).toBe( 2 );
		} );
		expect( await store.environments.of( 'acme', 'shop' ) ).toEqual( [
			{
				...ENVIRONMENT,
				shellVariables,
				variablesTime: LATER,
				wpEnvironment: 'other',
				rootDirectory: 'front-end',
				purgeOnDeploy: false,
				edgePort: 4002,
				source: 'a.zip',
				cacheGeneration: 2,
				purgeTime: LATER,
				buildCount: 0,
			},
		] );
	} );

	test( 'deleting an environment deletes its builds and webhooks', async () => {
		await store.write( async ( { builds, webhooks } ) => {
			await builds.add( newBuild( 'one' ) );
			await webhooks.save( {
				environmentId: ENVIRONMENT.id,
				token: 'token',
				createdBy: 'sam',
				createTime: AT,
			} );
			await webhooks.recordCall( ENVIRONMENT.id, {
				action: 'rebuild',
				at: AT,
				status: 200,
				reason: '',
			} );
		} );
		const remove = () =>
			store.write( ( { environments } ) =>
				environments.delete( ENVIRONMENT.id )
			);
		expect( await remove() ).toBe( true );
		expect( await remove() ).toBe( false );
		expect( await store.builds.find( 'one' ) ).toBeNull();
		expect( await store.webhooks.find( ENVIRONMENT.id ) ).toBeNull();
	} );

	test( 'the last call of each webhook is stored with its reason until the set is deleted', async () => {
		const action = 'rebuild';
		const first = { at: AT, status: 200, reason: '' };
		const last = { at: LATER, status: 403, reason: 'invalid token' };
		await store.write( async ( { webhooks } ) => {
			await webhooks.recordCall( ENVIRONMENT.id, { action, ...first } );
			await webhooks.recordCall( ENVIRONMENT.id, { action, ...last } );
		} );
		expect( await store.webhooks.lastCalls( ENVIRONMENT.id ) ).toEqual( {
			rebuild: last,
		} );
		await store.write( ( { webhooks } ) =>
			webhooks.delete( ENVIRONMENT.id )
		);
		expect( await store.webhooks.lastCalls( ENVIRONMENT.id ) ).toEqual(
			{}
		);
	} );

	test( 'fault rules keep their order and state', async () => {
		const second = { ...RULE, id: 'a', count: 3, isOn: false };
		await store.write( async ( { faults } ) => {
			await faults.add( RULE );
			await faults.add( second );
			await faults.setState( 'a', { isOn: true, used: 7 } );
		} );
		const changed = { ...second, isOn: true, used: 7 };
		expect( await store.faults.all() ).toEqual( [ RULE, changed ] );
		const remove = () =>
			store.write( ( { faults } ) => faults.remove( 'rule' ) );
		expect( await remove() ).toBe( true );
		expect( await remove() ).toBe( false );
		await store.write( ( { faults } ) => faults.removeAll() );
		expect( await store.faults.all() ).toEqual( [] );
	} );
} );

describe( 'builds', () => {
	beforeEach( fill );

	const stateOf = async ( id: string ) =>
		( await store.builds.find( id ) )?.state;

	test.each( [
		[ 'queued', [] ],
		[ 'building', [ 'begin' ] ],
		[ 'live', [ 'begin', 'goLive' ] ],
	] )( 'an environment has one %s build at most', async ( _state, path ) => {
		const run = ( id: string ) =>
			store.write( async ( { builds } ) => {
				await builds.add( newBuild( id ) );
				if ( path.includes( 'begin' ) ) {
					await builds.begin( id, AT );
				}
				if ( path.includes( 'goLive' ) ) {
					await builds.goLive(
						{ id, environmentId: ENVIRONMENT.id },
						AT
					);
				}
			} );
		await run( 'one' );
		if ( path.includes( 'goLive' ) ) {
			await run( 'two' );
			expect( await stateOf( 'one' ) ).toBe( 'succeeded' );
		} else {
			await expect( run( 'two' ) ).rejects.toThrow();
		}
	} );

	test( 'a build begins once', async () => {
		await store.write( ( { builds } ) => builds.add( newBuild( 'one' ) ) );
		const begin = () =>
			store.write( ( { builds } ) => builds.begin( 'one', AT ) );
		expect( await Promise.all( [ begin(), begin() ] ) ).toEqual( [
			true,
			false,
		] );
	} );

	test( 'a deleted build does not go live', async () => {
		const gone = { id: 'gone', environmentId: ENVIRONMENT.id };
		expect(
			await store.write( ( { builds } ) => builds.goLive( gone, AT ) )
		).toBe( false );
		await store.write( async ( { builds } ) => {
			await builds.add( newBuild( 'one' ) );
			await builds.remove( 'one' );
		} );
		expect( await store.builds.find( 'one' ) ).toBeNull();
	} );
} );

describe( 'usage', () => {
	beforeEach( fill );

	const traffic = {
		visits: 1,
		requests: 2,
		originRequests: 3,
		edgeBytes: 5_000_000_000,
		originBytes: 5,
	};
	const nothing = {
		visits: 0,
		requests: 0,
		originRequests: 0,
		edgeBytes: 0,
		originBytes: 0,
	};
	const measured = ( fileBytes: number ) => ( {
		subjectId: 'a',
		fileBytes,
		databaseBytes: null,
	} );

	test( 'the traffic of a day is added up; its storage is replaced', async () => {
		await store.write( async ( { usage } ) => {
			await usage.addTraffic( '2030-01-01', 'a', traffic );
			await usage.setStorage( '2030-01-01', AT, measured( 10 ) );
			await usage.addTraffic( '2030-01-01', 'a', traffic );
			await usage.setStorage( '2030-01-01', LATER, measured( 11 ) );
		} );
		expect(
			await store.usage.days( [ 'a' ], '2030-01-01', '2030-01-01' )
		).toEqual( [
			{
				subjectId: 'a',
				date: '2030-01-01',
				fileBytes: 11,
				databaseBytes: null,
				measureTime: LATER,
				visits: 2,
				requests: 4,
				originRequests: 6,
				edgeBytes: 10_000_000_000,
				originBytes: 10,
			},
		] );
	} );

	test( 'days are found by subject and date, and removed', async () => {
		await store.write( async ( { usage } ) => {
			for ( const date of [ '2029-12-31', '2030-01-01', '2030-01-02' ] ) {
				await usage.addTraffic( date, 'a', nothing );
				await usage.addTraffic( date, 'b', nothing );
			}
		} );
		const datesOf = async ( ...subjects: string[] ) =>
			(
				await store.usage.days( subjects, '2029-12-31', '2030-01-01' )
			).map( ( { subjectId, date } ) => `${ subjectId } ${ date }` );
		expect( await datesOf( 'a' ) ).toEqual( [
			'a 2029-12-31',
			'a 2030-01-01',
		] );
		await store.write( async ( { usage } ) => {
			await usage.removeBefore( '2030-01-01' );
			await usage.removeOf( 'b' );
		} );
		expect( await datesOf( 'a', 'b' ) ).toEqual( [ 'a 2030-01-01' ] );
	} );

	test( 'open measurements are found', async () => {
		const waiting = {
			scopeId: 'a',
			isOpen: true,
			expectedTime: LATER,
			finishTime: null,
			durationMs: null,
		};
		const ended = {
			scopeId: 'b',
			isOpen: false,
			expectedTime: LATER,
			finishTime: AT,
			durationMs: 1500,
		};
		await store.write( async ( { usage } ) => {
			await usage.saveRefresh( { ...waiting, scopeId: 'b' } );
			await usage.saveRefresh( waiting );
			await usage.saveRefresh( ended );
		} );
		expect( await store.usage.openRefreshes() ).toEqual( [ waiting ] );
		expect( await store.usage.refresh( 'b' ) ).toEqual( ended );
		expect( await store.usage.refresh( 'c' ) ).toBeNull();
	} );
} );
