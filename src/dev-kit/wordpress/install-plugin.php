<?php

declare( strict_types=1 );

list( , $local_folder, $local_zip, $local_plugin ) = $argv;

$_SERVER['HTTP_HOST']      = '127.0.0.1';
$_SERVER['REQUEST_METHOD'] = 'GET';
$_SERVER['REQUEST_URI']    = '/wp-admin/';
// WordPress must be loaded in the global scope.
require $local_folder . '/wp-load.php';
require_once ABSPATH . 'wp-admin/includes/admin.php';
require_once ABSPATH . 'wp-admin/includes/class-wp-upgrader.php';

$local_administrator = get_user_by( 'login', 'admin' );
wp_set_current_user( false === $local_administrator ? 0 : $local_administrator->ID );
$local_upgrader = new Plugin_Upgrader( new Automatic_Upgrader_Skin() );
$local_result   = $local_upgrader->install( $local_zip );
if ( true === $local_result ) {
	$local_result = activate_plugin( $local_plugin ) ?? true;
}
if ( true !== $local_result ) {
	$local_reason = is_wp_error( $local_result ) ? $local_result->get_error_message() : implode( ' ', $local_upgrader->skin->get_upgrade_messages() );
	fwrite( STDERR, "$local_zip: $local_reason\n" );
	exit( 1 );
}
