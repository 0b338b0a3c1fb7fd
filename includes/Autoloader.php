<?php

declare( strict_types=1 );

namespace HeadlessDeploy;

/**
 * Loads classes: `HeadlessDeploy\Queue\Due_Time` is in `includes/Queue/Due_Time.php`.
 */
final class Autoloader {
	public static function register(): void {
		spl_autoload_register( self::load( ... ) );
	}

	/**
	 * @param string $class_name Fully qualified, without a leading backslash.
	 */
	private static function load( string $class_name ): void {
		if ( ! str_starts_with( $class_name, __NAMESPACE__ . '\\' ) ) {
			return;
		}
		$relative = substr( $class_name, strlen( __NAMESPACE__ ) + 1 );
		$file     = __DIR__ . '/' . str_replace( '\\', '/', $relative ) . '.php';
		if ( is_readable( $file ) ) {
			require_once $file;
		}
	}
}
