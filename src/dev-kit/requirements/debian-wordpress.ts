/**
 * Takes WordPress out of Debian's packages, without root and without installing anything: the way for machines that
 * reach a Debian mirror but not wordpress.org. The mirror is the one that the machine's own apt uses.
 */
import fs from 'node:fs';
import path from 'node:path';
import { mustCapture } from '../commands.ts';

/** Suites that no security updates are published for apart. */
const ROLLING = [ 'sid', 'forky' ];
const PACKAGES = [
	'wordpress',
	'wordpress-theme-twentytwentyfive',
	'libjs-cropper',
	'libjs-jquery-ui',
	'libjs-lodash',
	'libjs-underscore',
	'libphp-phpmailer',
	'php-getid3',
];
const KEYRING = '/usr/share/keyrings/debian-archive-keyring.gpg';
const CERTIFICATES = '/etc/ssl/certs/ca-certificates.crt';

/**
 * Finds the Debian mirror in the text of apt's sources, of the one-line or of the deb822 form.
 */
export function findMirror( sources: string ): string | null {
	const form =
		/^(?:URIs:|deb(?: +\[[^\]]*\])?) +(https?:\/\/[^ \n]*\/debian)\/?(?: .*)?$/m;
	return form.exec( sources )?.[ 1 ] ?? null;
}

/** Reads apt's sources of this machine. */
function readSources(): string {
	const folder = '/etc/apt/sources.list.d';
	const files = fs.existsSync( folder )
		? fs
				.readdirSync( folder )
				.filter( ( name ) => /\.(list|sources)$/.test( name ) )
				.map( ( name ) => path.join( folder, name ) )
		: [];
	return [ '/etc/apt/sources.list', ...files ]
		.filter( ( file ) => fs.existsSync( file ) )
		.map( ( file ) => fs.readFileSync( file, 'utf8' ) )
		.join( '\n' );
}

/** The mirror that this machine uses; null where it is no Debian. */
export function debianMirror(): string | null {
	return fs.existsSync( '/usr/bin/apt-get' ) && fs.existsSync( KEYRING )
		? findMirror( readSources() )
		: null;
}

/**
 * Options that give apt a world of its own below a folder, so that the machine's lists stay as they are.
 */
function aptOptions( work: string ): string[] {
	return [
		'Dir::Etc::sourcelist=/dev/null',
		`Dir::Etc::sourceparts=${ work }/parts`,
		`Dir::State::lists=${ work }/lists`,
		`Dir::State::status=${ work }/status`,
		'Dir::Cache::pkgcache=',
		'Dir::Cache::srcpkgcache=',
		`Dir::Cache::archives=${ work }/archives`,
		'APT::Sandbox::User=root',
		'Debug::NoLocking=1',
		'Acquire::http::Timeout=20',
		'Acquire::IndexTargets::deb::DEP-11::DefaultEnabled=false',
		'Acquire::Languages=none',
	].flatMap( ( option ) => [ '-o', option ] );
}

/** Where Debian's packages come from. */
interface DebianSource {
	/** Address of the mirror. */
	mirror: string;
	suite: string;
}

/**
 * Writes apt's sources of a suite, with its security updates.
 *
 * @param source       Where the packages come from.
 * @param architecture Debian's word for this machine's.
 */
function aptSources(
	{ mirror, suite }: DebianSource,
	architecture: string
): string {
	const entry = ( uri: string, name: string ): string =>
		`Types: deb\nURIs: ${ uri }\nSuites: ${ name }\nComponents: main\nArchitectures: ${ architecture }\nSigned-By: ${ KEYRING }\n`;
	return ROLLING.includes( suite )
		? entry( mirror, suite )
		: [
				entry( mirror, suite ),
				entry( `${ mirror }-security`, `${ suite }-security` ),
			].join( '\n' );
}

/**
 * Makes a WordPress folder.
 *
 * @param source Where the packages come from.
 * @param core   Where WordPress is to be; an existing, empty folder.
 * @param work   A folder for what comes between.
 */
export async function wordpressFromDebian(
	source: DebianSource,
	core: string,
	work: string
): Promise< void > {
	for ( const name of [
		'parts',
		'lists/partial',
		'archives/partial',
		'debs',
		'root',
	] ) {
		fs.mkdirSync( path.join( work, name ), { recursive: true } );
	}
	fs.writeFileSync( path.join( work, 'status' ), '' );
	const architecture = await mustCapture( 'dpkg', [
		'--print-architecture',
	] );
	fs.writeFileSync(
		path.join( work, 'parts', 'wordpress.sources' ),
		aptSources( source, architecture.trim() )
	);
	const options = aptOptions( work );
	const debs = path.join( work, 'debs' );
	await mustCapture( 'apt-get', [ ...options, '-qq', 'update' ] );
	await mustCapture(
		'apt-get',
		[ ...options, '-qq', 'download', ...PACKAGES ],
		{ cwd: debs }
	);
	const root = path.join( work, 'root' );
	for ( const deb of fs.readdirSync( debs ) ) {
		await mustCapture( 'dpkg-deb', [ '-x', path.join( debs, deb ), root ] );
	}
	await flatten( path.join( root, 'usr/share/wordpress' ), core );
}

/**
 * Copies Debian's WordPress as a plain one: links become files, Debian's own configuration goes.
 *
 * @param packaged As the packages have it, with relative links among them.
 */
async function flatten( packaged: string, core: string ): Promise< void > {
	for ( const name of [ '.htaccess', 'wp-config.php' ] ) {
		fs.rmSync( path.join( packaged, name ), { force: true } );
	}
	const bundle = path.join(
		packaged,
		'wp-includes/certificates/ca-bundle.crt'
	);
	fs.rmSync( bundle, { force: true } );
	fs.symlinkSync( CERTIFICATES, bundle );
	await mustCapture( 'cp', [ '-rL', `${ packaged }/.`, core ] );
}
