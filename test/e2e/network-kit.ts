/**
 * Fixtures of the browser tests of a network of sites: a WordPress of their own, without the platform.
 *
 * `network` (one for all tests of a file) a main site and the site /second/, the plugin's files, and a host that
 *           counts webhook calls.
 * `page`    fails the test on any console error and on any request to another machine.
 */
import fs from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { test as base, expect } from '@playwright/test';
import { mustCapture } from '../../src/dev-kit/commands.ts';
import { restClient } from '../../src/dev-kit/json-client.ts';
import { PROJECT } from '../../src/dev-kit/paths.ts';
import { findPort } from '../../src/dev-kit/ports.ts';
import { makeProgress } from '../../src/dev-kit/progress.ts';
import { findPhp } from '../../src/dev-kit/requirements/php.ts';
import { findSqliteIntegration } from '../../src/dev-kit/requirements/sqlite-integration.ts';
import { findWordpress } from '../../src/dev-kit/requirements/wordpress.ts';
import {
	assembleWordpress,
	configureWordpress,
} from '../../src/dev-kit/wordpress/files.ts';
import {
	ADMIN,
	installWordpress,
} from '../../src/dev-kit/wordpress/install.ts';
import { serveWordpress } from '../../src/dev-kit/wordpress/php-server.ts';
import { watch } from './browser-errors.ts';
import { KITS, TESTED_ZIP } from './global-setup.ts';
import type { BrowserKit } from './kit.ts';
import { runPhp } from './wordpress.ts';

export { expect };

const FIRST_PORT = 9480;
const START_MS = 300_000;
const SITE_ADMIN = 'second-admin';
const PASSWORD = 'a long password of the network';

/** A site as a user sees it: the address, the login, and the REST client of the user. */
export type NetworkSite = Pick< BrowserKit, 'rest' > & {
	wordpress: BrowserKit[ 'wordpress' ];
};

/** The two sites, for one user. */
interface Sites {
	main: NetworkSite;
	second: NetworkSite;
}

interface Host {
	webhookUrl: string;
	/** How many times it was called. */
	calls: () => number;
}

export interface NetworkKit {
	url: string;
	superAdmin: Sites;
	/** An administrator of the second site only. */
	siteAdmin: Sites;
	host: Host;
}

async function startHost(): Promise< Host & { stop: () => void } > {
	let calls = 0;
	const server = createServer( ( request, response ) => {
		calls += request.method === 'POST' ? 1 : 0;
		response.end();
	} );
	await new Promise< void >( ( resolve ) =>
		server.listen( 0, '127.0.0.1', resolve )
	);
	const { port } = server.address() as AddressInfo;
	return {
		webhookUrl: `http://127.0.0.1:${ port }/deploy`,
		calls: () => calls,
		stop: () => {
			server.closeAllConnections();
			server.close();
		},
	};
}

function siteOf(
	url: string,
	adminUser: string,
	applicationPassword: string
): NetworkSite {
	return {
		wordpress: {
			url,
			adminUser,
			adminPassword: PASSWORD,
			applicationPassword,
		},
		rest: restClient( url, adminUser, applicationPassword ),
	};
}

function sitesOf( url: string, user: string, password: string ): Sites {
	return {
		main: siteOf( url, user, password ),
		second: siteOf( `${ url }/second`, user, password ),
	};
}

/** Installs a single site, makes it a network, and adds the second site. */
async function install(
	folder: string,
	url: string,
	hostUrl: string
): Promise< Pick< NetworkKit, 'superAdmin' | 'siteAdmin' > > {
	const progress = makeProgress( () => {} );
	const php = await findPhp( progress );
	const wordpress = path.join( folder, 'wordpress' );
	const config = {
		url,
		localHosts: [ new URL( hostUrl ).host ],
		secret: 'network',
	};
	await assembleWordpress( {
		folder: wordpress,
		core: ( await findWordpress( progress ) ).folder,
		sqlite: await findSqliteIntegration( progress ),
		plugin: null,
	} );
	configureWordpress( wordpress, config );
	await installWordpress( php, {
		folder: wordpress,
		url,
		password: PASSWORD,
		plugin: '',
	} );
	await runPhp(
		{ folder },
		`require_once ABSPATH . 'wp-admin/includes/upgrade.php';
		require '${ path.join( PROJECT, 'test/php/make-network.php' ) }';`
	);
	configureWordpress( wordpress, { ...config, isNetwork: true } );
	const printed = await mustCapture(
		php.command,
		[
			path.join( PROJECT, 'test/e2e/make-sites.php' ),
			wordpress,
			new URL( url ).host,
			TESTED_ZIP,
		],
		{ input: JSON.stringify( { user: SITE_ADMIN, password: PASSWORD } ) }
	);
	const [ ofSuperAdmin, ofSiteAdmin ] = JSON.parse( printed ) as [
		string,
		string,
	];
	return {
		superAdmin: sitesOf( url, ADMIN, ofSuperAdmin ),
		siteAdmin: sitesOf( url, SITE_ADMIN, ofSiteAdmin ),
	};
}

async function withNetwork(
	folder: string,
	provide: ( network: NetworkKit ) => Promise< void >
): Promise< void > {
	const port = await findPort( FIRST_PORT );
	const url = `http://127.0.0.1:${ port }`;
	const host = await startHost();
	try {
		const users = await install( folder, url, host.webhookUrl );
		const server = await serveWordpress(
			await findPhp( makeProgress( () => {} ) ),
			path.join( folder, 'wordpress' ),
			port,
			path.join( folder, 'php.log' )
		);
		try {
			// The cron of the main site sends the runs of all sites.
			server.callCron();
			await provide( { url, ...users, host } );
		} finally {
			await server.stop();
		}
	} finally {
		host.stop();
	}
}

export const test = base.extend<
	{ allowedErrors: RegExp[] },
	{ network: NetworkKit }
>( {
	allowedErrors: [ [], { option: true } ],
	network: [
		async ( {}, provide ) => {
			const folder = fs.mkdtempSync( path.join( KITS, 'network-' ) );
			try {
				await withNetwork( folder, provide );
			} finally {
				fs.rmSync( folder, { recursive: true, force: true } );
			}
		},
		{ scope: 'worker', timeout: START_MS },
	],
	context: async ( { context, allowedErrors }, provide ) => {
		const browserErrors = watch( context, allowedErrors );
		await provide( context );
		expect( browserErrors, 'errors of the browser' ).toEqual( [] );
	},
} );
