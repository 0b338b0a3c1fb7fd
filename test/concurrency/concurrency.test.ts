/** Four web servers on one MariaDB. Run by `npm test -- --only concurrency`, which provides PHP, WordPress and MariaDB. */
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { makeDatabase } from './database.ts';
import type { Database } from './database.ts';
import { startWebhookReceiver } from './webhook-receiver.ts';
import type { WebhookReceiver } from './webhook-receiver.ts';
import { startSite } from './web-servers.ts';
import type { Site, WebServer } from './web-servers.ts';

const SERVERS = 4;
const PUBLISHES = 400;
const STREAMS_PER_SERVER = 2;
const QUIET_SECONDS = 3;
const SLOW_MS = 150;
const API = 'headless-deploy/v1';
const CHANGES = 'wp_headless_deploy_changes';
const LANES = 'wp_headless_deploy_lanes';
const RUNS = 'wp_headless_deploy_runs';

let database: Database;
let receiver: WebhookReceiver;
let site: Site;

const ENVIRONMENT = `${ API }/environments/production`;

/** Reads an environment variable that the check sets. */
function variable( name: string ): string {
	const value = process.env[ name ];
	if ( ! value ) {
		throw new Error(
			`${ name } is missing: npm test -- --only concurrency`
		);
	}
	return value;
}

/** A server by its number, modulo the number of servers. */
function server( index: number ): WebServer {
	return site.servers[ index % SERVERS ] as WebServer;
}

/** Dispatches on all servers at the same time. */
async function dispatchOnAllServers(): Promise< void > {
	const answers = await Promise.all(
		site.servers.map( ( target ) =>
			site.rest( target, 'POST', `${ API }/dispatch` )
		)
	);
	expect( answers.map( ( { status } ) => status ) ).toEqual(
		Array( SERVERS ).fill( 200 )
	);
}

/**
 * Waits until a condition is true.
 *
 * @param betweenChecks Runs between two checks.
 */
async function until(
	is: () => boolean,
	betweenChecks: () => Promise< unknown > = () => wait( 20 )
): Promise< void > {
	const deadline = Date.now() + 30_000;
	while ( ! is() ) {
		expect( Date.now(), 'It took more than 30 s.' ).toBeLessThan(
			deadline
		);
		await betweenChecks();
	}
}

/**
 * Queries a number.
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
	receiver = await startWebhookReceiver();
	site = await startSite( {
		php,
		wordpress: variable( 'HEADLESS_DEPLOY_TEST_WORDPRESS' ),
		database,
		endpointPort: receiver.port,
		serverCount: SERVERS,
	} );
	const connected = await site.rest(
		server( 0 ),
		'POST',
		`${ API }/settings/environments`,
		{
			label: 'Production',
			webhookUrl: receiver.webhookUrl,
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
	await receiver?.stop();
	await database?.drop();
} );

beforeEach( async () => {
	receiver.reset();
	await database.query( `DELETE FROM ${ CHANGES }` );
	await database.query( `DELETE FROM ${ RUNS }` );
} );

test( `${ PUBLISHES } posts that four servers publish at the same time lead to one run`, async () => {
	let next = 0;
	let isPublishing = true;
	const publish = async ( target: WebServer ): Promise< void > => {
		while ( next < PUBLISHES ) {
			const { status } = await site.rest( target, 'POST', 'wp/v2/posts', {
				title: `Post ${ next++ }`,
				status: 'publish',
			} );
			expect( status ).toBe( 201 );
		}
	};
	// Like an open page of wp-admin, on alternating servers.
	const poll = async (): Promise< void > => {
		for ( let turn = 0; isPublishing; turn++ ) {
			await site.rest( server( turn ), 'POST', `${ API }/dispatch` );
			await wait( 200 );
		}
	};
	const polling = poll();
	await Promise.all(
		site.servers.flatMap( ( target ) =>
			Array.from( { length: STREAMS_PER_SERVER }, () =>
				publish( target )
			)
		)
	);
	isPublishing = false;
	await polling;
	await until( () => receiver.calls.length > 0, dispatchOnAllServers );
	await dispatchOnAllServers();

	const recorded = await database.query(
		`SELECT recorded_at, changes, run_id FROM ${ CHANGES } ORDER BY recorded_at`
	);
	const sum = recorded.reduce(
		( n, { changes } ) => n + Number( changes ),
		0
	);
	expect( sum ).toBe( PUBLISHES );
	const runs = await database.query(
		`SELECT status, changes FROM ${ RUNS }`
	);
	// A machine that pauses for a whole quiet period has two bursts and correctly sends two runs.
	const bursts = recorded.filter(
		( { recorded_at: at }, index ) =>
			index === 0 ||
			Number( at ) - Number( recorded[ index - 1 ]?.recorded_at ) >=
				QUIET_SECONDS * 1000
	).length;
	expect( receiver.calls.length ).toBeLessThanOrEqual( bursts );
	expect( runs.length ).toBe( receiver.calls.length );
	expect( new Set( runs.map( ( { status } ) => status ) ) ).toEqual(
		new Set( [ 'accepted' ] )
	);
	expect(
		runs.reduce( ( n, { changes } ) => n + Number( changes ), 0 )
	).toBe( PUBLISHES );
	expect( recorded.filter( ( row ) => row.run_id === '0' ) ).toEqual( [] );
	const last = Number( recorded.at( -1 )?.recorded_at );
	expect( receiver.calls.at( -1 )?.at ).toBeGreaterThanOrEqual(
		last + QUIET_SECONDS * 1000
	);
} );

test( 'never sends a lane from two servers at the same time', async () => {
	receiver.delayMs = SLOW_MS;
	let manualRuns = 0;
	const startRuns = async (
		target: WebServer,
		action: string
	): Promise< void > => {
		for ( let turn = 0; turn < 8; turn++ ) {
			const { status } = await site.rest(
				target,
				'POST',
				`${ ENVIRONMENT }/runs`,
				{
					action,
				}
			);
			expect( [ 201, 202 ] ).toContain( status );
			manualRuns++;
			await site.rest( target, 'POST', `${ API }/dispatch` );
		}
	};
	await Promise.all(
		site.servers.flatMap( ( target ) => [
			startRuns( target, 'rebuild' ),
			startRuns( target, 'purgeCache' ),
		] )
	);
	const open = `SELECT COUNT(*) AS n FROM ${ CHANGES } WHERE run_id = 0`;
	for ( let turn = 0; turn < 10 && ( await number( open ) ) > 0; turn++ ) {
		await dispatchOnAllServers();
	}
	expect( await number( open ) ).toBe( 0 );
	expect( receiver.peak ).toEqual( { build: 1, cache: 1 } );
	expect( manualRuns ).toBe( 8 * 2 * SERVERS );
	expect(
		await number(
			`SELECT COUNT(*) AS n FROM ${ CHANGES } WHERE manual = 1`
		)
	).toBe( manualRuns );
	expect(
		await number(
			`SELECT COUNT(*) AS n FROM ${ RUNS } WHERE status = 'accepted'`
		)
	).toBe( receiver.calls.length );
	// Every manual run was followed by a call that started after it.
	const late = await database.query(
		`SELECT c.id FROM ${ CHANGES } c JOIN ${ RUNS } d ON d.id = c.run_id WHERE d.finished_at < c.recorded_at`
	);
	expect( late ).toEqual( [] );
} );

test( 'sends the run of a killed server again after its lease', async () => {
	receiver.delayMs = Infinity;
	await site.rest( server( 1 ), 'POST', 'wp/v2/posts', {
		title: 'Kept',
		status: 'publish',
	} );
	const lost = site
		.rest( server( 0 ), 'POST', `${ ENVIRONMENT }/pending/build/now` )
		.catch( () => 'lost' );
	await until( () => receiver.calls.length === 1 );
	await server( 0 ).kill();
	expect( await lost ).toBe( 'lost' );
	const sending = await database.query( `SELECT id, status FROM ${ RUNS }` );
	expect( sending ).toMatchObject( [ { status: 'sending' } ] );

	// The lease protects the run for the rest of its minute.
	receiver.delayMs = 0;
	for ( const target of site.servers.slice( 1 ) ) {
		await site.rest( target, 'POST', `${ API }/dispatch` );
	}
	expect( receiver.calls ).toHaveLength( 1 );

	await database.query(
		`UPDATE ${ LANES } SET lease_until = lease_until - 60000, lease_until_web = lease_until_web - 60000 WHERE lease IS NOT NULL`
	);
	await Promise.all(
		site.servers
			.slice( 1 )
			.map( ( target ) =>
				site.rest( target, 'POST', `${ API }/dispatch` )
			)
	);
	expect( receiver.calls.map( ( { action } ) => action ) ).toEqual( [
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
	await server( 0 ).start();
} );
