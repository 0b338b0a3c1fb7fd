<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Tests\Changes\Listeners;

use HeadlessDeploy\Tests\Changes\Changes_Test_Case;

final class TemplatesListenerTest extends Changes_Test_Case {
	public function test_records_an_edited_template(): void {
		$this->watch( 'templates' );
		$id = $this->template();
		$this->assertSame( array( 'Template “Single” changed' ), $this->recorded(), 'Edited for the first time.' );
		$this->forget();
		wp_update_post( array( 'ID' => $id, 'post_content' => 'Other' ) );
		$this->assertSame( array( 'Template “Single” changed' ), $this->recorded() );
	}

	public function test_one_save_over_rest_is_one_change(): void {
		switch_theme( 'twentytwentyfive' );
		$this->watch( 'content', 'templates' );
		foreach ( array( 'customized', 'edited again' ) as $content ) {
			// WP_REST_Templates_Controller fires the hook after the save twice.
			$this->assertSame( 200, $this->rest( 'PUT', '/wp/v2/templates/twentytwentyfive//single', array( 'content' => $content ) )->get_status() );
			$this->assertSame( array( 1 ), $this->counts(), $content );
			$this->forget();
		}
	}

	public function test_two_saves_of_one_request_are_recorded_twice(): void {
		$this->watch( 'templates' );
		$template = $this->post( array( 'post_type' => 'wp_template', 'post_status' => 'publish', 'post_content' => 'one' ) );
		$this->forget();
		wp_update_post( array( 'ID' => $template, 'post_content' => 'two' ) );
		wp_update_post( array( 'ID' => $template, 'post_content' => 'three' ) );
		$this->assertCount( 2, $this->counts(), 'The first row may be part of a run when the second save ends.' );
	}

	public function test_ignores_a_template_that_is_saved_unchanged(): void {
		$id = $this->template();
		$this->watch( 'templates' );
		wp_update_post( array( 'ID' => $id ) );
		$this->assertSame( array(), $this->recorded() );
	}

	public function test_records_a_reset_template_with_its_name(): void {
		$id = $this->template();
		$this->watch( 'templates' );
		wp_delete_post( $id, true );
		$this->assertSame( array( 'Template “Single” deleted' ), $this->recorded() );
	}

	public function test_records_a_template_part(): void {
		$this->watch( 'templates' );
		$this->template( 'wp_template_part', 'Header' );
		$this->assertSame( array( 'Template Part “Header” changed' ), $this->recorded() );
	}

	public function test_ignores_a_new_pattern(): void {
		$this->watch( 'templates' );
		$this->template( 'wp_block', 'Banner' );
		$this->assertSame( array(), $this->recorded() );
	}

	public function test_records_a_changed_synced_pattern(): void {
		$id = $this->template( 'wp_block', 'Banner' );
		$this->watch( 'templates' );
		$this->rest( 'POST', "/wp/v2/blocks/$id", array( 'content' => 'Other' ) );
		$this->assertSame( array( 'Pattern “Banner” changed' ), $this->recorded() );
		$this->forget();
		wp_trash_post( $id );
		$this->assertSame( array( 'Pattern “Banner” deleted' ), $this->recorded() );
	}

	public function test_ignores_a_pattern_that_is_not_synced(): void {
		$id = $this->template( 'wp_block', 'Banner' );
		update_post_meta( $id, 'wp_pattern_sync_status', 'unsynced' );
		$this->watch( 'templates' );
		wp_update_post( array( 'ID' => $id, 'post_content' => 'Other' ) );
		$this->assertSame( array(), $this->recorded() );
	}

	public function test_saving_a_pattern_over_rest_costs_one_insert_and_no_read(): void {
		$id     = $this->template( 'wp_block', 'Banner' );
		$number = 0;
		$save   = function () use ( $id, &$number ): void {
			wp_cache_flush();
			wp_load_alloptions();
			$this->rest( 'POST', "/wp/v2/blocks/$id", array( 'content' => 'Version ' . ++$number ) );
		};
		$this->stop_plugin();
		$this->queries_of_request( $save );
		$bare = $this->queries_of_request( $save );
		$this->watch( 'templates' );
		( new \HeadlessDeploy\Queue\Wake_Up() )->set_first( $this->clock->now );
		$this->assertCount( count( $bare ) + 1, $this->queries_of_request( $save ) );
	}

	private function template( string $type = 'wp_template', string $title = 'Single' ): int {
		return $this->post( array( 'post_type' => $type, 'post_title' => $title, 'post_name' => strtolower( $title ) ) );
	}
}
