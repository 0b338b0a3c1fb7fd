/** WordPress with the plugin, and a front end with the kit. */
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findPort } from '../../src/dev-kit/ports.ts';
import { makeDatabase } from './database.ts';
import type { Database } from './database.ts';
import { makeFrontEnd, REFRESH_PATH, SECRET } from './front-end.ts';
import type { FrontEnd } from './front-end.ts';
import { startSite } from './web-servers.ts';
import type { Site, WebServer } from './web-servers.ts';

const API = 'headless-deploy/v1';
const FIRST_PORT = 9_900;

let database: Database;
let frontEnd: FrontEnd;
let site: Site;
/** It sends the requests. The front end reads from the second one, because each server answers one request at a time. */
let sender: WebServer;
const posts: Record< string, number > = {};

function variable( name: string ): string {
	const value = process.env[ name ];
	if ( ! value ) {
		throw new Error(
			`${ name } is missing: npm test -- --only concurrency`
		);
	}
	return value;
}

async function rest( method: string, route: string, body?: unknown ) {
	const answer = await site.rest( sender, method, route, body );
	expect( answer.status, JSON.stringify( answer.body ) ).toBeLessThan( 300 );
	return answer.body as { id: number };
}

/** Like an open page of wp-admin. */
async function dispatchUntil(
	isDone: () => Promise< boolean >
): Promise< void > {
	const deadline = Date.now() + 30_000;
	while ( ! ( await isDone() ) ) {
		expect( Date.now(), 'It took more than 30 s.' ).toBeLessThan(
			deadline
		);
		await rest( 'POST', `${ API }/dispatch` );
		await wait( 20 );
	}
}

async function isEverythingSent(): Promise< boolean > {
	const [ row ] = await database.query(
		'SELECT COUNT(*) AS n FROM wp_headless_deploy_changes WHERE run_id = 0'
	);
	return row?.n === '0';
}

beforeAll( async () => {
	const php = variable( 'HEADLESS_DEPLOY_TEST_PHP' );
	database = await makeDatabase(
		php,
		variable( 'HEADLESS_DEPLOY_TEST_MYSQL_SOCKET' )
	);
	const port = await findPort( FIRST_PORT, [] );
	frontEnd = makeFrontEnd( port, () => site.servers[ 1 ]!.url );
	site = await startSite( {
		php,
		wordpress: variable( 'HEADLESS_DEPLOY_TEST_WORDPRESS' ),
		database,
		endpointPort: port,
		serverCount: 2,
	} );
	sender = site.servers[ 0 ]!;
	const url = `http://127.0.0.1:${ port }`;
	await rest( 'POST', `${ API }/settings/environments`, {
		label: 'Production',
		webhookUrl: `${ url }/wh/v1/accounts/acme/apps/site/environments/e1/webhooks/webhook:rebuild?token=dGhpcy1pcy1hLXRlc3QtdG9rZW4=`,
		refreshUrl: url + REFRESH_PATH,
		refreshSecret: SECRET,
		automation: {
			refreshQuietPeriodSeconds: 0,
			refreshMaximumWaitSeconds: 3600,
			policy: { content: 'refresh' },
		},
	} );
	for ( const slug of [ 'one', 'two' ] ) {
		const { id } = await rest( 'POST', 'wp/v2/posts', {
			slug,
			title: `${ slug }, first version`,
			status: 'publish',
		} );
		posts[ slug ] = id;
	}
	await frontEnd.start();
} );

afterAll( async () => {
	await site?.stop();
	await frontEnd?.stop();
	await database?.drop();
} );

test( 'renders the pages again that contain a changed post, and no other page', async () => {
	await dispatchUntil( isEverythingSent );
	for ( const path of [ '/', '/one/', '/two/' ] ) {
		expect( await frontEnd.get( path ) ).toContain( 'first version' );
	}
	frontEnd.rendered.length = 0;
	await rest( 'POST', `wp/v2/posts/${ posts.one }`, {
		title: 'one, second version',
	} );
	expect( await frontEnd.get( '/one/' ) ).toContain( 'first version' );
	await dispatchUntil( async () =>
		( await frontEnd.get( '/one/' ) ).includes( 'second version' )
	);
	expect( await frontEnd.get( '/' ) ).toContain( 'one, second version' );
	await frontEnd.get( '/two/' );
	expect( frontEnd.rendered ).toEqual( [ '/one/', '/' ] );
	expect( frontEnd.webhooks ).toEqual( [] );
} );

test( 'a front end that was down reads what it missed', async () => {
	await frontEnd.stop();
	await rest( 'POST', `wp/v2/posts/${ posts.two }`, {
		title: 'two, second version',
	} );
	await frontEnd.start();
	frontEnd.rendered.length = 0;
	frontEnd.scopes.length = 0;
	expect( await frontEnd.get( '/two/' ) ).toContain( 'second version' );
	expect( frontEnd.rendered ).toEqual( [ '/two/' ] );
	expect( frontEnd.scopes ).toEqual( [ 'some' ] );
} );

test( 'answers the test request of WordPress', async () => {
	expect(
		await rest(
			'POST',
			`${ API }/settings/environments/production/refresh-test`
		)
	).toMatchObject( { severity: 'success', httpStatus: 200 } );
} );
