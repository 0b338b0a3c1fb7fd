/** Tests of a lease between servers whose clocks differ. */
import { afterEach, beforeAll, expect, test } from 'vitest';
import type { Answer, Cluster } from './cluster.ts';

const API = 'headless-deploy/v1';
const ENVIRONMENT = `${ API }/environments/production`;
const DAY = 86_400;
const TABLES = [ 'changes', 'runs', 'lanes' ];
const LEASE_SECONDS = 60;

/** Seconds by which the clocks of a machine differ from the others. */
interface Offsets {
	database: number;
	web: number;
}

let cluster: Cluster;

/** Sets both clocks of a machine. */
async function setClocks( index: number, offsets: Offsets ): Promise< void > {
	await Promise.all( [
		cluster.nodes[ index ]?.clock.set( offsets.database ),
		cluster.webServers[ index ]?.clock.set( offsets.web ),
	] );
}

async function setAllClocks( seconds: number ): Promise< void > {
	await Promise.all(
		[ ...cluster.nodes.keys() ].map( ( index ) =>
			setClocks( index, { database: seconds, web: seconds } )
		)
	);
}

function request(
	index: number,
	route: string,
	body?: object
): Promise< Answer > {
	const server = cluster.webServers[ index ];
	if ( ! server ) {
		throw new Error( `There is no web server ${ index }.` );
	}
	return cluster.rest( server, 'POST', route, body );
}

/** Waits until the host has been called this often. */
async function expectCalls( count: number ): Promise< void > {
	await expect
		.poll( () => cluster.host.calls.length, { timeout: 30_000 } )
		.toBe( count );
}

function startRun( index: number ): Promise< Answer > {
	return request( index, `${ ENVIRONMENT }/runs`, { action: 'rebuild' } );
}

/** Dispatches on other machines, twice on each at the same time. */
async function challenge( ...indexes: number[] ): Promise< void > {
	const answers = await Promise.all(
		[ ...indexes, ...indexes ].map( ( index ) =>
			request( index, `${ API }/dispatch` )
		)
	);
	expect( answers.map( ( { status } ) => status ) ).toEqual(
		answers.map( () => 200 )
	);
}

/** One clock is wrong by more than a lease, or both are in opposite directions. */
const WRONG_CLOCKS: readonly Offsets[] = [
	{ database: 65, web: 0 },
	{ database: 0, web: 65 },
	{ database: -DAY * 2, web: 0 },
	{ database: 0, web: -DAY * 2 },
	{ database: 3600, web: -3600 },
	{ database: -3600, web: 3600 },
];

/** Reads the statuses of all runs. */
async function statuses(): Promise< ( string | null | undefined )[] > {
	const rows = await cluster.query(
		'SELECT status FROM wp_headless_deploy_runs ORDER BY id'
	);
	return rows.map( ( { status } ) => status );
}

/** @param started Returns the cluster, which is started before the tests. */
export function testClocks( started: () => Cluster ): void {
	beforeAll( () => {
		cluster = started();
	} );

	afterEach( async () => {
		cluster.host.release();
		cluster.host.calls.length = 0;
		await setAllClocks( 0 );
		await cluster.query(
			TABLES.map(
				( name ) => `DELETE FROM wp_headless_deploy_${ name }`
			).join( ';' )
		);
	} );

	test( 'a change that one server records is pending on all', async () => {
		for ( const index of cluster.webServers.keys() ) {
			const { status } = await request( index, 'wp/v2/posts', {
				title: `Post ${ index }`,
				status: 'publish',
			} );
			expect( status ).toBe( 201 );
		}
		for ( const node of cluster.nodes ) {
			await expect
				.poll( () =>
					cluster.query(
						"SELECT COUNT(*) AS n FROM wp_headless_deploy_changes WHERE run_id = 0 AND lane = 'build'",
						node
					)
				)
				.toEqual( [ { n: '3' } ] );
		}
	} );

	test.each( WRONG_CLOCKS )(
		'a machine with the clocks %o takes no lease that another holds',
		async ( offsets ) => {
			await setClocks( 2, offsets );
			cluster.host.hold();
			const run = startRun( 0 );
			await expectCalls( 1 );
			await challenge( 2, 1 );
			expect( cluster.host.calls ).toHaveLength( 1 );
			cluster.host.release();
			expect( ( await run ).status ).toBe( 201 );
			expect( await statuses() ).toEqual( [ 'accepted' ] );
		}
	);

	test.each( WRONG_CLOCKS )(
		'no machine takes the lease of one with the clocks %o',
		async ( offsets ) => {
			await setClocks( 0, offsets );
			cluster.host.hold();
			const run = startRun( 0 );
			await expectCalls( 1 );
			await challenge( 1, 2 );
			expect( cluster.host.calls ).toHaveLength( 1 );
			cluster.host.release();
			expect( ( await run ).status ).toBe( 201 );
			expect( await statuses() ).toEqual( [ 'accepted' ] );
		}
	);

	test.each( [ 3600, -3600 ] )(
		'a run whose clocks jump by %i s during the call is accepted once',
		async ( jump ) => {
			cluster.host.hold();
			const run = startRun( 0 );
			await expectCalls( 1 );
			await cluster.webServers[ 0 ]?.clock.set( jump );
			await challenge( 1, 2 );
			await cluster.webServers[ 0 ]?.clock.set( 0 );
			await cluster.nodes[ 0 ]?.clock.set( jump );
			await challenge( 1, 2 );
			cluster.host.release();
			expect( ( await run ).status ).toBe( 201 );
			expect( cluster.host.calls ).toHaveLength( 1 );
			expect( await statuses() ).toEqual( [ 'accepted' ] );
		}
	);

	test( 'the run of a killed server is sent again after a minute', async () => {
		cluster.host.hold();
		const run = startRun( 0 );
		await expectCalls( 1 );
		await cluster.webServers[ 0 ]?.process().kill();
		expect( ( await run ).status ).toBe( 0 );
		await cluster.webServers[ 0 ]?.start();
		cluster.host.release();
		await challenge( 1, 2 );
		expect( cluster.host.calls ).toHaveLength( 1 );
		await setAllClocks( LEASE_SECONDS + 1 );
		await challenge( 1 );
		expect( cluster.host.calls ).toHaveLength( 2 );
		expect( await statuses() ).toEqual( [ 'accepted' ] );
	} );
}
