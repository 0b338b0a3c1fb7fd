/** A failed command, and the parts of the sentences about it. */

/** The package managers that can install a project. */
export type Manager = 'npm' | 'pnpm' | 'yarn';

/** A command that failed. */
export interface Failure {
	/** As a user would type it, for example "npm ci". */
	title: string;
	/** Its output, without escape sequences and empty lines. */
	lines: readonly string[];
	code: number | null;
	signal: string | null;
	/** Names of the scripts of package.json. */
	scripts: readonly string[];
	/** Address of the linked WordPress, or empty. */
	wordpressUrl: string;
	/** Absolute paths that are left out of file names: the project's folder, then the top folder of the upload. */
	folders: readonly string[];
	manager: Manager;
}

/** A place in the code. */
export interface Place {
	/** Relative to the folder of the project. */
	file: string;
	/** Empty when the tool does not name it. */
	line: string;
}

type Groups = Readonly< Record< string, string > >;

/** One cause that one tool reports. */
export interface Cause {
	/** The tool that prints it. */
	tool: string;
	/** Searched in the whole output, with named groups; `^` and `$` match at lines. */
	pattern: RegExp;
	/**
	 * Returns cause and remedy; null if the match is not the cause.
	 *
	 * @param groups The named groups; a group without a match is empty.
	 * @param output The whole output.
	 */
	message: (
		groups: Groups,
		failure: Failure,
		output: string
	) => string | null;
}

export const UPLOAD_AGAIN = 'then upload again.';

/** Names a place in the middle of a sentence, or is empty: "[eval]" is code of a command. */
export function placeText( { file, line }: Place ): string {
	if ( ! file || file === '[eval]' ) {
		return '';
	}
	return line ? `${ file }, line ${ line }` : file;
}

/** Takes a file out of what a tool prints as one: without a leading "./", a query and a scheme. */
export function fileName( printed: string ): string {
	return (
		printed
			.trim()
			.replace( /^file:\/\//, '' )
			.replace( /^(?:\.\/)+/, '' )
			.replace( /[?#].*$/, '' )
			// Vite runs a copy of its settings.
			.replace(
				/^(?:.*\/)?node_modules\/\.vite-temp\/(.+?)\.timestamp-.*$/,
				'$1'
			)
	);
}

/** Quotes what a tool says, as one line. */
export function quote( message: string ): string {
	const line = message.trim().replace( /\s+/g, ' ' );
	return `“${ line.replace( /[.:,;]$/, '' ) }”`;
}

function moreOf( what: string, count: number ): string {
	if ( count <= 0 ) {
		return '';
	}
	return count === 1
		? ` There is 1 more ${ what }.`
		: ` There are ${ count.toLocaleString( 'en' ) } more ${ what }s.`;
}

/**
 * Says what is wrong in the code, and where.
 *
 * @param title For example "Type error".
 * @param more  How many more of `what` the tool reports.
 */
export function codeError(
	title: string,
	place: Place,
	message: string,
	{ more = 0, what = 'error', remedy = 'Correct it' } = {}
): string {
	const where = placeText( place );
	return `${ title }${ where && ` in ${ where }` }: ${ quote( message ) }.${ moreOf(
		what,
		more
	) } ${ remedy }, ${ UPLOAD_AGAIN }`;
}

const ADD_COMMANDS: Record< Manager, string > = {
	npm: 'npm install',
	pnpm: 'pnpm add',
	yarn: 'yarn add',
};

/** The command that adds packages to a project. */
export function addCommand( { manager }: Failure, names: string ): string {
	return `${ ADD_COMMANDS[ manager ] } ${ names }`;
}

/** The package of an import, for example "@scope/name" of "@scope/name/part". */
export function packageOf( specifier: string ): string {
	return specifier
		.split( '/' )
		.slice( 0, specifier.startsWith( '@' ) ? 2 : 1 )
		.join( '/' );
}

/** @param importer A sentence, or empty. */
export function missingFile( name: string, importer = '' ): string {
	return `The file “${ name }” is missing.${ importer } File names are case-sensitive, and files listed in .gitignore may be missing from the zip. Add the file, ${ UPLOAD_AGAIN }`;
}

/** Aliases of paths that frameworks and starters define: they name files of the project. */
const FILE_ALIAS = /^(?:[@~]\/|~~\/|#(?:lib)?\/|\$lib\/|src\/)/;

/**
 * Says that an import leads nowhere.
 *
 * @param name As the code names it.
 */
export function missingModule(
	name: string,
	failure: Failure,
	place: Place = { file: '', line: '' }
): string {
	const where = placeText( place );
	const importer = where && ` It is imported in ${ where }.`;
	if (
		/^(\.{0,2}\/|\.{1,2}$|file:)/.test( name ) ||
		FILE_ALIAS.test( name )
	) {
		return missingFile( name, importer );
	}
	const packageName = packageOf( name );
	return `The package “${ packageName }” is missing.${ importer } Run ${ addCommand(
		failure,
		packageName
	) }, ${ UPLOAD_AGAIN }`;
}

export function listScripts( scripts: readonly string[] ): string {
	return scripts.length > 0
		? `It has ${ scripts.join( ', ' ) }.`
		: 'It has no scripts.';
}
