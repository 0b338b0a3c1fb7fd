import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import type { EnvironmentPath } from '../../../src/reference-api/model/hosting.ts';
import { makeBarrier } from '../test-barrier.ts';
import {
	makeApp,
	makeEnvironment,
	makePlatform,
	upload,
	wordApp,
	makePlace,
	uploadAndWait,
} from '../test-platform.ts';
import type { TestPlatform } from '../test-platform.ts';

const ASK_GATE = `await fetch( process.env.GATE + '/build' );`;

async function statesOf( platform: TestPlatform, place: EnvironmentPath ) {
	const builds = await platform.services.builds.of( place.environmentId );
	return builds.map( ( { state } ) => state );
}

function folderOf( { dataFolder }: TestPlatform, place: EnvironmentPath ) {
	return path.join( dataFolder, 'environments', place.environmentId );
}

describe( 'beyond the limit of running builds', () => {
	async function makeTwo() {
		const barrier = await makeBarrier();
		const platform = await makePlatform( {
			limits: { maxRunningBuilds: 1 },
		} );
		const slow = await makeEnvironment( platform, { GATE: barrier.url } );
		const next = await makeEnvironment( platform );
		await upload(
			platform,
			slow,
			await makeApp( 'response.end();', ASK_GATE )
		);
		await barrier.arrived( 1 );
		await upload( platform, next, await wordApp( 'next' ) );
		return { barrier, platform, slow, next };
	}

	test( 'a build of another environment waits until one ends', async () => {
		const { barrier, platform, slow, next } = await makeTwo();
		expect( await statesOf( platform, next ) ).toEqual( [ 'queued' ] );
		barrier.open();
		await platform.waitUntilIdle();
		expect( await statesOf( platform, slow ) ).toEqual( [ 'live' ] );
		expect( await statesOf( platform, next ) ).toEqual( [ 'live' ] );
	} );

	test( 'a build that waits can be canceled, and calls join it', async () => {
		const { barrier, platform, next } = await makeTwo();
		const { services } = platform;
		const build = await services.triggers.trigger(
			next,
			'rebuild',
			'test'
		);
		expect( build ).toMatchObject( { number: 1, absorbed: 1 } );
		await services.builds.cancel( next, build?.operationId ?? '' );
		barrier.open();
		await platform.waitUntilIdle();
		expect( await statesOf( platform, next ) ).toEqual( [ 'canceled' ] );
	} );

	test( 'the platform can end while a build waits, which runs after the next start', async () => {
		const { barrier, platform, next } = await makeTwo();
		await platform.close();
		barrier.open();
		const { dataFolder } = platform;
		const again = await makePlatform( { dataFolder } );
		await again.waitUntilIdle();
		expect( await statesOf( again, next ) ).toEqual( [ 'live' ] );
	} );
} );

describe( 'what is kept', () => {
	async function makeBuilds( limits: Record< string, number > ) {
		const { platform, place } = await makePlace( { limits } );
		for ( const word of [ 'one', 'two', 'three' ] ) {
			await uploadAndWait( platform, place, await wordApp( word ) );
		}
		await upload(
			platform,
			place,
			await makeApp( '', 'process.exit( 1 );' )
		);
		await platform.waitUntilIdle();
		const builds = await platform.services.builds.of( place.environmentId );
		return { folder: folderOf( platform, place ), builds };
	}

	const idsIn = async ( folder: string, name: string ) =>
		( await readdir( path.join( folder, name ) ) )
			.map( ( file ) => path.parse( file ).name )
			.toSorted();

	test( 'the platform keeps the live release and the newest replaced ones, with what they were built with', async () => {
		const { folder, builds } = await makeBuilds( {
			keptReleases: 1,
			keptSources: 1,
		} );
		const [ failed, third, second ] = builds.map( ( { id } ) => id );
		const kept = [ third, second ].toSorted();
		expect( await idsIn( folder, 'releases' ) ).toEqual( kept );
		expect( await idsIn( folder, 'settings' ) ).toEqual( kept );
		expect( await idsIn( folder, 'sources' ) ).toEqual(
			[ failed, third, second ].toSorted()
		);
	} );

	test( 'the platform keeps the newest builds with their logs up to the limit, and always the live one', async () => {
		const { folder, builds } = await makeBuilds( {
			keptBuilds: 1,
			keptReleases: 0,
			keptSources: 0,
		} );
		expect( builds.map( ( { number } ) => number ) ).toEqual( [ 4, 3 ] );
		expect( await idsIn( folder, 'logs' ) ).toEqual(
			[ 'application', ...builds.map( ( { id } ) => id ) ].toSorted()
		);
	} );
} );
