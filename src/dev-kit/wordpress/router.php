<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Local;

/**
 * Returns whether a path may be requested. No dot files, one of which is the database. The folder of the plugin is a
 * link to the whole project, so only build/ is served from it.
 *
 * @param string $path Decoded path of the request.
 */
function may_be_served( string $path ): bool {
	if ( str_contains( $path, '..' ) || str_contains( $path, "\0" ) || 1 === preg_match( '#/\.#', $path ) ) {
		return false;
	}
	return 1 !== preg_match( '#^/wp-content/(plugins/headless-deploy/(?!build/)|database/|debug\.log)#', $path );
}

/**
 * Removes the folder of a network's site, which is no folder of the disk: /second/wp-admin/ is the same script as /wp-admin/.
 *
 * @param string $path Decoded path of the request.
 */
function without_site( string $path ): string {
	return (string) preg_replace( '#^/(?!wp-)[\w-]+(?=/(?:wp-(?:admin|content|includes)/|wp-[\w-]+\.php))#', '', $path );
}

/**
 * Finds the script or the static file of a path.
 *
 * @param  string                           $path Decoded path of the request.
 * @return array{0: string, 1: string}|null Path of the file and PATH_INFO; null when there is none.
 */
function find_target( string $root, string $path ): ?array {
	if ( is_dir( $root . $path ) ) {
		$path = rtrim( $path, '/' ) . '/index.php';
	}
	if ( is_file( $root . $path ) ) {
		return array( $path, '' );
	}
	if ( 1 === preg_match( '#^(/.+?\.php)(/.*)$#', $path, $parts ) && is_file( $root . $parts[1] ) ) {
		return array( $parts[1], $parts[2] );
	}
	// A missing asset is answered without WordPress.
	$is_asset = 1 === preg_match( '#\.(js|mjs|css|map|png|jpe?g|gif|svg|woff2?|webp|avif|wasm)$#i', $path );
	return $is_asset ? null : array( '/index.php', '' );
}

/**
 * Serves a script or a stylesheet whose URL names its version, so that the browser loads and compiles it once.
 *
 * @return bool Whether it was served.
 */
function serve_versioned_file( string $file ): bool {
	$types = array(
		'js'  => 'text/javascript',
		'css' => 'text/css',
	);
	$type = $types[ pathinfo( $file, PATHINFO_EXTENSION ) ] ?? null;
	if ( null === $type ) {
		return false;
	}
	header( "Content-Type: $type; charset=utf-8" );
	header( 'Cache-Control: max-age=31536000, immutable' );
	readfile( $file );
	return true;
}

function refuse( int $status ): void {
	http_response_code( $status );
	header( 'Content-Type: text/plain' );
	echo (string) $status;
}

$local_root = rtrim( $_SERVER['DOCUMENT_ROOT'], '/' );
$local_url  = rawurldecode( (string) parse_url( $_SERVER['REQUEST_URI'], PHP_URL_PATH ) );
$local_path = without_site( $local_url );
if ( ! may_be_served( $local_path ) ) {
	refuse( 403 );
	return true;
}
// Relative links of a folder's index.php need the slash.
if ( '' !== $local_path && ! str_ends_with( $local_path, '/' ) && is_file( "$local_root$local_path/index.php" ) ) {
	$local_query = (string) ( $_SERVER['QUERY_STRING'] ?? '' );
	header( 'Location: ' . $local_url . '/' . ( '' === $local_query ? '' : '?' . $local_query ), true, 301 );
	return true;
}
$local_target = find_target( $local_root, $local_path );
if ( null === $local_target ) {
	refuse( 404 );
	return true;
}
list( $local_script, $local_path_info ) = $local_target;
if ( ! str_ends_with( $local_script, '.php' ) ) {
	if ( isset( $_GET['ver'] ) && serve_versioned_file( $local_root . $local_script ) ) {
		return true;
	}
	if ( $local_path !== $local_url ) {
		header( "Location: $local_path", true, 302 );
		return true;
	}
	// PHP's server sends the file.
	return false;
}
if ( '' !== $local_path_info ) {
	$_SERVER['PATH_INFO'] = $local_path_info;
}
$_SERVER['SCRIPT_NAME']     = $local_script;
$_SERVER['PHP_SELF']        = $local_script . $local_path_info;
$_SERVER['SCRIPT_FILENAME'] = $local_root . $local_script;
chdir( dirname( $local_root . $local_script ) );
require $local_root . $local_script;
