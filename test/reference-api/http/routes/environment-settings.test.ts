import fs from 'node:fs';
import { expect, onTestFinished, test, vi } from 'vitest';
import { json, makePlace, routeOf, WORDPRESS } from '../../test-platform.ts';

async function makeSettings() {
	const { platform, place } = await makePlace();
	const { services } = platform;
	await services.installs.save( {
		accountName: 'acme',
		name: 'news',
		url: WORDPRESS,
	} );
	const change = ( body: object ) =>
		platform.request( routeOf( '/v1', place ), json( body, 'PATCH' ) );
	const settings = async () => {
		const { wpEnvironment, rootDirectory, purgeOnDeploy } =
			await services.catalog.environment( place );
		return { wpEnvironment, rootDirectory, purgeOnDeploy };
	};
	return { change, settings };
}

const CHANGED = {
	wpEnvironment: 'news',
	rootDirectory: 'apps/web',
	purgeOnDeploy: false,
};

test( 'a change of several settings is one write', async () => {
	const { change, settings } = await makeSettings();
	const writes = vi.spyOn( fs, 'fdatasync' );
	onTestFinished( () => writes.mockRestore() );
	expect( ( await change( CHANGED ) ).status ).toBe( 200 );
	expect( writes ).toHaveBeenCalledTimes( 1 );
	expect( await settings() ).toEqual( CHANGED );
	await change( { rootDirectory: '' } );
	expect( await settings() ).toEqual( { ...CHANGED, rootDirectory: '' } );
} );

test.each( [
	[ 'the install is unknown', { ...CHANGED, wpEnvironment: 'none' } ],
	[
		'the root directory leads out of the source',
		{ ...CHANGED, rootDirectory: '../web' },
	],
] )( 'no setting is changed if %s', async ( _what, body ) => {
	const { change, settings } = await makeSettings();
	const before = await settings();
	expect( ( await change( body ) ).status ).toBe( 400 );
	expect( await settings() ).toEqual( before );
} );
