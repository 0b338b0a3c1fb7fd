<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Status;

use HeadlessDeploy\Json_Schema;
use HeadlessDeploy\Network;

/**
 * Writes the lines for the server's crontab that start the dispatcher of this site every minute.
 */
final class System_Cron {
	private const EACH_MINUTE = '* * * * *';

	/**
	 * Returns both lines, either of which is enough; null for users who may not see paths of the server.
	 *
	 * @return array{command: string, request: string}|null
	 */
	public static function lines(): ?array {
		return ! Network::is_operator() ? null : array(
			'command' => self::by_command(),
			'request' => self::by_request(),
		);
	}

	public static function schema(): Json_Schema {
		return Json_Schema::texts( 'command', 'request' )->named( 'system-cron' )->described( 'Lines for the crontab of the server, either of which is enough.' );
	}

	/**
	 * Returns the line that sends due runs by WP-CLI; on a network, one line serves all sites.
	 */
	private static function by_command(): string {
		return sprintf( '%1$s wp --path=%2$s headless-deploy dispatch > /dev/null 2>&1', self::EACH_MINUTE, self::quoted( untrailingslashit( ABSPATH ) ) );
	}

	private static function by_request(): string {
		$url = site_url( 'wp-cron.php?doing_wp_cron' );
		return sprintf( '%1$s curl -fsS %2$s > /dev/null 2>&1', self::EACH_MINUTE, self::quoted( $url ) );
	}

	/**
	 * Quotes a word for the shell. A percent sign ends the command in a crontab.
	 */
	private static function quoted( string $word ): string {
		return str_replace( '%', '\\%', "'" . str_replace( "'", "'\\''", $word ) . "'" );
	}
}
