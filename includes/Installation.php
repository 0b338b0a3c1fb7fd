<?php

declare( strict_types=1 );

namespace HeadlessDeploy;

use HeadlessDeploy\Admin\Dismissals;
use HeadlessDeploy\Changes\Listeners\Url_Bases_Listener;
use HeadlessDeploy\Environments\Removed_Environment;
use HeadlessDeploy\Environments\Routing;
use HeadlessDeploy\Hosting\Uploads\Upload_Folder;
use HeadlessDeploy\Hosting\Uploads\Uploads;
use HeadlessDeploy\Queue\Schema;
use HeadlessDeploy\Queue\Wake_Up;
use HeadlessDeploy\Queue\Write_Failure;

/**
 * Creates tables and events on activation, removes events on deactivation, and removes all data on uninstall.
 */
final class Installation {
	private const BATCH_SIZE = 100;

	public function __construct(
		private readonly Wake_Up $wake_up,
		private readonly Routing $routing,
		private readonly Clock $clock = new System_Clock(),
	) {}

	/**
	 * Creates the tables and schedules the recurring event; on a network, only that of the main site.
	 */
	public function activate( bool $network_wide = false ): void {
		$this->create_tables();
		$site = $network_wide ? get_main_site_id() : get_current_blog_id();
		Network::on_site( $site, fn() => $this->wake_up->ensure_recurring( $this->clock->now_ms() ) );
	}

	public function deactivate( bool $network_wide = false ): void {
		if ( $network_wide && is_multisite() ) {
			self::on_every_site( $this->clear_events( ... ) );
			return;
		}
		$this->clear_events();
	}

	/**
	 * Upgrades the tables after an update, and schedules a missing event. Makes no query when nothing is missing.
	 */
	public function repair(): void {
		// A higher version is of a newer plugin version, for example on another web server. Its tables are compatible.
		if ( $this->routing->schema_version() < Schema::VERSION ) {
			$this->create_tables();
		}
		if ( ! is_multisite() || is_main_site() || ! Network::is_network_active() ) {
			$this->wake_up->ensure_recurring( $this->clock->now_ms() );
		}
	}

	public static function uninstall(): void {
		Schema::register();
		self::on_every_site( self::remove_site_data( ... ) );
		Schema::drop();
		if ( is_multisite() ) {
			global $wpdb;
			$names = Database::column( (string) $wpdb->prepare(
				"SELECT meta_key FROM {$wpdb->sitemeta} WHERE meta_key LIKE %s",
				self::option_pattern(),
			) );
			array_map( delete_site_option( ... ), array_map( strval( ... ), $names ) );
		}
	}

	private function clear_events(): void {
		$this->wake_up->clear();
		wp_clear_scheduled_hook( Uploads::CLEANUP_EVENT );
		wp_clear_scheduled_hook( Removed_Environment::EXPIRY_EVENT );
		wp_clear_scheduled_hook( Url_Bases_Listener::EVENT );
	}

	/**
	 * Creates the tables. The version is stored in the autoloaded option, so that checking it needs no query.
	 */
	private function create_tables(): void {
		try {
			Schema::create();
			$is_complete = array() === Schema::missing();
		} catch ( Read_Failed ) {
			$is_complete = false;
		}
		if ( $is_complete ) {
			$this->routing->save_schema_version( Schema::VERSION );
		}
	}

	/**
	 * Removes the data of the current site. Capabilities are computed, but a role editor may have stored some.
	 */
	private static function remove_site_data(): void {
		global $wpdb;
		( new Wake_Up() )->clear();
		wp_clear_scheduled_hook( Uploads::CLEANUP_EVENT );
		wp_clear_scheduled_hook( Removed_Environment::EXPIRY_EVENT );
		wp_clear_scheduled_hook( Url_Bases_Listener::EVENT );
		( new Upload_Folder() )->delete();
		( new Write_Failure() )->forget();
		$names = Database::column( (string) $wpdb->prepare(
			"SELECT option_name FROM {$wpdb->options} WHERE option_name LIKE %s",
			self::option_pattern(),
		) );
		array_map( delete_option( ... ), array_map( strval( ... ), $names ) );
		Dismissals::forget_site( get_current_blog_id() );
		foreach ( wp_roles()->role_objects as $role ) {
			foreach ( Capabilities::ALL as $capability ) {
				if ( isset( $role->capabilities[ $capability ] ) ) {
					$role->remove_cap( $capability );
				}
			}
		}
	}

	/**
	 * Runs work on every site, in batches: a network may have more sites than fit into memory.
	 *
	 * @param callable(): mixed $work
	 */
	private static function on_every_site( callable $work ): void {
		if ( ! is_multisite() ) {
			$work();
			return;
		}
		for ( $offset = 0; ; $offset += self::BATCH_SIZE ) {
			$sites = get_sites(
				array(
					'fields'  => 'ids',
					'number'  => self::BATCH_SIZE,
					'offset'  => $offset,
					'orderby' => 'id',
				),
			);
			foreach ( $sites as $site ) {
				Network::on_site( (int) $site, $work );
			}
			if ( count( $sites ) < self::BATCH_SIZE ) {
				return;
			}
		}
	}

	private static function option_pattern(): string {
		global $wpdb;
		return $wpdb->esc_like( 'headless_deploy_' ) . '%';
	}
}
