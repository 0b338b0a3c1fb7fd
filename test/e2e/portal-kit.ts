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

/** The page asks who is signed in. */
const NOT_SIGNED_IN = /status of 401.*_local\/session\)/;

export interface PortalKit {
	url: string;
	/** The running platform. */
	platform: () => Platform;
	/** Stops the platform; `start` starts it again at the same address. */
	stop: () => Promise< void >;
	start: () => Promise< void >;
	/** Calls the API as the user sam; throws if it refuses. */
	call: ( method: string, address: string, body?: object ) => Promise< void >;
	folder: string;
	/** Packs files into a zip and returns its path. */
	zip: ( name: string, files: Record< string, string > ) => Promise< string >;
	/** Makes the app "storefront" with the environment "Production". */
	environment: () => Promise< Environment >;
	/** Packs an application whose build waits until the gate is open; returns the path of the zip. */
	application: ( options?: {
		build?: string;
		/** What the site responds. */
		text?: string;
	} ) => Promise< string >;
	/** Lets builds end. */
	openGate: () => Promise< void >;
	/** Lets builds wait. */
	closeGate: () => Promise< void >;
	/** Uploads an application and waits until it is live. */
	deploy: ( environment: Environment, text?: string ) => Promise< void >;
	/** Opens a page, and signs in by the form that it shows. */
	signIn: ( page: Page, where?: string, user?: string ) => Promise< void >;
	/** Fills in the form of the shown page. */
	fillSignIn: ( page: Page, user?: string ) => Promise< void >;
	/** The portal's address of an environment. */
	href: ( environment: Environment, rest?: string ) => string;
}

function serverOf( text: string ): string {
	return `
import { createServer } from 'node:http';
createServer( ( request, response ) => response.end( ${ JSON.stringify( text ) } ) ).listen( process.env.PORT, '127.0.0.1' );
`;
}

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

function startIn( folder: string, port: number ): Promise< Platform > {
	return startPlatform( {
		dataFolder: path.join( folder, 'data' ),
		port,
		user: 'sam',
		password: PASSWORD,
		accounts: [ 'acme', 'globex' ],
		wordpress: { blog: 'http://127.0.0.1:9' },
		limits: { maxUploadBytes: MAX_UPLOAD_BYTES },
		passwordCost: { logCost: 1, blockSize: 1, parallel: 1 },
	} );
}

/** Starts a platform in a folder of its own. */
async function startKit(): Promise< PortalKit > {
	const folder = await fs.mkdtemp( path.join( os.tmpdir(), 'portal-e2e-' ) );
	let platform = await startIn( folder, 0 );
	const { url } = platform;
	const gate = path.join( folder, 'gate' );
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
	const application: PortalKit[ 'application' ] = ( {
		build = BUILD,
		text = 'hello',
	} = {} ) =>
		zip( 'storefront.zip', {
			'package.json': JSON.stringify( {
				name: 'storefront',
				version: '1.0.0',
				type: 'module',
				scripts: { build: 'node build.js', start: 'node server.js' },
			} ),
			'build.js': build,
			'server.js': serverOf( text ),
		} );
	const fillSignIn: PortalKit[ 'fillSignIn' ] = async (
		page,
		user = 'sam'
	) => {
		await page.getByLabel( 'User ID' ).fill( user );
		await page.getByLabel( 'Password' ).fill( PASSWORD );
		await page.getByRole( 'button', { name: 'Sign in' } ).click();
		await page.getByRole( 'navigation', { name: 'Main' } ).waitFor();
	};
	return {
		url,
		platform: () => platform,
		stop: () => platform.close(),
		start: async () => {
			platform = await startIn( folder, Number( new URL( url ).port ) );
		},
		call: async ( method, address, body ) => {
			const response = await fetch( url + address, {
				method,
				headers: {
					authorization: `Basic ${ btoa( `sam:${ PASSWORD }` ) }`,
					...( body && { 'content-type': 'application/json' } ),
				},
				...( body && { body: JSON.stringify( body ) } ),
			} );
			expect( response.ok, await response.text() ).toBe( true );
		},
		folder,
		zip,
		environment: async () => {
			const { catalog } = platform.services;
			await catalog.createApp( 'acme', 'storefront', 'regions/US-C' );
			return catalog.createEnvironment( 'acme', 'storefront', {
				displayName: 'Production',
				branch: 'uploadable',
				wpEnvironment: 'blog',
				shellVariables: [ { key: 'GATE', value: gate } ],
			} );
		},
		application,
		openGate: () => fs.writeFile( gate, '' ),
		closeGate: () => fs.rm( gate, { force: true } ),
		deploy: async ( { accountName, appId, id }, text ) => {
			await fs.writeFile( gate, '' );
			await platform.services.builds.upload(
				{ accountName, appId, environmentId: id },
				await application( { text } ),
				'upload by sam'
			);
			await platform.waitUntilIdle();
		},
		signIn: async ( page, where = '/portal', user ) => {
			await page.goto( new URL( where, url ).href );
			await fillSignIn( page, user );
		},
		fillSignIn,
		href: ( { accountName, appId, id }, rest = '' ) =>
			`${ url }/portal/accounts/${ accountName }/apps/${ appId }/environments/${ id }${ rest }`,
	};
}

interface Options {
	/** Console errors that a test provokes on purpose. */
	allowedErrors: RegExp;
}

export const test = base.extend< Options & { portal: PortalKit } >( {
	allowedErrors: [ /^$/, { option: true } ],
	portal: async ( {}, provide ) => {
		const kit = await startKit();
		try {
			await provide( kit );
		} finally {
			await kit.platform().close();
			await fs.rm( kit.folder, { recursive: true, force: true } );
		}
	},
	context: async ( { context, allowedErrors, portal }, provide ) => {
		expect( portal.url ).toMatch( /^http:\/\/127\.0\.0\.1:\d+$/ );
		const browserErrors = watch( context, [
			NOT_SIGNED_IN,
			allowedErrors,
		] );
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
