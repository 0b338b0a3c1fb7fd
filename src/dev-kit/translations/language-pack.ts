/**
 * The format in which WordPress loads a language: one file for PHP, and one for each script, with the MD5 of its path
 * in its name.
 * @see https://make.wordpress.org/core/2024/02/27/i18n-improvements-6-5-performant-translations/
 */
import { createHash } from 'node:crypto';
import path from 'node:path';
import { writeWhole } from '../files.ts';
import { DOMAIN } from './message.ts';
import type { Message } from './message.ts';
import type { Translation } from './po.ts';

/** @param folder The languages/ of the plugin, or wp-content/languages/plugins/. */
export function writeLanguagePack(
	folder: string,
	messages: readonly Message[],
	translation: Translation
): void {
	const base = path.join( folder, `${ DOMAIN }-${ translation.locale }` );
	writeWhole( `${ base }.l10n.php`, phpFile( messages, translation ) );
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
				messages.filter( ( { files } ) => files.includes( script ) ),
				translation
			)
		);
	}
}

function phpFile(
	messages: readonly Message[],
	{ locale, pluralForms, translate }: Translation
): string {
	const lines = messages.flatMap( ( message ) => {
		const forms = translate( message );
		return forms
			? [
					`${ phpQuote( keyOf( message ) ) } => ${ forms.map( phpQuote ).join( ' . "\\0" . ' ) },`,
				]
			: [];
	} );
	return `<?php
return array(
'plural-forms' => ${ phpQuote( pluralForms ) },
'language' => ${ phpQuote( locale ) },
'messages' => array(
${ lines.join( '\n' ) }
) );
`;
}

function scriptFile(
	messages: readonly Message[],
	{ locale, pluralForms, translate }: Translation
): string {
	const entries = messages.flatMap( ( message ) => {
		const forms = translate( message );
		return forms ? [ [ keyOf( message ), forms ] ] : [];
	} );
	return JSON.stringify( {
		domain: 'messages',
		locale_data: {
			messages: {
				'': {
					domain: 'messages',
					'plural-forms': pluralForms,
					lang: locale,
				},
				...( Object.fromEntries( entries ) as Record<
					string,
					string[]
				> ),
			},
		},
	} );
}

/** In both formats the context precedes the text, and the singular is the key of a plural. */
function keyOf( { text, context }: Message ): string {
	return context === null ? text : `${ context }\u0004${ text }`;
}

function phpQuote( text: string ): string {
	return `'${ text.replace( /[\\']/g, '\\$&' ) }'`;
}
