/**
 * Three web servers on three database nodes. Run by `npm test -- --only cluster`, which provides WordPress;
 * HEADLESS_DEPLOY_TEST_SAVES is the number of saves.
 */
import { afterAll, beforeAll, describe, expect } from 'vitest';
import { testClocks } from './clock-tests.ts';
import { startCluster } from './cluster.ts';
import type { Cluster } from './cluster.ts';
import { testSaves } from './save-tests.ts';
import type { WebServer } from './servers/web-server.ts';

const API = 'headless-deploy/v1';
const SECRET = `whsec_${ Buffer.alloc( 32, 7 ).toString( 'base64' ) }`;
const QUIET_SECONDS = 1;
const MAXIMUM_WAIT_SECONDS = 5;

let cluster: Cluster;

async function connect( label: string, settings: object ): Promise< void > {
	const { status, body } = await cluster.rest(
		cluster.webServers[ 0 ] as WebServer,
		'POST',
		`${ API }/settings/environments`,
		{
			label,
			webhookUrl: cluster.host.webhookUrl( label.toLowerCase() ),
			...settings,
		}
	);
	expect( status, JSON.stringify( body ) ).toBe( 201 );
}

beforeAll( async () => {
	cluster = await startCluster(
		process.env.HEADLESS_DEPLOY_TEST_WORDPRESS ?? ''
	);
	await connect( 'Production', {
		automation: {
			quietPeriodSeconds: QUIET_SECONDS,
			maximumWaitSeconds: MAXIMUM_WAIT_SECONDS,
		},
	} );
	await connect( 'Preview', {
		refreshUrl: cluster.host.refreshUrl( 'preview' ),
		refreshSecret: SECRET,
		automation: {
			refreshQuietPeriodSeconds: QUIET_SECONDS,
			refreshMaximumWaitSeconds: MAXIMUM_WAIT_SECONDS,
			policy: { content: 'refresh' },
		},
	} );
	cluster.host.calls.length = 0;
} );

afterAll( async () => {
	await cluster?.stop();
} );

describe( 'clocks', () => testClocks( () => cluster ) );
describe( 'saves', () => testSaves( () => cluster ) );
