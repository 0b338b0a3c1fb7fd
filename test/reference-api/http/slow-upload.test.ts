import { readdir } from 'node:fs/promises';
import { request as rawRequest } from 'node:http';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { Folders } from '../../../src/reference-api/store/folders.ts';
import { basic, json, routeOf, wordApp, makePlace } from '../test-platform.ts';
import type { TestPlatform } from '../test-platform.ts';

const KIM = { id: 'kim', password: 'correct horse', role: 'write' };

/** Uploads as kim, but does something before the last byte. */
async function uploadSlowly(
	platform: TestPlatform,
	path: string,
	duringUpload: () => Promise< unknown >
) {
	const zip = await wordApp( 'late' );
	const head =
		'--b\r\ncontent-disposition: form-data; name="repository"; filename="a.zip"\r\n\r\n';
	const end = '\r\n--b--\r\n';
	const answer = Promise.withResolvers< { status: number; body: string } >();
	const request = rawRequest( new URL( path, platform.url ), {
		method: 'POST',
		headers: {
			authorization: basic( 'kim', KIM.password ),
			'content-type': 'multipart/form-data; boundary=b',
			'content-length': head.length + zip.length + end.length,
		},
	} );
	request.on( 'error', answer.reject );
	request.on( 'response', async ( response ) =>
		answer.resolve( {
			status: response.statusCode ?? 0,
			body: await text( response ),
		} )
	);
	const { temporary } = new Folders( platform.dataFolder );
	request.write( head );
	request.write( zip.subarray( 0, 10 ) );
	await expect.poll( () => readdir( temporary ) ).toHaveLength( 1 );
	await duringUpload();
	request.end( Buffer.concat( [ zip.subarray( 10 ), Buffer.from( end ) ] ) );
	const { status, body } = await answer.promise;
	return { status, body, left: await readdir( join( temporary ) ) };
}

const remove = ( platform: TestPlatform ) =>
	platform.request( '/_local/users/kim', { method: 'DELETE' } );
const demote = ( platform: TestPlatform ) =>
	platform.request(
		'/_local/users/kim/role',
		json( { role: 'read' }, 'PUT' )
	);
const change = ( platform: TestPlatform ) =>
	platform.request( '/_local/users/kim/password', json( {}, 'PUT' ) );

test.each( [
	[ 'was deleted', remove, 401 ],
	[ 'may only look', demote, 403 ],
	[ 'has another password', change, 401 ],
] )(
	'a slow upload of a user who %s meanwhile deploys nothing',
	async ( _what, act, status ) => {
		const { platform, place } = await makePlace();
		await platform.request( '/_local/users', json( KIM ) );
		const path = `${ routeOf( '/fu/v1', place ) }:upload`;
		const answer = await uploadSlowly( platform, path, () =>
			act( platform )
		);
		expect( answer ).toMatchObject( { status, left: [] } );
		expect( answer.body ).not.toMatch( status === 401 ? /shop/ : /^$/ );
		const { services } = platform;
		expect( await services.builds.of( place.environmentId ) ).toEqual( [] );
	}
);
