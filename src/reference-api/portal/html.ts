/**
 * HTML that is safe by construction: every value is escaped unless it is HTML already.
 */

/** Markup that may stand in a page as it is. Only `html` makes it. */
export class Html {
	readonly markup: string;

	constructor( markup: string ) {
		this.markup = markup;
	}

	toString(): string {
		return this.markup;
	}
}

/** What may stand in a template; null, undefined and false leave nothing behind. */
export type HtmlValue =
	Html | string | number | null | undefined | false | readonly HtmlValue[];

const ESCAPES: Record< string, string > = {
	'&': '&amp;',
	'<': '&lt;',
	'>': '&gt;',
	'"': '&quot;',
	"'": '&#39;',
};

/** Escapes text for an element or a quoted attribute. */
export function escapeHtml( text: string ): string {
	return text.replace( /[&<>"']/g, ( sign ) => ESCAPES[ sign ] ?? sign );
}

function markupOf( value: HtmlValue ): string {
	if ( value === null || value === undefined || value === false ) {
		return '';
	}
	if ( value instanceof Html ) {
		return value.markup;
	}
	if ( typeof value === 'object' ) {
		return value.map( markupOf ).join( '' );
	}
	return escapeHtml( String( value ) );
}

/**
 * Makes HTML of a template, with every value escaped.
 *
 * @param literals The template's own parts, taken as they are.
 * @param values   The values between them.
 */
export function html(
	literals: TemplateStringsArray,
	...values: HtmlValue[]
): Html {
	return new Html(
		literals.reduce(
			( markup, literal, index ) =>
				markup + markupOf( values[ index - 1 ] ) + literal
		)
	);
}
