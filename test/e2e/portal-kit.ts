/**
 * Fixtures of the portal's browser tests: a platform of their own, without WordPress.
 *
 * `portal` (one for each test) a running platform with the account "acme" and the install "blog".
 * `page`   fails the test on any console error and on any request to another machine.
 */
import { createWriteStream } from 'node:fs';
import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { test as base, expect } from '@playwright/test';
import type { Page } from '@playwright/test';
import { ZipFile } from 'yazl';
import type { Environment } from '../../src/reference-api/model/hosting.ts';
import { startPlatform } from '../../src/reference-api/server.ts';
import type { Platform } from '../../src/reference-api/server.ts';
import { watch } from './browser-errors.ts';

export { expect };

export const PASSWORD = 'correct horse';
const MAX_UPLOAD_BYTES = 1024 * 1024;

export interface PortalKit extends Platform {
	folder: string;
	/** Packs files into a zip and returns its path. */
	zip: ( name: string, files: Record< string, string > ) => Promise< string >;
	/** Makes the app "storefront" with the environment "Production". */
	environment: () => Promise< Environment >;
	/** Creates an application whose build waits for the test. */
	application: ( options?: { build?: string; start?: string } ) => Promise< {
		zip: string;
		/** Ends the build. */
		finish: () => Promise< void >;
	} >;
	/** Signs in by the form. */
	signIn: ( page: Page, where?: string, user?: string ) => Promise< void >;
	/** The portal's address of an environment. */
	href: ( environment: Environment, rest?: string ) => string;
}

const SERVER = `
import { createServer } from 'node:http';
createServer( ( request, response ) => response.end( 'hello' ) ).listen( process.env.PORT, '127.0.0.1' );
`;

/** Prints a line, and waits for the test before it ends. */
const BUILD = `
import { existsSync } from 'node:fs';
console.log( 'Collecting page data' );
const timer = setInterval( () => {
	if ( existsSync( process.env.GATE ) ) {
		clearInterval( timer );
		console.log( 'Compiled' );
	}
}, 20 );
`;

function makeKit( platform: Platform, folder: string ): PortalKit {
	const zip: PortalKit[ 'zip' ] = async ( name, files ) => {
		const file = path.join( folder, name );
		const archive = new ZipFile();
		for ( const [ entry, content ] of Object.entries( files ) ) {
			archive.addBuffer( Buffer.from( content ), entry );
		}
		archive.end();
		await pipeline( archive.outputStream, createWriteStream( file ) );
		return file;
	};
	const href: PortalKit[ 'href' ] = (
		{ accountName, appId, id },
		rest = ''
	) =>
		`${ platform.url }/portal/accounts/${ accountName }/apps/${ appId }/environments/${ id }${ rest }`;
	const gate = path.join( folder, 'gate' );
	return {
		...platform,
		folder,
		zip,
		href,
		environment: async () => {
			const { services } = platform;
			await services.catalog.createApp(
				'acme',
				'storefront',
				'regions/US-C'
			);
			return services.catalog.createEnvironment( 'acme', 'storefront', {
				displayName: 'Production',
				branch: 'uploadable',
				wpEnvironment: 'blog',
				shellVariables: [ { key: 'GATE', value: gate } ],
			} );
		},
		application: async ( { build = BUILD, start = SERVER } = {} ) => ( {
			zip: await zip( 'storefront.zip', {
				'package.json': JSON.stringify( {
					name: 'storefront',
					version: '1.0.0',
					type: 'module',
					scripts: {
						build: 'node build.js',
						start: 'node server.js',
					},
				} ),
				'build.js': build,
				'server.js': start,
			} ),
			finish: () => fs.writeFile( gate, '' ),
		} ),
		signIn: async ( page, where = '/portal', user = 'sam' ) => {
			await page.goto( `${ platform.url }/portal/sign-in` );
			await page.getByLabel( 'API user ID' ).fill( user );
			await page.getByLabel( 'API password' ).fill( PASSWORD );
			await page.getByRole( 'button', { name: 'Sign in' } ).click();
			await page.getByRole( 'navigation', { name: 'Main' } ).waitFor();
			await page.goto( new URL( where, platform.url ).href );
		},
	};
}

/** Starts a platform in a folder of its own. */
async function startKit(): Promise< PortalKit > {
	const folder = await fs.mkdtemp( path.join( os.tmpdir(), 'portal-e2e-' ) );
	const platform = await startPlatform( {
		dataFolder: path.join( folder, 'data' ),
		port: 0,
		user: 'sam',
		password: PASSWORD,
		accounts: [ 'acme' ],
		wordpress: { blog: 'http://127.0.0.1:9' },
		limits: { maxUploadBytes: MAX_UPLOAD_BYTES },
		passwordCost: { logCost: 1, blockSize: 1, parallel: 1 },
	} );
	return makeKit( platform, folder );
}

interface Options {
	/** Console errors that a test provokes on purpose. */
	allowedErrors: RegExp[];
}

export const test = base.extend< Options & { portal: PortalKit } >( {
	allowedErrors: [ [], { option: true } ],
	portal: async ( {}, provide ) => {
		const kit = await startKit();
		try {
			await provide( kit );
		} finally {
			await kit.close();
			await fs.rm( kit.folder, { recursive: true, force: true } );
		}
	},
	context: async ( { context, allowedErrors, portal }, provide ) => {
		expect( portal.url ).toMatch( /^http:\/\/127\.0\.0\.1:\d+$/ );
		const browserErrors = watch( context, allowedErrors );
		await provide( context );
		// Before the platform ends, or the pages would log lost connections.
		await Promise.all( context.pages().map( ( page ) => page.close() ) );
		if ( browserErrors.length > 0 ) {
			throw new Error(
				`The browser complained:\n${ browserErrors.join( '\n' ) }`
			);
		}
	},
} );
