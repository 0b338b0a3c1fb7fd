/** The package that front ends install: built, packed and used from another folder. */
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { PROJECT } from '../../src/dev-kit/paths.ts';
import {
	buildFrontEndPackage,
	bundleEntries,
	ENTRIES,
	MAX_ENTRY_BYTES,
} from '../../src/front-end/build.mjs';
import { LICENSES_FILE, SBOM_FILE } from '../../src/third-party/write.ts';
import {
	commentedModules,
	licensedPackages,
	packagesOf,
	sbomPackages,
} from '../third-party/evidence.ts';
import { documentedFiles } from './documented-files.ts';
import { startWordPress } from './proofs/wordpress-server.ts';

let folder: string;
let installed: string;

beforeAll( async () => {
	folder = fs.mkdtempSync( path.join( tmpdir(), 'front-end-package-' ) );
	const built = path.join( folder, 'built' );
	await buildFrontEndPackage( built );
	execFileSync( 'npm', [ 'pack', '--pack-destination', folder ], {
		cwd: built,
		stdio: 'ignore',
	} );
	const [ archive = '' ] = fs.globSync( '*.tgz', { cwd: folder } );
	installed = path.join( folder, 'node_modules/headless-deploy-front-end' );
	fs.mkdirSync( installed, { recursive: true } );
	execFileSync( 'tar', [
		...[ '-xzf', path.join( folder, archive ) ],
		...[ '-C', installed, '--strip-components=1' ],
	] );
} );

afterAll( () => fs.rmSync( folder, { recursive: true, force: true } ) );

test.each( ENTRIES )(
	'the entry “%s” is smaller than 3.4 kB when it is minified and compressed',
	async ( entry ) => {
		const files = await bundleEntries( [ entry ], true );
		const code = files.map( ( file ) => file.code ).join( '' );
		expect( gzipSync( code ).length ).toBeLessThan( MAX_ENTRY_BYTES );
	}
);

test( 'the package has the version of this project and no dependencies', () => {
	const read = ( file: string ) =>
		JSON.parse( fs.readFileSync( file, 'utf8' ) );
	const manifest = read( path.join( installed, 'package.json' ) );
	const project = read( path.join( PROJECT, 'package.json' ) );
	expect( manifest.version ).toBe( project.version );
	expect( manifest ).not.toHaveProperty( 'dependencies' );
	expect( manifest ).not.toHaveProperty( 'devDependencies' );
} );

test( 'contains its readme, the license, the code and the types, and nothing else', () => {
	const names = fs.readdirSync( installed ).sort();
	expect( names.filter( ( name ) => ! /^shared-/.test( name ) ) ).toEqual( [
		'LICENSE',
		'README.md',
		LICENSES_FILE,
		'astro.js',
		'index.js',
		'next-cache.js',
		'next.js',
		'node.js',
		'package.json',
		SBOM_FILE,
		'types',
	] );
} );

test( 'the licenses name the packages whose code it contains, which are none', () => {
	const scripts = fs.globSync( '*.js', { cwd: installed } );
	const bundled = packagesOf(
		scripts.flatMap( ( file ) =>
			commentedModules(
				fs.readFileSync( path.join( installed, file ), 'utf8' )
			)
		)
	);
	expect( licensedPackages( installed ) ).toEqual( bundled );
	expect( sbomPackages( installed ) ).toEqual( bundled );
	expect(
		fs.readFileSync( path.join( installed, LICENSES_FILE ), 'utf8' )
	).toBe( 'headless-deploy-front-end contains no code of other packages.\n' );
} );

test( 'Node imports the package without a framework', () => {
	const code = [ '', '/astro', '/node' ]
		.map( ( entry ) => `import 'headless-deploy-front-end${ entry }';` )
		.join( '' );
	const run = () =>
		execFileSync(
			process.execPath,
			[
				...[ '--input-type=module', '--eval' ],
				`${ code } import { mark } from 'headless-deploy-front-end'; console.log( mark( { modified_gmt: '2026-11-21T10:00:00' } ) )`,
			],
			{ cwd: folder, encoding: 'utf8' }
		);
	expect( run() ).toContain( '2026-11-21T10:00:00Z' );
} );

test( 'the example for Node in the documentation serves, tags and refreshes pages', async () => {
	const wordpress = await startWordPress();
	onTestFinished( () => wordpress.close() );
	wordpress.save( 1, 'one', 'One, first version' );
	wordpress.save( 2, 'two', 'Two, first version' );
	const { 'server.js': example = '' } = documentedFiles( 'Node' );
	fs.writeFileSync(
		path.join( folder, 'example.mjs' ),
		// The port that the system chose is not known otherwise.
		example.replace(
			'.listen( process.env.PORT ?? 3000, process.env.HOST )',
			".listen( 0, '127.0.0.1', function () { console.log( this.address().port ); } )"
		)
	);
	const server = spawn( process.execPath, [ 'example.mjs' ], {
		cwd: folder,
		env: {
			...process.env,
			WORDPRESS_URL: wordpress.url,
			HEADLESS_DEPLOY_REFRESH_SECRET: wordpress.secret,
		},
		// It says that WordPress cannot be reached.
		stdio: [ 'ignore', 'pipe', 'ignore' ],
	} );
	onTestFinished( () => void server.kill() );
	const [ port ] = await once( server.stdout, 'data' );
	const url = `http://127.0.0.1:${ String( port ).trim() }`;
	const get = async ( slug: string ) => fetch( `${ url }/${ slug }/` );

	const page = await get( 'one' );
	expect( page.headers.get( 'cache-groups' ) ).toBe( '"all", "post-1"' );
	expect( await page.text() ).toContain( 'One, first version' );
	await get( 'two' );
	wordpress.save( 1, 'one', 'One, second version' );
	expect( ( await wordpress.refresh( url, 1 ) ).status ).toBe( 200 );
	wordpress.requests.length = 0;
	expect( await ( await get( 'one' ) ).text() ).toContain( 'second' );
	expect( await ( await get( 'two' ) ).text() ).toContain( 'Two' );
	expect( wordpress.requests ).toEqual( [ '/wp-json/wp/v2/posts?slug=one' ] );

	wordpress.save( 1, 'uno', 'One, third version' );
	await wordpress.refresh( url, 1 );
	const moved = await fetch( `${ url }/one/?a=b`, { redirect: 'manual' } );
	expect( [ moved.status, moved.headers.get( 'location' ) ] ).toEqual( [
		301,
		'/uno/',
	] );
	await wordpress.close();
	expect( ( await get( 'three' ) ).status ).toBe( 503 );
	expect( ( await get( 'two' ) ).status ).toBe( 200 );
} );

test( 'the package has types for every entry, which need no framework', () => {
	fs.writeFileSync(
		path.join( folder, 'use.mts' ),
		`import type { IncomingMessage, ServerResponse } from 'node:http';
import { createWordPress, mark, type RefreshData } from 'headless-deploy-front-end';
import { createWordPress as forAstro } from 'headless-deploy-front-end/astro';
import { Mark, movedTo, refreshRoute, refreshAtStart, wordpressFetch } from 'headless-deploy-front-end/next';
import { nodeHandler } from 'headless-deploy-front-end/node';
export { default as CacheHandler } from 'headless-deploy-front-end/next-cache';
const options = { url: process.env.URL, environment: 'production', secret: process.env.SECRET };
const wordpress = createWordPress( { ...options, onChange: ( data: RefreshData ) => console.log( data.tags ) } );
export const handler: ( request: IncomingMessage, response: ServerResponse ) => Promise< void > = nodeHandler( wordpress.refresh );
export const page: Promise< Response > = wordpress.page().fetch( 'wp/v2/posts', { tags: [ 'menu-2' ] } );
export const { POST } = refreshRoute( options );
refreshAtStart( options );
export const response: Promise< Response > = wordpressFetch( process.env.URL, 'wp/v2/posts' );
export const moved: Promise< string | null > = movedTo( process.env.URL, '/old/' );
const posts: { modified_gmt: string }[] = [];
export const meta: string = mark( posts[ 0 ] ) + mark( null );
export const element = Mark( { posts: posts[ 0 ] } );
export const astro = forAstro( options );
export const endpoint = ( context: { request: Request } ) => astro.page( context ).send();
// @ts-expect-error The secret is missing.
refreshRoute( { url: '', environment: 'production' } );
`
	);
	const types = path.join( PROJECT, 'node_modules', '@types' );
	const { stdout } = spawnSync(
		process.execPath,
		[
			path.join( PROJECT, 'node_modules/typescript/bin/tsc' ),
			...[ '--noEmit', '--strict', '--skipLibCheck', 'false' ],
			...[ '--exactOptionalPropertyTypes', '--noUncheckedIndexedAccess' ],
			...[ '--module', 'nodenext', '--target', 'es2022' ],
			...[ '--lib', 'es2024', '--typeRoots', types ],
			...[ '--types', 'node', path.join( folder, 'use.mts' ) ],
		],
		{ cwd: folder, encoding: 'utf8' }
	);
	expect( stdout ).toBe( '' );
} );

/** The members of the interfaces of options, each with the comment before it. */
function publicOptions( file: string ): { name: string; comment: string }[] {
	const text = fs.readFileSync( file, 'utf8' );
	return [
		...text.matchAll(
			/export interface (\w+(?:Options|Init|Store))\b[^{]*\{\n(.*?)^\}/gms
		),
	].flatMap( ( [ , owner, body = '' ] ) =>
		[
			...body.matchAll(
				/(?:\/\*\*((?:(?!\*\/).)*)\*\/\s*)?^ {4}(\w+)\??:/gms
			),
		].map( ( [ , comment = '', member ] ) => ( {
			name: `${ owner }.${ member }`,
			comment,
		} ) )
	);
}

test( 'documents every public option with an example', () => {
	const options = fs
		.globSync( 'types/*.d.ts', { cwd: installed } )
		.flatMap( ( file ) => publicOptions( path.join( installed, file ) ) );
	expect( options.map( ( { name } ) => name ) ).toEqual(
		expect.arrayContaining( [
			'ChangesOptions.url',
			'ChangesOptions.store',
			'SequenceStore.get',
			'LifetimeOptions.maxAge',
			'WordPressInit.tags',
			'RefreshOptions.onChange',
			'AstroOptions.onChange',
			'StartOptions.route',
		] )
	);
	expect(
		options
			.filter( ( { comment } ) => ! comment.includes( '@example' ) )
			.map( ( { name } ) => name )
	).toEqual( [] );
} );
