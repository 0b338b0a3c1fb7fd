/** Completion of commands and options in a shell. Commander has none. */
import type { Command } from 'commander';
import { onThisMachine } from '../command.ts';
import type { Definition } from '../command.ts';
import { suggest } from '../completion.ts';

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
