import { existsSync } from 'node:fs';
import { expect, test } from 'vitest';
import { Folders } from '../../../src/reference-api/store/folders.ts';
import { makeGated } from '../test-barrier.ts';
import { upload, visit, wordApp } from '../test-platform.ts';

test( 'the files of a replaced release stay while it answers requests, also if no replaced release is kept', async () => {
	const { barrier, platform, place } = await makeGated(
		`if ( request.url === '/slow' ) {
			fetch( env.GATE ).then( () => response.end( readFileSync( 'page.txt' ) ) );
		} else {
			response.end();
		}`,
		`import { writeFileSync } from 'node:fs'; writeFileSync( 'page.txt', 'old' );`,
		{ limits: { keptReleases: 0 } }
	);
	await platform.waitUntilIdle();
	const { builds } = platform.services;
	const folders = new Folders( platform.dataFolder );
	const old = await builds.find( place.environmentId, 1 );
	const release = folders.release( place.environmentId, old.id );
	const slow = visit( platform, place, '/slow' );
	await barrier.arrived( 1 );
	// The retention of each build runs while the first release still answers.
	for ( const number of [ 2, 3 ] ) {
		await upload( platform, place, await wordApp( `new ${ number }` ) );
		await builtAndCleaned( number );
	}
	expect( existsSync( release ) ).toBe( true );
	expect(
		existsSync( folders.releaseSettings( place.environmentId, old.id ) )
	).toBe( true );
	barrier.open();
	expect( await ( await slow ).text() ).toBe( 'old' );
	await platform.waitUntilIdle();
	expect( existsSync( release ) ).toBe( false );

	async function builtAndCleaned( number: number ): Promise< void > {
		const seen = Promise.withResolvers< void >();
		const look = async () => {
			const build = await builds
				.find( place.environmentId, number )
				.catch( () => null );
			if ( build?.state === 'live' ) {
				seen.resolve();
			}
		};
		const unwatch = platform.services.changes.watch( () => void look() );
		await look();
		await seen.promise;
		unwatch();
	}
} );
