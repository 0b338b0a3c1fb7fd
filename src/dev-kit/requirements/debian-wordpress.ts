/**
 * Unpacks WordPress from the Debian packages, without root and without installing them, on a machine that reaches a
 * Debian mirror but not wordpress.org. The mirror is the one in the sources of apt.
 */
import fs from 'node:fs';
import path from 'node:path';
import { mustCapture } from '../commands.ts';

/** Suites without a separate suite of security updates. */
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

/** Finds the Debian mirror in the sources of apt, in the one-line or in the deb822 format. */
export function findMirror( sources: string ): string | null {
	const format =
		/^(?:URIs:|deb(?: +\[[^\]]*\])?) +(https?:\/\/[^ \n]*\/debian)\/?(?: .*)?$/m;
	return format.exec( sources )?.[ 1 ] ?? null;
}

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

/** Returns the mirror of this machine; null when it does not run Debian. */
export function debianMirror(): string | null {
	return fs.existsSync( '/usr/bin/apt-get' ) && fs.existsSync( KEYRING )
		? findMirror( readSources() )
		: null;
}

/** Options that make apt use lists and caches below a folder, so that those of the machine do not change. */
function aptOptions( workFolder: string ): string[] {
	return [
		'Dir::Etc::sourcelist=/dev/null',
		`Dir::Etc::sourceparts=${ workFolder }/parts`,
		`Dir::State::lists=${ workFolder }/lists`,
		`Dir::State::status=${ workFolder }/status`,
		'Dir::Cache::pkgcache=',
		'Dir::Cache::srcpkgcache=',
		`Dir::Cache::archives=${ workFolder }/archives`,
		'APT::Sandbox::User=root',
		'Debug::NoLocking=1',
		'Acquire::http::Timeout=20',
		'Acquire::IndexTargets::deb::DEP-11::DefaultEnabled=false',
		'Acquire::Languages=none',
	].flatMap( ( option ) => [ '-o', option ] );
}

interface DebianSource {
	mirror: string;
	suite: string;
}

/** Returns sources for apt: a suite with its security updates. */
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

export async function wordpressFromDebian(
	source: DebianSource,
	core: string,
	workFolder: string
): Promise< void > {
	for ( const name of [
		'parts',
		'lists/partial',
		'archives/partial',
		'debs',
		'root',
	] ) {
		fs.mkdirSync( path.join( workFolder, name ), { recursive: true } );
	}
	fs.writeFileSync( path.join( workFolder, 'status' ), '' );
	const architecture = await mustCapture( 'dpkg', [
		'--print-architecture',
	] );
	fs.writeFileSync(
		path.join( workFolder, 'parts', 'wordpress.sources' ),
		aptSources( source, architecture.trim() )
	);
	const options = aptOptions( workFolder );
	const debs = path.join( workFolder, 'debs' );
	await mustCapture( 'apt-get', [ ...options, '-qq', 'update' ] );
	await mustCapture(
		'apt-get',
		[ ...options, '-qq', 'download', ...PACKAGES ],
		{ cwd: debs }
	);
	const root = path.join( workFolder, 'root' );
	for ( const deb of fs.readdirSync( debs ) ) {
		await mustCapture( 'dpkg-deb', [ '-x', path.join( debs, deb ), root ] );
	}
	await flatten( path.join( root, 'usr/share/wordpress' ), core );
}

/** Copies Debian's WordPress without its configuration. Links between the packages become files. */
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
