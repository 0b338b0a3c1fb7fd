/**
 * What the tests of the platform share: a started platform on free ports, a client, and small applications.
 */
import { onTestFinished } from 'vitest';
import { ZipFile } from 'yazl';
import type { EnvironmentPath } from '../../src/reference-api/model/hosting.ts';
import { startPlatform } from '../../src/reference-api/server.ts';
import type {
	Platform,
	PlatformOptions,
} from '../../src/reference-api/server.ts';
import { temporaryFolder } from './temporary-folder.ts';

export { temporaryFolder } from './temporary-folder.ts';

export const USER = 'sam';
export const PASSWORD = 'correct horse';
export const WORDPRESS = 'http://127.0.0.1:9';
/** Passwords that cost hardly anything to check. */
export const CHEAP = { logCost: 1, blockSize: 1, parallel: 1 };

export interface TestPlatform extends Platform {
	dataFolder: string;
	/** Asks the platform as the API user. */
	request: ( url: string, init?: RequestInit ) => Promise< Response >;
}

export function basic( user = USER, password = PASSWORD ): string {
	return `Basic ${ Buffer.from( `${ user }:${ password }` ).toString(
		'base64'
	) }`;
}

/** Starts a platform with the account "acme" and the install "blog"; it is closed after the test. */
export async function makePlatform(
	options: Partial< PlatformOptions > = {}
): Promise< TestPlatform > {
	const dataFolder = options.dataFolder ?? ( await temporaryFolder() );
	const platform = await startPlatform( {
		dataFolder,
		port: 0,
		user: USER,
		password: PASSWORD,
		accounts: [ 'acme' ],
		wordpress: { blog: WORDPRESS },
		passwordCost: CHEAP,
		onError: ( error ) => {
			throw error;
		},
		...options,
	} );
	onTestFinished( () => platform.close() );
	return {
		...platform,
		dataFolder,
		request: ( url, init ) =>
			fetch( new URL( url, platform.url ), {
				redirect: 'manual',
				...init,
				headers: { authorization: basic(), ...init?.headers },
			} ),
	};
}

export function json( body: unknown, method = 'POST' ): RequestInit {
	return {
		method,
		headers: { 'content-type': 'application/json' },
		body: JSON.stringify( body ),
	};
}

/** Shows the applications the date of `npm run test:clocks`: the platform gives them an environment of their own. */
function movedClock(): Record< string, string > {
	const { LD_PRELOAD, FAKETIME } = process.env;
	return LD_PRELOAD && FAKETIME ? { LD_PRELOAD, FAKETIME } : {};
}

/** Creates the app "shop" with the environment "Production", or with one more. */
export async function makeEnvironment(
	platform: Platform,
	variables: Record< string, string > = {}
): Promise< EnvironmentPath > {
	const { services } = platform;
	const apps = await services.catalog.apps( 'acme' );
	if ( apps.length === 0 ) {
		await services.catalog.createApp( 'acme', 'shop', 'regions/UK' );
	}
	const { length } = await services.catalog.environments( 'acme', 'shop' );
	const { id } = await services.catalog.createEnvironment( 'acme', 'shop', {
		displayName: length === 0 ? 'Production' : `Copy ${ length }`,
		branch: 'uploadable',
		wpEnvironment: 'blog',
		shellVariables: Object.entries( { ...movedClock(), ...variables } ).map(
			( [ key, value ] ) => ( {
				key,
				value,
			} )
		),
	} );
	return { accountName: 'acme', appId: 'shop', environmentId: id };
}

/** Starts a platform with the environment "Production" of the app "shop". */
export async function makePlace(
	options: Partial< PlatformOptions > = {},
	variables: Record< string, string > = {}
) {
	const platform = await makePlatform( options );
	return { platform, place: await makeEnvironment( platform, variables ) };
}

/**
 * Returns the path of an environment's routes, below a prefix such as `/v1`.
 *
 * @param prefix What the path begins with.
 */
export function routeOf( prefix: string, path: EnvironmentPath ): string {
	return `${ prefix }/accounts/${ path.accountName }/apps/${ path.appId }/environments/${ path.environmentId }`;
}

/** Creates the body of an upload. */
export function uploadForm( zip: Buffer, part = 'repository' ): FormData {
	const form = new FormData();
	form.append( part, new Blob( [ new Uint8Array( zip ) ] ), 'code.zip' );
	return form;
}

/** Uploads a zip through the real endpoint. */
export function upload(
	platform: TestPlatform,
	path: EnvironmentPath,
	zip: Buffer
): Promise< Response > {
	return platform.request( `${ routeOf( '/fu/v1', path ) }:upload`, {
		method: 'POST',
		body: uploadForm( zip ),
	} );
}

/** Uploads a zip and waits until its build has ended. */
export async function uploadAndWait(
	platform: TestPlatform,
	path: EnvironmentPath,
	zip: Buffer
): Promise< void > {
	await upload( platform, path, zip );
	await platform.waitUntilIdle();
}

export interface ZipItem {
	name: string;
	content: string | Buffer;
	mode?: number;
}

export async function makeZip(
	items: Record< string, string > | readonly ZipItem[]
): Promise< Buffer > {
	const list = Array.isArray( items )
		? ( items as readonly ZipItem[] )
		: Object.entries( items ).map( ( [ name, content ] ) => ( {
				name,
				content: String( content ),
				mode: 0o100644,
			} ) );
	const zip = new ZipFile();
	for ( const { name, content, mode } of list ) {
		zip.addBuffer( Buffer.from( content ), name, {
			mode: mode ?? 0o100644,
			compress: false,
		} );
	}
	zip.end();
	const chunks: Buffer[] = [];
	for await ( const chunk of zip.outputStream ) {
		chunks.push( Buffer.from( chunk ) );
	}
	return Buffer.concat( chunks );
}

/**
 * Creates the zip of a real application.
 *
 * @param page  What it serves, as JavaScript with `request` and `env` in scope.
 * @param build Its build script, as JavaScript; without one it has none.
 */
export function makeApp(
	page: string,
	build = '',
	extra: Record< string, string > = {}
): Promise< Buffer > {
	const scripts = {
		start: 'node server.mjs',
		...( build ? { build: 'node build.mjs' } : {} ),
	};
	return makeZip( {
		'package.json': JSON.stringify( { name: 'tiny', scripts } ),
		'build.mjs': build,
		'server.mjs': `
			import { createServer } from 'node:http';
			import { existsSync, readFileSync } from 'node:fs';
			const { env } = process;
			createServer( ( request, response ) => { ${ page } } ).listen( env.PORT, '127.0.0.1' );
		`,
		...extra,
	} );
}

/** An application that serves a word, cacheable. */
export function wordApp( word: string ): Promise< Buffer > {
	return makeApp(
		`response.setHeader( 'cache-control', 's-maxage=600' ); response.end( '${ word }' );`
	);
}

/**
 * Asks an environment's edge.
 *
 * @param init Method, headers and body.
 */
export async function visit(
	platform: Platform,
	path: EnvironmentPath,
	url = '/',
	init: RequestInit = {}
): Promise< Response > {
	const { services } = platform;
	const environment = await services.catalog.environment( path );
	return fetch( new URL( url, services.edges.url( environment ) ), init );
}
