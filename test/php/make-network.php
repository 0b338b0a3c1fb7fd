<?php

declare( strict_types=1 );

/** Makes a network of the installed WordPress, for install.php, install-network.php and the browser tests. */
require_once ABSPATH . 'wp-admin/includes/network.php';

foreach ( $wpdb->tables( 'ms_global' ) as $table => $prefixed ) {
	$wpdb->$table = $prefixed;
}
install_network();
$home = (array) wp_parse_url( home_url() );
$host = $home['host'] . ( isset( $home['port'] ) ? ':' . $home['port'] : '' );
$made = populate_network( 1, $host, 'admin@example.test', 'Test network', '/', false );
if ( is_wp_error( $made ) ) {
	fwrite( STDERR, $made->get_error_message() . "\n" );
	exit( 1 );
}
