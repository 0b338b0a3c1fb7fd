/** Prepares the output of a command for the search: what package managers add to every failure is left out. */

/** Lines that package managers and Node.js print after every failure, whatever the cause. */
const TRAILERS: readonly RegExp[] = [
	// npm
	/^npm (?:error|ERR!) (?:A complete log|Lifecycle script|workspace |location |For a full report|\s*\/\S*_logs\/)/,
	/^npm (?:error|ERR!) (?:code \d+$|errno|path (?!.*node_modules\/)|syscall|command(?: failed$| sh -c))/,
	/^npm (?:error|ERR!)$/,
	/^npm (?:warn|WARN|notice)\b/,
	// pnpm
	/^\s*(?:\[ELIFECYCLE\]|ELIFECYCLE)\s/,
	/^\s*\[?WARN\]?\s/,
	/^(?:Error: )?\[?ERR_PNPM_RECURSIVE_(?:RUN|EXEC)_FIRST_FAIL\]?/,
	/^\s*× "pnpm recursive run" failed in/,
	// yarn
	/^error Command failed with (?:exit code|signal)/,
	/^error Command "[^"]*" exited with code/,
	/^info Visit https:\/\/yarnpkg\.com/,
	/^warning /,
	// Node.js
	/^Node\.js v\d/,
	/^\(node:\d+\) /,
	/^\(Use `node --trace/,
];

/** The names that pnpm, Turborepo and Lerna put before each line of a package, found in the lines that start a script. */
const STARTS: readonly RegExp[] = [
	/^(?<prefix>\S+ [\w:.-]+)\$ /,
	/^(?<prefix>\S+:[\w.-]+): > /,
	/^(?<prefix>[^\s:]+): > /,
];

/** husky 9 prints this without a line end, and goes on: the output of the next command follows in the same line. */
const HUSKY_NOTICE = /^(?:\.git can't be found|HUSKY=0 skip install)(?! \(see)/;
/** Starts husky 5 to 8. They print Git's error in the next line and go on. */
const HUSKY_START = /[>$] husky install\b/;
const NO_REPOSITORY = /^fatal: not a git repository/;

function isTrailer( line: string ): boolean {
	return TRAILERS.some( ( pattern ) => pattern.test( line ) );
}

function prefixesOf( lines: readonly string[] ): string[] {
	const found = lines.flatMap( ( line ) =>
		STARTS.flatMap(
			( pattern ) => pattern.exec( line )?.groups?.prefix ?? []
		)
	);
	return [ ...new Set( found ) ].map( ( prefix ) => `${ prefix }: ` );
}

function withoutPrefix( line: string, prefixes: readonly string[] ): string {
	const prefix = prefixes.find( ( one ) => line.startsWith( one ) );
	return prefix ? line.slice( prefix.length ) : line;
}

function withoutFolders( line: string, folders: readonly string[] ): string {
	return folders.reduce(
		( text, folder ) =>
			text
				.replaceAll( `file://${ folder }/`, '' )
				.replaceAll( `${ folder }/`, '' ),
		line
	);
}

/**
 * Removes what surrounds the output of the tool that failed.
 *
 * @param folders Absolute paths, the longest first.
 * @return Lines in which files of the project have relative paths.
 */
export function commandOutput(
	lines: readonly string[],
	folders: readonly string[]
): string[] {
	const prefixes = prefixesOf( lines );
	return lines
		.map( ( line ) => withoutPrefix( line, prefixes ) )
		.filter(
			( line, index, all ) =>
				! NO_REPOSITORY.test( line ) ||
				! HUSKY_START.test( all[ index - 1 ] ?? '' )
		)
		.map( ( line ) => line.replace( HUSKY_NOTICE, '' ) )
		.filter( ( line ) => ! isTrailer( line ) )
		.map( ( line ) => line.replace( /^(?:npm (?:error|ERR!) |│ {2})/, '' ) )
		.map( ( line ) => withoutFolders( line, folders ) );
}
