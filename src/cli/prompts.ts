/** Questions in the terminal. The libraries for them are loaded at the first question. */
import type { Readable, Writable } from 'node:stream';
import type { Context } from './context.ts';
import { CliError, EXIT } from './exit-codes.ts';

export interface Terminal {
	input: Readable;
	output: Writable;
}

/** @throws CliError When the user cancels, for example with Ctrl-C. */
async function prompt(
	ask: (
		prompts: typeof import( '@clack/prompts' )
	) => Promise< string | symbol | undefined >
): Promise< string > {
	const answer = await ask( await import( '@clack/prompts' ) );
	// A symbol means that the user canceled.
	if ( typeof answer === 'symbol' ) {
		throw new CliError( EXIT.stopped, 'Stopped. Nothing was changed.' );
	}
	// Without input, the answer to a password prompt is undefined.
	return answer ?? '';
}

export function makePrompts(
	terminal: Terminal
): Pick< Context, 'promptSecret' | 'promptText' | 'promptChoice' > {
	return {
		promptSecret: ( message ) =>
			prompt( ( { password } ) => password( { message, ...terminal } ) ),
		promptText: ( message, suggestion ) =>
			prompt( ( { text } ) =>
				text( {
					message,
					placeholder: suggestion,
					defaultValue: suggestion,
					...terminal,
				} )
			),
		promptChoice: ( message, options ) =>
			prompt( ( { select } ) =>
				select( { message, options, ...terminal } )
			),
	};
}
