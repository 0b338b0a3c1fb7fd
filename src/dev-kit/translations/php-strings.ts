import { DOMAIN } from './message.ts';
import type { Message } from './message.ts';

const FUNCTIONS =
	'(?:__|_e|_n|_x|esc_html__|esc_html_e|esc_html_x|esc_attr__|esc_attr_e|esc_attr_x)';
const CALL = new RegExp( `(?<![\\w>:$])${ FUNCTIONS }\\(`, 'g' );
const TEXT = "'((?:[^'\\\\]|\\\\.)*)'";
const COMMENT =
	'(?:/\\*\\s*translators:\\s*((?:(?!\\*/)[\\s\\S])*?)\\s*\\*/\\s*(?:[^;{}\\n]*?))?';
const WHOLE = new RegExp(
	`${ COMMENT }(?<![\\w>:$])(${ FUNCTIONS })\\(\\s*${ TEXT }(?:\\s*,\\s*${ TEXT }(?=\\s*,[^;]*?'${ DOMAIN }'))?[^;]*?,\\s*'${ DOMAIN }'`,
	'g'
);

/** @throws {Error} Where a call has another form: a text that is not found is never translated. */
export function phpMessages( source: string, file: string ): Message[] {
	const found = [ ...source.matchAll( WHOLE ) ].map(
		( [ , comment, name = '', text = '', second ] ): Message => ( {
			text: unescape( text ),
			plural: name === '_n' ? unescape( second ?? '' ) : null,
			context: name.endsWith( '_x' ) ? unescape( second ?? '' ) : null,
			comments: comment ? [ comment.replace( /\s+/g, ' ' ) ] : [],
			files: [ file ],
		} )
	);
	const calls = source.match( CALL )?.length ?? 0;
	if (
		calls !== found.length ||
		found.some( ( { plural, context } ) => '' === plural || '' === context )
	) {
		throw new Error(
			`${ file } has ${ calls } calls of translation functions, but only ${ found.length } are written as expected: __( 'text', '${ DOMAIN }' )`
		);
	}
	return found;
}

function unescape( text: string ): string {
	return text.replace( /\\(['\\])/g, '$1' );
}
