<?php

declare( strict_types=1 );

list( , $wordpress, $database, $socket, $kind ) = $argv;

$_SERVER['HTTP_HOST']       = 'example.test';
$_SERVER['SERVER_NAME']     = 'example.test';
$_SERVER['REQUEST_METHOD']  = 'GET';
$_SERVER['REQUEST_URI']     = '/';
$_SERVER['SERVER_PROTOCOL'] = 'HTTP/1.1';
$_SERVER['PHP_SELF']        = '/index.php';

define( 'ABSPATH', $wordpress );
define( 'DB_ENGINE', 'mysql' );
define( 'DB_NAME', $database );
define( 'DB_USER', 'root' );
define( 'DB_PASSWORD', '' );
define( 'DB_HOST', 'localhost:' . $socket );
define( 'DB_CHARSET', 'utf8mb4' );
define( 'DB_COLLATE', '' );
define( 'WP_INSTALLING', true );
define( 'WP_HOME', 'http://example.test' );
define( 'WP_SITEURL', 'http://example.test' );
define( 'WP_HTTP_BLOCK_EXTERNAL', true );
define( 'WPMU_PLUGIN_DIR', '/nonexistent' );
$table_prefix = 'wp_';

require_once ABSPATH . 'wp-settings.php';
require_once ABSPATH . 'wp-admin/includes/upgrade.php';

add_filter( 'pre_wp_mail', '__return_true' );
wp_install( 'Test', 'admin', 'admin@example.test', true, '', 'password' );
global $wp_rewrite;
$wp_rewrite->init();
$wp_rewrite->set_permalink_structure( '/%postname%/' );
if ( 'network' === $kind ) {
	require __DIR__ . '/make-network.php';
}
