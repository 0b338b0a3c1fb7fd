import { inspect } from 'node:util';
import { expect, test } from 'vitest';
import { redact } from '../../../src/cli/secrets.ts';
import {
	StreamRedactor,
	secretForms,
} from '../../../src/reference-api/builds/log-redaction.ts';

/** With all characters that some encoder treats in its own way, and longer than a line of base64. */
const VALUE = `s3cr3t/with:odd chars+and (paren)!~*;,@$ "q' \\üß€😀 &b=1 <x>#? [i] {j} ^\`| and more than one line`;

function urlWith( set: ( url: URL ) => void ): string {
	const url = new URL( 'http://host/' );
	set( url );
	return url.href;
}

function unicodeEscapes( text: string ): string {
	return text.replace(
		/[\u0080-\uffff]/g,
		( unit ) =>
			`\\u${ unit.charCodeAt( 0 ).toString( 16 ).padStart( 4, '0' ) }`
	);
}

/** Each as the program prints it. */
const PRINTED: [ title: string, text: string ][] = [
	[ 'plain text', VALUE ],
	[ 'console.log()', inspect( { value: VALUE } ) ],
	[ 'quotes of JavaScript', `'${ VALUE.replaceAll( "'", "\\'" ) }'` ],
	[ 'the trace of a shell', `'${ VALUE.replaceAll( "'", "'\\''" ) }'` ],
	[ 'JSON', JSON.stringify( VALUE ) ],
	[ 'JSON in JSON', JSON.stringify( JSON.stringify( VALUE ) ) ],
	[
		'JSON of PHP',
		unicodeEscapes( JSON.stringify( VALUE ).replaceAll( '/', '\\/' ) ),
	],
	[ 'JSON of Python', unicodeEscapes( JSON.stringify( VALUE ) ) ],
	[ 'encodeURIComponent()', encodeURIComponent( VALUE ) ],
	[
		'a lower-case percent-encoding',
		encodeURIComponent( VALUE ).replace( /%../g, ( code ) =>
			code.toLowerCase()
		),
	],
	[ 'encodeURI()', encodeURI( VALUE ) ],
	[ 'a form', new URLSearchParams( { value: VALUE } ).toString() ],
	[ 'a password in a URL', urlWith( ( url ) => ( url.password = VALUE ) ) ],
	[ 'a query', urlWith( ( url ) => ( url.search = VALUE ) ) ],
	[ 'base64', Buffer.from( VALUE ).toString( 'base64' ) ],
	[ 'base64url', Buffer.from( VALUE ).toString( 'base64url' ) ],
	[
		'base64 in lines of 76 characters',
		Buffer.from( VALUE ).toString( 'base64' ).replace( /.{76}/g, '$&\n' ),
	],
	[
		'base64 in lines of 64 characters',
		Buffer.from( VALUE ).toString( 'base64' ).replace( /.{64}/g, '$&\n' ),
	],
	[ 'hex', Buffer.from( VALUE ).toString( 'hex' ) ],
];

/** What of the value may be left: the beginning of a line of base64, or the name of a field. */
const LEFT = /^(?:[^a-z0-9]|••••|value|http|host)*$/i;

test.each( PRINTED )( 'masks a value in %s', ( _title, text ) => {
	const redactor = new StreamRedactor(
		secretForms( [ { key: 'TOKEN', value: VALUE } ] )
	);
	const shown = Buffer.concat( [
		redactor.push( Buffer.from( text ) ),
		redactor.flush(),
	] ).toString();
	expect( shown ).toMatch( LEFT );
	expect( redact( text, [ VALUE ] ) ).toMatch( LEFT );
} );
