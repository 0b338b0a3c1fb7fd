/** The entry point of the command, bin/headless-deploy.cjs. */
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../reference-api/temporary-folder.ts';
import { cleanEnvironment, MAIN } from './process.ts';

const MANIFEST = path.join( path.dirname( MAIN ), '../package.json' );
const { engines } = JSON.parse( readFileSync( MANIFEST, 'utf8' ) );
const OLDEST_NODE = engines.node.replace( '>=', '' );

function run( commandLine: readonly string[] ) {
	return spawnSync( process.execPath, commandLine, {
		encoding: 'utf8',
		env: cleanEnvironment(),
	} );
}

/**
 * Copies the entry point into another folder.
 *
 * @param files More files of that folder.
 */
async function copyTo( files: Record< string, string > ): Promise< string > {
	const folder = await temporaryFolder();
	for ( const [ name, content ] of Object.entries( files ) ) {
		const file = path.join( folder, name );
		mkdirSync( path.dirname( file ), { recursive: true } );
		writeFileSync( file, content );
	}
	const copy = path.join( folder, 'bin', path.basename( MAIN ) );
	cpSync( MAIN, copy );
	writeFileSync(
		path.join( folder, 'package.json' ),
		JSON.stringify( { engines } )
	);
	return copy;
}

test( 'package.json names the command file, which is executable', () => {
	const root = path.dirname( path.dirname( MAIN ) );
	const { bin, version } = JSON.parse(
		readFileSync( path.join( root, 'package.json' ), 'utf8' )
	);
	expect( path.join( root, bin[ 'headless-deploy' ] ) ).toBe( MAIN );
	const ran = spawnSync( MAIN, [ '--version' ], {
		encoding: 'utf8',
		env: cleanEnvironment(),
	} );
	expect( ran.stdout.trim() ).toBe( version );
} );

test( 'the command names the installation command in a clone without npm packages', async () => {
	const copy = await copyTo( { 'src/cli/main.ts': '' } );
	expect( run( [ copy ] ) ).toMatchObject( {
		status: 2,
		stderr: expect.stringContaining( 'Run `npm install`' ),
	} );
} );

test( 'the command runs the bundle in the published package', async () => {
	const copy = await copyTo( {
		'dist/cli/main.js': "exports.main = () => console.log( 'built' );",
	} );
	expect( run( [ copy ] ).stdout ).toBe( 'built\n' );
} );

test( 'the command names the required Node version if an older one runs it', async () => {
	const copy = await copyTo( {
		'old.cjs': `Object.defineProperty( process, 'versions', { value: { node: '20.1.0' } } );`,
	} );
	const old = path.join( path.dirname( copy ), '..', 'old.cjs' );
	expect( run( [ '--require', old, copy ] ) ).toMatchObject( {
		status: 2,
		stderr: expect.stringContaining(
			`needs Node ${ OLDEST_NODE } or newer`
		),
	} );
} );

test( 'the documents, the types and the npm package of Node have the version of package.json', () => {
	const { devDependencies } = JSON.parse( readFileSync( MANIFEST, 'utf8' ) );
	expect( devDependencies.node ).toMatch( `^${ OLDEST_NODE }.` );
	expect( devDependencies[ '@types/node' ] ).toBe( `^${ OLDEST_NODE }.0.0` );
	for ( const file of [ 'docs/cli.md', 'README.md', 'CONTRIBUTING.md' ] ) {
		const text = readFileSync( path.join( MANIFEST, '..', file ), 'utf8' );
		const versions = [ ...text.matchAll( /\bNode(?:\.js)? (\d+)/g ) ];
		expect( versions.map( ( [ , version ] ) => version ) ).toContain(
			OLDEST_NODE
		);
	}
	const workflow = readFileSync(
		path.join( MANIFEST, '../.github/workflows/tests.yml' ),
		'utf8'
	);
	expect( workflow ).not.toContain( 'node-version:' );
} );
