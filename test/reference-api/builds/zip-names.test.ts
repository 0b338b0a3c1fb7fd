import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { unzip } from '../../../src/reference-api/builds/unzip.ts';
import { temporaryFolder } from '../test-platform.ts';
import { MANIFEST } from '../hostile-zips.ts';
import { deploy } from './deploy.ts';
import { rawZip, unicodePath } from '../raw-zip.ts';
import type { RawEntry } from '../raw-zip.ts';

const DOS = 0;
const MACOS = 19;

async function unpack( zip: Buffer ) {
	const folder = await temporaryFolder();
	const file = path.join( folder, 'code.zip' );
	const target = path.join( folder, 'release' );
	await writeFile( file, zip );
	const { warnings } = await unzip( file, target );
	const names = await readdir( target, { recursive: true } );
	return { names: names.toSorted(), warnings, target };
}

const readZip = ( name: string ) =>
	readFile( new URL( `zips/${ name }.zip`, import.meta.url ) );

const DECOMPOSED =
	'1 file name is decomposed (Unicode NFD), as macOS writes them, for example "static/U\u0308ber0". Code and URLs that use the composed form (NFC) do not find them. Rename the files to ASCII, or zip the folder with another program';

const CHECKED = [
	'package.json',
	'static',
	'static/naïve-日本.txt',
	'static/über.txt',
];

/** Each was written by the program itself, on Linux. */
describe.each( [
	[ '7zip', '7zz a -tzip', CHECKED ],
	[ '7zip-unicode-path', '7zz a -tzip -mcl=on', CHECKED ],
	[ 'bsdtar', 'LC_ALL=C bsdtar -cf x.zip --format zip', CHECKED ],
	[ 'git', 'git archive --format=zip', CHECKED ],
	[ 'java', 'jar cMf', CHECKED ],
	[ 'python', 'zipfile.ZipFile( … ).write()', CHECKED ],
	[
		'infozip',
		'zip -r',
		[
			'package.json',
			'server.js',
			'static',
			'static/Über.txt',
			'static/日本語.txt',
		],
	],
] )( 'the zip of %s (%s)', ( file, _command, expected ) => {
	test( 'the names of the files are read from a zip', async () => {
		const { names, warnings } = await unpack( await readZip( file ) );
		expect( names ).toEqual( expected );
		expect( warnings ).toEqual( [] );
	} );
} );

test( 'the zip of the Finder of macOS has its names, with a warning about decomposed ones', async () => {
	const { names, warnings } = await unpack( await readZip( 'finder' ) );
	expect( names ).toEqual( [
		'package.json',
		'server.js',
		'static',
		'static/U\u0308ber0',
		'static/café2',
		'static/日本語1',
	] );
	expect( warnings ).toEqual( [ DECOMPOSED ] );
} );

test( 'the log of the build has the warnings', async () => {
	const { build, lines } = await deploy( await readZip( 'finder' ) );
	expect( build.state ).toBe( 'live' );
	expect(
		lines.filter( ( line ) => line.endsWith( `warning: ${ DECOMPOSED }` ) )
	).toHaveLength( 1 );
} );

const latin1 = ( text: string ) => Buffer.from( text, 'latin1' );
const guessed = ( name: string ) =>
	`1 file name is not stated to be UTF-8 and read as CP437, for example "${ name }". If a name is wrong, zip the folder with a program that writes UTF-8 names`;

test.each< [ string, RawEntry, string, string[] ] >( [
	[
		'of macOS that is valid UTF-8 is UTF-8',
		{ name: 'ü', flags: 0, madeOn: MACOS },
		'ü',
		[],
	],
	[
		'of Windows without an encoding is CP437, with a warning',
		{ name: latin1( '\x81ber' ), flags: 0, madeOn: DOS },
		'über',
		[ guessed( 'über' ) ],
	],
	[
		'of Windows without an encoding is CP437 when it is valid UTF-8 too',
		{ name: 'ü', flags: 0, madeOn: DOS },
		'├╝',
		[ guessed( '├╝' ) ],
	],
	[
		'of Windows that is stated to be UTF-8 is UTF-8',
		{ name: 'ü', madeOn: DOS },
		'ü',
		[],
	],
	[
		'of Unix that is not valid UTF-8 is CP437, with a warning',
		{ name: latin1( 'caf\x82' ), flags: 0 },
		'café',
		[ guessed( 'café' ) ],
	],
	[
		'that is stated to be UTF-8 and is not is CP437, with a warning',
		{ name: latin1( 'caf\x82' ) },
		'café',
		[ guessed( 'café' ) ],
	],
	[
		'with an overlong form of a dot is no parent folder',
		{ name: Buffer.from( 'c0aec0ae', 'hex' ), flags: 0 },
		'└«└«',
		[ guessed( '└«└«' ) ],
	],
	[
		'with a Unicode path is that path',
		{
			name: latin1( '\x81' ),
			flags: 0,
			madeOn: DOS,
			extra: unicodePath( latin1( '\x81' ), '日本' ),
		},
		'日本',
		[],
	],
	[
		'with the Unicode path of another name is its own',
		{
			name: latin1( '\x81' ),
			flags: 0,
			madeOn: DOS,
			extra: unicodePath( 'old name', '日本' ),
		},
		'ü',
		[ guessed( 'ü' ) ],
	],
	[
		'with a byte order mark keeps it',
		{ name: '\ufeffa', flags: 0 },
		'\ufeffa',
		[],
	],
] )( '%s', async ( _title, entry, expected, warnings ) => {
	const found = await unpack( rawZip( [ MANIFEST, entry ] ) );
	expect( found.names ).toEqual( [ MANIFEST.name, expected ].toSorted() );
	expect( found.warnings ).toEqual( warnings );
} );

test( 'a name whose only special characters are in the removed top folder needs no warning', async () => {
	const { names, warnings } = await unpack(
		rawZip( [
			{
				...MANIFEST,
				name: latin1( '\x81/package.json' ),
				flags: 0,
			},
		] )
	);
	expect( names ).toEqual( [ 'package.json' ] );
	expect( warnings ).toEqual( [] );
} );

describe( 'bytes after the archive', () => {
	const large = Buffer.alloc( 300 * 1024, 'x' );
	const zip = rawZip( [ MANIFEST, { name: 'large', content: large } ] );
	const end = Buffer.from( 'PK\x05\x06', 'latin1' );

	test.each( [
		[ 'a line end', Buffer.from( '\r\n' ) ],
		[ 'padding', Buffer.alloc( 4096 ) ],
		[ 'as many as possible', Buffer.alloc( 0xffff, 'x' ) ],
		[
			'that look like the end of an archive',
			Buffer.concat( [ end, Buffer.alloc( 18, 1 ), end ] ),
		],
	] )( 'bytes after the archive are ignored: %s', async ( _title, bytes ) => {
		const { names, target } = await unpack(
			Buffer.concat( [ zip, bytes ] )
		);
		expect( names ).toEqual( [ 'large', 'package.json' ] );
		expect( await readFile( path.join( target, 'large' ) ) ).toEqual(
			large
		);
	} );

	test.each( [
		[ 'as text', Buffer.concat( [ end, Buffer.from( ' of a release' ) ] ) ],
		[
			'before the rest of an empty archive',
			Buffer.concat( [ end, Buffer.alloc( 18 ), Buffer.from( '.' ) ] ),
		],
		[
			'of an archive that its bytes seem to end',
			Buffer.concat( [
				end,
				Buffer.alloc( 18, 1 ),
				Buffer.alloc( 257 ),
			] ),
		],
		[ '16,383 times', Buffer.alloc( 4 * 16_383, end ) ],
	] )(
		'bytes after the archive may be a comment that contains the signature of an end: %s',
		async ( _title, comment ) => {
			const commented = rawZip(
				[ MANIFEST, { name: 'large', content: large } ],
				{ comment }
			);
			for ( const before of [ '', '#!/bin/sh\n' ] ) {
				const { names, target } = await unpack(
					Buffer.concat( [ Buffer.from( before ), commented ] )
				);
				expect( names ).toEqual( [ 'large', 'package.json' ] );
				expect(
					await readFile( path.join( target, 'large' ) )
				).toEqual( large );
			}
		}
	);

	test( 'bytes after the archive are ignored after a comment that contains the signature of an end', async () => {
		const comment = Buffer.concat( [
			end,
			Buffer.from( ' of a release' ),
		] );
		const { names } = await unpack(
			Buffer.concat( [
				rawZip( [ MANIFEST ], { comment } ),
				Buffer.from( '\r\n' ),
			] )
		);
		expect( names ).toEqual( [ 'package.json' ] );
	} );

	test( 'bytes after the archive are ignored together with bytes before it and a comment', async () => {
		const commented = rawZip( [ MANIFEST ], {
			comment: Buffer.from( 'hello' ),
		} );
		const { names } = await unpack(
			Buffer.concat( [
				Buffer.from( '#!/bin/sh\n' ),
				commented,
				Buffer.alloc( 99 ),
			] )
		);
		expect( names ).toEqual( [ 'package.json' ] );
	} );
} );
