/**
 * Writes a template for translators. It has no date and no line numbers, so that it changes only when a string does.
 */
import { DOMAIN } from './message.ts';
import type { Message } from './message.ts';

/** Where it stands, below the project. */
export const POT_FILE = `languages/${ DOMAIN }.pot`;

const HEAD = `# Copyright (C) Headless Deploy contributors
# This file is distributed under the GPL-2.0-or-later.
# Made by "npm run translations"; do not edit.
msgid ""
msgstr ""
"Project-Id-Version: Headless Deploy\\n"
"MIME-Version: 1.0\\n"
"Content-Type: text/plain; charset=UTF-8\\n"
"Content-Transfer-Encoding: 8bit\\n"
"X-Domain: ${ DOMAIN }\\n"
`;

/** Writes it. */
export function writePot( messages: readonly Message[] ): string {
	return `${ [ HEAD, ...messages.map( writeMessage ) ].join( '\n' ) }`;
}

function writeMessage( { text, plural, comments, files }: Message ): string {
	const lines = [
		...comments.map( ( comment ) => `#. translators: ${ comment }` ),
		...files.map( ( file ) => `#: ${ file }` ),
		...( /%(?:\d+\$)?[sdf]/.test( text ) ? [ '#, php-format' ] : [] ),
		`msgid ${ quote( text ) }`,
		...( plural === null
			? [ 'msgstr ""' ]
			: [
					`msgid_plural ${ quote( plural ) }`,
					'msgstr[0] ""',
					'msgstr[1] ""',
				] ),
	];
	return `${ lines.join( '\n' ) }\n`;
}

function quote( text: string ): string {
	const escaped = text
		.replaceAll( '\\', '\\\\' )
		.replaceAll( '"', '\\"' )
		.replaceAll( '\n', '\\n' )
		.replaceAll( '\t', '\\t' );
	return `"${ escaped }"`;
}
