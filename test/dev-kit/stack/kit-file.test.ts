import fs from 'node:fs';
import { describe, expect, it } from 'vitest';
import {
	kitFilePath,
	removeKitFile,
	writeKitFile,
} from '../../../src/dev-kit/stack/kit-file.ts';
import type { Kit } from '../../../src/dev-kit/stack/kit-file.ts';
import { readState, saveState } from '../../../src/dev-kit/stack/state-file.ts';
import { temporaryFolder } from '../temporary-folder.ts';

const KIT = { portal: { url: 'http://127.0.0.1:8881/portal' } } as Kit;

const modeOf = ( file: string ): string =>
	fs.statSync( file ).mode.toString( 8 ).slice( -3 );

describe( 'kit.json', () => {
	it( 'kit.json holds the kit as JSON, readable by its owner alone', () => {
		const folder = temporaryFolder();
		writeKitFile( folder, KIT );
		const file = kitFilePath( folder );
		expect( JSON.parse( fs.readFileSync( file, 'utf8' ) ) ).toEqual( KIT );
		expect( modeOf( file ) ).toBe( '600' );
	} );

	it( 'kit.json is private again after its mode was changed', () => {
		const folder = temporaryFolder();
		writeKitFile( folder, KIT );
		fs.chmodSync( kitFilePath( folder ), 0o644 );
		writeKitFile( folder, KIT );
		expect( modeOf( kitFilePath( folder ) ) ).toBe( '600' );
	} );

	it( 'kit.json is removed when the kit stops', () => {
		const folder = temporaryFolder();
		writeKitFile( folder, KIT );
		removeKitFile( folder );
		removeKitFile( folder );
		expect( fs.existsSync( kitFilePath( folder ) ) ).toBe( false );
	} );
} );

describe( 'the state of the last start', () => {
	it( 'the state of the last start has random passwords, and only its owner can read it', () => {
		const folder = temporaryFolder();
		const state = readState( folder );
		expect( state.adminPassword ).toMatch( /^[a-z2-9]{16}$/ );
		expect( state.adminPassword ).not.toBe( state.apiPassword );
		expect( readState( folder ).adminPassword ).not.toBe(
			state.adminPassword
		);
		saveState( folder, state );
		expect( readState( folder ) ).toEqual( state );
		expect( modeOf( `${ folder }/state.json` ) ).toBe( '600' );
	} );

	it( 'the state of the last start is empty when the file is broken', () => {
		const folder = temporaryFolder();
		fs.writeFileSync( `${ folder }/state.json`, '{ "ports": ' );
		expect( readState( folder ).ports ).toBeNull();
	} );
} );
