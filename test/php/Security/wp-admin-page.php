<?php

declare( strict_types=1 );

$headless_deploy_what = (array) json_decode( (string) stream_get_contents( STDIN ), true );

list( $headless_deploy_file, $headless_deploy_query ) = explode( '?', $headless_deploy_what['page'], 2 ) + array( '', '' );
parse_str( $headless_deploy_query, $_GET );
$_REQUEST = $_GET;
$_COOKIE  = $headless_deploy_what['cookies'];

$_SERVER['HTTP_HOST']       = 'example.test';
$_SERVER['SERVER_NAME']     = 'example.test';
$_SERVER['REQUEST_METHOD']  = 'GET';
$_SERVER['REQUEST_URI']     = '/wp-admin/' . $headless_deploy_what['page'];
$_SERVER['QUERY_STRING']    = $headless_deploy_query;
$_SERVER['SERVER_PROTOCOL'] = 'HTTP/1.1';
$_SERVER['REMOTE_ADDR']     = '127.0.0.1';
$_SERVER['PHP_SELF']        = '/wp-admin/' . $headless_deploy_file;
$_SERVER['SCRIPT_NAME']     = '/wp-admin/' . $headless_deploy_file;

define( 'ABSPATH', $headless_deploy_what['wordpress'] );
define( 'WP_ADMIN', true );
define( 'WP_HOME', 'http://example.test' );
define( 'WP_SITEURL', 'http://example.test' );
define( 'WP_ENVIRONMENT_TYPE', 'local' );
define( 'WP_DEBUG', true );
define( 'WP_DEBUG_DISPLAY', false );
define( 'WP_DEBUG_LOG', $headless_deploy_what['database'] . '/pages.log' );
define( 'WP_HTTP_BLOCK_EXTERNAL', true );
define( 'DISABLE_WP_CRON', true );
define( 'DB_ENGINE', 'sqlite' );
define( 'DB_DIR', $headless_deploy_what['database'] . '/' );
define( 'DB_FILE', 'test.sqlite' );
define( 'DB_NAME', 'test' );
define( 'DB_USER', '' );
define( 'DB_PASSWORD', '' );
define( 'DB_HOST', 'localhost' );
define( 'DB_CHARSET', 'utf8mb4' );
define( 'DB_COLLATE', '' );
define( 'WPMU_PLUGIN_DIR', $headless_deploy_what['database'] . '/mu-plugins' );
foreach ( array( 'AUTH_KEY', 'SECURE_AUTH_KEY', 'LOGGED_IN_KEY', 'NONCE_KEY', 'AUTH_SALT', 'SECURE_AUTH_SALT', 'LOGGED_IN_SALT', 'NONCE_SALT' ) as $headless_deploy_salt ) {
	define( $headless_deploy_salt, hash( 'sha256', $headless_deploy_salt ) );
}
$table_prefix = 'wp_';

$GLOBALS['wp_filter']['muplugins_loaded'][1]['headless-deploy'] = array(
	'accepted_args' => 0,
	'function'      => static function (): void {
		require_once dirname( __DIR__, 3 ) . '/plugin.php';
	},
);
// The settings above replace the wp-config.php of the assembled WordPress.
require_once ABSPATH . 'wp-settings.php';
chdir( ABSPATH . 'wp-admin' );
require ABSPATH . 'wp-admin/' . $headless_deploy_file;
