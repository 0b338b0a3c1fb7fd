import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import {
	hashOf,
	listFiles,
	makeWhole,
	writeWhole,
} from '../../src/dev-kit/files.ts';
import { isUpToDate, runIfStale } from '../../src/dev-kit/stamps.ts';

import { temporaryFolder } from './temporary-folder.ts';

describe( 'the hash of sources', () => {
	it( 'the hash of sources depends on contents, names and missing files', () => {
		const root = temporaryFolder();
		const hash = () => hashOf( root, [ 'src', 'single.json' ] );
		const seen = [ hash() ];
		const step = ( change: () => void ): void => {
			change();
			expect( hash() ).toBe( hash() );
			seen.push( hash() );
		};
		step( () => fs.mkdirSync( path.join( root, 'src' ) ) );
		step( () => fs.writeFileSync( path.join( root, 'src/a' ), 'one' ) );
		step( () => fs.writeFileSync( path.join( root, 'src/a' ), 'two' ) );
		step( () =>
			fs.renameSync(
				path.join( root, 'src/a' ),
				path.join( root, 'src/b' )
			)
		);
		step( () => fs.writeFileSync( path.join( root, 'single.json' ), '' ) );
		expect( new Set( seen ).size ).toBe( seen.length );
	} );

	it( 'the hash of sources does not depend on times', () => {
		const root = temporaryFolder();
		const file = path.join( root, 'a' );
		fs.writeFileSync( file, 'one' );
		const before = hashOf( root, [ 'a' ] );
		fs.utimesSync( file, 1, 1 );
		expect( hashOf( root, [ 'a' ] ) ).toBe( before );
	} );
} );

describe( 'the stamp', () => {
	it( 'the stamp repeats work only for other sources', async () => {
		const file = path.join( temporaryFolder(), 'build', '.stamp' );
		let times = 0;
		const work = async (): Promise< void > => {
			times++;
		};
		expect( await runIfStale( file, 'a', work ) ).toBe( true );
		expect( await runIfStale( file, 'a', work ) ).toBe( false );
		expect( await runIfStale( file, 'b', work ) ).toBe( true );
		expect( times ).toBe( 2 );
	} );

	it( 'the stamp is missing while the work is done and after it has failed', async () => {
		const file = path.join( temporaryFolder(), '.stamp' );
		await runIfStale( file, 'a', async () => {} );
		const failing = runIfStale( file, 'b', async () => {
			expect( fs.existsSync( file ) ).toBe( false );
			throw new Error( 'half-done' );
		} );
		await expect( failing ).rejects.toThrow( 'half-done' );
		expect( isUpToDate( file, 'a' ) || isUpToDate( file, 'b' ) ).toBe(
			false
		);
	} );
} );

describe( 'writing in one step', () => {
	it( 'never shows a half-filled folder, and keeps the old one when filling fails', async () => {
		const folder = path.join( temporaryFolder(), 'made' );
		await makeWhole( folder, async ( draft ) => {
			fs.writeFileSync( path.join( draft, 'a' ), 'old' );
			expect( fs.existsSync( folder ) ).toBe( false );
		} );
		const failing = makeWhole( folder, async ( draft ) => {
			fs.writeFileSync( path.join( draft, 'a' ), 'new' );
			throw new Error( 'interrupted' );
		} );
		await expect( failing ).rejects.toThrow( 'interrupted' );
		expect( listFiles( path.dirname( folder ) ) ).toEqual( [ 'made/a' ] );
		expect( fs.readFileSync( path.join( folder, 'a' ), 'utf8' ) ).toBe(
			'old'
		);
	} );

	it( 'removes drafts of an interrupted run', async () => {
		const parent = temporaryFolder();
		fs.mkdirSync( path.join( parent, 'made.1234.tmp' ) );
		fs.mkdirSync( path.join( parent, 'other.1234.tmp' ) );
		await makeWhole( path.join( parent, 'made' ), async () => {} );
		expect( fs.readdirSync( parent ).sort() ).toEqual( [
			'made',
			'other.1234.tmp',
		] );
	} );

	it( 'writes a file with exactly the requested mode', () => {
		const file = path.join( temporaryFolder(), 'deep', 'secret.json' );
		writeWhole( file, 'x', 0o600 );
		expect( fs.statSync( file ).mode.toString( 8 ).slice( -3 ) ).toBe(
			'600'
		);
		expect( fs.readdirSync( path.dirname( file ) ) ).toEqual( [
			'secret.json',
		] );
	} );
} );
