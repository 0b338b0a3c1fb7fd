/** Finds PHP 8.1 or newer with what WordPress on SQLite needs. */
import { capture } from '../commands.ts';
import { KitError } from '../kit-error.ts';
import type { Progress } from '../progress.ts';
import { aptInstall, isDebian, mayInstall } from './debian.ts';

const OLDEST_ID = 80_100;
const OLDEST = '8.1';

/** Extension → the end of its Debian package's name. */
const REQUIRED = {
	pdo_sqlite: 'sqlite3',
	mbstring: 'mbstring',
	curl: 'curl',
	xml: 'xml',
} as const;

export interface Php {
	/** Name or path. */
	command: string;
	/** For example 8.2. */
	minor: string;
	id: number;
	extensions: string[];
}

const ASK =
	'echo json_encode( array( "id" => PHP_VERSION_ID, "minor" => PHP_MAJOR_VERSION . "." . PHP_MINOR_VERSION, "extensions" => array_map( "strtolower", get_loaded_extensions() ) ) );';

/** Asks PHP what it is; null when there is none. */
async function inspectPhp(): Promise< Php | null > {
	const command = process.env.HEADLESS_DEPLOY_PHP || 'php';
	const { code, stdout } = await capture( command, [
		'-d',
		'display_startup_errors=0',
		'-r',
		ASK,
	] );
	if ( code !== 0 ) {
		return null;
	}
	const facts = JSON.parse( stdout.slice( stdout.indexOf( '{' ) ) ) as Omit<
		Php,
		'command'
	>;
	return { command, ...facts };
}

/**
 * What is missing from a PHP.
 *
 * @param php        As it is; null when there is none.
 * @param extensions Further extensions, as in `REQUIRED`.
 */
export function missingExtensions(
	php: Php | null,
	extensions: Record< string, string > = REQUIRED
): string[] {
	return Object.keys( extensions ).filter(
		( name ) => ! php?.extensions.includes( name )
	);
}

/**
 * The Debian packages that bring extensions to a PHP, named after its version.
 *
 * @param php        As it is; null when there is none.
 * @param extensions Extension → the end of its package's name.
 */
export function debianPackages(
	php: Php | null,
	missing: string[],
	extensions: Record< string, string > = REQUIRED
): string[] {
	const prefix = php ? `php${ php.minor }` : 'php';
	const wanted = missing.map(
		( name ) => `${ prefix }-${ extensions[ name ] }`
	);
	return php ? wanted : [ 'php-cli', ...wanted ];
}

/** The command that a person runs where the kit may not install. */
function commandFor( packages: string[], missing: string[] ): string {
	if ( isDebian() ) {
		return `sudo apt-get install ${ packages.join( ' ' ) }`;
	}
	if ( process.platform === 'darwin' ) {
		return 'brew install php';
	}
	return `install PHP ${ OLDEST } or newer with the extensions ${ missing.join(
		', '
	) } (on Fedora: sudo dnf install php-cli php-pdo php-mbstring php-xml)`;
}

/**
 * Finds PHP, installing it where that is possible.
 *
 * @param progress   Where to say so.
 * @param extensions Extension → the end of its Debian package's name.
 */
export async function findPhp(
	progress: Progress,
	extensions: Record< string, string > = REQUIRED
): Promise< Php > {
	let php = await inspectPhp();
	let missing = missingExtensions( php, extensions );
	if ( missing.length > 0 ) {
		const packages = debianPackages( php, missing, extensions );
		if ( ! mayInstall() ) {
			throw new KitError(
				php
					? `PHP ${ php.minor } lacks: ${ missing.join( ', ' ) }.`
					: 'PHP is not installed.',
				commandFor( packages, missing )
			);
		}
		await aptInstall( packages, progress );
		php = await inspectPhp();
		missing = missingExtensions( php, extensions );
	}
	if ( ! php || missing.length > 0 ) {
		throw new KitError(
			`The PHP at hand (${
				process.env.HEADLESS_DEPLOY_PHP || 'php'
			}) still lacks ${ missing.join( ', ' ) } after installing.`,
			'name a PHP that has them in HEADLESS_DEPLOY_PHP'
		);
	}
	if ( php.id < OLDEST_ID ) {
		throw new KitError(
			`PHP ${ php.minor } is too old; ${ OLDEST } or newer is needed.`,
			'name a newer one in HEADLESS_DEPLOY_PHP'
		);
	}
	return php;
}
