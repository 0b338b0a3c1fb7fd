/** Finds the cause of a failure in the output of a command, and the remedy. */

/** A command that failed. */
export interface Failure {
	/** As a user would type it, for example "npm ci". */
	title: string;
	/** The end of its output, without escape sequences. */
	lines: readonly string[];
	code: number | null;
	signal: string | null;
	/** Names of the scripts of package.json. */
	scripts: readonly string[];
	/** Address of the linked WordPress, or empty. */
	wordpressUrl: string;
}

/** Returns cause and remedy; null if the match is not the cause. */
type Explain = ( found: string, failure: Failure ) => string | null;

interface Cause {
	/** Matched line by line; its first non-empty group is `found`. */
	pattern: RegExp;
	message: Explain;
}

const HEAP_MESSAGE =
	'Node.js ran out of memory. Set the shell variable NODE_OPTIONS to --max-old-space-size=4096, or reduce the memory that the build needs. Then deploy again.';
const KILLED_MESSAGE =
	'The machine probably ran out of memory. Close other programs, or reduce the memory that the build needs. Then deploy again.';
const LOOPBACK = [ 'localhost', '127.0.0.1', '[::1]', '::1', '0.0.0.0' ];

/** Says that the disk is full. */
export const DISK_FULL_MESSAGE =
	'The disk is full. Free disk space on the drive of the data folder, then deploy again.';

export function listScripts( scripts: readonly string[] ): string {
	return scripts.length > 0
		? `It has ${ scripts.join( ', ' ) }.`
		: 'It has no scripts.';
}

function missingModule( name: string ): string {
	if ( /^(\.{0,2}\/|file:)/.test( name ) ) {
		return `The file “${ name }” is missing. File names are case-sensitive, and files listed in .gitignore may be missing from the zip. Add the file, then upload again.`;
	}
	const parts = name.split( '/' );
	const packageName = parts
		.slice( 0, name.startsWith( '@' ) ? 2 : 1 )
		.join( '/' );
	return `The package “${ packageName }” is missing. Run npm install ${ packageName }, then upload again.`;
}

function lockDisagrees( lock: string, about: string, run: string ): string {
	const what = about && ` about ${ about }`;
	return `package.json and ${ lock } disagree${ what }. Run ${ run }, then upload again.`;
}

function missingCommand( name: string ): string {
	return `The command “${ name }” was not found. Add the package that provides it to the dependencies in package.json, then upload again.`;
}

function noSuchPackage( name: string ): string {
	return `The registry has no package ${ name }. Correct package.json, run npm install, then upload again.`;
}

/**
 * Normalizes the names of a server.
 *
 * @param host Host, perhaps with a port.
 * @param port The port when there is none.
 */
function serverOf( host: string, port: string ): string {
	const [ , name = '', own ] = /^(.*?)(?::(\d+))?$/.exec( host ) ?? [];
	return `${ LOOPBACK.includes( name ) ? 'localhost' : name }:${ own ?? port }`;
}

function unreachable( host: string, { wordpressUrl }: Failure ): string {
	const url = URL.parse( wordpressUrl );
	const port = url?.port || ( url?.protocol === 'https:' ? '443' : '80' );
	return url && serverOf( host, port ) === serverOf( url.host, port )
		? `WordPress at ${ wordpressUrl } could not be reached. Start WordPress or correct the URL of the install, then deploy again.`
		: `${ host } could not be reached. Check the network and the address, then deploy again.`;
}

/** The most specific first, because the consequences of a cause are often printed too. */
const CAUSES: readonly Cause[] = [
	{
		pattern: /ENOSPC|no space left on device/i,
		message: () => DISK_FULL_MESSAGE,
	},
	{
		pattern: /JavaScript heap out of memory/,
		message: () => HEAP_MESSAGE,
	},
	{
		pattern:
			/Missing: (\S+) from lock file|Invalid: lock file's \S+ does not satisfy (\S+)/,
		message: ( about ) =>
			lockDisagrees( 'package-lock.json', about, 'npm install' ),
	},
	{
		pattern: /can only install packages when your package\.json and/,
		message: () => lockDisagrees( 'package-lock.json', '', 'npm install' ),
	},
	{
		pattern: /lockfile needs to be updated.*frozen-lockfile/,
		message: () => lockDisagrees( 'yarn.lock', '', 'yarn install' ),
	},
	{
		pattern: /ERR_PNPM_OUTDATED_LOCKFILE/,
		message: () => lockDisagrees( 'pnpm-lock.yaml', '', 'pnpm install' ),
	},
	{
		pattern:
			/"packageManager": "(yarn@[^"]+)"|(?:Unknown token|Invalid value type).*yarn\.lock/,
		message: ( version ) =>
			`The platform installs with yarn 1 (classic), and this project is made for ${
				version || 'a newer one'
			}. Upload it with a package-lock.json instead.`,
	},
	{
		pattern: /No matching version found for (\S+?)\.?$/,
		message: noSuchPackage,
	},
	{
		pattern:
			/['"]?(@?[\w./-]+@\S+?)['"]? is not in (?:this|the npm) registry/,
		message: noSuchPackage,
	},
	{
		pattern: /code (E401|E403)\b/,
		message: ( code ) =>
			`The registry refused access (${ code }). Add the token to .npmrc as \${NPM_TOKEN}, and set the shell variable NPM_TOKEN.`,
	},
	{
		pattern: /code ERESOLVE/,
		message: () =>
			'The packages have conflicting dependencies. Run npm install on your machine and fix the conflict, then upload again with package-lock.json.',
	},
	{
		pattern: /code EBADENGINE/,
		message: () =>
			'A package requires another version of Node.js. Set engines.node in package.json to a version that all packages support, then upload again.',
	},
	{
		pattern: /code EJSONPARSE|JSON\.parse Failed to parse/,
		message: () =>
			'package.json or package-lock.json is not valid JSON. Correct it, then upload again.',
	},
	{
		pattern: /request to \S+\/(pnpm|yarn) failed, reason/,
		message: ( manager ) =>
			`${ manager } is not installed on this machine, and the registry could not be reached to fetch it. Run npm install --global ${ manager } on the machine of the platform, then deploy again.`,
	},
	{
		pattern: /request to (https?:\/\/[^/\s]+)\S* failed, reason/,
		message: ( registry ) =>
			`The registry ${ registry } could not be reached. Check the network and the proxy (HTTPS_PROXY), then deploy again.`,
	},
	{
		pattern: /Missing script: "?([^"]+)"?/,
		message: ( name, { scripts } ) =>
			`package.json has no script “${ name }”. ${ listScripts( scripts ) }`,
	},
	{
		pattern:
			/(?:Cannot find (?:module|package)|Can't resolve|Could not resolve) ['"]([^'"]+)['"]/,
		message: missingModule,
	},
	{
		pattern: /sh: (?:\d+: |line \d+: )?([^\s:]+): (?:command )?not found/,
		message: missingCommand,
	},
	{
		pattern: /EADDRINUSE[^\n]*?:(\d+)\b/,
		message: ( port ) =>
			`Port ${ port } is already in use. The application must listen on the port in the variable PORT.`,
	},
	{
		pattern: /ECONNREFUSED (\S+:\d+)/,
		message: unreachable,
	},
	{
		pattern: /(?:ENOTFOUND|EAI_AGAIN) ([\w.-]+)/,
		message: unreachable,
	},
	{
		pattern: /gyp ERR!/,
		message: () =>
			'A package has to be compiled, but Python, make or a C++ compiler is missing. Install them, then deploy again.',
	},
	{
		pattern: /E2BIG/,
		message: () =>
			'The total size of the shell variables is too large. Remove some, then deploy again.',
	},
];

function causeOfEnd( { code, signal }: Failure ): string | null {
	if ( signal === 'SIGKILL' || code === 137 ) {
		return KILLED_MESSAGE;
	}
	return null;
}

/**
 * Finds out why a command failed.
 *
 * @return Sentences with the cause and the remedy, or null if the cause is unknown.
 */
export function failureCause( failure: Failure ): string | null {
	for ( const { pattern, message } of CAUSES ) {
		for ( const line of failure.lines ) {
			const match = pattern.exec( line );
			const text =
				match &&
				message( match.slice( 1 ).find( Boolean ) ?? '', failure );
			if ( text ) {
				return text;
			}
		}
	}
	return causeOfEnd( failure );
}
