<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Local;

use WP_Application_Passwords;

/** Sets the server variables of a request. */
function set_request( string $url ): void {
	$parts = (array) parse_url( $url );
	$port  = isset( $parts['port'] ) ? ':' . $parts['port'] : '';

	$_SERVER['HTTP_HOST']       = $parts['host'] . $port;
	$_SERVER['SERVER_NAME']     = $parts['host'];
	$_SERVER['REQUEST_URI']     = '/';
	$_SERVER['REQUEST_METHOD']  = 'GET';
	$_SERVER['SERVER_PROTOCOL'] = 'HTTP/1.1';
	$_SERVER['PHP_SELF']        = '/index.php';
}

/** @param array<string, string> $settings */
function install_site( array $settings ): int {
	if ( ! is_blog_installed() ) {
		wp_install( $settings['title'], $settings['user'], 'admin@example.test', true, '', $settings['password'] );
	}
	$user = get_user_by( 'login', $settings['user'] );
	if ( false === $user ) {
		throw new \RuntimeException( "There is no user {$settings['user']}." );
	}
	wp_set_current_user( $user->ID );
	global $wp_rewrite;
	$wp_rewrite->init();
	$wp_rewrite->set_permalink_structure( '/%postname%/' );
	$wp_rewrite->flush_rules( false );
	return $user->ID;
}

/** Hides the welcome guides, which would cover what the user wants to see. */
function hide_welcome_guides( int $user_id ): void {
	global $wpdb;
	update_user_meta( $user_id, 'show_welcome_panel', 0 );
	update_user_meta(
		$user_id,
		$wpdb->get_blog_prefix() . 'persisted_preferences',
		array(
			'core/edit-post' => array(
				'welcomeGuide'   => false,
				'fullscreenMode' => false,
			),
			// These guides load pictures from another machine.
			'core/edit-site' => array(
				'welcomeGuide'         => false,
				'welcomeGuideStyles'   => false,
				'welcomeGuidePage'     => false,
				'welcomeGuideTemplate' => false,
			),
			'core'      => array( 'enableChoosePatternModal' => false ),
			'_modified' => gmdate( 'c' ),
		),
	);
}

function application_password( int $user_id ): string {
	WP_Application_Passwords::delete_all_application_passwords( $user_id );
	$created = WP_Application_Passwords::create_new_application_password( $user_id, array( 'name' => 'Development kit' ) );
	if ( is_wp_error( $created ) ) {
		throw new \RuntimeException( $created->get_error_message() );
	}
	return $created[0];
}

const SQLITE_PLUGIN = 'sqlite-database-integration/load.php';

function activate( string $plugin ): void {
	$error = activate_plugin( $plugin );
	if ( is_wp_error( $error ) ) {
		throw new \RuntimeException( "$plugin: " . $error->get_error_message() );
	}
}

/**
 * Activates the plugin of the drop-in for SQLite, as the drop-in does at the first visit of wp-admin. That visit would change
 * the active plugins, on which any page may depend.
 */
function activate_sqlite(): void {
	if ( defined( 'SQLITE_DB_DROPIN_VERSION' ) && file_exists( WP_PLUGIN_DIR . '/' . SQLITE_PLUGIN ) ) {
		activate_plugin( SQLITE_PLUGIN, silent: true );
	}
}

$local_settings = json_decode( (string) stream_get_contents( STDIN ), true, 8, JSON_THROW_ON_ERROR );
set_request( $local_settings['url'] );
define( 'WP_INSTALLING', true );
// WordPress must be loaded in the global scope.
require $argv[1] . '/wp-load.php';
require_once ABSPATH . 'wp-admin/includes/admin.php';
require_once ABSPATH . 'wp-admin/includes/upgrade.php';

$local_user = install_site( $local_settings );
activate_sqlite();
hide_welcome_guides( $local_user );
$local_password = application_password( $local_user );
if ( '' !== $local_settings['plugin'] ) {
	activate( $local_settings['plugin'] );
}
echo json_encode(
	array(
		'version'             => wp_get_wp_version(),
		'applicationPassword' => $local_password,
	),
	JSON_THROW_ON_ERROR,
), "\n";
