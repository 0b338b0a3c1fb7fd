import { createHash } from 'node:crypto';

const KEYS = [
	'AUTH_KEY',
	'SECURE_AUTH_KEY',
	'LOGGED_IN_KEY',
	'NONCE_KEY',
	'AUTH_SALT',
	'SECURE_AUTH_SALT',
	'LOGGED_IN_SALT',
	'NONCE_SALT',
];

export interface ConfigSettings {
	url: string;
	/** Hosts on this machine that the plugin may call: `host:port`. */
	localHosts: string[];
	/** The keys and salts are derived from it, so that logins survive a restart. */
	secret: string;
	/** Whether WordPress is a network whose sites are folders. Its tables must exist. */
	isNetwork?: boolean;
}

function phpString( text: string ): string {
	return `'${ text.replaceAll( /[\\']/g, '\\$&' ) }'`;
}

/** The main site is at the URL. */
function networkConstants( url: string ): string {
	return `define( 'MULTISITE', true );
define( 'SUBDOMAIN_INSTALL', false );
define( 'DOMAIN_CURRENT_SITE', ${ phpString( new URL( url ).host ) } );
define( 'PATH_CURRENT_SITE', '/' );
define( 'SITE_ID_CURRENT_SITE', 1 );
define( 'BLOG_ID_CURRENT_SITE', 1 );
`;
}

export function wpConfig( settings: ConfigSettings ): string {
	const keys = KEYS.map( ( name ) => {
		const value = createHash( 'sha256' )
			.update( `${ settings.secret } ${ name }` )
			.digest( 'hex' );
		return `define( '${ name }', '${ value }' );`;
	} );
	return `<?php
// The development kit writes this file at every start.
define( 'DB_NAME', 'wordpress' );
define( 'DB_USER', '' );
define( 'DB_PASSWORD', '' );
define( 'DB_HOST', 'localhost' );
define( 'DB_ENGINE', 'sqlite' );
define( 'DB_DIR', __DIR__ . '/wp-content/database/' );
define( 'DB_FILE', '.ht.sqlite' );
define( 'DB_CHARSET', 'utf8mb4' );
define( 'DB_COLLATE', '' );
${ keys.join( '\n' ) }
$table_prefix = 'wp_';
define( 'WP_HOME', ${ phpString( settings.url ) } );
define( 'WP_SITEURL', ${ phpString( settings.url ) } );
define( 'HEADLESS_DEPLOY_LOCAL_HOSTS', ${ phpString(
		settings.localHosts.join( ',' )
	) } );
define( 'WP_ENVIRONMENT_TYPE', 'local' );
define( 'DISABLE_WP_CRON', true );
define( 'WP_DEBUG', true );
define( 'WP_DEBUG_DISPLAY', false );
define( 'WP_DEBUG_LOG', __DIR__ . '/wp-content/debug.log' );
define( 'WP_AUTO_UPDATE_CORE', false );
define( 'AUTOMATIC_UPDATER_DISABLED', true );
define( 'WP_HTTP_BLOCK_EXTERNAL', true );
define( 'WP_ACCESSIBLE_HOSTS', '127.0.0.1,localhost' );
define( 'FS_METHOD', 'direct' );
${ settings.isNetwork ? networkConstants( settings.url ) : '' }if ( ! defined( 'ABSPATH' ) ) {
	define( 'ABSPATH', __DIR__ . '/' );
}
require_once ABSPATH . 'wp-settings.php';
`;
}
