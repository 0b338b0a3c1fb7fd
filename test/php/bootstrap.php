<?php

declare( strict_types=1 );

use HeadlessDeploy\Tests\Model\Mutations;
use HeadlessDeploy\Tests\Test_Database;

// PHPUnit includes this file inside a function: name the globals that core sets at file level.
global $wpdb, $wp, $wp_query, $wp_the_query, $wp_rewrite, $wp_roles, $wp_locale, $wp_filter, $wp_actions, $wp_filters, $wp_current_filter, $table_prefix, $current_user, $pagenow, $shortcode_tags, $wp_theme_directories, $wp_scripts, $wp_styles, $wp_rest_server, $phpmailer, $post, $authordata, $allowedposttags, $wp_version, $wp_db_version, $required_php_version, $required_mysql_version, $wp_plugin_paths, $_wp_switched_stack, $timestart;

require_once dirname( __DIR__, 2 ) . '/vendor/autoload.php';

spl_autoload_register(
	static function ( string $class_name ): void {
		if ( str_starts_with( $class_name, 'HeadlessDeploy\\Tests\\' ) ) {
			$file = __DIR__ . '/' . str_replace( '\\', '/', substr( $class_name, strlen( 'HeadlessDeploy\\Tests\\' ) ) ) . '.php';
			if ( is_file( $file ) ) {
				require_once $file;
			}
		}
	},
);

$wordpress = (string) getenv( 'HEADLESS_DEPLOY_TEST_WORDPRESS' );
if ( ! is_file( $wordpress . '/wp-settings.php' ) ) {
	fwrite( STDERR, "HEADLESS_DEPLOY_TEST_WORDPRESS must name the folder of an assembled WordPress; `npm run test:php` assembles one.\n" );
	exit( 2 );
}

define( 'ABSPATH', rtrim( (string) realpath( $wordpress ), '/' ) . '/' );
Test_Database::prepare( ABSPATH );

$_SERVER['HTTP_HOST']       = 'example.test';
$_SERVER['SERVER_NAME']     = 'example.test';
$_SERVER['REQUEST_METHOD']  = 'GET';
$_SERVER['REQUEST_URI']     = '/';
$_SERVER['SERVER_PROTOCOL'] = 'HTTP/1.1';
$_SERVER['REMOTE_ADDR']     = '127.0.0.1';
$_SERVER['PHP_SELF']        = '/index.php';
$GLOBALS['PHP_SELF']        = '/index.php';

define( 'WP_HOME', 'http://example.test' );
define( 'WP_SITEURL', 'http://example.test' );
define( 'WP_ENVIRONMENT_TYPE', 'local' );
define( 'WP_DEBUG', true );
define( 'WP_DEBUG_DISPLAY', false );
define( 'WP_DEBUG_LOG', Test_Database::folder() . '/debug.log' );
define( 'WP_USE_THEMES', false );
define( 'DISABLE_WP_CRON', true );
define( 'WP_AUTO_UPDATE_CORE', false );
define( 'AUTOMATIC_UPDATER_DISABLED', true );
// The must-use plugins of the assembled WordPress must not influence the tests.
define( 'WPMU_PLUGIN_DIR', Test_Database::folder() . '/mu-plugins' );
foreach ( array( 'AUTH_KEY', 'SECURE_AUTH_KEY', 'LOGGED_IN_KEY', 'NONCE_KEY', 'AUTH_SALT', 'SECURE_AUTH_SALT', 'LOGGED_IN_SALT', 'NONCE_SALT' ) as $salt ) {
	define( $salt, hash( 'sha256', $salt ) );
}
if ( Test_Database::is_network() ) {
	define( 'MULTISITE', true );
	define( 'SUBDOMAIN_INSTALL', false );
	define( 'DOMAIN_CURRENT_SITE', 'example.test' );
	define( 'PATH_CURRENT_SITE', '/' );
	define( 'SITE_ID_CURRENT_SITE', 1 );
	define( 'BLOG_ID_CURRENT_SITE', 1 );
}
$table_prefix = 'wp_';

// Hooks that must exist before WordPress is loaded: core merges a preset $wp_filter.
$GLOBALS['wp_filter']['muplugins_loaded'][1]['headless-deploy'] = array(
	'accepted_args' => 0,
	'function'      => static function (): void {
		Mutations::apply( Test_Database::folder() );
		require_once dirname( __DIR__, 2 ) . '/plugin.php';
	},
);

require_once ABSPATH . 'wp-settings.php';
require_once ABSPATH . 'wp-admin/includes/admin.php';

add_filter( 'pre_wp_mail', '__return_true' );
// The default cost takes 170 ms for each user.
add_filter( 'wp_hash_password_options', static fn(): array => array( 'cost' => 4 ) );

Test_Database::finish();
