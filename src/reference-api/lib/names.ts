import { HostingError } from '../model/hosting.ts';
import type { ShellVariable } from '../model/hosting.ts';

export const REGIONS = [
	{ name: 'regions/US-C', displayName: 'US Central' },
	{ name: 'regions/AUS-SE', displayName: 'Australia Southeast' },
	{ name: 'regions/UK', displayName: 'United Kingdom' },
	{ name: 'regions/EU-W', displayName: 'Europe West' },
] as const;

/** The one value of `branch` for applications that are uploaded. */
export const UPLOADABLE_BRANCH = 'uploadable';

/** Names of accounts, applications and installs. */
export const NAME = /^[A-Za-z0-9][A-Za-z0-9_-]{0,62}$/;
export const VARIABLE_KEY = /^[A-Za-z_][A-Za-z0-9_]{0,127}$/;
/** No control characters, and none that turn the direction of the text. */
export const PRINTABLE = /^[^\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069]+$/u;
const PATH_PART = String.raw`(?!(?:\.{1,2}|node_modules)(?:/|$))[^/\\\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069]+`;
/** A path within a source, or nothing. */
export const ROOT_DIRECTORY = new RegExp(
	`^(?:${ PATH_PART }(?:/${ PATH_PART })*)?$`,
	'u'
);
export const MAX_DISPLAY_NAME = 100;
/** Longest message of an upload. */
export const MAX_MESSAGE = 500;
export const MAX_ROOT_DIRECTORY = 255;
export const MAX_VARIABLES = 200;
export const MAX_VARIABLE_BYTES = 32 * 1024;

/** Shortens a rejected value, so that a message stays readable whatever was sent. */
export function quote( value: string ): string {
	return JSON.stringify(
		value.length > 80 ? `${ value.slice( 0, 80 ) }…` : value
	);
}

/** Puts a name into quotation marks, shortened and without control characters. */
export function quoteName( name: string ): string {
	return `“${ quote( name ).slice( 1, -1 ) }”`;
}

/**
 * Refuses a name that is not made of letters, digits, hyphens and underscores.
 *
 * @param field The field of the request that holds the name.
 */
export function checkName( subject: string, name: string, field = '' ): void {
	if ( ! NAME.test( name ) ) {
		throw new HostingError(
			400,
			`${ subject } ${ quoteName( name ) } is not a valid name: use 1 to 63 letters, digits, hyphens or underscores, beginning with a letter or digit.`,
			{ field }
		);
	}
}

/** Refuses a region that does not exist. */
export function checkRegion( region: string ): void {
	const names: string[] = REGIONS.map( ( { name } ) => name );
	if ( ! names.includes( region ) ) {
		throw new HostingError(
			400,
			`Unknown region ${ quote( region ) }: use one of ${ names.join(
				', '
			) }.`
		);
	}
}

/** Refuses a branch that a direct-upload application cannot have. */
export function checkBranch( branch: string ): void {
	if ( branch !== UPLOADABLE_BRANCH ) {
		throw new HostingError(
			400,
			`Branch ${ quote(
				branch
			) } is invalid: this application is uploaded, so its branch is "${ UPLOADABLE_BRANCH }".`
		);
	}
}

/** Rejects an empty, too long or unprintable name of an environment. */
export function checkDisplayName(
	displayName: string,
	subject = 'displayName'
): void {
	if (
		displayName.trim() === '' ||
		displayName.length > MAX_DISPLAY_NAME ||
		! PRINTABLE.test( displayName )
	) {
		throw new HostingError(
			400,
			`${ subject } ${ quoteName(
				displayName
			) } is invalid: use 1 to ${ MAX_DISPLAY_NAME } printable characters.`,
			{ field: 'displayName' }
		);
	}
}

/**
 * Rejects a root directory that could lead out of the source.
 *
 * @param rootDirectory For example "apps/web"; empty for the top folder.
 * @throws HostingError 400.
 */
export function checkRootDirectory( rootDirectory: string ): void {
	if (
		rootDirectory.length > MAX_ROOT_DIRECTORY ||
		! ROOT_DIRECTORY.test( rootDirectory )
	) {
		throw new HostingError(
			400,
			`rootDirectory ${ quoteName(
				rootDirectory
			) } is invalid: use a path within the source such as apps/web, without “.”, “..”, node_modules or backslashes, and without a slash at its beginning or end; ${ MAX_ROOT_DIRECTORY } characters at most. Leave it empty for the top folder.`
		);
	}
}

/**
 * Rejects a text that cannot be the name of a shell variable. The message does not contain it, because it may be a
 * value in the wrong place.
 *
 * @param position Its place among others, from 1.
 */
export function checkVariableKey( key: string, position: number ): void {
	if ( ! VARIABLE_KEY.test( key ) ) {
		throw new HostingError(
			400,
			`The name of shell variable ${ position } is not valid: use 1 to 128 letters, digits and underscores, not beginning with a digit.`
		);
	}
}

/**
 * Rejects shell variables that a process environment cannot contain.
 *
 * @param field The field of the request that holds them.
 */
export function checkShellVariables(
	variables: readonly ShellVariable[],
	field = 'shellVariables'
): void {
	if ( variables.length > MAX_VARIABLES ) {
		throw new HostingError(
			400,
			`${ variables.length } shell variables are too many. The limit is ${ MAX_VARIABLES }.`,
			{ field }
		);
	}
	const seenKeys = new Set< string >();
	for ( const [ index, { key, value } ] of variables.entries() ) {
		checkVariableKey( key, index + 1 );
		if ( seenKeys.has( key ) ) {
			throw new HostingError(
				400,
				`The shell variable ${ key } is set twice.`,
				{ field: `${ field }.${ index }.key` }
			);
		}
		if (
			value.includes( '\0' ) ||
			Buffer.byteLength( value ) > MAX_VARIABLE_BYTES
		) {
			throw new HostingError(
				400,
				`The value of the shell variable ${ key } is invalid: use at most ${ MAX_VARIABLE_BYTES } bytes, without NUL.`,
				{ field: `${ field }.${ index }.value` }
			);
		}
		seenKeys.add( key );
	}
}

/**
 * Rejects an address of a WordPress install that a build could not call, and normalizes a valid one.
 *
 * @return The address without a slash at its end.
 */
export function cleanInstallUrl( url: string ): string {
	const parsed = URL.parse( url );
	if (
		! parsed ||
		! [ 'http:', 'https:' ].includes( parsed.protocol ) ||
		parsed.username ||
		parsed.password ||
		parsed.search ||
		parsed.hash
	) {
		throw new HostingError(
			400,
			`${ quote(
				url
			) } is not a valid WordPress URL. Use http:// or https:// with host and path, without credentials and query.`,
			{ field: 'url' }
		);
	}
	return parsed.href.replace( /\/+$/, '' );
}
