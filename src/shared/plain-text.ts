// Each code begins at its own ESC (or eight-bit twin) and stops before the next one, so the work stays linear.
const STRINGS =
	/[\u001b][\]PX^_](?:[^\u0007\u001b\u009c]*(?:\u0007|\u001b\\|\u009c))?/g;
const SEQUENCES = /(?:\u001b\[|\u009b)[0-?]*[ -/]*[@-~]?/g;
const ESCAPES = /\u001b[ -/]*[0-~]?/g;
/** All control characters but the tab, and characters that change the text direction. */
const CONTROLS =
	/[\u0000-\u0008\u000a-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/** Returns the final state of a line in a terminal, because programs overwrite their progress. */
function lastPrinted( line: string ): string {
	let end = line.length;
	while ( end > 0 && line[ end - 1 ] === '\r' ) {
		end--;
	}
	return line.slice( line.lastIndexOf( '\r', end - 1 ) + 1, end );
}

/** Removes colors, titles, links and other escape sequences, and control characters. */
export function plainText( line: string ): string {
	return lastPrinted( line )
		.replace( STRINGS, '' )
		.replace( SEQUENCES, '' )
		.replace( ESCAPES, '' )
		.replace( CONTROLS, '' );
}
