<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Notifications;

use HeadlessDeploy\Database;
use HeadlessDeploy\Read_Failed;

/**
 * The sites of a network that have events to send, so that the round of the main site visits them. Each has a network
 * option of its own, because two sites may change it at the same time.
 */
final class Waiting_Sites {
	private const PREFIX = 'headless_deploy_events_of_site_';

	public static function set( bool $is_waiting ): void {
		if ( ! is_multisite() ) {
			return;
		}
		$name = self::PREFIX . get_current_blog_id();
		if ( $is_waiting ) {
			add_network_option( null, $name, 1 );
		} elseif ( false !== get_network_option( null, $name ) ) {
			delete_network_option( null, $name );
		}
	}

	/**
	 * @throws Read_Failed
	 * @return list<int>
	 */
	public static function all(): array {
		global $wpdb;
		if ( ! is_multisite() ) {
			return array();
		}
		$names = Database::column( (string) $wpdb->prepare(
			"SELECT meta_key FROM {$wpdb->sitemeta} WHERE meta_key LIKE %s",
			$wpdb->esc_like( self::PREFIX ) . '%',
		) );
		return array_map( static fn( ?string $name ): int => (int) substr( (string) $name, strlen( self::PREFIX ) ), $names );
	}

	public static function forget_site( int $blog_id ): void {
		delete_network_option( null, self::PREFIX . $blog_id );
	}
}
