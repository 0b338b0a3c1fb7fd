import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { unzip } from '../../../src/reference-api/builds/unzip.ts';
import { HostingError } from '../../../src/reference-api/model/hosting.ts';
import { makeZip, temporaryFolder } from '../test-platform.ts';
import { rawZip } from '../raw-zip.ts';
import type { ZipItem } from '../test-platform.ts';

const MANIFEST: ZipItem = { name: 'package.json', content: '{"name":"a"}' };
const CENTRAL_HEADER = Buffer.from( 'PK\x01\x02', 'latin1' );
const END_OF_DIRECTORY = Buffer.from( 'PK\x05\x06', 'latin1' );
const ENTRY_COUNT_AT = 10;
const COMPRESSED_SIZE_AT = 20;
const UNPACKED_SIZE_AT = 24;

/** Replaces a name in both places where a zip has it. */
function rename( zip: Buffer, from: string, to: string ): Buffer {
	expect( from ).toHaveLength( to.length );
	return Buffer.from(
		zip.toString( 'latin1' ).replaceAll( from, to ),
		'latin1'
	);
}

/**
 * Lets a zip lie about the size of its first entry.
 *
 * @param size The size that it states.
 * @param both Whether the packed size is a lie as well.
 */
function stateSize( zip: Buffer, size: number, both: boolean ): Buffer {
	const lying = Buffer.from( zip );
	const header = lying.indexOf( CENTRAL_HEADER );
	lying.writeUInt32LE( size, header + UNPACKED_SIZE_AT );
	if ( both ) {
		lying.writeUInt32LE( size, header + COMPRESSED_SIZE_AT );
	}
	return lying;
}

async function unpack( zip: Buffer ) {
	const folder = await temporaryFolder();
	const file = path.join( folder, 'code.zip' );
	const target = path.join( folder, 'a', 'b', 'release' );
	await writeFile( file, zip );
	const refusal = await unzip( file, target ).then(
		() => null,
		( error: unknown ) => error
	);
	return { folder, target, refusal };
}

const evil = ( name: string, mode?: number ) =>
	makeZip( [ MANIFEST, { name, content: 'evil', mode: mode ?? 0o100644 } ] );

const hostile: [ string, () => Promise< Buffer >, number, string ][] = [
	[
		'a path that leads out',
		async () => rename( await evil( 'aa/evil' ), 'aa/evil', '../evil' ),
		400,
		'../evil',
	],
	[
		'a path that leads out in the middle',
		async () => rename( await evil( 'a/bb/evi' ), 'a/bb/evi', 'a/../evi' ),
		400,
		'a/../evi',
	],
	[
		'an absolute path',
		async () => rename( await evil( 'aevil' ), 'aevil', '/evil' ),
		400,
		'/evil',
	],
	[
		'a Windows drive',
		async () => rename( await evil( 'aa/evil' ), 'aa/evil', 'C:/evil' ),
		400,
		'C:/evil',
	],
	[
		'backslashes that lead out',
		async () => rename( await evil( 'aa/evil' ), 'aa/evil', '..\\evil' ),
		400,
		'../evil',
	],
	[
		'a control character',
		async () => rename( await evil( 'a-evil' ), 'a-evil', 'a\u0000evil' ),
		400,
		'file name',
	],
	[ 'a symbolic link', () => evil( 'link', 0o120777 ), 400, 'symbolic link' ],
	[ 'a device', () => evil( 'device', 0o060644 ), 400, 'special file' ],
	[
		'a name twice',
		async () =>
			rename(
				await evil( 'aackage.json' ),
				'aackage.json',
				'package.json'
			),
		400,
		'twice',
	],
	[
		'a name twice, spelled in two ways',
		async () =>
			rename(
				await evil( 'aa/package.json' ),
				'aa/package.json',
				'.//package.json'
			).subarray(),
		400,
		'twice',
	],
	[
		'a file that is a folder as well',
		() =>
			makeZip( [
				MANIFEST,
				{ name: 'a', content: 'file' },
				{ name: 'a/b', content: 'file' },
			] ),
		400,
		'both a file and a folder',
	],
	[
		'a size that is larger than stated',
		async () => stateSize( await makeZip( [ MANIFEST ] ), 3, false ),
		400,
		'',
	],
	[
		'a stated size beyond the end of the file',
		async () => stateSize( await makeZip( [ MANIFEST ] ), 900_000, true ),
		400,
		'',
	],
	[
		'more than 1 GiB',
		async () =>
			stateSize( await makeZip( [ MANIFEST ] ), 0x40000001, true ),
		413,
		'1 GiB',
	],
	[
		'a truncated zip',
		async () => ( await makeZip( [ MANIFEST ] ) ).subarray( 0, -30 ),
		400,
		'not a zip',
	],
	[ 'random bytes', async () => randomBytes( 500 ), 400, 'not a zip' ],
	[ 'nothing', async () => Buffer.alloc( 0 ), 400, 'not a zip' ],
	[
		'no package.json',
		() => makeZip( { 'index.html': '' } ),
		422,
		'no package.json',
	],
	[
		'a package.json in the second folder level only',
		() => makeZip( { 'a/b/package.json': '{}', 'a/x': '', y: '' } ),
		422,
		'no package.json',
	],
	[
		'a package.json that is no JSON',
		() => makeZip( { 'package.json': '{' } ),
		422,
		'JSON object',
	],
	[
		'a package.json that is no object',
		() => makeZip( { 'package.json': '"x"' } ),
		422,
		'JSON object',
	],
	[
		'a package.json that is a list',
		() => makeZip( { 'package.json': '[]' } ),
		422,
		'JSON object',
	],
	[
		'a package.json of many megabytes',
		() =>
			makeZip( {
				'package.json': `{"name":"${ 'a'.repeat( 6_000_000 ) }"}`,
			} ),
		422,
		'package.json is larger',
	],
	[
		'a path that no file system takes',
		() => evil( `${ 'evil/'.repeat( 900 ) }x` ),
		400,
		'too long',
	],
	[
		'thousands of folders in one name',
		() => evil( `${ 'e/'.repeat( 30_000 ) }x` ),
		400,
		'too long',
	],
	[
		'a folder for package.json',
		() => makeZip( { 'package.json/x': '' } ),
		422,
		'no package.json',
	],
];

describe( 'a zip is refused and leaves nothing behind, for', () => {
	test.each( hostile )( '%s', async ( _what, make, status, words ) => {
		const { folder, target, refusal } = await unpack( await make() );
		expect( refusal ).toBeInstanceOf( HostingError );
		expect( refusal ).toMatchObject( {
			status,
			message: expect.stringContaining( words ),
		} );
		expect( existsSync( target ) ).toBe( false );
		expect(
			( await readdir( folder, { recursive: true } ) ).filter( ( name ) =>
				name.includes( 'evil' )
			)
		).toEqual( [] );
	} );

	test( '60,000 entries', async () => {
		const zip = await makeZip( [ MANIFEST ] );
		const end = zip.lastIndexOf( END_OF_DIRECTORY );
		zip.writeUInt16LE( 60_000, end + ENTRY_COUNT_AT );
		const { refusal } = await unpack( zip );
		expect( refusal ).toMatchObject( {
			status: 413,
			message: expect.stringContaining( '60000 entries' ),
		} );
	} );
} );

describe( 'a zip is unpacked', () => {
	test( 'with its folders, empty files and executable files', async () => {
		const { target, refusal } = await unpack(
			await makeZip( [
				MANIFEST,
				{ name: 'bin/run', content: '#!', mode: 0o100755 },
				{ name: 'deep/er/empty', content: '' },
			] )
		);
		expect( refusal ).toBeNull();
		const run = await stat( path.join( target, 'bin/run' ) );
		expect( run.mode % 0o1000 ).toBe( 0o755 );
		expect(
			await readFile( path.join( target, 'deep/er/empty' ), 'utf8' )
		).toBe( '' );
	} );

	test( 'with a byte order mark before package.json, as npm takes it', async () => {
		const { refusal } = await unpack(
			await makeZip( { 'package.json': '\ufeff{"name":"a"}' } )
		);
		expect( refusal ).toBeNull();
	} );

	test( 'from its single top folder, whatever macOS adds', async () => {
		const { target, refusal } = await unpack(
			await makeZip( {
				'project/package.json': '{}',
				'project/src/index.js': 'x',
				'__MACOSX/project/._package.json': 'junk',
				'project/.DS_Store': 'junk',
				'.DS_Store': 'junk',
			} )
		);
		expect( refusal ).toBeNull();
		expect(
			( await readdir( target, { recursive: true } ) ).sort()
		).toEqual( [ 'package.json', 'src', 'src/index.js' ] );
	} );
} );

describe( 'the checksum of each file is checked', () => {
	const large = randomBytes( 300 * 1024 );

	test.each( [
		[ 'small, stored', { content: 'text' } ],
		[ 'small, deflated', { content: 'text', deflate: true } ],
		[ 'large, stored', { content: large } ],
		[ 'large, deflated', { content: large, deflate: true } ],
	] )( 'a %s file that is damaged is refused', async ( _kind, entry ) => {
		const manifest = { name: 'package.json', content: '{}' };
		const good = await unpack(
			rawZip( [ manifest, { name: 'a.bin', ...entry } ] )
		);
		expect( good.refusal ).toBeNull();
		const bad = await unpack(
			rawZip( [ manifest, { name: 'a.bin', ...entry, crc: 1 } ] )
		);
		expect( bad.refusal ).toMatchObject( {
			status: 400,
			message:
				'This zip was not deployed. "a.bin" is damaged (its checksum is wrong).',
		} );
		expect( existsSync( bad.target ) ).toBe( false );
	} );
} );

test( 'what the Mac keeps beside files is left out', async () => {
	const { target, refusal } = await unpack(
		await makeZip( [
			MANIFEST,
			{ name: '._package.json', content: 'AppleDouble' },
			{ name: 'src/._a.js', content: 'AppleDouble' },
			{ name: 'src/a.js', content: 'a' },
		] )
	);
	expect( refusal ).toBeNull();
	expect(
		( await readdir( target, { recursive: true } ) ).toSorted()
	).toEqual( [ 'package.json', 'src', 'src/a.js' ] );
} );

test( 'data before the archive does no harm', async () => {
	const zip = await makeZip( [
		MANIFEST,
		{ name: 'large.bin', content: randomBytes( 300 * 1024 ) },
	] );
	const before = Buffer.from( '#!/bin/sh\nexit 1\n' );
	const { target, refusal } = await unpack(
		Buffer.concat( [ before, zip ] )
	);
	expect( refusal ).toBeNull();
	expect(
		await readFile( path.join( target, 'package.json' ), 'utf8' )
	).toBe( '{"name":"a"}' );
	expect( ( await stat( path.join( target, 'large.bin' ) ) ).size ).toBe(
		300 * 1024
	);
} );

describe( 'several large files', () => {
	const files = Array.from( { length: 20 }, ( _, index ) => ( {
		name: `${ index }.bin`,
		// Longer than the buffer, of different lengths, so that they end one after the other.
		content: randomBytes( 340_000 + index * 50_000 ),
	} ) );

	test.each( [ false, true ] )(
		'are unpacked at the same time (deflated: %s)',
		async ( deflate ) => {
			const { target, refusal } = await unpack(
				rawZip( [
					{ name: 'package.json', content: '{}' },
					...files.map( ( file ) => ( { ...file, deflate } ) ),
				] )
			);
			expect( refusal ).toBeNull();
			for ( const { name, content } of files ) {
				const found = await readFile( path.join( target, name ) );
				expect( found.equals( content ), name ).toBe( true );
			}
		}
	);

	test.each( [ false, true ] )(
		'are refused as a whole when one is damaged (deflated: %s)',
		async ( deflate ) => {
			const { target, refusal } = await unpack(
				rawZip( [
					{ name: 'package.json', content: '{}' },
					...files.map( ( file, index ) => ( {
						...file,
						deflate,
						...( index === 3 ? { crc: 1 } : {} ),
					} ) ),
				] )
			);
			expect( refusal ).toMatchObject( {
				message: expect.stringContaining( '"3.bin" is damaged' ),
			} );
			expect( existsSync( target ) ).toBe( false );
		}
	);

	test.each( [
		[ 'more', 400_000, 340_000 ],
		[ 'less', 340_000, 400_000 ],
	] )(
		'that unpack to %s than the zip states are refused',
		async ( _what, bytes, size ) => {
			const { refusal } = await unpack(
				rawZip( [
					{ name: 'package.json', content: '{}' },
					{
						name: 'a.bin',
						content: randomBytes( bytes ),
						deflate: true,
						size,
					},
				] )
			);
			expect( refusal ).toMatchObject( {
				message: `This zip was not deployed. "a.bin" is damaged (it does not unpack to the ${ size } bytes that the zip states).`,
			} );
		}
	);

	test( 'that the file ends before are refused', async () => {
		const { refusal } = await unpack(
			rawZip( [
				{ name: 'package.json', content: '{}' },
				{
					name: 'a.bin',
					content: randomBytes( 400_000 ),
					packedSize: 900_000,
					size: 900_000,
				},
			] )
		);
		expect( refusal ).toMatchObject( {
			message:
				'This zip was not deployed. "a.bin" is damaged (it is cut off).',
		} );
	} );
} );
