import { chmod, mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { BuildStep } from '../../../src/reference-api/model/hosting.ts';
import { makeGated } from '../test-barrier.ts';
import {
	makeApp,
	makeZip,
	temporaryFolder,
	upload,
	visit,
	makePlace,
} from '../test-platform.ts';
import { buildOf, deploy } from './deploy.ts';

const SECRET = 'correct-horse-battery';

const states = ( steps: readonly BuildStep[] ) =>
	steps.map( ( { name, state } ) => `${ name } ${ state }` );

test( 'a build that goes live has all steps, one after the other, with their times, and a log with one heading for each', async () => {
	const { lines, build } = await deploy(
		await makeApp( 'response.end();', `console.log( 'building' );` )
	);
	expect( states( build.steps ) ).toEqual( [
		'unpack done',
		'install skipped',
		'build done',
		'start done',
		'health done',
		'live done',
	] );
	const times = build.steps.flatMap( ( { startTime, finishTime } ) => [
		startTime.getTime(),
		finishTime?.getTime() ?? NaN,
	] );
	expect( times ).toEqual( times.toSorted( ( a, b ) => a - b ) );
	expect( times.at( -1 ) ).toBe( build.finishTime?.getTime() );
	expect( lines.filter( ( line ) => line.startsWith( '==>' ) ) ).toEqual( [
		'==> Unpack',
		'==> Install',
		'==> Build',
		'==> Start',
		'==> Health',
		'==> Live',
	] );
	const text = lines.join( '\n' );
	expect( text ).toContain(
		`==> Unpack\nBuild ${ build.number }: upload by sam\nWordPress: http://127.0.0.1:9\n3 files, 1 kB (1 kB as a zip)\n==> Install\n`
	);
	expect( text ).toContain(
		`\nNode ${ process.versions.node } (package.json has no engines.node). package.json names no dependencies\n==> Build\n$ npm run build\n  building\n==> Start\n$ npm run start, PORT=`
	);
	expect( text ).toMatch( /\n==> Health\nIt answers 200 on port \d+\n/ );
	expect( lines.at( -1 ) ).toMatch(
		/^The build is live: http:\/\/localhost:\d+$/
	);
} );

test( 'a build that goes live has a verbose log with ATLAS_BUILD_DEBUG, but no values', async () => {
	const { lines } = await deploy(
		await makeApp( 'response.end();', `console.log( 'building' );` ),
		{ ATLAS_BUILD_DEBUG: 'true', OWN: SECRET }
	);
	const text = lines.join( '\n' );
	expect( text ).toMatch( /\nBuild variables: .*\bOWN, / );
	expect( text ).toMatch( /\n {2}npm verbose / );
	expect( text ).toContain( '\n  building\n' );
	expect( text ).not.toContain( SECRET );
} );

test( 'a build that goes live says that a top folder was left out', async () => {
	const { lines } = await deploy(
		await makeZip( {
			'shop/package.json': '{"scripts":{"start":"node server.mjs"}}',
			'shop/server.mjs': `
					import { createServer } from 'node:http';
					createServer( ( _, response ) => response.end() ).listen( process.env.PORT );
				`,
		} )
	);
	expect( lines ).toContain( 'Removed the top folder shop/' );
} );

test( 'a build that goes live says that the Node.js is not the requested one', async () => {
	const { build, lines } = await deploy(
		await makeZip( {
			'.nvmrc': '0.1.3\n',
			'package.json':
				'{"engines":{"node":"0.1.x"},"scripts":{"start":"node server.mjs"}}',
			'server.mjs': `
					import { createServer } from 'node:http';
					createServer( ( _, response ) => response.end() ).listen( process.env.PORT );
				`,
		} )
	);
	expect( build.state ).toBe( 'live' );
	expect( lines ).toContainEqual(
		expect.stringMatching(
			/^warning: Node [\d.]+ does not match the project \(engines\.node: 0\.1\.x\)/
		)
	);
	expect( lines ).toContainEqual(
		expect.stringContaining(
			'warning: .nvmrc names Node “0.1.3”, which is ignored'
		)
	);
} );

test( 'a build and its application run with the Node.js that the project asks for', async () => {
	const nvm = await temporaryFolder();
	const folder = path.join( nvm, 'versions/node/v0.1.2/bin' );
	await mkdir( folder, { recursive: true } );
	for ( const name of [ 'node', 'npm' ] ) {
		const file = path.join( folder, name );
		await writeFile(
			file,
			`#!/bin/sh\nCHOSEN=yes exec "${ process.execPath }" "$@"\n`
		);
		await chmod( file, 0o755 );
	}
	vi.stubEnv( 'NVM_DIR', nvm );
	onTestFinished( () => void vi.unstubAllEnvs() );
	const scripts = { build: 'node build.mjs', start: 'node server.mjs' };
	const { platform, place, lines } = await deploy(
		await makeApp(
			`response.end( 'app ' + env.CHOSEN );`,
			`console.log( 'build', process.env.CHOSEN );`,
			{
				'package.json': JSON.stringify( {
					engines: { node: '0.1.x' },
					scripts,
				} ),
			}
		)
	);
	expect( lines ).toContain( '  build yes' );
	expect( lines ).toContain(
		`Node 0.1.2 of ${ folder } (engines.node: 0.1.x). package.json names no dependencies`
	);
	expect( await ( await visit( platform, place ) ).text() ).toBe( 'app yes' );
} );

test( 'a build that fails ends in its step, and the log ends with the reason', async () => {
	const { build, lines } = await deploy(
		await makeApp( '', `console.error( 'no theme' ); process.exit( 3 );` )
	);
	expect( states( build.steps ) ).toEqual( [
		'unpack done',
		'install skipped',
		'build failed',
	] );
	expect( build.error ).toBe(
		'Build failed: npm run build ended with code 3. Last output: “no theme”.'
	);
	expect( lines.at( -1 ) ).toBe( build.error );
} );

test( 'a build that fails names a script whose permission the zip does not have', async () => {
	const { build } = await deploy(
		await makeZip( {
			'package.json': '{"scripts":{"build":"./build.sh","start":"true"}}',
			'build.sh': '#!/bin/sh\necho built\n',
		} )
	);
	expect( build.error ).toBe(
		'Build failed: npm run build ended with code 126. The file “build.sh” is not executable, because Windows does not store this permission in a zip. Call it as “sh ./build.sh” in package.json, then upload again.'
	);
} );

test( 'a build that fails names the first error, its file and its line, with paths of the upload', async () => {
	const { build } = await deploy(
		await makeApp(
			'',
			`const posts = [ {} ];\nconsole.log( posts[ 0 ].title.rendered );`
		)
	);
	expect( build.error ).toMatch(
		/^Build failed: npm run build ended with code 1\. First error, in [\w.-]+, line 2: “TypeError: Cannot read properties of undefined \(reading 'rendered'\)”\. Correct it, then upload again\.$/
	);
} );

test( 'a build that fails says that the lock file disagrees', async () => {
	const { build, lines } = await deploy(
		await makeZip( {
			'package.json':
				'{"name":"a","version":"1.0.0","dependencies":{"near":"file:./near"},"scripts":{"start":"true"}}',
			'near/package.json': '{"name":"near","version":"2.3.6"}',
			'package-lock.json':
				'{"name":"a","version":"1.0.0","lockfileVersion":3,"packages":{"":{"name":"a","version":"1.0.0"}}}',
		} )
	);
	expect( build.error ).toBe(
		'Install failed: npm ci ended with code 1. package.json and package-lock.json disagree about near@2.3.6. Run npm install, then upload again.'
	);
	expect( lines ).toContainEqual(
		expect.stringMatching( /^Node .*\. package-lock\.json found: npm ci$/ )
	);
	expect( build.steps.at( -1 ) ).toMatchObject( {
		name: 'install',
		state: 'failed',
	} );
} );

test( 'a build that exceeds the time limit names the limit', async () => {
	const { platform, place } = await makeGated(
		'',
		`await fetch( process.env.GATE );`,
		{ limits: { buildTimeoutSeconds: 1 } }
	);
	await platform.waitUntilIdle();
	const { build } = await buildOf( platform, place );
	expect( build ).toMatchObject( {
		state: 'failed',
		error: 'Build failed: the build took longer than 1 s, which is the limit (buildTimeoutSeconds). It printed nothing.',
	} );
} );

test( 'a build that fails in the health check names the port and the limit', async () => {
	const { platform, place } = await makePlace( {
		limits: { healthTimeoutSeconds: 1 },
	} );
	await upload(
		platform,
		place,
		await makeApp( `response.writeHead( 503 ).end();` )
	);
	await platform.waitUntilIdle();
	const { build } = await buildOf( platform, place );
	// On a busy machine, the application has not started when the time is up.
	expect( build.error ).toMatch(
		/^Health failed: it (?:answered 503|did not respond) on port \d+ (?:for|within) 1 s[.;]/
	);
	expect( states( build.steps ).slice( -2 ) ).toEqual( [
		'start done',
		'health failed',
	] );
} );
