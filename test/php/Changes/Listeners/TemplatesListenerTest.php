<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Tests\Changes\Listeners;

use HeadlessDeploy\Tests\Changes\Changes_Test_Case;

final class TemplatesListenerTest extends Changes_Test_Case {
	public function test_a_template_that_is_edited_is_noted(): void {
		$this->watch( 'templates' );
		$id = $this->template();
		$this->assertSame( array( 'Template “Single” changed' ), $this->noted(), 'Edited for the first time.' );
		$this->forget();
		wp_update_post( array( 'ID' => $id, 'post_content' => 'Other' ) );
		$this->assertSame( array( 'Template “Single” changed' ), $this->noted() );
	}

	public function test_a_template_that_is_saved_as_it_was_is_not_noted(): void {
		$id = $this->template();
		$this->watch( 'templates' );
		wp_update_post( array( 'ID' => $id ) );
		$this->assertSame( array(), $this->noted() );
	}

	public function test_a_template_that_is_reset_is_noted_by_its_name(): void {
		$id = $this->template();
		$this->watch( 'templates' );
		wp_delete_post( $id, true );
		$this->assertSame( array( 'Template “Single” deleted' ), $this->noted() );
	}

	public function test_a_template_part_is_noted(): void {
		$this->watch( 'templates' );
		$this->template( 'wp_template_part', 'Header' );
		$this->assertSame( array( 'Template Part “Header” changed' ), $this->noted() );
	}

	public function test_a_new_pattern_is_in_use_nowhere(): void {
		$this->watch( 'templates' );
		$this->template( 'wp_block', 'Banner' );
		$this->assertSame( array(), $this->noted() );
	}

	public function test_a_synced_pattern_that_changes_is_noted(): void {
		$id = $this->template( 'wp_block', 'Banner' );
		$this->watch( 'templates' );
		$this->rest( 'POST', "/wp/v2/blocks/$id", array( 'content' => 'Other' ) );
		$this->assertSame( array( 'Pattern “Banner” changed' ), $this->noted() );
		$this->forget();
		wp_trash_post( $id );
		$this->assertSame( array( 'Pattern “Banner” deleted' ), $this->noted() );
	}

	public function test_a_pattern_that_is_copied_where_it_is_used_is_not_noted(): void {
		$id = $this->template( 'wp_block', 'Banner' );
		update_post_meta( $id, 'wp_pattern_sync_status', 'unsynced' );
		$this->watch( 'templates' );
		wp_update_post( array( 'ID' => $id, 'post_content' => 'Other' ) );
		$this->assertSame( array(), $this->noted() );
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
		$this->queries( $save );
		$bare = $this->queries( $save );
		$this->watch( 'templates' );
		( new \HeadlessDeploy\Queue\Wake_Up() )->set_first( $this->clock->now );
		$this->assertCount( count( $bare ) + 1, $this->queries( $save ) );
	}

	public function test_nobody_who_leaves_templates_alone_is_bothered(): void {
		$this->watch( 'content' );
		wp_delete_post( $this->template(), true );
		$this->assertSame( array(), $this->noted() );
	}

	private function template( string $type = 'wp_template', string $title = 'Single' ): int {
		return $this->post( array( 'post_type' => $type, 'post_title' => $title, 'post_name' => strtolower( $title ) ) );
	}
}
