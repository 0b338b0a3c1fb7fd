<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Tests\Changes\Other_Plugins\Stand_Ins;

use HeadlessDeploy\Tests\Changes\Other_Plugins\Stand_In;

/**
 * Schedules actions in its own table and runs them in cron and at the end of requests of wp-admin, as Action Scheduler does
 * for WooCommerce. The actions write private meta.
 */
final class Action_Table implements Stand_In {
	private const EVENT = 'stand_in_run_queue';

	public function load(): void {
		global $wpdb;
		$wpdb->query( "CREATE TABLE {$wpdb->prefix}stand_in_actions (post_id BIGINT NOT NULL, status VARCHAR(20) NOT NULL)" );
		wp_schedule_event( time(), 'hourly', self::EVENT );
		add_action( 'save_post', fn( int $post_id ) => $this->schedule( $post_id ) );
		add_action( self::EVENT, $this->run( ... ), 10, 0 );
		add_action( 'wp', fn() => $this->schedule( 1 ), 10, 0 );
		add_action( 'current_screen', fn() => $this->schedule( 1 ), 10, 0 );
	}

	public function save( int $post_id ): array {
		wp_update_post( array( 'ID' => $post_id, 'post_title' => 'Product' ) );
		return array( "updated $post_id kept=1" );
	}

	private function schedule( int $post_id ): void {
		global $wpdb;
		$wpdb->insert( $wpdb->prefix . 'stand_in_actions', array( 'post_id' => $post_id, 'status' => 'pending' ) );
	}

	private function run(): void {
		global $wpdb;
		foreach ( $wpdb->get_col( "SELECT DISTINCT post_id FROM {$wpdb->prefix}stand_in_actions WHERE status = 'pending'" ) as $post_id ) {
			update_post_meta( (int) $post_id, '_stand_in_synchronized', wp_generate_uuid4() );
		}
		$wpdb->query( "UPDATE {$wpdb->prefix}stand_in_actions SET status = 'complete'" );
	}
}
