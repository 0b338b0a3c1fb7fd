/** A translatable string of the sources. */
export interface Message {
	text: string;
	/** The plural form; null where there is one form. */
	plural: string | null;
	/** Tells two meanings of one text apart, as `_x()` does; null without. */
	context: string | null;
	/** Comments for translators. */
	comments: string[];
	/** Files that use it, below the project. A string of TypeScript also names the compiled scripts. */
	files: string[];
}

/** The text domain. */
export const DOMAIN = 'headless-deploy';

/** gettext identifies a message by its context and its text. */
function keyOf( { text, context }: Message ): string {
	return `${ context ?? '' }\u0004${ text }`;
}

/**
 * Joins all uses of a text into one message.
 *
 * @return Each message once, by its first file and then by its text.
 */
export function joinMessages( uses: readonly Message[] ): Message[] {
	const joined = new Map< string, Message >();
	for ( const use of uses ) {
		const known = joined.get( keyOf( use ) );
		joined.set( keyOf( use ), {
			...use,
			plural: use.plural ?? known?.plural ?? null,
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
