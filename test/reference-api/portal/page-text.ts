/** Reads a page as people do: its words, without markup. */

/** Answers the words of a page's main part. */
export function wordsOf( body: string ): string {
	return body
		.slice( body.indexOf( '<main' ) )
		.replace( /<svg[\s\S]*?<\/svg>/g, ' ' )
		.replace( /<[^>]*>/g, ' ' )
		.replace( /&quot;/g, '"' )
		.replace( /&#39;/g, "'" )
		.replace( /&amp;/g, '&' )
		.replace( /\s+/g, ' ' )
		.replace( / ([.,:;])/g, '$1' );
}

/** Makes the request of a form that was filled in. */
export function filled( fields: Record< string, string > ) {
	return {
		payload: new URLSearchParams( fields ).toString(),
		headers: { 'content-type': 'application/x-www-form-urlencoded' },
	};
}
