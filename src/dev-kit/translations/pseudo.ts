/**
 * A pseudo-locale: accents and brackets show at a glance which strings are translatable.
 */
import type { Translation } from './po.ts';

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

/** The language as `writeLanguagePack()` takes it. */
export const PSEUDO: Translation = {
	locale: PSEUDO_LOCALE,
	pluralForms: 'nplurals=2; plural=n != 1;',
	translate: ( { text, plural } ) =>
		[ text, ...( plural === null ? [] : [ plural ] ) ].map( pseudo ),
};
