/** An upload that nothing could start is refused at once. */
import { expect, test } from 'vitest';
import { makeZip, upload, makePlace } from '../test-platform.ts';

async function send(
	files: Record< string, string >,
	variables: Record< string, string > = {}
) {
	const { platform, place } = await makePlace( {}, variables );
	const answer = await upload( platform, place, await makeZip( files ) );
	const builds = await platform.services.builds.of( place.environmentId );
	await platform.waitUntilIdle();
	return { status: answer.status, body: await answer.json(), builds };
}

test( 'an upload without a start script or a server.js is rejected', async () => {
	const { status, body, builds } = await send( {
		'package.json': '{"scripts":{"build":"true"}}',
	} );
	expect( status ).toBe( 422 );
	expect( body ).toMatchObject( {
		message:
			'This zip was not deployed. Its package.json has no script “start”, so the application cannot be started. It has build. Add “start”, or name another one in ATLAS_START_SCRIPT.',
	} );
	expect( builds ).toEqual( [] );
} );

test( 'when ATLAS_START_SCRIPT names a script that is not there', async () => {
	const { status } = await send(
		{ 'package.json': '{"scripts":{"start":"true"}}' },
		{ ATLAS_START_SCRIPT: 'serve' }
	);
	expect( status ).toBe( 422 );
} );

test.each( [
	[ 'a server.js', { 'package.json': '{}', 'server.js': '' }, {} ],
	[
		'the script that ATLAS_START_SCRIPT names',
		{ 'package.json': '{"scripts":{"serve":"true"}}' },
		{ ATLAS_START_SCRIPT: 'serve' },
	],
] )( 'an upload with %s is accepted', async ( _what, files, variables ) => {
	expect( ( await send( files, variables ) ).status ).toBe( 200 );
} );
