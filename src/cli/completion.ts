import type { Command } from 'commander';

/** Names a command as the user types it; the help is one too. */
function namesOf( { commands }: Command ): string[] {
	return commands.map( ( command ) => command.name() );
}

function flagsOf( { options }: Command ): string[] {
	return [ ...options.flatMap( ( { long } ) => long ?? [] ), '--help' ];
}

/** Whether the value of the option before the cursor is missing, and what it can be. */
function choicesOf( command: Command, word: string ): string[] | null {
	const option = command.options.find(
		( { long, short } ) => word !== '' && [ long, short ].includes( word )
	);
	return option?.required ? ( option.argChoices ?? [] ) : null;
}

/**
 * Lists what the last word can be.
 *
 * @param words The words after the name of the program. The last one is incomplete, and may be empty.
 */
export function suggest( program: Command, words: string[] ): string[] {
	const start = words.at( -1 ) ?? '';
	const complete = words.slice( 0, -1 );
	let command = program;
	let positions = 0;
	let isValue = false;
	for ( const word of complete ) {
		const nested = command.commands.find( ( one ) => one.name() === word );
		if ( isValue ) {
			isValue = false;
		} else if ( word.startsWith( '-' ) ) {
			isValue = choicesOf( command, word ) !== null;
		} else if ( nested ) {
			command = nested;
			positions = 0;
		} else {
			positions += 1;
		}
	}
	const argument = command.registeredArguments[ positions ];
	const possible = isValue
		? ( choicesOf( command, complete.at( -1 ) ?? '' ) ?? [] )
		: [
				...namesOf( command ),
				...( argument?.argChoices ?? [] ),
				...( start.startsWith( '-' ) ? flagsOf( command ) : [] ),
			];
	return possible.filter( ( one ) => one.startsWith( start ) );
}
