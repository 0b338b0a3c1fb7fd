<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Changes\Listeners;

use HeadlessDeploy\Entry_Point;
use HeadlessDeploy\Untyped;

/**
 * Distinguishes requests that write from requests that only read. Some plugins count views in meta and options, and the
 * host reads the whole site during a build, which must not trigger the next build.
 */
final class Request_Type {
	/**
	 * Tells whether this request only reads, outside of a logged-in user's wp-admin.
	 */
	public static function is_anonymous_read(): bool {
		return self::is_read() && ! ( is_admin() && is_user_logged_in() );
	}

	/**
	 * Tells whether this request only reads, also in wp-admin.
	 */
	public static function is_read(): bool {
		return ! self::is_cron_or_cli() && ! self::is_write();
	}

	/**
	 * Tells whether this request writes for a visitor: a user who can edit nothing, or none.
	 */
	public static function is_write_of_visitor(): bool {
		return ! self::is_cron_or_cli() && self::is_write() && ! current_user_can( 'edit_posts' );
	}

	private static function is_cron_or_cli(): bool {
		return Entry_Point::is_background() || 'cli' === self::method();
	}

	private static function is_write(): bool {
		return ! in_array( self::method(), array( 'cli', 'GET', 'HEAD', 'OPTIONS' ), true );
	}

	/**
	 * Returns the HTTP method; `cli` when there is no HTTP request.
	 */
	private static function method(): string {
		$method = isset( $_SERVER['REQUEST_METHOD'] ) ? sanitize_key( Untyped::text( wp_unslash( $_SERVER['REQUEST_METHOD'] ) ) ) : '';
		return '' === $method ? 'cli' : strtoupper( $method );
	}
}
