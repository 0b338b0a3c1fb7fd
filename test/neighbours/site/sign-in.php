<?php

declare( strict_types=1 );

// Prints the cookies of a signed-in administrator. Plugins may change the login form.
$_SERVER['HTTP_HOST']      = '127.0.0.1';
$_SERVER['REQUEST_METHOD'] = 'GET';
$_SERVER['REQUEST_URI']    = '/';
require $argv[1] . '/wp-load.php';

$expires = time() + DAY_IN_SECONDS;
$token   = WP_Session_Tokens::get_instance( 1 )->create( $expires );
echo AUTH_COOKIE, '=', rawurlencode( wp_generate_auth_cookie( 1, $expires, 'auth', $token ) ), '; ';
echo LOGGED_IN_COOKIE, '=', rawurlencode( wp_generate_auth_cookie( 1, $expires, 'logged_in', $token ) );
