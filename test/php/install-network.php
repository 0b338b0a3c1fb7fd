<?php

declare( strict_types=1 );

list( , $wordpress, $folder ) = $argv;

$_SERVER['HTTP_HOST']       = 'example.test';
$_SERVER['SERVER_NAME']     = 'example.test';
$_SERVER['REQUEST_METHOD']  = 'GET';
$_SERVER['REQUEST_URI']     = '/';
$_SERVER['SERVER_PROTOCOL'] = 'HTTP/1.1';
$_SERVER['PHP_SELF']        = '/index.php';

define( 'ABSPATH', $wordpress );
define( 'DB_ENGINE', 'sqlite' );
define( 'DB_DIR', $folder . '/' );
define( 'DB_FILE', 'test.sqlite' );
define( 'DB_NAME', 'test' );
define( 'DB_USER', '' );
define( 'DB_PASSWORD', '' );
define( 'DB_HOST', 'localhost' );
define( 'DB_CHARSET', 'utf8mb4' );
define( 'DB_COLLATE', '' );
define( 'WP_HOME', 'http://example.test' );
define( 'WP_SITEURL', 'http://example.test' );
define( 'WP_ALLOW_MULTISITE', true );
define( 'WP_HTTP_BLOCK_EXTERNAL', true );
define( 'WPMU_PLUGIN_DIR', '/nonexistent' );
$table_prefix = 'wp_';

require_once ABSPATH . 'wp-settings.php';
require_once ABSPATH . 'wp-admin/includes/upgrade.php';

add_filter( 'pre_wp_mail', '__return_true' );
require __DIR__ . '/make-network.php';
