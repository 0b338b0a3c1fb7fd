/** What is wrong in the code, as compilers, linters and Node.js report it. */
import {
	addCommand,
	codeError,
	fileName,
	missingFile,
	missingModule,
	quote,
	UPLOAD_AGAIN,
} from './failure.ts';
import type { Cause, Failure, Place } from './failure.ts';

function count( output: string, pattern: RegExp ): number {
	return output.match( pattern )?.length ?? 0;
}

/** Finds the first line of a file that a stack or a code frame names. */
function lineIn( output: string, file: string ): string {
	const at = output.indexOf( `${ file }:` );
	return at < 0
		? ''
		: ( /^\d+/.exec( output.slice( at + file.length + 1 ) )?.[ 0 ] ?? '' );
}

function placeFrom( output: string, printed = '', line = '' ): Place {
	const file = printed && fileName( printed );
	return { file, line: line || ( file && lineIn( output, file ) ) };
}

/** Folders that builds write: what is missing there was not built. */
const OUTPUT_FOLDER =
	/^(?:\.output|\.next|\.svelte-kit|\.vercel|\.netlify|dist|build|out|output|public\/build|_site|lib|es|esm|cjs|server\/dist)(?:\/|$)/;

/** Says that the start script needs what no build wrote. */
export function missingOutput( file: string ): string {
	return `“${ file }” is missing: the script “build” does not exist or did not write it. Let “build” write ${ file }, or correct the path in the script “start”, ${ UPLOAD_AGAIN }`;
}

function missingEntry( file: string ): string {
	return OUTPUT_FOLDER.test( file )
		? missingOutput( file )
		: missingFile( file );
}

const TSC_ERROR =
	/^(?:\S+\(\d+,\d+\): error TS|\S+:\d+:\d+ - error TS|error TS)\d+:/gm;

/** Answers of TypeScript that are about a package rather than the code. */
function typeError(
	message: string,
	place: Place,
	failure: Failure,
	more: number
): string {
	const missing =
		/Cannot find module '([^']+)' or its corresponding type/.exec(
			message
		)?.[ 1 ];
	if ( missing ) {
		return missingModule( missing, failure, place );
	}
	const what = place.file.endsWith( '.json' )
		? 'Wrong setting'
		: 'Type error';
	return codeError( what, place, message, { more } );
}

const ESLINT_ERRORS = /^\s+\d+:\d+\s+[Ee]rror\b|^\d+:\d+ {2}Error: /gm;

function lintError(
	place: Place,
	message: string,
	rule: string,
	more: number
): string {
	return codeError( `ESLint found an error (${ rule })`, place, message, {
		more,
		remedy: 'Correct it or change the rule',
	} );
}

/** Commands of Windows that scripts name. */
const WINDOWS_COMMANDS = [ 'copy', 'del', 'move', 'rmdir', 'set', 'xcopy' ];

/** Packages whose command has another name. */
const PACKAGES_OF_COMMANDS: Readonly< Record< string, string > > = {
	tsc: 'typescript',
	'run-s': 'npm-run-all2',
	'run-p': 'npm-run-all2',
	webpack: 'webpack webpack-cli',
	tailwindcss: '@tailwindcss/cli',
	'react-router': '@react-router/dev',
	'react-router-serve': '@react-router/serve',
	remix: '@remix-run/dev',
	'remix-serve': '@remix-run/serve',
	eleventy: '@11ty/eleventy',
	ng: '@angular/cli',
	postcss: 'postcss postcss-cli',
	babel: '@babel/core @babel/cli',
	sb: 'storybook',
};

/** Words of a shell and programs of the system, which no package provides. */
const SYSTEM_COMMANDS =
	/^(?:python3?|php|composer|ruby|make|git|docker|curl|wget|jq|go|cargo|java|bun|deno)$/;

function missingCommand( name: string, failure: Failure ): string {
	if ( name.includes( '/' ) ) {
		return `The file “${ fileName(
			name
		) }” is missing, or its first line names a program that is missing. Files of Windows with CRLF line endings have this problem. Save it with LF line endings, ${ UPLOAD_AGAIN }`;
	}
	if ( WINDOWS_COMMANDS.includes( name ) ) {
		return `The script uses the command “${ name }” of Windows. Use a command that works on every system, for example with the package shx, ${ UPLOAD_AGAIN }`;
	}
	if ( SYSTEM_COMMANDS.test( name ) ) {
		return `The command “${ name }” was not found. Install it on the machine of the platform, or leave it out of the script, then deploy again.`;
	}
	const add = addCommand( failure, PACKAGES_OF_COMMANDS[ name ] ?? name );
	return `The command “${ name }” was not found. Add the package that provides it, for example by ${ add }, ${ UPLOAD_AGAIN }`;
}

function testFailed( name: string, place: Place, message: string ): string {
	return codeError( `The test ${ quote( name ) } failed`, place, message, {
		remedy: 'Correct it, or leave the tests out of the script “build”',
	} );
}

export const CODE_CAUSES: readonly Cause[] = [
	{
		tool: 'TypeScript',
		pattern:
			/^(?:(?<file>[^\s(]+)\((?<line>\d+),\d+\): |(?<prettyFile>[^\s:]+):(?<prettyLine>\d+):\d+ - )?error TS\d+: (?<message>.+)$/,
		message: (
			{ file, line, prettyFile, prettyLine, message = '' },
			failure,
			output
		) => {
			const place = placeFrom(
				output,
				file || prettyFile,
				line || prettyLine
			);
			return typeError(
				message,
				place,
				failure,
				count( output, TSC_ERROR ) - 1
			);
		},
	},
	{
		tool: 'ESLint',
		pattern:
			/^(?<file>(?:\/|\.\/|\w)\S*\.\w+)$(?:\n\s+\d+:\d+\s+warning .*)*\n\s+(?<line>\d+):\d+\s+error\s+(?<message>.+?)\s{2,}(?<rule>\S+)$/,
		message: (
			{ file, line, message = '', rule = '' },
			_failure,
			output
		) => {
			const errors = Number(
				/\((\d+) errors?,/.exec( output )?.[ 1 ] ??
					count( output, ESLINT_ERRORS )
			);
			return lintError(
				placeFrom( output, file, line ),
				message,
				rule,
				errors - 1
			);
		},
	},
	{
		tool: 'ESLint',
		pattern:
			/^(?<file>(?:\/|\.\/|\w)\S*\.\w+)$\n\s+(?<line>\d+):\d+\s+error\s+Parsing error: (?<message>.+)$/,
		message: ( { file, line, message = '' }, _failure, output ) =>
			codeError(
				'Syntax error',
				placeFrom( output, file, line ),
				message
			),
	},
	{
		tool: 'ESLint',
		pattern:
			/^(?<file>(?:\/|\.\/|\w)\S*\.\w+)$\n\s+(?<line>\d+):\d+\s+warning\s+(?<message>.+?)\s{2,}(?<rule>\S+)$/,
		message: ( { file, line, message = '', rule }, _failure, output ) =>
			/found too many warnings/.test( output )
				? codeError(
						`ESLint found more warnings than it allows (${ rule })`,
						placeFrom( output, file, line ),
						message,
						{
							more:
								count( output, /^\s+\d+:\d+\s+warning\b/gm ) -
								1,
							what: 'warning',
							remedy: 'Correct it or change --max-warnings',
						}
					)
				: null,
	},
	{
		tool: 'ESLint',
		pattern:
			/couldn't find an eslint\.config|couldn't find a configuration file/,
		message: () =>
			`ESLint has no settings: eslint.config.js is missing. Add it, or leave ESLint out of the script “build”, ${ UPLOAD_AGAIN }`,
	},
	{
		tool: 'Prettier',
		pattern:
			/^\[error\] (?<file>\S+): SyntaxError: (?<message>.+?) \((?<line>\d+):\d+\)$/,
		message: ( { file, line, message = '' }, _failure, output ) =>
			codeError(
				'Syntax error',
				placeFrom( output, file, line ),
				message
			),
	},
	{
		tool: 'Prettier',
		pattern: /^\[warn\] (?<file>\S+)$/,
		message: ( { file = '' }, _failure, output ) => {
			if ( ! /Code style issues (?:found )?in/.test( output ) ) {
				return null;
			}
			const others = count( output, /^\[warn\] \S+$/gm ) - 1;
			const more =
				others > 0
					? ` and ${ others } more ${ others === 1 ? 'file' : 'files' }`
					: '';
			return `Prettier would format ${ fileName(
				file
			) }${ more } in another way. Run npx prettier --write, or leave the check out of the script “build”, ${ UPLOAD_AGAIN }`;
		},
	},
	{
		tool: 'webpack',
		pattern:
			/^ERROR in (?<file>\S+)(?: (?<line>\d+):\S+)?\nModule not found: (?:Error: )?Can't resolve '(?<name>[^']+)'/,
		message: ( { file, line, name = '' }, failure, output ) =>
			missingModule( name, failure, placeFrom( output, file, line ) ),
	},
	{
		tool: 'webpack',
		pattern:
			/^ERROR in (?<file>\S+)(?: (?<line>\d+):\S+)?\nModule parse failed: (?<message>.+?)(?: \((?<at>\d+):\d+\))?$/,
		message: ( { file, line, at, message = '' }, _failure, output ) =>
			codeError(
				'Error',
				placeFrom( output, file, at || line ),
				message
			),
	},
	{
		tool: 'Next.js',
		pattern:
			/^(?<file>\.\/\S+?)(?::(?<line>\d+):\d+)?\n(?:Error: )?Module not found: (?:Error: )?Can't resolve '(?<name>[^']+)'/,
		message: ( { file, line, name = '' }, failure, output ) =>
			missingModule( name, failure, placeFrom( output, file, line ) ),
	},
	{
		tool: 'Vite',
		pattern:
			/(?:Rollup|Rolldown) failed to resolve import "(?<name>[^"]+)" from "(?<file>[^"]+)"/,
		message: ( { name = '', file }, failure, output ) =>
			missingModule( name, failure, placeFrom( output, file ) ),
	},
	{
		tool: 'Rolldown',
		pattern:
			/^\[(?<code>[\w:-]+)\] (?<message>[^\n]+)\n\s*╭─\[ (?<file>\S+?):(?<line>\d+):\d+ \]/,
		message: ( { code, message = '', file, line }, _failure, output ) =>
			code === 'UNRESOLVED_IMPORT'
				? null
				: codeError(
						'Error',
						placeFrom( output, file, line ),
						message
					),
	},
	{
		tool: 'Vite',
		pattern:
			/Could not load (?<name>\S+) \(imported by (?<file>[^\s)]+)\): ENOENT/,
		message: ( { name = '', file = '' } ) =>
			missingFile(
				fileName( name ),
				` It is imported in ${ fileName( file ) }.`
			),
	},
	{
		tool: 'esbuild',
		pattern: /^(?<file>[^\s:]+):(?<line>\d+):\d+: ERROR: (?<message>.+)$/,
		message: ( { file, line, message = '' }, _failure, output ) =>
			codeError( 'Error', placeFrom( output, file, line ), message ),
	},
	{
		tool: 'Vite',
		pattern:
			/^\[(?!(?:info|log|warn|error|success)\])(?:plugin )?[@\w/-]+(?::[\w:-]+)?\] (?<message>.+)\n(?:[^\n]*\n){0,4}?file: (?<file>[^\s:]+):(?<line>\d+):\d+/,
		message: ( { file, line, message = '' }, _failure, output ) =>
			codeError( 'Error', placeFrom( output, file, line ), message ),
	},
	{
		tool: 'Rollup',
		pattern:
			/^(?:\[!\] )?(?:\w*Error: )?(?<file>\S+\.\w+) \((?<line>\d+):\d+\): (?<message>.+)$/,
		message: ( { file, line, message = '' }, _failure, output ) =>
			codeError( 'Error', placeFrom( output, file, line ), message ),
	},
	{
		tool: 'esbuild',
		pattern:
			/\[ERROR\] Could not resolve "(?<name>[^"]+)"(?:[^]{0,2000}?^\s+(?<file>\S+?):(?<line>\d+):\d+:)?/,
		message: ( { name = '', file, line }, failure, output ) =>
			missingModule( name, failure, placeFrom( output, file, line ) ),
	},
	{
		tool: 'esbuild',
		pattern:
			/\[ERROR\] (?<message>.+)\n(?:\s*\n)*\s+(?<file>[^\s:]+):(?<line>\d+):\d+:/,
		message: ( { message = '', file, line }, _failure, output ) =>
			codeError( 'Error', placeFrom( output, file, line ), message ),
	},
	{
		tool: 'Rollup',
		pattern:
			/Could not resolve ['"](?<name>[^'"]+)['"] (?:from|in) ['"]?(?<file>[^\s'"]+)/,
		message: ( { name = '', file }, failure, output ) =>
			missingModule( name, failure, placeFrom( output, file ) ),
	},
	{
		tool: 'Node.js',
		pattern:
			/Cannot find module '(?<entry>[^'\n]+)'\n\s+at [^]{0,2000}?requireStack: \[\]/,
		message: ( { entry = '' } ) => missingEntry( entry ),
	},
	{
		tool: 'Node.js',
		pattern:
			/Cannot find module ['"](?:\S*\/)?node_modules\/(?<name>(?:@[^/\s]+\/)?[^/\s]+)\/(?<file>[^'"\n]+)['"]/,
		message: ( { name, file } ) =>
			`The package “${ name }” is incomplete: its file ${ file } is missing. Leave node_modules out of the zip and try another version of the package, ${ UPLOAD_AGAIN }`,
	},
	{
		tool: 'Node.js',
		pattern:
			/Cannot find (?:module|package) ['"](?<name>[^'"]+)['"](?: imported from ['"]?(?<file>[^\s'"]+)|\n(?:- )?Require stack:\n- (?<requiring>\S+))?/,
		message: ( { name = '', file, requiring }, failure, output ) =>
			// A server of a framework loads it by its path.
			OUTPUT_FOLDER.test( name ) && /\.[cm]?js$/.test( name )
				? missingOutput( name )
				: missingModule(
						name,
						failure,
						placeFrom( output, file || requiring )
					),
	},
	{
		tool: 'bundlers',
		pattern: /(?:Can't resolve|Could not resolve) ['"](?<name>[^'"]+)['"]/,
		message: ( { name = '' }, failure ) => missingModule( name, failure ),
	},
	{
		tool: 'Vitest',
		pattern:
			/^ FAIL {2}(?<file>\S+) > (?<test>[^\n]+)\n(?<message>[^\n]+)(?:[^]{0,2000}?^ ❯ \S+?:(?<line>\d+):\d+)?/,
		message: ( { file, line, test = '', message = '' } ) =>
			testFailed( test, { file: file ?? '', line: line ?? '' }, message ),
	},
	{
		tool: 'Jest',
		pattern:
			/^FAIL \S+[^]{0,2000}?^\s+● (?<test>[^\n]+)\n\s+(?<message>[^\n]+)(?:[^]{0,2000}?^\s+at [^\n]*?\((?<file>[^\n()]+):(?<line>\d+):\d+\))?/,
		message: ( { file, line, test = '', message = '' } ) =>
			testFailed( test, { file: file ?? '', line: line ?? '' }, message ),
	},
	{
		tool: 'Node.js',
		pattern:
			/^test at (?<file>\S+?):(?<line>\d+):\d+\n✖ (?<test>[^\n]+?) \([\d.]+ms\)\n\s*(?<message>[^\n]+)/,
		message: ( { file, line, test = '', message = '' } ) =>
			testFailed( test, { file: file ?? '', line: line ?? '' }, message ),
	},
	{
		tool: 'Tailwind CSS',
		pattern: /trying to use `tailwindcss` directly as a PostCSS plugin/,
		message: ( _groups, failure ) =>
			`Tailwind CSS 4 has another PostCSS plugin. Run ${ addCommand(
				failure,
				'@tailwindcss/postcss'
			) }, name it in the PostCSS settings instead of tailwindcss, ${ UPLOAD_AGAIN }`,
	},
	{
		tool: 'React Router',
		pattern:
			/^Error: ENOENT: no such file or directory, open '(?<name>[^/'][^']*\.[jt]sx?)'/,
		message: ( { name = '' } ) => missingFile( name ),
	},
	{
		tool: 'Node.js',
		pattern: /bad option: (?<option>--\S+)/,
		message: ( { option } ) =>
			`This version of Node.js does not support the option ${ option }. Set engines.node in package.json to a version that does, or remove the option, ${ UPLOAD_AGAIN }`,
	},
	{
		tool: 'Node.js',
		pattern: /^\S*node: (?<file>\S*\.env\S*): not found/,
		message: ( { file } ) =>
			`The script names the file ${ file }, which is not in the upload. Use --env-file-if-exists, and set its variables as shell variables of the environment, ${ UPLOAD_AGAIN }`,
	},
	{
		tool: 'Node.js',
		pattern:
			/^(?:file:\/\/)?(?<file>[^\s:]+):(?<line>\d+)\n[^]{0,400}?ReferenceError: require is not defined in ES module scope/,
		message: ( { file, line }, _failure, output ) =>
			codeError(
				'Error',
				placeFrom( output, file, line ),
				'require is not defined in an ES module',
				{
					remedy: 'Use import, or rename the file to .cjs',
				}
			),
	},
	{
		tool: 'Node.js',
		pattern:
			/^(?:file:\/\/)?(?<file>[^\s:]+):(?<line>\d+)\n[^]{0,400}?SyntaxError: Cannot use import statement outside a module/,
		message: ( { file, line }, _failure, output ) =>
			codeError(
				'Error',
				placeFrom( output, file, line ),
				'import is used in a CommonJS file',
				{
					remedy: 'Set "type": "module" in package.json, or rename the file to .mjs',
				}
			),
	},
	{
		tool: 'Node.js',
		pattern:
			/ERR_UNHANDLED_REJECTION|The promise rejected with the reason "(?<reason>[^\n]+)"/,
		message: ( { reason } ) =>
			reason
				? `The code rejected a promise: ${ quote( reason ) }. Correct the cause, then deploy again.`
				: null,
	},
	{
		tool: 'shell',
		pattern: /sh: \d+: cannot open (?<file>\S+): No such file/,
		message: ( { file = '' } ) => missingFile( file ),
	},
	{
		tool: 'shell',
		pattern:
			/sh: (?:\d+: |line \d+: )?(?<name>[^\s:]+): (?:command )?not found/,
		message: ( { name = '' }, failure ) => missingCommand( name, failure ),
	},
];
