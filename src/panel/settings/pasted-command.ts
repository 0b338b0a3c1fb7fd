/**
 * Joins the lines of a pasted curl command, which WordPress takes the URL from. Browsers remove line ends from a text
 * field and leave the backslashes before them.
 *
 * @return Null if the text is not a curl command of several lines.
 */
export function joinedCommand( text: string ): string | null {
	const command = text.trim();
	return /^(?:[$>#]\s*)?curl(?:\.exe)?\s/i.test( command ) &&
		/[\r\n]/.test( command )
		? command.replace( /[\\^`]?\r?\n\s*/g, ' ' )
		: null;
}
