/** Tests of saves that are made on all servers at the same time. */
import { beforeAll, expect, test } from 'vitest';
import { makeChaos } from './chaos.ts';
import type { Cluster } from './cluster.ts';
import { judge } from './judge/judge.ts';
import { readEvidence } from './records.ts';
import { createEditors, keepDispatching, makeSaves } from './saves.ts';
import type { WebServer } from './servers/web-server.ts';

const ENVIRONMENTS = [ 'production', 'preview' ];
const STREAMS = 6;
const SHORT_SAVES = 120;
/** More saves than that are a long form, with all faults. */
const SAVES = Number( process.env.HEADLESS_DEPLOY_TEST_SAVES ?? SHORT_SAVES );
/** After this time the recurring event looks for changes that were not recorded. */
const HOUR_SECONDS = 3_700;
const PAUSE_MS = 250;
const SETTLE_MS = 240_000;

const UNFINISHED = `SELECT id FROM wp_headless_deploy_changes WHERE run_id = 0
	UNION ALL SELECT id FROM wp_headless_deploy_runs WHERE status IN ('sending', 'retrying')`;

/** @param started Returns the cluster, which is started before the tests. */
export function testSaves( started: () => Cluster ): void {
	let cluster: Cluster;

	beforeAll( () => {
		cluster = started();
	} );

	/** Dispatches until nothing is pending. */
	async function settle(): Promise< void > {
		const stop = keepDispatching( cluster );
		try {
			await expect
				.poll( () => cluster.query( UNFINISHED ), {
					timeout: SETTLE_MS,
					interval: 500,
				} )
				.toEqual( [] );
		} finally {
			await stop();
		}
	}

	async function setAllClocks( seconds: number ): Promise< void > {
		await Promise.all(
			[ ...cluster.nodes, ...cluster.webServers ].map( ( { clock } ) =>
				clock.set( seconds )
			)
		);
	}

	test( `${ SAVES } saves are deployed in a run that began after them, although servers, networks and clocks fail`, async () => {
		const [ server ] = cluster.webServers as [ WebServer ];
		const editors = await createEditors( cluster );
		await cluster.runRecurringEvent( server );
		cluster.host.behavior.delayMs = [ 200, 900 ];
		cluster.host.behavior.failures = 0.05;
		cluster.host.behavior.drops = 0.05;
		const stop = keepDispatching( cluster );
		const chaos = makeChaos( cluster, SAVES > SHORT_SAVES );
		const saves = await makeSaves( cluster, editors, {
			count: SAVES,
			streams: STREAMS,
			pauseMs: PAUSE_MS,
			until: chaos,
		} );
		await chaos;
		await stop();
		Object.assign( cluster.host.behavior, { failures: 0, drops: 0 } );
		await settle();
		const before = judge(
			await readEvidence( cluster, ENVIRONMENTS, saves ),
			false
		);
		console.log( before.figures );
		expect( before.faults ).toEqual( [] );
		expect( before.figures.acknowledged ).toBeGreaterThan( 0 );

		await setAllClocks( HOUR_SECONDS );
		await cluster.runRecurringEvent( server );
		await settle();
		const after = judge(
			await readEvidence( cluster, ENVIRONMENTS, saves ),
			true
		);
		expect( after.faults ).toEqual( [] );
		await setAllClocks( 0 );
	} );
}
