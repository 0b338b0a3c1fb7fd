<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Tests\Changes\Other_Plugins\Stand_Ins;

use HeadlessDeploy\Tests\Changes\Other_Plugins\Stand_In;

/**
 * Stores options and transients in each request, as WP Statistics, Jetpack and Wordfence do.
 */
final class Statistics implements Stand_In {
	private const EVENT = 'stand_in_statistics';

	public function load(): void {
		foreach ( array( 'wp', 'current_screen', self::EVENT ) as $hook ) {
			add_action( $hook, $this->count( ... ), 10, 0 );
		}
		wp_schedule_event( time(), 'hourly', self::EVENT );
	}

	public function save( int $post_id ): array {
		update_option( 'stand_in_settings', array( 'excluded' => array( $post_id ) ) );
		$this->count();
		return array();
	}

	private function count(): void {
		$visits = (array) get_option( 'stand_in_visits', array() );
		update_option( 'stand_in_visits', array( ...$visits, wp_generate_uuid4() ) );
		update_option( 'stand_in_last_visit', microtime( true ), false );
		set_transient( 'stand_in_online', count( $visits ), 60 );
		set_site_transient( 'stand_in_online', count( $visits ), 60 );
		delete_transient( 'stand_in_report' );
	}
}
