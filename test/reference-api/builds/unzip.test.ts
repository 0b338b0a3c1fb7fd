import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { ZipFile } from 'yazl';
import { unzip } from '../../../src/reference-api/builds/unzip.ts';
import { readLimits } from '../../../src/reference-api/lib/limits.ts';
import { HostingError } from '../../../src/reference-api/model/hosting.ts';
import { makeZip, temporaryFolder } from '../test-platform.ts';
import { HOSTILE_ZIPS, MANIFEST } from '../hostile-zips.ts';
import { rawZip } from '../raw-zip.ts';

async function unpack( zip: Buffer, rootDirectory = '' ) {
	const folder = await temporaryFolder();
	const file = path.join( folder, 'code.zip' );
	const target = path.join( folder, 'a', 'b', 'release' );
	await writeFile( file, zip );
	const refusal = await unzip(
		file,
		target,
		readLimits( {} ),
		rootDirectory
	).then(
		() => null,
		( error: unknown ) => error
	);
	return { folder, target, refusal };
}

test.each( HOSTILE_ZIPS )(
	'a zip with %s is rejected and leaves nothing behind',
	async ( _what, make, status, expected ) => {
		const { folder, refusal } = await unpack( make() );
		expect( refusal ).toBeInstanceOf( HostingError );
		expect( refusal ).toMatchObject( {
			status,
			message: expect.stringContaining( expected ),
		} );
		const left = await readdir( folder, { recursive: true } );
		expect( left.filter( ( name ) => ! /^a(\/b)?$/.test( name ) ) ).toEqual(
			[ 'code.zip' ]
		);
	}
);

test( 'a zip is unpacked with its folders, empty files and executable files', async () => {
	const { target, refusal } = await unpack(
		rawZip( [
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

test( 'a zip is unpacked with a byte order mark before package.json, as npm accepts it', async () => {
	const { refusal } = await unpack(
		await makeZip( { 'package.json': '\ufeff{"name":"a"}' } )
	);
	expect( refusal ).toBeNull();
} );

test( 'a zip is unpacked from its single top folder, whatever macOS adds', async () => {
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
	expect( ( await readdir( target, { recursive: true } ) ).sort() ).toEqual( [
		'package.json',
		'src',
		'src/index.js',
	] );
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
		rawZip( [
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
	const zip = rawZip( [
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

const files = Array.from( { length: 20 }, ( _, index ) => ( {
	name: `${ index }.bin`,
	// Longer than the buffer, of different lengths, so that they end one after the other.
	content: randomBytes( 340_000 + index * 50_000 ),
} ) );

test.each( [ false, true ] )(
	'several large files are unpacked at the same time (deflated: %s)',
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
	'several large files are rejected as a whole when one is damaged (deflated: %s)',
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
	'several large files that unpack to %s than the zip states are rejected',
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

test( 'several large files in a truncated zip are rejected', async () => {
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

test( 'a zip with names that differ only in case is unpacked', async () => {
	const folder = await temporaryFolder();
	await mkdir( path.join( folder, 'a' ) );
	const isCaseless = await stat( path.join( folder, 'A' ) ).then(
		() => true,
		() => false
	);
	const zip = rawZip( [
		MANIFEST,
		{ name: 'Index.js', content: '1' },
		{ name: 'index.js', content: '2' },
	] );
	if ( isCaseless ) {
		expect( ( await unpack( zip ) ).refusal ).toMatchObject( {
			message: expect.stringContaining( 'twice' ),
		} );
		return;
	}
	const { target } = await unpack( zip );
	expect( await readFile( path.join( target, 'Index.js' ), 'utf8' ) ).toBe(
		'1'
	);
	expect( await readFile( path.join( target, 'index.js' ), 'utf8' ) ).toBe(
		'2'
	);
} );

test( 'a zip with names that are devices on Windows is unpacked', async () => {
	const names = [ 'con', 'NUL', 'aux.js', 'com1', 'ab:c', 'a.', 'a ' ];
	const { target } = await unpack(
		rawZip( [ MANIFEST, ...names.map( ( name ) => ( { name } ) ) ] )
	);
	expect( await readdir( target ) ).toEqual(
		expect.arrayContaining( names )
	);
} );

test( 'a zip with special modes is unpacked without them', async () => {
	const { target } = await unpack(
		rawZip( [
			MANIFEST,
			{ name: 'setuid', mode: 0o104755 },
			{ name: 'open', mode: 0o100666 },
			{ name: 'closed', mode: 0o100000 },
			{ name: 'sticky/', mode: 0o041777 },
		] )
	);
	const mode = async ( name: string ) =>
		( await stat( path.join( target, name ) ) ).mode % 0o10000;
	expect( await mode( 'setuid' ) ).toBe( 0o755 );
	expect( await mode( 'open' ) ).toBe( 0o644 );
	expect( await mode( 'closed' ) ).toBe( 0o644 );
	expect( await mode( 'sticky' ) ).toBe( 0o755 );
} );

test( 'a zip64 file is unpacked', async () => {
	const zip = new ZipFile();
	zip.addBuffer( Buffer.from( '{}' ), 'package.json', {
		forceZip64Format: true,
	} );
	zip.end( { forceZip64Format: true, comment: '' } );
	const parts: Buffer[] = [];
	for await ( const part of zip.outputStream ) {
		parts.push( Buffer.from( part ) );
	}
	const { target } = await unpack( Buffer.concat( parts ) );
	expect( await readdir( target ) ).toEqual( [ 'package.json' ] );
} );

test( 'a comment at the end', async () => {
	const zip = rawZip( [ MANIFEST ], { comment: Buffer.from( 'hello' ) } );
	const { target } = await unpack( zip );
	expect( await readdir( target ) ).toEqual( [ 'package.json' ] );
} );

const messageOf = async ( names: string[], rootDirectory = '' ) => {
	const { refusal } = await unpack(
		rawZip( names.map( ( name ) => ( { name, content: '{}' } ) ) ),
		rootDirectory
	);
	expect( refusal ).toMatchObject( { status: 422 } );
	return ( refusal as HostingError ).message;
};

test.each( [
	[
		'names the folder below that has one',
		[ 'README.md', 'frontend/package.json', 'frontend/server.js' ],
		'',
		'It has no package.json at its top level. There is one in "frontend": set the root directory (rootDirectory) of the environment to "frontend", or zip that folder.',
	],
	[
		'names the folder below its single top folder',
		[ 'site/README.md', 'site/apps/web/package.json' ],
		'',
		'There is one in "apps/web": set the root directory (rootDirectory) of the environment to "apps/web", or zip that folder.',
	],
	[
		'names several folders, the outer ones first, and no dependencies',
		[
			'README.md',
			'node_modules/x/package.json',
			'apps/web/package.json',
			'apps/admin/package.json',
			'apps/deep/er/package.json',
			'api/package.json',
		],
		'',
		'There is one in "api", "apps/web", "apps/admin" and 1 more: set the root directory (rootDirectory) of the environment to "api" or another of them, or zip that folder.',
	],
	[
		'names another folder than the root directory',
		[ 'README.md', 'frontend/package.json' ],
		'web',
		'It has no "web/package.json", which is the root directory of the environment. There is one in "frontend": set the root directory (rootDirectory) of the environment to "frontend", or zip that folder.',
	],
	[
		'says that there is one at the top instead of in the root directory',
		[ 'package.json', 'web/package.json' ],
		'apps',
		'It has no "apps/package.json", which is the root directory of the environment. Clear the root directory (rootDirectory), or zip the folder that contains "apps".',
	],
	[
		'says which folder to zip if there is none',
		[ 'README.md' ],
		'',
		'It has no package.json at its top level. Zip the folder that contains package.json, then upload it again.',
	],
] )( '%s', async ( _title, names, rootDirectory, expected ) => {
	expect( await messageOf( names, rootDirectory ) ).toContain( expected );
} );

test( 'a zip without package.json where it is expected is deployed with the root directory that the message names', async () => {
	const { refusal } = await unpack(
		rawZip( [
			{ name: 'site/README.md' },
			{ name: 'site/apps/web/package.json', content: '{}' },
		] ),
		'apps/web'
	);
	expect( refusal ).toBeNull();
} );
