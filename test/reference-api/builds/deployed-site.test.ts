import { expect, test } from 'vitest';
import { makeGated } from '../test-barrier.ts';
import {
	makeApp,
	visit,
	wordApp,
	makePlace,
	uploadAndWait,
} from '../test-platform.ts';
import { deploy } from './deploy.ts';

const SECRET = 'correct-horse-battery';

test( 'shell variables are masked in the log and in the reason of a failure', async () => {
	const { build, lines } = await deploy(
		await makeApp(
			'',
			`console.log( 'with', process.env.TOKEN ); console.error( 'bad ' + process.env.TOKEN ); process.exit( 1 );`
		),
		{ TOKEN: SECRET }
	);
	expect( lines ).toContain( '  with ••••' );
	expect( lines.join() + build.error ).not.toContain( SECRET );
	expect( build.error ).toContain( 'Last output: “bad ••••”.' );
} );

test( 'shell variables are masked in what the application prints', async () => {
	const { platform, place } = await deploy(
		await makeApp(
			`console.log( 'serving with', env.TOKEN ); response.end();`
		),
		{ TOKEN: SECRET }
	);
	await visit( platform, place );
	const { environmentId } = place;
	const { text } = await platform.services.builds.readApplicationLog(
		environmentId,
		0
	);
	expect( text ).toContain( 'serving with ••••' );
	expect( text ).not.toContain( SECRET );
} );

test( 'visitors get nothing before the first release, and the application from then on', async () => {
	const { platform, place } = await makePlace();
	const served = () =>
		platform.services.liveReleases.status( place.environmentId );
	expect( await served() ).toBeNull();
	await uploadAndWait( platform, place, await wordApp( 'word' ) );
	expect( await served() ).toMatchObject( {
		state: 'up',
		lastOutput: '',
	} );
} );

test( 'the site is down with the last output when the application ended', async () => {
	const { platform, place } = await deploy(
		await makeApp(
			`
				console.error( 'out of wits' );
				process.exit( 1 );
			`,
			'',
			{
				'server.mjs': `
					import { createServer } from 'node:http';
					let asked = 0;
					createServer( ( _, response ) => {
						response.end();
						if ( ++asked > 1 ) {
							console.error( 'out of wits' );
							process.exit( 1 );
						}
					} ).listen( process.env.PORT, '127.0.0.1' );
				`,
			}
		)
	);
	await visit( platform, place ).catch( () => {} );
	await expect
		.poll( () =>
			platform.services.liveReleases.status( place.environmentId )
		)
		.toMatchObject( { state: 'down', lastOutput: 'out of wits' } );
} );

test( 'watchers are notified when a log grows', async () => {
	const { barrier, platform } = await makeGated(
		'response.end();',
		`
			await fetch( process.env.GATE + '/one' );
			console.log( 'word' );
			await fetch( process.env.GATE + '/two' );
			`
	);
	await barrier.arrived( 1 );
	let told = 0;
	const stop = platform.services.changes.watch( () => told++ );
	barrier.release();
	await barrier.arrived( 2 );
	await expect.poll( () => told ).toBeGreaterThan( 0 );
	stop();
	barrier.open();
	await platform.waitUntilIdle();
} );
