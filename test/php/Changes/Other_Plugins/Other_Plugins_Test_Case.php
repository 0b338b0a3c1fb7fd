<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Tests\Changes\Other_Plugins;

use HeadlessDeploy\Environments\Automation;
use HeadlessDeploy\Lane;
use HeadlessDeploy\Tests\Changes\Changes_Test_Case;
use WP_Object_Cache;
use WP_Query;

/**
 * Runs a stand-in beside the plugin, in requests of visitors, administrators and cron.
 */
abstract class Other_Plugins_Test_Case extends Changes_Test_Case {
	private const EVENTS = 'stand_in_';

	private string $method = '';
	private WP_Object_Cache $cache;

	protected function setUp(): void {
		parent::setUp();
		$this->method = (string) ( $_SERVER['REQUEST_METHOD'] ?? '' );
		$this->cache  = $GLOBALS['wp_object_cache'];
	}

	protected function tearDown(): void {
		$_SERVER['REQUEST_METHOD']  = $this->method;
		$_POST                      = array();
		$GLOBALS['wp_object_cache'] = $this->cache;
		wp_using_ext_object_cache( false );
		wp_cache_flush();
		foreach ( array( 'stand_in_scheduled', 'stand_in_group' ) as $type ) {
			unregister_post_type( $type );
		}
		foreach ( array_keys( get_post_stati( array( 'label_count' => false ) ) ) as $status ) {
			if ( str_starts_with( (string) $status, self::EVENTS ) ) {
				unset( $GLOBALS['wp_post_statuses'][ $status ] );
			}
		}
		parent::tearDown();
	}

	/**
	 * Connects an environment that records every change, beside a stand-in.
	 */
	protected function start( Stand_In $stand_in ): void {
		$this->watch_with_refresh( ...Automation::SOURCES );
		$stand_in->load();
		$this->forget();
	}

	protected function visit( int $post_id ): void {
		$this->request(
			'GET',
			0,
			static function () use ( $post_id ): void {
				$query = new WP_Query( array( 'p' => $post_id ) );
				do_action_ref_array( 'wp', array( $query ) );
			},
		);
	}

	protected function screen(): void {
		$this->request( 'GET', get_current_user_id(), static fn() => set_current_screen( 'edit-post' ) );
	}

	/**
	 * Runs the events of the stand-in.
	 */
	protected function cron(): void {
		add_filter( 'wp_doing_cron', '__return_true' );
		$this->request( 'POST', 0, static fn() => array_map( do_action( ... ), self::scheduled_hooks() ) );
		remove_filter( 'wp_doing_cron', '__return_true' );
	}

	/**
	 * Sends something as a visitor.
	 */
	protected function visitor( callable $work ): void {
		$this->request( 'POST', 0, $work );
	}

	/**
	 * Saves as an administrator in wp-admin.
	 *
	 * @template T
	 * @param  callable(): T $work
	 * @return T
	 */
	protected function admin( callable $work ): mixed {
		return $this->request( 'POST', get_current_user_id(), $work );
	}

	/**
	 * @return array<string, list<string>> The changes by lane; no lane without any.
	 */
	protected function recorded_by_lane(): array {
		$lanes = array_column( Lane::cases(), 'value' );
		return array_filter( array_combine( $lanes, array_map( $this->changes_of( ... ), $lanes ) ) );
	}

	/**
	 * @template T
	 * @param  callable(): T $work
	 * @return T
	 */
	private function request( string $method, int $user_id, callable $work ): mixed {
		$administrator = get_current_user_id();
		$this->start_plugin( $this->clock, $this->caller );
		$_SERVER['REQUEST_METHOD'] = $method;
		wp_set_current_user( $user_id );
		unset( $GLOBALS['current_screen'] );
		if ( $user_id > 0 ) {
			set_current_screen( 'dashboard' );
		}
		$result = $work();
		do_action( 'shutdown' );
		$_SERVER['REQUEST_METHOD'] = $this->method;
		wp_set_current_user( $administrator );
		set_current_screen( 'dashboard' );
		return $result;
	}

	/**
	 * @return list<string>
	 */
	protected static function scheduled_hooks(): array {
		$hooks = array_merge( array(), ...array_map( array_keys( ... ), array_values( _get_cron_array() ) ) );
		return array_values( array_unique( array_filter( $hooks, static fn( string $hook ): bool => str_starts_with( $hook, self::EVENTS ) ) ) );
	}
}
