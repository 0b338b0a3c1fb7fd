/** Real plugins beside Headless Deploy, from the folder that the developer provides. Run by `npm test -- --only neighbours`. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findPort } from '../../src/dev-kit/ports.ts';
import { pluginsFolder } from '../../src/dev-kit/checks/neighbours-folder.ts';
import type { TriedPlugin } from '../../src/dev-kit/docs/tried-plugins.ts';
import { makeDatabase } from '../concurrency/database.ts';
import { startWebhookReceiver } from '../concurrency/webhook-receiver.ts';
import type { WebhookReceiver } from '../concurrency/webhook-receiver.ts';
import { choosePlugins, findPlugins, withRequired } from './plugins.ts';
import type { Plugin } from './plugins.ts';
import { RESULTS, storedResult, storeResult } from './results.ts';
import type { Versions } from './results.ts';
import { startSite } from './site.ts';
import { Trial } from './trial.ts';

const FIRST_PORT = 9_200;

const all = findPlugins( pluginsFolder() );
let host: WebhookReceiver;

function variable( name: string ): string {
	const value = process.env[ name ];
	if ( ! value ) {
		throw new Error(
			`${ name } is missing: npm test -- --only neighbours`
		);
	}
	return value;
}

/** Tries a plugin in a new WordPress, and stores the result. */
async function tryPlugin( plugin: Plugin ): Promise< TriedPlugin > {
	const php = variable( 'HEADLESS_DEPLOY_TEST_PHP' );
	const database = await makeDatabase(
		php,
		variable( 'HEADLESS_DEPLOY_TEST_MYSQL_SOCKET' )
	);
	const plugins = withRequired( plugin, all );
	host.reset();
	try {
		const site = await startSite( {
			php,
			wordpress: variable( 'HEADLESS_DEPLOY_TEST_WORDPRESS' ),
			database,
			port: await findPort( FIRST_PORT + ( process.pid % 100 ), [] ),
			hostPort: host.port,
			plugins,
		} );
		try {
			const versions = await site.command< Versions >( 'versions' );
			const trial = await new Trial(
				site,
				database,
				host,
				plugins
			).run();
			const result = storedResult( plugin, versions, trial );
			storeResult( RESULTS, plugin, result );
			return result;
		} finally {
			await site.stop();
		}
	} finally {
		await database.drop();
	}
}

beforeAll( async () => {
	host = await startWebhookReceiver();
} );

afterAll( async () => {
	await host.stop();
} );

describe( 'a plugin and Headless Deploy work beside each other', () => {
	test.each(
		choosePlugins( all ).map(
			( plugin ) => [ plugin.slug, plugin ] as const
		)
	)( '%s', async ( _slug, plugin ) => {
		const result = await tryPlugin( plugin );
		console.log(
			`${ plugin.name } ${ plugin.version }: ${ JSON.stringify( result ) }`
		);
		expect( result.findings ).toEqual( [] );
	} );
} );
