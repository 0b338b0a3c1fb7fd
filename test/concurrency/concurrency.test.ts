/**
 * Four web heads on one MariaDB: what they publish together is sent once, nothing is lost, no two of them send the same
 * lane, and what a killed one was sending is sent again. Run by `npm test -- --only concurrency`, which brings PHP,
 * WordPress and MariaDB.
 */
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { makeDatabase } from './database.ts';
import type { Database } from './database.ts';
import { startEndpoint } from './webhook-receiver.ts';
import type { Endpoint } from './webhook-receiver.ts';
import { startSite } from './web-servers.ts';
import type { Head, Site } from './web-servers.ts';

const HEADS = 4;
const PUBLISHES = 400;
const STREAMS_A_HEAD = 2;
const QUIET_SECONDS = 3;
const SLOW_MS = 150;
const API = 'headless-deploy/v1';
const CHANGES = 'wp_headless_deploy_changes';
const LANES = 'wp_headless_deploy_lanes';
const RUNS = 'wp_headless_deploy_runs';

let database: Database;
let endpoint: Endpoint;
let site: Site;

/** The path of the one environment. */
const ENVIRONMENT = `${ API }/environments/production`;

/** A variable of the check. */
function variable( name: string ): string {
	const value = process.env[ name ];
	if ( ! value ) {
		throw new Error(
			`${ name } is missing: npm test -- --only concurrency`
		);
	}
	return value;
}

/**
 * One of the heads.
 *
 * @param which Counted from 0; goes round.
 */
function head( which: number ): Head {
	return site.heads[ which % HEADS ] as Head;
}

/** Has every head look for what is due, all at once. */
async function dispatchOnAllServers(): Promise< void > {
	const answers = await Promise.all(
		site.heads.map( ( one ) =>
			site.rest( one, 'POST', `${ API }/dispatch` )
		)
	);
	expect( answers.map( ( { status } ) => status ) ).toEqual(
		Array( HEADS ).fill( 200 )
	);
}

/**
 * Waits until something is so.
 *
 * @param meanwhile Done between two askings.
 */
async function until(
	is: () => boolean,
	meanwhile: () => Promise< unknown > = () => wait( 20 )
): Promise< void > {
	const deadline = Date.now() + 30_000;
	while ( ! is() ) {
		expect( Date.now(), 'It took more than 30 s.' ).toBeLessThan(
			deadline
		);
		await meanwhile();
	}
}

/**
 * Asks for one number.
 *
 * @param sql Selects it as `n`.
 */
async function number( sql: string ): Promise< number > {
	return Number( ( await database.query( sql ) )[ 0 ]?.n );
}

beforeAll( async () => {
	const php = variable( 'HEADLESS_DEPLOY_TEST_PHP' );
	database = await makeDatabase(
		php,
		variable( 'HEADLESS_DEPLOY_TEST_MYSQL_SOCKET' )
	);
	endpoint = await startEndpoint();
	site = await startSite( {
		php,
		wordpress: variable( 'HEADLESS_DEPLOY_TEST_WORDPRESS' ),
		database,
		endpointPort: endpoint.port,
		heads: HEADS,
	} );
	const connected = await site.rest(
		head( 0 ),
		'POST',
		`${ API }/settings/environments`,
		{
			label: 'Production',
			webhookUrl: endpoint.webhookUrl,
			automation: {
				quietPeriodSeconds: QUIET_SECONDS,
				maximumWaitSeconds: 3600,
			},
		}
	);
	expect( connected.status, JSON.stringify( connected.body ) ).toBe( 201 );
} );

afterAll( async () => {
	await site?.stop();
	await endpoint?.stop();
	await database?.drop();
} );

beforeEach( async () => {
	endpoint.reset();
	await database.query( `DELETE FROM ${ CHANGES }` );
	await database.query( `DELETE FROM ${ RUNS }` );
} );

test( `${ PUBLISHES } posts that four heads publish at once lead to one run`, async () => {
	let next = 0;
	let isPublishing = true;
	const publish = async ( one: Head ): Promise< void > => {
		while ( next < PUBLISHES ) {
			const { status } = await site.rest( one, 'POST', 'wp/v2/posts', {
				title: `Post ${ next++ }`,
				status: 'publish',
			} );
			expect( status ).toBe( 201 );
		}
	};
	// An open page of wp-admin, on whichever head.
	const watch = async (): Promise< void > => {
		for ( let turn = 0; isPublishing; turn++ ) {
			await site.rest( head( turn ), 'POST', `${ API }/dispatch` );
			await wait( 200 );
		}
	};
	const watching = watch();
	await Promise.all(
		site.heads.flatMap( ( one ) =>
			Array.from( { length: STREAMS_A_HEAD }, () => publish( one ) )
		)
	);
	isPublishing = false;
	await watching;
	await until( () => endpoint.calls.length > 0, dispatchOnAllServers );
	await dispatchOnAllServers();

	const noted = await database.query(
		`SELECT recorded_at, changes, run_id FROM ${ CHANGES } ORDER BY recorded_at`
	);
	const sum = noted.reduce( ( n, { changes } ) => n + Number( changes ), 0 );
	expect( sum ).toBe( PUBLISHES );
	const runs = await database.query(
		`SELECT status, changes FROM ${ RUNS }`
	);
	// A machine that stands still for a whole quiet period has two bursts, and rightly sends twice.
	const bursts = noted.filter(
		( { recorded_at: at }, index ) =>
			index === 0 ||
			Number( at ) - Number( noted[ index - 1 ]?.recorded_at ) >=
				QUIET_SECONDS * 1000
	).length;
	expect( endpoint.calls.length ).toBeLessThanOrEqual( bursts );
	expect( runs.length ).toBe( endpoint.calls.length );
	expect( new Set( runs.map( ( { status } ) => status ) ) ).toEqual(
		new Set( [ 'accepted' ] )
	);
	expect(
		runs.reduce( ( n, { changes } ) => n + Number( changes ), 0 )
	).toBe( PUBLISHES );
	expect( noted.filter( ( row ) => row.run_id === '0' ) ).toEqual( [] );
	const last = Number( noted.at( -1 )?.recorded_at );
	expect( endpoint.calls.at( -1 )?.at ).toBeGreaterThanOrEqual(
		last + QUIET_SECONDS * 1000
	);
} );

test( 'no two heads ever send the same lane at once', async () => {
	endpoint.delayMs = SLOW_MS;
	let presses = 0;
	const press = async ( one: Head, action: string ): Promise< void > => {
		for ( let turn = 0; turn < 8; turn++ ) {
			const { status } = await site.rest(
				one,
				'POST',
				`${ ENVIRONMENT }/runs`,
				{
					action,
				}
			);
			expect( [ 201, 202 ] ).toContain( status );
			presses++;
			await site.rest( one, 'POST', `${ API }/dispatch` );
		}
	};
	await Promise.all(
		site.heads.flatMap( ( one ) => [
			press( one, 'rebuild' ),
			press( one, 'purgeCache' ),
		] )
	);
	const open = `SELECT COUNT(*) AS n FROM ${ CHANGES } WHERE run_id = 0`;
	for ( let turn = 0; turn < 10 && ( await number( open ) ) > 0; turn++ ) {
		await dispatchOnAllServers();
	}
	expect( await number( open ) ).toBe( 0 );
	expect( endpoint.most ).toEqual( { build: 1, cache: 1 } );
	expect( presses ).toBe( 8 * 2 * HEADS );
	expect(
		await number(
			`SELECT COUNT(*) AS n FROM ${ CHANGES } WHERE manual = 1`
		)
	).toBe( presses );
	expect(
		await number(
			`SELECT COUNT(*) AS n FROM ${ RUNS } WHERE status = 'accepted'`
		)
	).toBe( endpoint.calls.length );
	// Every press was followed by a call that began after it.
	const late = await database.query(
		`SELECT c.id FROM ${ CHANGES } c JOIN ${ RUNS } d ON d.id = c.run_id WHERE d.finished_at < c.recorded_at`
	);
	expect( late ).toEqual( [] );
} );

test( 'what a killed head was sending is sent again once its lease is over', async () => {
	endpoint.delayMs = Infinity;
	await site.rest( head( 1 ), 'POST', 'wp/v2/posts', {
		title: 'Kept',
		status: 'publish',
	} );
	const lost = site
		.rest( head( 0 ), 'POST', `${ ENVIRONMENT }/pending/build/now` )
		.catch( () => 'lost' );
	await until( () => endpoint.calls.length === 1 );
	await head( 0 ).kill();
	expect( await lost ).toBe( 'lost' );
	const sending = await database.query( `SELECT id, status FROM ${ RUNS }` );
	expect( sending ).toMatchObject( [ { status: 'sending' } ] );

	// The lease protects it for the rest of its minute.
	endpoint.delayMs = 0;
	for ( const one of site.heads.slice( 1 ) ) {
		await site.rest( one, 'POST', `${ API }/dispatch` );
	}
	expect( endpoint.calls ).toHaveLength( 1 );

	await database.query(
		`UPDATE ${ LANES } SET lease_until = lease_until - 60000 WHERE lease IS NOT NULL`
	);
	await Promise.all(
		site.heads
			.slice( 1 )
			.map( ( one ) => site.rest( one, 'POST', `${ API }/dispatch` ) )
	);
	expect( endpoint.calls.map( ( { action } ) => action ) ).toEqual( [
		'rebuild',
		'rebuild',
	] );
	expect(
		await database.query( `SELECT id, status, changes FROM ${ RUNS }` )
	).toEqual( [ { id: sending[ 0 ]?.id, status: 'accepted', changes: '1' } ] );
	expect(
		await number(
			`SELECT COUNT(*) AS n FROM ${ CHANGES } WHERE run_id = 0`
		)
	).toBe( 0 );
	await head( 0 ).start();
} );
