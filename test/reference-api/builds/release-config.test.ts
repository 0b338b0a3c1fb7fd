import { stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import {
	readReleaseConfig,
	saveReleaseConfig,
} from '../../../src/reference-api/builds/release-config.ts';
import { temporaryFolder } from '../temporary-folder.ts';

const SETTINGS = {
	shellVariables: [ { key: 'TOKEN', value: 'secret' } ],
	wordpressUrl: 'http://blog.test',
	rootDirectory: 'apps/web',
};

test( 'stores what a release was built with in a file that only its user can read', async () => {
	const file = path.join( await temporaryFolder(), 'settings', 'b.json' );
	await saveReleaseConfig( file, SETTINGS );
	expect( await readReleaseConfig( file ) ).toEqual( SETTINGS );
	expect( ( await stat( file ) ).mode.toString( 8 ) ).toMatch( /600$/ );
} );

test( 'nothing, or half of it, is nothing', async () => {
	const file = path.join( await temporaryFolder(), 'b.json' );
	expect( await readReleaseConfig( file ) ).toBeNull();
	await writeFile( file, '{"shellVariables":[' );
	expect( await readReleaseConfig( file ) ).toBeNull();
} );
