/** Zips that must not be deployed. */
import { randomBytes } from 'node:crypto';
import { rawZip } from './raw-zip.ts';
import type { RawEntry } from './raw-zip.ts';

const MIB = 1024 * 1024;

/** What every application has. */
export const MANIFEST: RawEntry = {
	name: 'package.json',
	content: '{"name":"a"}',
};

const evil = ( given: Partial< RawEntry > & { name: string | Buffer } ) =>
	rawZip( [ MANIFEST, { content: 'evil', ...given } ] );

const many = ( count: number, make: ( index: number ) => RawEntry ) =>
	rawZip( [
		MANIFEST,
		...Array.from( { length: count }, ( _, i ) => make( i ) ),
	] );

const LONG_PATH = `${ 'a/'.repeat( 490 ) }f`;

/** What each is, the zip, the status of its refusal, and words of its reason. */
export const HOSTILE_ZIPS: [ string, () => Buffer, number, string ][] = [
	[ '../', () => evil( { name: '../evil' } ), 400, '../evil' ],
	[
		'../ in the middle',
		() => evil( { name: 'a/../../evil' } ),
		400,
		'evil',
	],
	[ 'an absolute path', () => evil( { name: '/evil' } ), 400, '/evil' ],
	[ 'a Windows drive', () => evil( { name: 'C:\\evil' } ), 400, 'evil' ],
	[ 'a backslash', () => evil( { name: '..\\evil' } ), 400, 'evil' ],
	[ 'a share', () => evil( { name: '\\\\host\\evil' } ), 400, 'evil' ],
	[
		'a symbolic link',
		() => evil( { name: 'link', content: '/etc', mode: 0o120777 } ),
		400,
		'symbolic link',
	],
	[
		'a link that is written through',
		() =>
			rawZip( [
				MANIFEST,
				{ name: 'out', content: '/tmp', mode: 0o120777 },
				{ name: 'out/evil', content: 'evil' },
			] ),
		400,
		'symbolic link',
	],
	[ 'a device', () => evil( { name: 'd', mode: 0o020666 } ), 400, 'special' ],
	[ 'a pipe', () => evil( { name: 'p', mode: 0o010666 } ), 400, 'special' ],
	[ 'a socket', () => evil( { name: 's', mode: 0o140666 } ), 400, 'special' ],
	[ 'a name twice', () => evil( { name: 'package.json' } ), 400, 'twice' ],
	[
		'a name twice by a detour',
		() => evil( { name: './/package.json' } ),
		400,
		'twice',
	],
	[
		'a folder that is a file',
		() => evil( { name: 'package.json/evil' } ),
		400,
		'both a file and a folder',
	],
	[ 'NUL in a name', () => evil( { name: 'a\0evil' } ), 400, 'file name' ],
	[
		'a line end in a name',
		() => evil( { name: 'a\nb' } ),
		400,
		'file name',
	],
	[ 'an escape in a name', () => evil( { name: '\u001b[2J' } ), 400, 'name' ],
	[
		'a name of 300 characters',
		() => evil( { name: 'e'.repeat( 300 ) } ),
		400,
		'not a possible file name',
	],
	[
		'a name of 65,000 characters',
		() => evil( { name: 'e/'.repeat( 32_500 ) } ),
		400,
		'too long',
	],
	[
		'encryption',
		() => evil( { name: 'e', deflate: true, flags: 0x801 } ),
		400,
		'encrypted',
	],
	[ 'an odd method', () => evil( { name: 'e', method: 12 } ), 400, 'method' ],
	[
		'a size smaller than the truth',
		() =>
			evil( {
				name: 'e',
				content: 'x'.repeat( 9999 ),
				deflate: true,
				size: 1,
			} ),
		400,
		'damaged',
	],
	[
		'a size larger than the truth',
		() => evil( { name: 'e', deflate: true, size: 9999 } ),
		400,
		'damaged',
	],
	[
		'a wrong checksum in packed data',
		() =>
			evil( {
				name: 'e',
				method: 8,
				content: randomBytes( 99 ),
				size: 99,
			} ),
		400,
		'damaged',
	],
	[
		'a packed size beyond the end',
		() => evil( { name: 'e', packedSize: 0x7ffffff0, size: 0x7ffffff0 } ),
		413,
		'1 GiB',
	],
	[
		'a bomb that says so',
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
		'a bomb that lies',
		() =>
			evil( {
				name: 'b',
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
		'fewer entries than it says',
		() => rawZip( [ MANIFEST ], { entryCount: 40_000 } ),
		400,
		'',
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
	[
		'the half of a zip',
		() =>
			rawZip( [
				MANIFEST,
				{ name: 'a', content: randomBytes( 999 ) },
			] ).subarray( 0, 600 ),
		400,
		'not a zip',
	],
	[ 'random bytes', () => randomBytes( 4096 ), 400, 'not a zip' ],
	[ 'nothing', () => Buffer.alloc( 0 ), 400, 'not a zip' ],
	[ 'a zip of nothing', () => rawZip( [] ), 422, 'no package.json' ],
	[
		'no package.json',
		() => rawZip( [ { name: 'index.js' } ] ),
		422,
		'no package.json',
	],
	[
		'package.json two levels down',
		() => rawZip( [ { name: 'a/b/package.json', content: '{}' } ] ),
		422,
		'no package.json',
	],
	[
		'package.json as a folder',
		() => rawZip( [ { name: 'package.json/' }, { name: 'a' } ] ),
		422,
		'no package.json',
	],
	[
		'package.json of no JSON',
		() => rawZip( [ { name: 'package.json', content: '{' } ] ),
		422,
		'not a JSON object',
	],
];
