import { beforeEach, describe, expect, test } from 'vitest';
import { BuildQueue } from '../../../src/reference-api/builds/queue.ts';
import type { BuildRequest } from '../../../src/reference-api/builds/queue.ts';
import { openSqliteStore } from '../../../src/reference-api/store/sqlite.ts';
import type { Store } from '../../../src/reference-api/store/store.ts';
import { addEnvironment, ENVIRONMENT } from '../store/sample-environment.ts';
import { temporaryFolder } from '../temporary-folder.ts';

const { id: ID } = ENVIRONMENT;
const clock = { time: 0 };
const now = () => new Date( clock.time );

let store: Store;

function requestBuild(
	queue: BuildQueue,
	trigger: BuildRequest[ 'trigger' ],
	source?: string
) {
	return store.write( ( tables ) =>
		queue.add( tables, {
			environmentId: ID,
			trigger,
			startedBy: 'test',
			...( source ? { source } : {} ),
		} )
	);
}

beforeEach( async () => {
	clock.time = Date.UTC( 2030, 0, 1 );
	store = openSqliteStore( await temporaryFolder() );
	await store.write( async ( tables ) => {
		await addEnvironment( tables );
		await tables.environments.setSource( ID, 'first.zip' );
	} );
	return () => store.close();
} );

describe( 'while a build waits', () => {
	test.each( [
		[ 'rebuild', 'rebuild' ],
		[ 'cleanRebuild', 'rebuild' ],
		[ 'cleanRebuild', 'cleanRebuild' ],
	] as const )( 'a queued %s includes %s', async ( first, second ) => {
		const queue = new BuildQueue( 0, now );
		const one = await requestBuild( queue, first );
		const two = await requestBuild( queue, second );
		expect( two ).toMatchObject( { id: one.id, absorbed: 1 } );
		expect( two.clean ).toBe( one.clean );
	} );

	test( 'cleanRebuild replaces a queued rebuild', async () => {
		const queue = new BuildQueue( 0, now );
		const weak = await requestBuild( queue, 'rebuild' );
		const strong = await requestBuild( queue, 'cleanRebuild' );
		expect( strong ).toMatchObject( { clean: true, absorbed: 1 } );
		expect( await store.builds.find( weak.id ) ).toMatchObject( {
			state: 'superseded',
			supersededBy: strong.id,
		} );
	} );

	test( 'an upload takes its place, with the newer code, and stays clean', async () => {
		const queue = new BuildQueue( 0, now );
		await requestBuild( queue, 'cleanRebuild' );
		const upload = await requestBuild( queue, 'upload', 'second.zip' );
		expect( upload ).toMatchObject( {
			trigger: 'upload',
			source: 'second.zip',
			clean: true,
		} );
		const newer = await requestBuild( queue, 'upload', 'third.zip' );
		expect( newer ).toMatchObject( { source: 'third.zip', absorbed: 2 } );
	} );

	test( 'a queued upload includes both, and deletes the cached folders for cleanRebuild', async () => {
		const queue = new BuildQueue( 0, now );
		const upload = await requestBuild( queue, 'upload', 'second.zip' );
		expect( await requestBuild( queue, 'rebuild' ) ).toMatchObject( {
			id: upload.id,
			clean: false,
		} );
		expect( await requestBuild( queue, 'cleanRebuild' ) ).toMatchObject( {
			id: upload.id,
			clean: true,
			absorbed: 2,
		} );
	} );
} );

test( 'a build that was superseded in the same turn is not begun', async () => {
	const queue = new BuildQueue( 0, now );
	const weak = await requestBuild( queue, 'rebuild' );
	const [ strong, hasBegun ] = await Promise.all( [
		requestBuild( queue, 'cleanRebuild' ),
		store.write( ( { builds } ) => builds.begin( weak.id, now() ) ),
	] );
	expect( hasBegun ).toBe( false );
	expect( await store.builds.findInState( ID, 'queued' ) ).toMatchObject( {
		id: strong.id,
	} );
} );

test.each( [
	[ 'crash', 1 ],
	[ 'clean stop', 0 ],
] )(
	'a build that a %s interrupted is queued again with %i attempts',
	async ( cause, attempts ) => {
		const queue = new BuildQueue( 0, now );
		const build = await requestBuild( queue, 'rebuild' );
		await store.write( ( { builds } ) => builds.begin( build.id, now() ) );
		await store.write( ( tables ) =>
			queue.requeueInterrupted( tables, build, {
				countsAsAttempt: cause === 'crash',
			} )
		);
		expect( await store.builds.find( build.id ) ).toMatchObject( {
			state: 'queued',
			attempts,
			startTime: null,
		} );
	}
);

test( 'an interrupted build is merged with the queued one, which becomes a clean rebuild if either was', async () => {
	const queue = new BuildQueue( 0, now );
	const strong = await requestBuild( queue, 'cleanRebuild' );
	await store.write( ( { builds } ) => builds.begin( strong.id, now() ) );
	const next = await requestBuild( queue, 'rebuild' );
	await store.write( ( tables ) =>
		queue.requeueInterrupted( tables, strong, {
			countsAsAttempt: true,
		} )
	);
	expect( await store.builds.find( next.id ) ).toMatchObject( {
		clean: true,
	} );
	expect( await store.builds.find( strong.id ) ).toMatchObject( {
		state: 'superseded',
		supersededBy: next.id,
	} );
} );

describe( 'the rate limit', () => {
	async function runOne( queue: BuildQueue ) {
		const build = await requestBuild( queue, 'rebuild' );
		await store.write( ( { builds } ) =>
			builds.end( build.id, 'failed', 'x', now() )
		);
	}

	test( 'rejects a build beyond the limit and says when to try again', async () => {
		const queue = new BuildQueue( 2, now );
		await runOne( queue );
		clock.time += 20_000;
		await runOne( queue );
		clock.time += 15_500;
		await expect( requestBuild( queue, 'rebuild' ) ).rejects.toMatchObject(
			{
				status: 429,
				headers: { 'retry-after': '25' },
			}
		);
		clock.time += 24_500;
		await expect( requestBuild( queue, 'rebuild' ) ).resolves.toBeDefined();
	} );

	test( 'never rejects a call that a queued build includes', async () => {
		const queue = new BuildQueue( 1, now );
		await requestBuild( queue, 'rebuild' );
		await expect( requestBuild( queue, 'rebuild' ) ).resolves.toMatchObject(
			{
				absorbed: 1,
			}
		);
	} );
} );

test( 'a rebuild without an upload is rejected', async () => {
	await store.write( ( { environments } ) =>
		environments.setSource( ID, '' )
	);
	const queue = new BuildQueue( 0, now );
	await expect( requestBuild( queue, 'rebuild' ) ).rejects.toMatchObject( {
		status: 422,
	} );
} );
