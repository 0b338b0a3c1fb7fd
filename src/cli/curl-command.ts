/** Finds the URL in a curl command, because portals of hosts show webhooks as commands. The PHP class Curl_Command does the same. */

const START = /^\s*(?:[$>#]\s*)?curl(?:\.exe)?(?:\s|$)/i;
/** The end of a line that continues (`\` of Unix shells, `^` of Windows, "`" of PowerShell). */
const LINE_END = /[\\^`]?(?:\r\n|[\n\v\f\r\u0085\u2028\u2029])/g;
const WINDOWS_ESCAPE = /\^(?=["&%])/g;
/** An argument: text in quotation marks, escaped characters and other text without a blank between them. */
const ARGUMENT = /(?:\$?'[^']*'|"(?:[^"\\]|\\[^])*"|\\[^]|[^\s"'\\])+/g;
const QUOTED = /\$?'([^']*)'|"([^"]*)"/g;
const URL_ARGUMENT = /^(?:--url=)?(https?:\/\/[^]*)$/i;
/** Options whose value may be a URL that is not the one that curl requests. */
const OTHER_URLS = [
	...[ '-e', '--referer', '-x', '--proxy', '--preproxy' ],
	...[ '-d', '--data', '--data-ascii', '--data-binary', '--data-raw' ],
	...[ '--data-urlencode', '--json', '--doh-url', '-H', '--header' ],
];

/** Removes quotation marks and escapes, also those at the start that remain when a terminal removes line ends. */
function valueOf( argument: string ): string {
	return argument
		.replace( /\\([^])/g, '$1' )
		.replace( QUOTED, '$1$2' )
		.replace( /^[ '"]+/, '' );
}

/** Returns the URL of a curl command, the text itself if it is another text, and null for a command without a URL. */
export function unwrapCurl( text: string ): string | null {
	if ( ! START.test( text ) ) {
		return text;
	}
	const line = text.replace( LINE_END, ' ' ).replace( WINDOWS_ESCAPE, '' );
	const values = ( line.match( ARGUMENT ) ?? [] ).map( valueOf );
	const urls = values.map( ( value, index ) =>
		OTHER_URLS.includes( values[ index - 1 ] ?? '' )
			? undefined
			: URL_ARGUMENT.exec( value )?.[ 1 ]
	);
	return urls.find( ( url ) => url !== undefined ) ?? null;
}
