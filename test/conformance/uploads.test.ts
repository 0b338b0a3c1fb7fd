/**
 * Interface 4.3: the upload, what it refuses, and the operation and builds that follow it.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeApp, makeZip, wordApp } from '../reference-api/test-platform.ts';
import {
	builds,
	call,
	createEnvironment,
	createWebhooks,
	deploy,
	form,
	expectOk,
	refusal,
	settled,
	upload,
	UUID,
	visit,
} from './steps.ts';
import type { Place } from './steps.ts';
import { json, openTarget, LOCAL, OWN, startOwn } from './target.ts';
import type { Answer } from '../../src/shared/platform-api.generated.ts';
import type { Target } from './target.ts';

const MANIFEST = '{"name":"tiny","scripts":{"start":"node server.mjs"}}';

let target: Target;

beforeAll( async () => {
	target = await openTarget();
} );

afterAll( () => target.close() );

describe( '4.3 upload application code', () => {
	test( '4.3 answers the operation with no_build, and the environment is being deployed', async () => {
		const place = await createEnvironment( target );
		const response = await upload( target, place, await wordApp( 'one' ) );
		expect( await expectOk( response ) ).toEqual( {
			name: `${ place.name }/operations/no_build`,
			metadata: {
				'@type':
					'type.googleapis.com/wpengine.js.apps.v1.UpdateEnvironmentMetadata',
				build: `${ place.name }/builds/no_build`,
				deployment: '',
			},
			done: false,
		} );
		const [ build ] = await builds( target, place );
		expect( build ).toMatchObject( { trigger: 'upload', number: 1 } );
		await settled( target, place );
		expect( await ( await visit( target, place ) ).text() ).toBe( 'one' );
	} );

	test( '4.3 a second upload replaces what is served', async () => {
		const place = await createEnvironment( target );
		await deploy( target, place, await wordApp( 'one' ) );
		await deploy( target, place, await wordApp( 'two' ) );
		expect( await ( await visit( target, place ) ).text() ).toBe( 'two' );
	} );

	test( '4.3 what is no multipart form is 415', async () => {
		const place = await createEnvironment( target );
		await refusal(
			await target.request( `/fu/v1/${ place.name }:upload`, json( {} ) ),
			415
		);
	} );

	test( '4.3 a form without the part “repository” is 400 and says so', async () => {
		const place = await createEnvironment( target );
		const url = `/fu/v1/${ place.name }:upload`;
		const zip = await wordApp( 'one' );
		const bodies = [ form( zip, 'file' ), new FormData() ];
		bodies[ 1 ]?.append( 'repository', 'no file' );
		for ( const body of bodies ) {
			const response = await target.request( url, {
				method: 'POST',
				body,
			} );
			expect( await refusal( response, 400, 'repository' ) ).toContain(
				'repository'
			);
		}
		expect( await builds( target, place ) ).toEqual( [] );
	} );

	test( '4.3 two parts are 400', async () => {
		const place = await createEnvironment( target );
		const body = form( await wordApp( 'one' ) );
		body.append( 'repository', new Blob( [ 'x' ] ), 'b.zip' );
		const response = await target.request(
			`/fu/v1/${ place.name }:upload`,
			{
				method: 'POST',
				body,
			}
		);
		await refusal( response, 400, 'repository' );
	} );

	test( '4.3 an environment that does not exist is 404', async () => {
		const place = await createEnvironment( target );
		const name = place.name.replace( /[^/]+$/, 'none' );
		const zip = await wordApp( 'one' );
		await refusal( await upload( target, { ...place, name }, zip ), 404 );
	} );
} );

/** Puts another name of the same length into a zip; no library writes these. */
async function zipWithName( to: string ): Promise< Buffer > {
	const from = 'x'.repeat( to.length );
	const zip = await makeZip( { 'package.json': MANIFEST, [ from ]: 'x' } );
	return Buffer.from(
		zip.toString( 'latin1' ).replaceAll( from, to ),
		'latin1'
	);
}

describe.runIf( LOCAL )(
	'facts 2: zips that are refused as the answer to the upload',
	() => {
		test.each( [
			[ 'that leads out by ..', () => zipWithName( '../evil.txt' ) ],
			[ 'with an absolute path', () => zipWithName( '/etc/evil.txt' ) ],
			[ 'with a backslash path', () => zipWithName( '..\\evil.txt' ) ],
			[
				'with a symlink',
				() =>
					makeZip( [
						{ name: 'package.json', content: MANIFEST },
						{
							name: 'link',
							content: '/etc/passwd',
							mode: 0o120777,
						},
					] ),
			],
			[
				'with a name twice',
				() =>
					makeZip( [
						{ name: 'package.json', content: MANIFEST },
						{ name: 'a.txt', content: '1' },
						{ name: 'a.txt', content: '2' },
					] ),
			],
			[ 'without package.json', () => makeZip( { 'index.js': '' } ) ],
			[ 'that is none', async () => Buffer.from( 'not a zip' ) ],
			[ 'that is empty', async () => Buffer.alloc( 0 ) ],
			[
				'that is cut off',
				async () => ( await wordApp( 'one' ) ).subarray( 0, 200 ),
			],
		] )( 'facts 2: a zip %s', async ( _what, makeIt ) => {
			const place = await createEnvironment( target );
			const response = await upload( target, place, await makeIt() );
			expect( [ 400, 413, 422 ] ).toContain( response.status );
			await refusal( response, response.status, 'repository' );
			expect( await builds( target, place ) ).toEqual( [] );
		} );

		test( 'facts 2: a zip with a single top folder is unwrapped', async () => {
			const place = await createEnvironment( target );
			const server =
				'import { createServer } from "node:http"; createServer( ( _, r ) => r.end( "inner" ) ).listen( process.env.PORT, "127.0.0.1" );';
			await deploy(
				target,
				place,
				await makeZip( {
					'shop-main/package.json': MANIFEST,
					'shop-main/server.mjs': server,
				} )
			);
			expect( await ( await visit( target, place ) ).text() ).toBe(
				'inner'
			);
		} );

		test.runIf( OWN )(
			'facts 2: a zip over the limit is 413 with the limit in the message, whether it is announced or not',
			async () => {
				const small = await startOwn( {
					limits: { maxUploadBytes: 4096 },
				} );
				try {
					const place = await createEnvironment( small );
					const zip = Buffer.alloc( 200_000 );
					const message = await refusal(
						await upload( small, place, zip ),
						413,
						'repository'
					);
					expect( message ).toContain( '4 KiB' );
					const { body, headers } = new Response( form( zip ) );
					const streamed = await small.request(
						`/fu/v1/${ place.name }:upload`,
						{
							method: 'POST',
							body,
							headers: {
								'content-type': String(
									headers.get( 'content-type' )
								),
							},
							duplex: 'half',
						} as RequestInit
					);
					expect(
						await refusal( streamed, 413, 'repository' )
					).toContain( '4 KiB' );
				} finally {
					await small.close();
				}
			}
		);
	}
);

describe( 'facts 2: builds', () => {
	let place: Place;

	beforeAll( async () => {
		place = await createEnvironment( target );
		for ( const word of [ 'one', 'two', 'three' ] ) {
			await deploy( target, place, await wordApp( word ) );
		}
	} );

	test( 'facts 2: a Build has its fields', async () => {
		const [ build ] = await builds( target, place );
		expect( build ).toMatchObject( {
			name: expect.stringMatching(
				new RegExp( `^${ place.name }/builds/${ UUID }$` )
			),
			archived: false,
			branch: 'uploadable',
			commitMessage: expect.any( String ),
			commitSha: expect.any( String ),
			createTime: expect.stringMatching( /^\d{4}-/ ),
			finishTime: expect.stringMatching( /^\d{4}-/ ),
		} );
	} );

	test( 'facts 2: state and trigger; the one that was live is succeeded', async () => {
		const all = await builds( target, place );
		expect( all.map( ( { state } ) => state ) ).toEqual( [
			'live',
			'succeeded',
			'succeeded',
		] );
	} );

	test( 'facts 2: pages of builds follow pageSize and pageToken', async () => {
		const url = `/v1/${ place.name }/builds?pageSize=2`;
		const first = await expectOk< Answer< 'listBuilds' > >(
			await target.request( url )
		);
		const second = await expectOk< Answer< 'listBuilds' > >(
			await target.request(
				`${ url }&pageToken=${ first.nextPageToken }`
			)
		);
		expect(
			[ first, second ].map( ( page ) =>
				page.builds.map( ( { number } ) => number )
			)
		).toEqual( [ [ 3, 2 ], [ 1 ] ] );
		expect( second.nextPageToken ).toBe( '' );
	} );

	test.each( [
		[ 'createTime desc', [ 3, 2, 1 ] ],
		[ 'createTime', [ 1, 2, 3 ] ],
		[ 'createTime asc', [ 1, 2, 3 ] ],
	] )( 'facts 2: builds in the order “%s”', async ( orderBy, numbers ) => {
		const page = await expectOk< Answer< 'listBuilds' > >(
			await target.request(
				`/v1/${ place.name }/builds?orderBy=${ encodeURIComponent( orderBy ) }`
			)
		);
		expect( page.builds.map( ( { number } ) => number ) ).toEqual(
			numbers
		);
	} );

	test.each( [
		'pageSize=0',
		'pageSize=x',
		'pageSize=1001',
		'pageToken=x',
		'orderBy=name',
	] )( 'a list of builds with %s is 400', async ( query ) => {
		await refusal(
			await target.request( `/v1/${ place.name }/builds?${ query }` ),
			400,
			query.split( '=' )[ 0 ]
		);
	} );

	test( 'a single build is read by its name, and no_build is the newest', async () => {
		const [ newest ] = await builds( target, place );
		for ( const name of [
			newest?.name,
			`${ place.name }/builds/no_build`,
		] ) {
			expect(
				await expectOk( await target.request( `/v1/${ name }` ) )
			).toMatchObject( {
				number: 3,
			} );
		}
		await refusal(
			await target.request( `/v1/${ place.name }/builds/none` ),
			404
		);
	} );

	test.runIf( LOCAL )( 'the log of a build is read in parts', async () => {
		const url = `/v1/${ place.name }/builds/no_build/log`;
		const part = await expectOk< Answer< 'readBuildLog' > >(
			await target.request( url )
		);
		expect( part.text ).not.toBe( '' );
		const rest = await expectOk< Answer< 'readBuildLog' > >(
			await target.request( `${ url }?offset=${ part.nextOffset }` )
		);
		expect( rest ).toEqual( { text: '', nextOffset: part.nextOffset } );
	} );
} );

describe.runIf( LOCAL )( 'facts 2: operations', () => {
	test( 'facts 2: no_build resolves to the newest operation, a real id to itself', async () => {
		const place = await createEnvironment( target );
		await deploy( target, place, await wordApp( 'one' ) );
		const newest = await settled( target, place );
		expect( newest.name ).toMatch(
			new RegExp( `^${ place.name }/operations/${ UUID }$` )
		);
		expect(
			await expectOk( await target.request( `/v1/${ newest.name }` ) )
		).toEqual( newest );
	} );

	test( 'facts 2: an operation that is done has exactly one of response and error', async () => {
		const place = await createEnvironment( target );
		await deploy( target, place, await wordApp( 'one' ) );
		const well = await settled( target, place );
		expect( well ).toMatchObject( { response: { name: place.name } } );
		expect( well ).not.toHaveProperty( 'error' );
		await expectOk(
			await upload(
				target,
				place,
				await makeApp( '', 'process.exit( 3 )' )
			)
		);
		const badly = await settled( target, place );
		expect( badly ).toMatchObject( {
			error: {
				code: expect.any( Number ),
				message: expect.stringMatching( /\S/ ),
			},
		} );
		expect( badly ).not.toHaveProperty( 'response' );
		expect( await ( await visit( target, place ) ).text() ).toBe( 'one' );
	} );

	test( 'operations are listed, newest first', async () => {
		const place = await createEnvironment( target );
		await deploy( target, place, await wordApp( 'one' ) );
		await deploy( target, place, await wordApp( 'two' ) );
		const all = await expectOk< Answer< 'listOperations' > >(
			await target.request( `/v1/${ place.name }/operations` )
		);
		const [ newest ] = await builds( target, place );
		expect( all.operations ).toHaveLength( 2 );
		expect( all.operations[ 0 ]?.metadata.build ).toBe( newest?.name );
		const page = await expectOk< Answer< 'listOperations' > >(
			await target.request( `/v1/${ place.name }/operations?pageSize=1` )
		);
		expect( page.nextPageToken ).not.toBe( '' );
	} );

	test( 'facts 2: :cancel cancels a build while it is building, and only then', async () => {
		const place = await createEnvironment( target );
		const endless = await makeApp( '', 'setInterval( () => {}, 1000 );' );
		await expectOk( await upload( target, place, endless ) );
		const url = `/v1/${ place.name }/operations`;
		const cancel = ( init: RequestInit = { method: 'POST' } ) =>
			target.request( `${ url }/no_build:cancel`, init );
		expect( await expectOk( await cancel() ) ).toEqual( {} );
		expect( await settled( target, place ) ).toMatchObject( {
			error: { code: 1, message: expect.any( String ) },
		} );
		expect( await builds( target, place ) ).toMatchObject( [
			{ state: 'canceled' },
		] );
		await refusal( await cancel( json( {} ) ), 409 );
	} );

	test( 'facts 2: there is nothing to cancel of a new environment: 409', async () => {
		const place = await createEnvironment( target );
		await refusal(
			await target.request(
				`/v1/${ place.name }/operations/no_build:cancel`,
				{
					method: 'POST',
				}
			),
			409
		);
	} );

	test( 'an operation that does not exist is 404', async () => {
		const place = await createEnvironment( target );
		const url = `/v1/${ place.name }/operations/none`;
		await refusal( await target.request( url ), 404 );
		await refusal(
			await target.request( `${ url }:cancel`, json( {} ) ),
			404
		);
	} );
} );

describe.runIf( LOCAL )( 'facts 2: shell variables and builds', () => {
	test( 'facts 2: a change of shell variables counts for later builds only', async () => {
		const place = await createEnvironment( target, { WORD: 'old' } );
		const zip = await makeApp( 'response.end( env.WORD );' );
		await deploy( target, place, zip );
		await expectOk(
			await target.request(
				`/v1/${ place.name }/shellVariables`,
				json( { set: [ { key: 'WORD', value: 'new' } ] }, 'PATCH' )
			)
		);
		expect( await ( await visit( target, place ) ).text() ).toBe( 'old' );
		const { rebuild } = await createWebhooks( target, place );
		await expectOk( await call( rebuild ) );
		await settled( target, place );
		expect( await ( await visit( target, place ) ).text() ).toBe( 'new' );
	} );
} );
