/** Decodes the names of a zip's entries, because many programs do not mark UTF-8 names as UTF-8. */
import { isUtf8 } from 'node:buffer';
import { crc32 } from 'node:zlib';
import type { Entry } from 'yauzl';
import { quote } from '../lib/names.ts';

/** What yauzl emits with `decodeStrings: false`. */
export type UndecodedEntry = Entry & { fileNameRaw: Buffer };

export interface EntryName {
	/** With slashes only. It is not checked yet: it may lead out of the release. */
	name: string;
	/** The zip does not give the name as UTF-8. */
	isGuess: boolean;
}

/** Bit 11 of the general purpose flags: the name is UTF-8. */
const UTF8_FLAG = 0x800;
/** The upper byte of "version made by": the system whose file attributes the entry has. */
const UNIX = 3;
const MACOS = 19;
/** Info-ZIP's "Unicode Path": a version, the checksum of the other name, and the name in UTF-8. */
const UNICODE_PATH = 0x7075;
const UNICODE_PATH_VERSION = 1;
const UNICODE_PATH_HEADER_BYTES = 5;
/** The characters 128 to 255 of the original encoding of zip files, appendix D of PKWARE's APPNOTE.TXT. */
const CP437 =
	'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u00a0';

/** Bytes below 128 stay as they are, so that control characters are found later. */
function fromCp437( bytes: Buffer ): string {
	return Array.from( bytes, ( byte ) =>
		byte < 128 ? String.fromCharCode( byte ) : CP437[ byte - 128 ]
	).join( '' );
}

/** Returns the UTF-8 name beside the other one, unless a program changed the other one later. */
function unicodePath( entry: UndecodedEntry ): Buffer | undefined {
	return entry.extraFields
		.find(
			( { id, data } ) =>
				id === UNICODE_PATH &&
				data.length > UNICODE_PATH_HEADER_BYTES &&
				data.readUInt8( 0 ) === UNICODE_PATH_VERSION &&
				data.readUInt32LE( 1 ) === crc32( entry.fileNameRaw ) &&
				isUtf8( data.subarray( UNICODE_PATH_HEADER_BYTES ) )
		)
		?.data.subarray( UNICODE_PATH_HEADER_BYTES );
}

/** Tells whether the name of an entry is stated to be UTF-8, or comes from a system whose names are UTF-8. */
function mayBeUtf8( entry: UndecodedEntry ): boolean {
	const madeOn = Math.floor( entry.versionMadeBy / 0x100 );
	return (
		Math.floor( entry.generalPurposeBitFlag / UTF8_FLAG ) % 2 === 1 ||
		[ UNIX, MACOS ].includes( madeOn )
	);
}

function isAscii( text: string ): boolean {
	return ! /\P{ASCII}/u.test( text );
}

/** Decodes the name of an entry. */
export function readName( entry: UndecodedEntry ): EntryName {
	const raw = entry.fileNameRaw;
	const utf8 =
		unicodePath( entry ) ??
		( mayBeUtf8( entry ) && isUtf8( raw ) ? raw : undefined );
	const name = utf8?.toString( 'utf8' ) ?? fromCp437( raw );
	return {
		// Some programs of Windows write backslashes.
		name: name.replaceAll( '\\', '/' ),
		isGuess: ! utf8 && ! isAscii( name ),
	};
}

function count( names: readonly string[] ): string {
	return names.length === 1
		? '1 file name is'
		: `${ names.length.toLocaleString( 'en' ) } file names are`;
}

/** Returns what the log of a build says about names that may not be those that the code expects. */
export function nameWarnings( names: readonly EntryName[] ): string[] {
	const guessed = names
		.filter( ( { name, isGuess } ) => isGuess && ! isAscii( name ) )
		.map( ( { name } ) => name );
	const decomposed = names
		.map( ( { name } ) => name )
		.filter( ( name ) => name.normalize( 'NFC' ) !== name );
	const warnings: string[] = [];
	if ( guessed[ 0 ] ) {
		warnings.push(
			`${ count( guessed ) } not stated to be UTF-8 and read as CP437, for example ${ quote(
				guessed[ 0 ]
			) }. If a name is wrong, zip the folder with a program that writes UTF-8 names`
		);
	}
	if ( decomposed[ 0 ] ) {
		warnings.push(
			`${ count( decomposed ) } decomposed (Unicode NFD), as macOS writes them, for example ${ quote(
				decomposed[ 0 ]
			) }. Code and URLs that use the composed form (NFC) do not find them. Rename the files to ASCII, or zip the folder with another program`
		);
	}
	return warnings;
}
