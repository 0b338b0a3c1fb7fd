/** Facts 2: how applications are built and run. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeApp, makeZip } from '../reference-api/test-platform.ts';
import {
	call,
	createEnvironment,
	createWebhooks,
	deploy,
	expectOk,
	settled,
	visit,
} from './steps.ts';
import { openTarget, LOCAL } from './target.ts';
import type {
	Answer,
	Operation,
} from '../../src/shared/platform-api.generated.ts';
import type { Target } from './target.ts';

let target: Target;

beforeAll( async () => {
	target = await openTarget();
} );

afterAll( () => target.close() );

const SERVE_ENV = 'response.end( JSON.stringify( env ) );';

async function servedBy(
	zip: Buffer,
	variables: Record< string, string > = {}
): Promise< string > {
	const place = await createEnvironment( target, variables );
	await deploy( target, place, zip );
	return ( await visit( target, place ) ).text();
}

async function environmentOf(
	variables: Record< string, string > = {}
): Promise< Record< string, string > > {
	const text = await servedBy( await makeApp( SERVE_ENV ), variables );
	return JSON.parse( text ) as Record< string, string >;
}

/**
 * Creates an application whose scripts write and serve which of them ran.
 *
 * @param names Names of its build scripts.
 */
function scriptedApp( names: readonly string[] ): Promise< Buffer > {
	const scripts = Object.fromEntries(
		names.map( ( name ) => [ name, `node build.mjs ${ name }` ] )
	);
	const serve = ( word: string ) =>
		`import { createServer } from 'node:http'; import { existsSync, readFileSync } from 'node:fs';
		const built = existsSync( 'built.txt' ) ? readFileSync( 'built.txt', 'utf8' ) : 'nothing';
		createServer( ( _, r ) => r.end( built + ' ${ word }' ) ).listen( process.env.PORT, '127.0.0.1' );`;
	return makeZip( {
		'package.json': JSON.stringify( {
			name: 'scripted',
			scripts: { ...scripts, start: 'node a.mjs', serve: 'node b.mjs' },
		} ),
		'build.mjs':
			"import { writeFileSync } from 'node:fs'; writeFileSync( 'built.txt', process.argv[ 2 ] );",
		'a.mjs': serve( 'start' ),
		'b.mjs': serve( 'serve' ),
	} );
}

describe( 'facts 2: scripts', () => {
	test( 'facts 2: the script build is run, and the script start serves', async () => {
		expect( await servedBy( await scriptedApp( [ 'build' ] ) ) ).toBe(
			'build start'
		);
	} );

	test( 'facts 2: wpe-build comes before build', async () => {
		const zip = await scriptedApp( [ 'build', 'wpe-build' ] );
		expect( await servedBy( zip ) ).toBe( 'wpe-build start' );
	} );

	test( 'facts 2: ATLAS_BUILD_SCRIPT and ATLAS_START_SCRIPT name others', async () => {
		const zip = await scriptedApp( [ 'build', 'wpe-build', 'special' ] );
		const variables = {
			ATLAS_BUILD_SCRIPT: 'special',
			ATLAS_START_SCRIPT: 'serve',
		};
		expect( await servedBy( zip, variables ) ).toBe( 'special serve' );
	} );

	test( 'facts 2: an application without a build script is served as it is', async () => {
		expect( await servedBy( await scriptedApp( [] ) ) ).toBe(
			'nothing start'
		);
	} );
} );

describe( 'facts 2: variables', () => {
	test( 'facts 2: PORT, HEADLESS_METADATA, its build id and its environment id are injected', async () => {
		const place = await createEnvironment( target );
		await deploy( target, place, await makeApp( SERVE_ENV ) );
		const env = JSON.parse(
			await ( await visit( target, place ) ).text()
		) as Record< string, string >;
		const build = await expectOk< Operation >(
			await target.request( `/v1/${ place.name }/builds/no_build` )
		);
		expect( env ).toMatchObject( {
			PORT: expect.stringMatching( /^\d+$/ ),
			HEADLESS_METADATA: 'true',
			HEADLESS_METADATA_ENV_ID: place.environment,
			HEADLESS_METADATA_BUILD_ID: build.name.split( '/' ).at( -1 ),
		} );
		expect( env ).not.toHaveProperty( 'HEADLESS_METADATA_BUILD' );
	} );

	test( 'facts 2: HEADLESS_METADATA_BUILD is true while building', async () => {
		const zip = await makeApp(
			"response.end( readFileSync( 'flag.txt', 'utf8' ) );",
			"import { writeFileSync } from 'node:fs'; writeFileSync( 'flag.txt', String( process.env.HEADLESS_METADATA_BUILD ) );"
		);
		expect( await servedBy( zip ) ).toBe( 'true' );
	} );

	test.runIf( LOCAL )(
		'facts 2: the address of the linked install is injected unless the shell variables set it',
		async () => {
			const env = await environmentOf( {
				WORDPRESS_URL: 'https://own.example',
			} );
			expect( env.WORDPRESS_URL ).toBe( 'https://own.example' );
			expect( env.NEXT_PUBLIC_WORDPRESS_URL ).toMatch( /^https?:\/\// );
			const other = await environmentOf();
			expect( other.WORDPRESS_URL ).toBe( env.NEXT_PUBLIC_WORDPRESS_URL );
		}
	);

	test( '2 shell variables reach the application', async () => {
		const env = await environmentOf( { API_KEY: 'a b "c" $d' } );
		expect( env.API_KEY ).toBe( 'a b "c" $d' );
	} );

	test.runIf( LOCAL )(
		'facts 2: ATLAS_BUILD_DEBUG makes the log verbose',
		async () => {
			const zip = await makeApp( SERVE_ENV, '// nothing' );
			const lengths: number[] = [];
			const verbose: Record< string, string > = {
				ATLAS_BUILD_DEBUG: 'true',
			};
			for ( const variables of [ {}, verbose ] ) {
				const place = await createEnvironment( target, variables );
				await deploy( target, place, zip );
				const log = await expectOk< Answer< 'readBuildLog' > >(
					await target.request(
						`/v1/${ place.name }/builds/no_build/log`
					)
				);
				lengths.push( log.nextOffset );
			}
			expect( Number( lengths[ 1 ] ) ).toBeGreaterThan(
				Number( lengths[ 0 ] )
			);
		}
	);
} );

describe.runIf( LOCAL )( 'facts 1: cached folders', () => {
	const FOLDERS = [
		'.cache',
		'.next/cache',
		'.nuxt',
		'.wordpress-cache',
		'public',
	];
	const BUILD = `import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
		const folders = ${ JSON.stringify( FOLDERS ) };
		writeFileSync( 'kept.txt', folders.filter( ( folder ) => existsSync( folder + '/mark' ) ).join() );
		for ( const folder of folders ) { mkdirSync( folder, { recursive: true } ); writeFileSync( folder + '/mark', '' ); }`;
	const PAGE = "response.end( readFileSync( 'kept.txt', 'utf8' ) );";

	test( '1.4 Rebuild keeps the folders that the framework caches, Clean Rebuild deletes them', async () => {
		const place = await createEnvironment( target );
		const urls = await createWebhooks( target, place );
		await deploy( target, place, await makeApp( PAGE, BUILD ) );
		const pageAfter = async ( url: string ) => {
			await expectOk( await call( url ) );
			await settled( target, place );
			return ( await visit( target, place ) ).text();
		};
		expect( await ( await visit( target, place ) ).text() ).toBe( '' );
		expect( await pageAfter( urls.rebuild ) ).toBe( FOLDERS.join() );
		expect( await pageAfter( urls.cleanRebuild ) ).toBe( '' );
		const log = await expectOk< Answer< 'readBuildLog' > >(
			await target.request( `/v1/${ place.name }/builds/no_build/log` )
		);
		expect( log.text ).toContain( 'deleted the cached folders' );
		expect( await pageAfter( urls.rebuild ) ).toBe( FOLDERS.join() );
	} );

	test( 'facts 1: a cached folder is never restored over one that the project contains', async () => {
		const place = await createEnvironment( target );
		const urls = await createWebhooks( target, place );
		const zip = await makeApp( PAGE, BUILD, { 'public/own.txt': 'own' } );
		await deploy( target, place, zip );
		await expectOk( await call( urls.rebuild ) );
		await settled( target, place );
		const kept = await ( await visit( target, place ) ).text();
		expect( kept.split( ',' ) ).not.toContain( 'public' );
	} );
} );
