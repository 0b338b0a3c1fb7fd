/** What a translator is given. */
export interface Message {
	text: string;
	/** Its form for many; null where there is one form. */
	plural: string | null;
	/** What the programmer says to translators. */
	comments: string[];
	/** Files that use it, below the project; scripts by the file that WordPress loads as well. */
	files: string[];
}

/** The text domain. */
export const DOMAIN = 'headless-deploy';

/**
 * Names a message as gettext does: one with a plural is another than the same without.
 */
export function keyOf( { text, plural }: Message ): string {
	return `${ text }\0${ plural ?? '' }`;
}

/**
 * Makes one message of all uses of a text.
 *
 * @return Each message once, by its first file and then by its text.
 */
export function joinMessages( uses: readonly Message[] ): Message[] {
	const joined = new Map< string, Message >();
	for ( const use of uses ) {
		const known = joined.get( keyOf( use ) );
		joined.set( keyOf( use ), {
			...use,
			comments: joinSorted( known?.comments, use.comments ),
			files: joinSorted( known?.files, use.files ),
		} );
	}
	return [ ...joined.values() ].sort(
		( one, other ) =>
			compare( one.files[ 0 ] ?? '', other.files[ 0 ] ?? '' ) ||
			compare( keyOf( one ), keyOf( other ) )
	);
}

function joinSorted( some: string[] = [], more: string[] ): string[] {
	return [ ...new Set( [ ...some, ...more ] ) ].sort( compare );
}

function compare( one: string, other: string ): number {
	return Number( one > other ) - Number( one < other );
}
