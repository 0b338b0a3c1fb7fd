<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Changes\Listeners;

/**
 * Tells those who work from those who only read. Some plugins count readers in meta and options, and the host reads
 * everything while it builds: that must not ask for the next build.
 */
final class Request_Context {
	/**
	 * Tells whether this request only reads, for somebody who is not logged in.
	 */
	public static function is_anonymous_read(): bool {
		return self::is_read() && ! ( is_admin() && is_user_logged_in() );
	}

	/**
	 * Tells whether this request only looks at something, whoever asks for it, also in wp-admin.
	 */
	public static function is_read(): bool {
		return ! self::is_cron_or_cli() && ! self::is_write();
	}

	private static function is_cron_or_cli(): bool {
		return wp_doing_cron() || ( defined( 'WP_CLI' ) && constant( 'WP_CLI' ) ) || 'cli' === self::method();
	}

	private static function is_write(): bool {
		return ! in_array( self::method(), array( 'cli', 'GET', 'HEAD', 'OPTIONS' ), true );
	}

	/**
	 * Returns the HTTP method; `cli` where there is no request at all.
	 */
	private static function method(): string {
		$method = $_SERVER['REQUEST_METHOD'] ?? null;
		return is_string( $method ) && '' !== $method ? strtoupper( $method ) : 'cli';
	}
}
