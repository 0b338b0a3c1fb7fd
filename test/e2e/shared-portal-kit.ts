/**
 * Fixtures of the portal's browser tests: a platform with a small live application.
 *
 * `portal` the platform, one for all tests of a worker. `signIn` uses the one-time link.
 */
import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { test as base, expect } from '@playwright/test';
import type { Page } from '@playwright/test';
import { ZipFile } from 'yazl';
import type { EnvironmentPath } from '../../src/reference-api/model/hosting.ts';
import type { Platform } from '../../src/reference-api/server.ts';
import { startPlatform } from '../../src/reference-api/server.ts';
import { axeViolations } from './axe.ts';
import { watch } from './browser-errors.ts';

export { expect };

/** A cacheable page, and one that sets a cookie. */
const SERVER = `
import { createServer } from 'node:http';
createServer( ( request, response ) => {
	response.setHeader( 'cache-control', 's-maxage=600' );
	if ( request.url === '/cart' ) {
		response.setHeader( 'set-cookie', 'cart=1' );
	}
	response.end( 'hello' );
} ).listen( process.env.PORT, '127.0.0.1' );
`;

export interface PortalKit extends Platform {
	/** The live environment. */
	path: EnvironmentPath;
	/** Address of its pages, below the platform's. */
	pages: string;
	/** Address of its site. */
	site: string;
}

async function writeZip( file: string ): Promise< void > {
	const manifest = { name: 'tiny', scripts: { start: 'node server.mjs' } };
	const zip = new ZipFile();
	zip.addBuffer( Buffer.from( JSON.stringify( manifest ) ), 'package.json' );
	zip.addBuffer( Buffer.from( SERVER ), 'server.mjs' );
	zip.end();
	await pipeline( zip.outputStream, createWriteStream( file ) );
}

async function startKit( folder: string ): Promise< PortalKit > {
	const platform = await startPlatform( {
		dataFolder: path.join( folder, 'data' ),
		port: 0,
		user: 'sam',
		password: 'correct horse battery',
		accounts: [ 'acme' ],
		wordpress: {
			acmeprod: 'http://127.0.0.1:9',
			magprod: 'http://127.0.0.1:10',
		},
	} );
	const { services } = platform;
	await services.catalog.createApp( 'acme', 'storefront', 'regions/UK' );
	const environment = await services.catalog.createEnvironment(
		'acme',
		'storefront',
		{
			displayName: 'Production',
			branch: 'uploadable',
			wpEnvironment: 'acmeprod',
			shellVariables: [
				{ key: 'ALGOLIA_APP_ID', value: 'a secret value' },
			],
		}
	);
	const where: EnvironmentPath = {
		accountName: 'acme',
		appId: 'storefront',
		environmentId: environment.id,
	};
	const zip = path.join( folder, 'storefront.zip' );
	await writeZip( zip );
	await services.builds.upload( where, zip, 'upload by sam' );
	await platform.idle();
	return {
		...platform,
		path: where,
		pages: `/portal/accounts/acme/apps/storefront/environments/${ environment.id }`,
		site: services.edges.url( environment ),
	};
}

/** Signs in by a new one-time link. */
export async function signIn( page: Page, portal: PortalKit ): Promise< void > {
	await page.goto( portal.portalLink() );
}

/** The rules for WCAG 2.2 A and AA, and axe’s best practices. */
const RULES = [
	'wcag2a',
	'wcag2aa',
	'wcag21a',
	'wcag21aa',
	'wcag22aa',
	'best-practice',
];

/** Lists the violations that axe finds on a page, with all of its disclosures open. */
export async function pageViolations( page: Page ): Promise< string[] > {
	await page.evaluate( () => {
		for ( const details of document.querySelectorAll( 'main details' ) ) {
			details.setAttribute( 'open', '' );
		}
	} );
	return axeViolations( page, { runOnly: RULES } );
}

interface Options {
	/** Console errors that a test provokes on purpose. */
	allowedErrors: RegExp[];
}

export const test = base.extend< Options, { portal: PortalKit } >( {
	allowedErrors: [ [], { option: true } ],
	portal: [
		async ( {}, provide ) => {
			const folder = await mkdtemp(
				path.join( tmpdir(), 'portal-kit-' )
			);
			const kit = await startKit( folder );
			try {
				await provide( kit );
			} finally {
				await kit.close();
				await rm( folder, { recursive: true, force: true } );
			}
		},
		{ scope: 'worker', timeout: 60_000 },
	],
	baseURL: async ( { portal }, provide ) => provide( portal.url ),
	context: async ( { context, allowedErrors }, provide ) => {
		const browserErrors = await watch( context, allowedErrors );
		await provide( context );
		if ( browserErrors.length > 0 ) {
			throw new Error(
				`The browser complained:\n${ browserErrors.join( '\n' ) }`
			);
		}
	},
} );
