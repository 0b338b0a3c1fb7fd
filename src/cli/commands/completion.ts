/** Completion of commands and options in a shell. Commander has none. */
import type { Command } from 'commander';
import { onThisMachine } from '../command.ts';
import type { Definition } from '../command.ts';

/** Each script asks the command itself, so it stays valid after an update. */
const SCRIPTS = {
	bash: `_headless_deploy() {
	local IFS=$'\\n'
	COMPREPLY=( $( headless-deploy completion suggest -- "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null ) )
}
complete -o default -F _headless_deploy headless-deploy`,
	zsh: `#compdef headless-deploy
_headless_deploy() {
	local -a suggested
	suggested=( \${(f)"$( headless-deploy completion suggest -- "\${(@)words[2,CURRENT]}" 2>/dev/null )"} )
	if (( \${#suggested} )); then
		compadd -a suggested
	else
		_files
	fi
}
compdef _headless_deploy headless-deploy`,
	fish: `function __headless_deploy
	set -l words (commandline -opc) (commandline -ct)
	set -l suggested (headless-deploy completion suggest -- $words[2..] 2>/dev/null)
	if test (count $suggested) -gt 0
		string join \\n -- $suggested
	else
		__fish_complete_path (commandline -ct)
	end
end
complete -c headless-deploy -f -a '(__headless_deploy)'`,
};

const scripts = Object.fromEntries(
	Object.entries( SCRIPTS ).map( ( [ shell, script ] ) => [
		shell,
		onThisMachine( {
			about: `print the script for ${ shell }`,
			run: async () => ( {
				json: { shell, script },
				lines: script.split( '\n' ),
			} ),
		} ),
	] )
);

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
function suggest( program: Command, words: string[] ): string[] {
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

/** @param load Loads all commands. */
export function makeDefinition( load: () => Promise< Command > ): Definition {
	return {
		about: 'print a script that completes commands and options in a shell',
		commands: {
			...scripts,
			suggest: onThisMachine( {
				about: 'print what can follow, for the scripts',
				arguments: { '[words...]': 'words before the cursor' },
				run: async ( _context, _options, words: string[] ) => {
					const suggested = suggest( await load(), words );
					return { json: suggested, lines: suggested };
				},
			} ),
		},
	};
}
