import { capture } from '../commands.ts';
import { KitError } from '../kit-error.ts';
import type { Progress } from '../progress.ts';
import { aptInstall, isDebian, mayInstall } from './debian.ts';

const OLDEST_ID = 80_100;
const OLDEST = '8.1';

/** PHP extensions, with the end of the name of their Debian package. */
const REQUIRED = {
	pdo_sqlite: 'sqlite3',
	mbstring: 'mbstring',
	curl: 'curl',
	xml: 'xml',
} as const;

export interface Php {
	/** A name or a path. */
	command: string;
	/** For example 8.2. */
	minor: string;
	id: number;
	extensions: string[];
}

const PRINT_FACTS =
	'echo json_encode( array( "id" => PHP_VERSION_ID, "minor" => PHP_MAJOR_VERSION . "." . PHP_MINOR_VERSION, "extensions" => array_map( "strtolower", get_loaded_extensions() ) ) );';

/** Returns null when PHP is not installed. */
async function inspectPhp(): Promise< Php | null > {
	const command = process.env.HEADLESS_DEPLOY_PHP || 'php';
	const { code, stdout } = await capture( command, [
		'-d',
		'display_startup_errors=0',
		'-r',
		PRINT_FACTS,
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

export function missingExtensions(
	php: Php | null,
	extensions: Record< string, string > = REQUIRED
): string[] {
	return Object.keys( extensions ).filter(
		( name ) => ! php?.extensions.includes( name )
	);
}

/** @param php Null when PHP is not installed. */
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

/** Finds PHP with these extensions. Installs what is missing when this process may do so. */
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
					? `PHP ${ php.minor } lacks the extensions ${ missing.join( ', ' ) }.`
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
			`PHP (${
				process.env.HEADLESS_DEPLOY_PHP || 'php'
			}) still lacks ${ missing.join( ', ' ) } after installing.`,
			'set HEADLESS_DEPLOY_PHP to a PHP that has them'
		);
	}
	if ( php.id < OLDEST_ID ) {
		throw new KitError(
			`PHP ${ php.minor } is too old. PHP ${ OLDEST } or newer is required.`,
			'set HEADLESS_DEPLOY_PHP to a newer one'
		);
	}
	return php;
}
