/** Puts texts of the server side by side; each of them may be empty. */
export function sentences( ...texts: readonly string[] ): string {
	return texts.filter( ( text ) => text !== '' ).join( ' ' );
}
