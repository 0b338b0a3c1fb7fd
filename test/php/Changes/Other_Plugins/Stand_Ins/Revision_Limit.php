<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Tests\Changes\Other_Plugins\Stand_Ins;

use HeadlessDeploy\Tests\Changes\Other_Plugins\Stand_In;

/**
 * Deletes old revisions and drafts by cron and at each save, as plugins that clean the database do.
 */
final class Revision_Limit implements Stand_In {
	private const EVENT = 'stand_in_clean';

	public function load(): void {
		wp_schedule_event( time(), 'daily', self::EVENT );
		add_action( self::EVENT, $this->clean( ... ), 10, 0 );
		add_action( 'save_post', $this->clean( ... ), 10, 0 );
	}

	public function save( int $post_id ): array {
		wp_update_post( array( 'ID' => $post_id, 'post_content' => 'First' ) );
		wp_update_post( array( 'ID' => $post_id, 'post_content' => 'Second' ) );
		wp_insert_post( array( 'post_title' => 'Abandoned', 'post_status' => 'auto-draft' ) );
		$this->clean();
		return array( "updated $post_id kept=1", "updated $post_id kept=1" );
	}

	private function clean(): void {
		global $wpdb;
		foreach ( $wpdb->get_col( "SELECT ID FROM {$wpdb->posts} WHERE post_type = 'revision'" ) as $revision ) {
			wp_delete_post_revision( (int) $revision );
		}
		foreach ( $wpdb->get_col( "SELECT ID FROM {$wpdb->posts} WHERE post_status = 'auto-draft'" ) as $draft ) {
			wp_delete_post( (int) $draft, true );
		}
	}
}
