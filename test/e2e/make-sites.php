<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Tests\Browser;

use Automatic_Upgrader_Skin;
use Plugin_Upgrader;
use RuntimeException;
use WP_Application_Passwords;
use WP_Error;

/**
 * @template T
 * @param  T|WP_Error $result
 * @return T
 */
function must( mixed $result ): mixed {
	if ( $result instanceof WP_Error ) {
		throw new RuntimeException( $result->get_error_message() );
	}
	return $result;
}

function application_password( int $user ): string {
	return must( WP_Application_Passwords::create_new_application_password( $user, array( 'name' => 'Tests' ) ) )[0];
}

/** Makes the site /second/ with an administrator who belongs to no other site. */
function make_second_site( string $host, string $user, string $password ): int {
	$site  = must( wp_insert_site( array( 'domain' => $host, 'path' => '/second/', 'title' => 'Second', 'user_id' => 1 ) ) );
	$admin = must( wp_insert_user( array( 'user_login' => $user, 'user_pass' => $password, 'user_email' => 'second@example.test' ) ) );
	remove_user_from_blog( $admin, get_main_site_id() );
	must( add_user_to_blog( $site, $admin, 'administrator' ) );
	return $admin;
}

/** Copies the plugin from its zip, without activating it. */
function unpack_plugin( string $zip ): void {
	if ( true !== must( ( new Plugin_Upgrader( new Automatic_Upgrader_Skin() ) )->install( $zip ) ) ) {
		throw new RuntimeException( "$zip was not installed." );
	}
}

/** Prints the application passwords of the super admin and of the second site's administrator. */
list( , $network_folder, $network_host, $network_zip ) = $argv;

$network_settings          = json_decode( (string) stream_get_contents( STDIN ), true, 8, JSON_THROW_ON_ERROR );
$_SERVER['HTTP_HOST']      = $network_host;
$_SERVER['REQUEST_METHOD'] = 'GET';
$_SERVER['REQUEST_URI']    = '/';
// WordPress must be loaded in the global scope.
require $network_folder . '/wp-load.php';
require_once ABSPATH . 'wp-admin/includes/admin.php';
require_once ABSPATH . 'wp-admin/includes/class-wp-upgrader.php';

wp_set_current_user( 1 );
$network_admin = make_second_site( $network_host, $network_settings['user'], $network_settings['password'] );
unpack_plugin( $network_zip );
echo json_encode( array( application_password( 1 ), application_password( $network_admin ) ), JSON_THROW_ON_ERROR );
