/** A translatable string of the sources. */
export interface Message {
	text: string;
	/** Null for a text with one form. */
	plural: string | null;
	/** The context of `_x()`, which separates two meanings of a text. */
	context: string | null;
	/** Comments for translators. */
	comments: string[];
	/** Files that use the text, below the project. For TypeScript also the compiled scripts. */
	files: string[];
}

export const DOMAIN = 'headless-deploy';

/** gettext identifies a message by its context and its text. */
function keyOf( { text, context }: Message ): string {
	return `${ context ?? '' }\u0004${ text }`;
}

/** Joins all uses of a text into one message. The messages are sorted by their first file and their text. */
export function joinMessages( uses: readonly Message[] ): Message[] {
	const joined = new Map< string, Message >();
	for ( const use of uses ) {
		const existing = joined.get( keyOf( use ) );
		joined.set( keyOf( use ), {
			...use,
			plural: use.plural ?? existing?.plural ?? null,
			comments: joinSorted( existing?.comments, use.comments ),
			files: joinSorted( existing?.files, use.files ),
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
