/** WordPress reads from a replica that lags. Run by `npm test -- --only replica`, which provides WordPress. */
import {
	afterAll,
	beforeAll,
	beforeEach,
	describe,
	expect,
	test,
} from 'vitest';
import { PROJECT } from '../../src/dev-kit/paths.ts';
import type { Answer } from '../cluster/cluster.ts';
import { faultsOf } from './judge.ts';
import { createPosts, makeSaves, readRecords } from './saves.ts';
import { READINGS, startReplicaSite } from './site.ts';
import type { Reading, ReplicaSite } from './site.ts';

const API = 'headless-deploy/v1';
const ENVIRONMENT = `${ API }/environments/production`;
const SETTINGS = `${ API }/settings/environments/production`;
const TABLES = [ 'changes', 'runs', 'lanes' ];
const LAGS = [ 0, 1, 5 ];
const SAVES = 8;
const SETTLE_MS = 60_000;
/** No run is due while a test looks at its pending changes. */
const LONG_PERIOD = { quietPeriodSeconds: 600, maximumWaitSeconds: 3600 };
const SHORT_PERIOD = { quietPeriodSeconds: 1, maximumWaitSeconds: 2 };

let site: ReplicaSite;
let postIds: number[];

beforeAll( async () => {
	site = await startReplicaSite(
		process.env.HEADLESS_DEPLOY_TEST_WORDPRESS ?? ''
	);
	postIds = await createPosts( site );
	const connected = await site.rest(
		'until the table is written',
		'POST',
		`${ API }/settings/environments`,
		{
			label: 'Production',
			webhookUrl: site.host.webhookUrl( 'production' ),
		}
	);
	expect( connected.status, JSON.stringify( connected.body ) ).toBe( 201 );
} );

afterAll( async () => {
	await site?.stop();
} );

/** Lines of PHP’s log about the plugin. */
function pluginErrors(): string[] {
	return site
		.phpLog()
		.split( '\n' )
		.filter( ( line ) => line.includes( `${ PROJECT }/includes/` ) );
}

describe.each( Object.keys( READINGS ) as Reading[] )(
	'the replica is read %s',
	( reading ) => {
		const rest = (
			method: string,
			route: string,
			body?: object
		): Promise< Answer > => site.rest( reading, method, route, body );

		/** Sends a request that succeeds. */
		async function answer< T >(
			method: string,
			route: string,
			body?: object
		): Promise< T > {
			const { status, body: found } = await rest( method, route, body );
			expect( status, JSON.stringify( found ) ).toBeOneOf( [ 200, 201 ] );
			return found as T;
		}

		const save = ( title: string ): Promise< unknown > =>
			answer( 'POST', `wp/v2/posts/${ postIds[ 0 ] }`, { title } );

		/** Begins with an empty queue, which the replica has too. */
		async function begin( automation: object ): Promise< void > {
			await site.query(
				TABLES.map(
					( name ) => `DELETE FROM wp_headless_deploy_${ name }`
				).join( ';' )
			);
			await answer( 'PUT', SETTINGS, { automation } );
			await site.replication.catchUp();
			site.host.calls.length = 0;
		}

		const hasPending = async (): Promise< boolean > => {
			const rows = await site.query(
				`SELECT id FROM wp_headless_deploy_changes WHERE run_id = 0
				UNION ALL SELECT id FROM wp_headless_deploy_runs WHERE status IN ('sending', 'retrying')`
			);
			return rows.length > 0;
		};

		/** Dispatches until nothing is pending. */
		const settle = (): Promise< void > =>
			expect
				.poll(
					async () => {
						await rest( 'POST', `${ API }/dispatch` );
						return hasPending();
					},
					{ timeout: SETTLE_MS, interval: 200 }
				)
				.toBe( false );

		describe.each( LAGS )( '%i s later', ( lag ) => {
			beforeAll( () => site.replication.setLag( lag ) );

			test( 'every save is in one accepted run that began after it', async () => {
				await begin( SHORT_PERIOD );
				const saves = await makeSaves( site, reading, {
					count: SAVES,
					name: `${ READINGS[ reading ] } ${ lag }`,
					postIds,
				} );
				await settle();
				const records = await readRecords( site, saves );
				console.log(
					`${ saves.length } saves, ${ records.runs.length } runs, ${ lag } s of lag, replica read ${ reading }`
				);
				expect( faultsOf( records ) ).toEqual( [] );
				expect( pluginErrors() ).toEqual( [] );
			} );

			describe( 'with a pending change', () => {
				beforeEach( async () => {
					await begin( LONG_PERIOD );
					await save( `Pending ${ Date.now() }` );
				} );

				test( 'a dispatch keeps the event that sends it', async () => {
					await answer( 'POST', `${ API }/dispatch` );
					const [ events ] = await site.query(
						"SELECT option_value FROM wp_options WHERE option_name = 'cron'"
					);
					expect( events?.option_value ).toContain(
						'headless_deploy_dispatch'
					);
				} );

				test( 'a user deploys it, and sees the run at once', async () => {
					const { run } = await answer< {
						run: { id: number; status: string; changes: number };
					} >( 'POST', `${ ENVIRONMENT }/pending/build/now` );
					expect( run ).toMatchObject( {
						status: 'accepted',
						changes: 1,
					} );
					await answer( 'GET', `${ API }/runs/${ run.id }` );
					expect( site.host.calls ).toHaveLength( 1 );
				} );

				test( 'a user cancels it, and reads how many changes it had', async () => {
					const { run } = await answer< { run: object } >(
						'POST',
						`${ ENVIRONMENT }/pending/build/cancel`
					);
					expect( run ).toMatchObject( {
						status: 'canceled',
						changes: 1,
					} );
				} );

				test( 'the status says so when the lag is over', async () => {
					await site.replication.catchUp();
					const status = await answer( 'GET', `${ API }/status` );
					expect( status ).toMatchObject( {
						environments: [
							{ status: 'pending', pending: [ { changes: 1 } ] },
						],
					} );
				} );
			} );

			test( 'saved settings are read back at once', async () => {
				const label = `Label ${ lag } ${ READINGS[ reading ] }`;
				const saved = await answer( 'PUT', SETTINGS, { label } );
				expect( saved ).toMatchObject( { label } );
				const shown = await answer( 'GET', `${ API }/settings` );
				expect( shown ).toMatchObject( { environments: [ saved ] } );
			} );
		} );

		describe( 'reads of the replica fail', () => {
			beforeAll( () => site.replication.setLag( 0 ) );

			test( 'a failed read is not an empty result', async () => {
				await begin( SHORT_PERIOD );
				await save( `Kept ${ Date.now() }` );
				await site.replication.breakReads();
				const status = await rest( 'GET', `${ API }/status` );
				await site.replication.mendReads();
				expect( status ).toMatchObject( {
					status: 503,
					body: { code: 'headless_deploy_database_unavailable' },
				} );
				await settle();
				expect( site.host.calls ).toHaveLength( 1 );
			} );

			test( 'a stopped replica loses no change', async () => {
				await begin( SHORT_PERIOD );
				await save( `Kept ${ Date.now() }` );
				await site.replication.replica.process().kill();
				for ( const [ method, route ] of [
					[ 'GET', 'status' ],
					[ 'POST', 'dispatch' ],
				] as const ) {
					const { body } = await rest(
						method,
						`${ API }/${ route }`
					);
					// WordPress itself may answer with a page without posts.
					expect( body ).not.toHaveProperty( 'environments' );
				}
				await site.replication.replica.start();
				await site.replication.catchUp();
				await settle();
				expect( site.host.calls ).toHaveLength( 1 );
				expect( pluginErrors() ).toEqual( [] );
			} );
		} );
	}
);
