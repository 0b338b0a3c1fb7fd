/**
 * WordPress from the Debian packages, on a machine that reaches a Debian mirror but not wordpress.org.
 */
import fs from 'node:fs';
import path from 'node:path';
import { mustCapture } from '../commands.ts';
import { unpackPackages } from './debian-packages.ts';
import type { DebianSource } from './debian-packages.ts';

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
const CERTIFICATES = '/etc/ssl/certs/ca-certificates.crt';

export async function wordpressFromDebian(
	source: DebianSource,
	core: string,
	workFolder: string
): Promise< void > {
	const root = await unpackPackages( source, PACKAGES, workFolder, 'alone' );
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
