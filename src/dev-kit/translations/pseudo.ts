/**
 * A language that nobody speaks: every translated string is recognized at a glance, and what is not translated is too.
 */
import { createHash } from 'node:crypto';
import path from 'node:path';
import { writeWhole } from '../files.ts';
import { DOMAIN, joinMessages } from './message.ts';
import type { Message } from './message.ts';
import { allMessages } from './messages.ts';

/** Its name. */
export const PSEUDO_LOCALE = 'xx_PS';

const LETTERS: Record< string, string > = {
	a: 'á',
	c: 'ç',
	e: 'é',
	h: 'ħ',
	i: 'í',
	l: 'ł',
	n: 'ñ',
	o: 'ö',
	s: 'ş',
	t: 'ŧ',
	u: 'ú',
	y: 'ÿ',
	A: 'Á',
	C: 'Ç',
	D: 'Ð',
	E: 'É',
	H: 'Ħ',
	L: 'Ł',
	N: 'Ñ',
	O: 'Ö',
	R: 'Ř',
	S: 'Ş',
	U: 'Ú',
};

/** Placeholders, markup and addresses stay as they are. */
const RETAINED = /%(?:\d+\$)?[sdf]|%%|<[^>]+>|https?:\S+/g;

/** Translates a string. */
export function pseudo( text: string ): string {
	const kept = text.match( RETAINED ) ?? [];
	const words = text
		.split( RETAINED )
		.map( ( part ) =>
			[ ...part ]
				.map( ( letter ) => LETTERS[ letter ] ?? letter )
				.join( '' )
		);
	return `⟦${ words
		.map( ( part, index ) => part + ( kept[ index ] ?? '' ) )
		.join( '' ) }⟧`;
}

/**
 * Writes the language as translators' tools do: one file for PHP, and one for each script, by the MD5 of its path.
 *
 * @param folder Where the files go.
 */
export function writePseudo( project: string, folder: string ): void {
	const messages = allMessages( project );
	const base = path.join( folder, `${ DOMAIN }-${ PSEUDO_LOCALE }` );
	writeWhole( `${ base }.l10n.php`, phpFile( messages ) );
	const scripts = new Set(
		messages.flatMap( ( { files } ) =>
			files.filter( ( file ) => file.startsWith( 'build/' ) )
		)
	);
	for ( const script of scripts ) {
		const hash = createHash( 'md5' ).update( script ).digest( 'hex' );
		writeWhole(
			`${ base }-${ hash }.json`,
			scriptFile(
				messages.filter( ( { files } ) => files.includes( script ) )
			)
		);
	}
}

function phpFile( messages: readonly Message[] ): string {
	const lines = messages.map( ( { text, plural } ) => {
		const key =
			plural === null
				? phpQuote( text )
				: `${ phpQuote( text ) } . "\\0" . ${ phpQuote( plural ) }`;
		const value =
			plural === null
				? phpQuote( pseudo( text ) )
				: `${ phpQuote( pseudo( text ) ) } . "\\0" . ${ phpQuote( pseudo( plural ) ) }`;
		return `${ key } => ${ value },`;
	} );
	return `<?php
return array(
'plural-forms' => 'nplurals=2; plural=n != 1;',
'language' => '${ PSEUDO_LOCALE }',
'messages' => array(
${ lines.join( '\n' ) }
) );
`;
}

function phpQuote( text: string ): string {
	return `'${ text.replace( /[\\']/g, '\\$&' ) }'`;
}

function scriptFile( messages: readonly Message[] ): string {
	const entries = joinMessages( messages ).map( ( { text, plural } ) => [
		text,
		plural === null
			? [ pseudo( text ) ]
			: [ pseudo( text ), pseudo( plural ) ],
	] );
	return JSON.stringify( {
		domain: 'messages',
		locale_data: {
			messages: {
				'': {
					domain: 'messages',
					'plural-forms': 'nplurals=2; plural=n != 1;',
					lang: PSEUDO_LOCALE,
				},
				...( Object.fromEntries( entries ) as Record<
					string,
					string[]
				> ),
			},
		},
	} );
}
