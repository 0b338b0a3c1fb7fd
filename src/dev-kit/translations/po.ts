/**
 * The files that translators work with: the template and one file for each language. They have no date and no line
 * numbers, so that they change only when a string does.
 */
import fs from 'node:fs';
import path from 'node:path';
import { po } from 'gettext-parser';
import type { GetTextTranslation, GetTextTranslations } from 'gettext-parser';
import { DOMAIN } from './message.ts';
import type { Message } from './message.ts';

/** The template, below the project. */
export const POT_FILE = `languages/${ DOMAIN }.pot`;

const HEADERS = {
	'Project-Id-Version': 'Headless Deploy',
	'MIME-Version': '1.0',
	'Content-Type': 'text/plain; charset=UTF-8',
	'Content-Transfer-Encoding': '8bit',
	'X-Domain': DOMAIN,
};

const LICENSE = `Copyright (C) Headless Deploy contributors
This file is distributed under the GPL-2.0-or-later.`;

/** A language that ships with the plugin. */
export interface Translation {
	/** For example `de_DE`. */
	locale: string;
	/** The rule of gettext, for example `nplurals=2; plural=(n != 1);`. */
	pluralForms: string;
	/** @return One form, or one for each plural; null where the message is not translated. */
	translate: ( message: Message ) => string[] | null;
}

/** Writes the template. */
export function writePot( messages: readonly Message[] ): string {
	return compile(
		`${ LICENSE }\nMade by "npm run translations"; do not edit.`,
		HEADERS,
		messages,
		() => null
	);
}

/** Writes the file of a language: strings that are no longer used go, and new ones are empty. */
export function writePo(
	messages: readonly Message[],
	{ locale, pluralForms, translate }: Translation
): string {
	return compile(
		`${ LICENSE }\n"npm run translations" adds new strings and removes old ones.`,
		{ ...HEADERS, Language: locale, 'Plural-Forms': pluralForms },
		messages,
		translate
	);
}

/** Lists the files of languages, below the project. */
export function poFiles( project: string ): string[] {
	return fs
		.readdirSync( path.join( project, 'languages' ) )
		.filter( ( name ) => name.endsWith( '.po' ) )
		.map( ( name ) => `languages/${ name }` );
}

/**
 * Reads the file of a language.
 *
 * @throws {Error} Where it names no language.
 */
export function readPo( source: string ): Translation {
	const { headers, translations } = po.parse( source );
	const locale = headers.Language;
	const pluralForms = headers[ 'Plural-Forms' ];
	if ( ! locale || ! pluralForms ) {
		throw new Error(
			'A translation needs the headers Language and Plural-Forms.'
		);
	}
	return {
		locale,
		pluralForms,
		translate: ( { text, plural, context } ) => {
			const found = translations[ context ?? '' ]?.[ text ];
			const forms = found?.msgstr ?? [];
			return ( found?.msgid_plural ?? null ) === plural &&
				forms.length > 0 &&
				forms.every( Boolean )
				? forms
				: null;
		},
	};
}

function compile(
	heading: string,
	headers: Record< string, string >,
	messages: readonly Message[],
	translate: Translation[ 'translate' ]
): string {
	const translations: GetTextTranslations[ 'translations' ] = {
		'': { '': { msgid: '', msgstr: [ '' ], comments: comment( heading ) } },
	};
	for ( const message of messages ) {
		const { text, context } = message;
		( translations[ context ?? '' ] ??= {} )[ text ] = entry(
			message,
			translate( message )
		);
	}
	return `${ po
		.compile(
			{ charset: 'utf-8', headers, translations },
			{ foldLength: 0 }
		)
		.toString() }\n`;
}

function entry(
	{ text, plural, context, comments, files }: Message,
	forms: string[] | null
): GetTextTranslation {
	return {
		msgid: text,
		...( context === null ? {} : { msgctxt: context } ),
		...( plural === null ? {} : { msgid_plural: plural } ),
		msgstr: forms ?? ( plural === null ? [ '' ] : [ '', '' ] ),
		comments: {
			...comment( '' ),
			extracted: comments
				.map( ( line ) => `translators: ${ line }` )
				.join( '\n' ),
			reference: files.join( '\n' ),
			flag: /%(?:\d+\$)?[sdf]/.test( text ) ? 'php-format' : '',
		},
	};
}

function comment( translator: string ) {
	return { translator, reference: '', extracted: '', flag: '', previous: '' };
}
