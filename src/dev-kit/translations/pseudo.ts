/** A pseudo-locale: accents and brackets show which texts are translatable. */
import type { Translation } from './po.ts';

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

/** Placeholders, markup and URLs. */
const UNTRANSLATED_PARTS = /%(?:\d+\$)?[sdf]|%%|<[^>]+>|https?:\S+/g;

export function pseudo( text: string ): string {
	const untranslated = text.match( UNTRANSLATED_PARTS ) ?? [];
	const translated = text
		.split( UNTRANSLATED_PARTS )
		.map( ( part ) =>
			[ ...part ]
				.map( ( letter ) => LETTERS[ letter ] ?? letter )
				.join( '' )
		);
	return `⟦${ translated
		.map( ( part, index ) => part + ( untranslated[ index ] ?? '' ) )
		.join( '' ) }⟧`;
}

export const PSEUDO: Translation = {
	locale: PSEUDO_LOCALE,
	pluralForms: 'nplurals=2; plural=n != 1;',
	translate: ( { text, plural } ) =>
		[ text, ...( plural === null ? [] : [ plural ] ) ].map( pseudo ),
};
