/** Zips that must not be deployed. */
import { randomBytes } from 'node:crypto';
import { rawZip, unicodePath } from './raw-zip.ts';
import type { RawEntry } from './raw-zip.ts';

const MIB = 1024 * 1024;

/** What every application has. */
const NOT_A_ZIP =
	'This file was not deployed. It is not a zip file, or only a part of one.';

export const MANIFEST: RawEntry = {
	name: 'package.json',
	content: '{"name":"a"}',
};

/** A title, the zip, the status of its refusal, and words of the message. */
export type HostileZip = [ string, () => Buffer, number, string ];

const evil = ( entry: Partial< RawEntry > ) =>
	rawZip( [ MANIFEST, { name: 'e', content: 'evil', ...entry } ] );

const many = ( count: number, make: ( index: number ) => RawEntry ) =>
	rawZip( [
		MANIFEST,
		...Array.from( { length: count }, ( _, i ) => make( i ) ),
	] );

const NAMES: [ title: string, name: string, expectedMessage: string ][] = [
	[ 'a parent folder', '../evil', '../evil' ],
	[ 'a parent folder in the middle', 'a/../../evil', 'evil' ],
	[ 'an absolute path', '/evil', '/evil' ],
	[ 'a Windows drive', 'C:/evil', 'C:/evil' ],
	[ 'a Windows drive with a backslash', 'C:\\evil', 'evil' ],
	[ 'a parent folder with a backslash', '..\\evil', '../evil' ],
	[ 'a network share', '\\\\host\\evil', 'evil' ],
	[ 'a name twice', 'package.json', 'twice' ],
	[ 'a name twice in two spellings', './/package.json', 'twice' ],
	[ 'a folder that is a file', 'package.json/evil', 'both a file and a' ],
	[ 'NUL in a name', 'a\0evil', 'file name' ],
	[ 'a line end in a name', 'a\nb', 'file name' ],
	[ 'an escape sequence in a name', '\u001b[2J', 'file name' ],
	[ 'a name of 300 characters', 'e'.repeat( 300 ), 'file name' ],
	[ 'a path of 4500 characters', 'evil/'.repeat( 900 ), 'too long' ],
];

/** Each is hostile only after it was decoded. */
const ENCODED_NAMES: [
	title: string,
	entry: Partial< RawEntry >,
	expectedMessage: string,
][] = [
	[
		'a parent folder in the Unicode path',
		{ name: 'e', flags: 0, extra: unicodePath( 'e', '../evil' ) },
		'../evil',
	],
	[
		'an absolute path in the Unicode path',
		{ name: 'e', flags: 0, extra: unicodePath( 'e', '/evil' ) },
		'absolute path',
	],
	[
		'a backslash in the Unicode path',
		{ name: 'e', flags: 0, extra: unicodePath( 'e', '..\\evil' ) },
		'../evil',
	],
	[
		'a line end in the Unicode path',
		{ name: 'e', flags: 0, extra: unicodePath( 'e', 'a\nb' ) },
		'file name',
	],
	[
		'a parent folder in CP437',
		{ name: Buffer.from( '\x81/../../evil', 'latin1' ), flags: 0 },
		'ü/../../evil',
	],
	[
		'a control character in CP437',
		{ name: Buffer.from( '\x81\x1b[2J', 'latin1' ), flags: 0, madeOn: 0 },
		'file name',
	],
	[
		'a name that is too long when decoded',
		{ name: Buffer.alloc( 128, 0xb0 ), flags: 0, madeOn: 0 },
		'file name',
	],
	[
		'a symbolic link with a name in UTF-8 that is not stated',
		{ name: 'ü', flags: 0, mode: 0o120777, content: '../../etc' },
		'"ü" is a symbolic link',
	],
];

/** Names of which the second one becomes the first one when both are decoded. */
const SAME_NAMES: [ title: string, first: RawEntry, second: RawEntry ][] = [
	[
		'UTF-8 and CP437',
		{ name: 'ü' },
		{ name: Buffer.from( [ 0x81 ] ), flags: 0, madeOn: 0 },
	],
	[ 'stated and not stated UTF-8', { name: 'ü' }, { name: 'ü', flags: 0 } ],
	[
		'a Unicode path and the name of another file',
		{ name: 'ü' },
		{ name: 'u', flags: 0, extra: unicodePath( 'u', 'ü' ) },
	],
];

const FILE_TYPES: [ title: string, mode: number, expectedMessage: string ][] = [
	[ 'a symbolic link', 0o120777, 'symbolic link' ],
	[ 'a character device', 0o020666, 'special' ],
	[ 'a block device', 0o060644, 'special' ],
	[ 'a pipe', 0o010666, 'special' ],
	[ 'a socket', 0o140666, 'special' ],
];

const DAMAGED: [ title: string, entry: Partial< RawEntry > ][] = [
	[
		'a size smaller than the content',
		{ content: 'x'.repeat( 9999 ), deflate: true, size: 1 },
	],
	[ 'a size larger than the content', { deflate: true, size: 9999 } ],
	[
		'content that cannot be inflated',
		{ method: 8, content: randomBytes( 99 ), size: 99 },
	],
];

const MANIFESTS: [
	title: string,
	entries: RawEntry[],
	expectedMessage: string,
][] = [
	[ 'no entries', [], 'no package.json' ],
	[ 'no package.json', [ { name: 'index.js' } ], 'no package.json' ],
	[
		'a package.json two levels down',
		[ { name: 'a/b/package.json', content: '{}' } ],
		'no package.json',
	],
	[
		'a package.json that is a folder',
		[ { name: 'package.json/' }, { name: 'a' } ],
		'no package.json',
	],
	...[ '{', '"x"', '[]' ].map( ( content ): ( typeof MANIFESTS )[ 0 ] => [
		`the package.json ${ content }`,
		[ { name: 'package.json', content } ],
		'not a JSON object',
	] ),
	[
		'a package.json of 6 MB',
		[ { name: 'package.json', content: `"${ 'a'.repeat( 6_000_000 ) }"` } ],
		'package.json is larger',
	],
];

export const HOSTILE_ZIPS: HostileZip[] = [
	...NAMES.map( ( [ title, name, expectedMessage ] ): HostileZip => [
		title,
		() => evil( { name } ),
		400,
		expectedMessage,
	] ),
	...ENCODED_NAMES.map( ( [ title, entry, expectedMessage ] ): HostileZip => [
		title,
		() => evil( entry ),
		400,
		expectedMessage,
	] ),
	...SAME_NAMES.map( ( [ title, first, second ] ): HostileZip => [
		`a name twice when decoded: ${ title }`,
		() => rawZip( [ MANIFEST, first, second ] ),
		400,
		'"ü" twice',
	] ),
	...FILE_TYPES.map( ( [ title, mode, expectedMessage ] ): HostileZip => [
		title,
		() => evil( { content: '/etc', mode } ),
		400,
		expectedMessage,
	] ),
	...DAMAGED.map( ( [ title, entry ] ): HostileZip => [
		title,
		() => evil( entry ),
		400,
		'damaged',
	] ),
	...MANIFESTS.map( ( [ title, entries, expectedMessage ] ): HostileZip => [
		title,
		() => rawZip( entries ),
		422,
		expectedMessage,
	] ),
	[
		'a file below a symbolic link',
		() =>
			rawZip( [
				MANIFEST,
				{ name: 'out', content: '/tmp', mode: 0o120777 },
				{ name: 'out/evil', content: 'evil' },
			] ),
		400,
		'symbolic link',
	],
	[
		'encryption',
		() => evil( { deflate: true, flags: 0x801 } ),
		400,
		'encrypted',
	],
	[
		'an unsupported method',
		() => evil( { method: 12 } ),
		400,
		'method that is not supported',
	],
	[
		'a packed size beyond the end',
		() => evil( { packedSize: 900_000, size: 900_000 } ),
		400,
		'damaged',
	],
	[
		'fewer entries than stated',
		() => rawZip( [ MANIFEST ], { entryCount: 40_000 } ),
		400,
		'',
	],
	[
		'half of a zip',
		() =>
			rawZip( [
				MANIFEST,
				{ name: 'a', content: randomBytes( 999 ) },
			] ).subarray( 0, 600 ),
		400,
		NOT_A_ZIP,
	],
	[ 'random bytes', () => randomBytes( 4096 ), 400, NOT_A_ZIP ],
	[ 'an empty file', () => Buffer.alloc( 0 ), 400, NOT_A_ZIP ],
];

const LONG_PATH = `${ 'a/'.repeat( 490 ) }f`;

/** Zips that would use up the memory or the disk of a careless program. */
export const ZIP_BOMBS: HostileZip[] = [
	[
		'a stated size of more than 1 GiB',
		() => evil( { packedSize: 0x7ffffff0, size: 0x7ffffff0 } ),
		413,
		'1 GiB',
	],
	[
		'twenty entries with the same 60 MiB',
		() =>
			many( 20, ( index ) => ( {
				name: `b${ index }`,
				deflate: true,
				...( index > 0
					? { dataOf: 1 }
					: { content: Buffer.alloc( 60 * MIB ) } ),
			} ) ),
		413,
		'1 GiB',
	],
	[
		'200 MiB that are stated as 1000 bytes',
		() =>
			evil( {
				deflate: true,
				content: Buffer.alloc( 200 * MIB ),
				size: 1000,
			} ),
		400,
		'damaged',
	],
	[
		'60,000 entries',
		() => many( 60_000, ( index ) => ( { name: `f${ index }` } ) ),
		413,
		'60001 entries',
	],
	[
		'a name of 65,000 characters',
		() => evil( { name: 'e/'.repeat( 32_500 ) } ),
		400,
		'too long',
	],
	[
		'millions of folders in few names',
		() =>
			many( 2000, ( index ) => ( {
				name: `${ index }/${ LONG_PATH }`,
			} ) ),
		413,
		'files and folders',
	],
	[
		'a directory of comments',
		() =>
			many( 1400, ( index ) => ( {
				name: index === 1399 ? '../evil' : `f${ index }`,
				comment: Buffer.alloc( 65_000, 'c' ),
			} ) ),
		400,
		'../evil',
	],
];
