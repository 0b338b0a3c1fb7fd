<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Tests\Changes\Other_Plugins\Stand_Ins;

use HeadlessDeploy\Tests\Changes\Other_Plugins\Stand_In;

/**
 * Schedules actions as posts of a hidden type with their own statuses, as Action Scheduler 2 did. They are created by visits,
 * and cron completes and deletes them.
 */
final class Action_Posts implements Stand_In {
	private const EVENT = 'stand_in_run_posts';
	private const TYPE  = 'stand_in_scheduled';

	public function load(): void {
		register_post_type( self::TYPE, array( 'public' => false ) );
		register_post_status( 'stand_in_running', array( 'public' => false ) );
		wp_schedule_event( time(), 'hourly', self::EVENT );
		add_action( 'wp', $this->schedule( ... ), 10, 0 );
		add_action( 'current_screen', $this->schedule( ... ), 10, 0 );
		add_action( self::EVENT, $this->run( ... ), 10, 0 );
	}

	public function save( int $post_id ): array {
		$this->schedule();
		$this->run();
		return array();
	}

	private function schedule(): void {
		wp_insert_post( array( 'post_type' => self::TYPE, 'post_status' => 'pending', 'post_title' => 'send_report' ) );
	}

	private function run(): void {
		foreach ( get_posts( array( 'post_type' => self::TYPE, 'post_status' => 'pending' ) ) as $action ) {
			wp_update_post( array( 'ID' => $action->ID, 'post_status' => 'stand_in_running' ) );
			update_post_meta( $action->ID, 'finished', '1' );
			// Completed actions are published posts.
			wp_publish_post( $action->ID );
			wp_trash_post( $action->ID );
			wp_delete_post( $action->ID, true );
		}
	}
}
