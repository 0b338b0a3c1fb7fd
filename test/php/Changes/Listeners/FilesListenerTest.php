<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Tests\Changes\Listeners;

use HeadlessDeploy\Tests\Changes\Changes_Test_Case;
use PHPUnit\Framework\Attributes\DataProvider;

final class FilesListenerTest extends Changes_Test_Case {
	protected function setUp(): void {
		parent::setUp();
		$this->watch_with_refresh( 'files' );
	}

	public function test_an_upload_is_for_refreshes_only(): void {
		$id = $this->upload();
		$this->assertSame( array( "published $id" ), $this->changes_of( 'refresh' ) );
		$this->assertSame( array(), $this->changes_of( 'build' ) );
	}

	public function test_an_upload_costs_one_insert(): void {
		global $wpdb;
		$log = $this->queries_of_request( $this->upload( ... ) );
		$this->assertCount( 1, array_filter( $log, static fn( string $query ): bool => str_starts_with( $query, "INSERT INTO {$wpdb->headless_deploy_changes}" ) ) );
	}

	/**
	 * @param array<string, mixed> $fields Fields of the REST API.
	 */
	#[DataProvider( 'edits' )]
	public function test_an_edit_over_rest_is_a_change( array $fields, string $expected ): void {
		$id = $this->uploaded();
		$this->assertSame( 200, $this->rest( 'POST', "/wp/v2/media/$id", $fields )->get_status() );
		$this->assertContains( trim( "updated $id $expected" ), $this->changes_of( 'build' ) );
		$this->assertContains( trim( "updated $id $expected" ), $this->changes_of( 'refresh' ) );
	}

	public static function edits(): iterable {
		yield 'alternative text' => array( array( 'alt_text' => 'A red bicycle' ), 'kept=1 meta=_wp_attachment_image_alt' );
		yield 'caption' => array( array( 'caption' => 'A red bicycle' ), 'kept=1' );
		yield 'description' => array( array( 'description' => 'A red bicycle' ), 'kept=1' );
		yield 'title' => array( array( 'title' => 'A red bicycle' ), 'kept=1' );
		yield 'slug' => array( array( 'slug' => 'a-red-bicycle' ), '' );
	}

	public function test_an_edit_in_the_classic_screen_is_a_change(): void {
		$id = $this->uploaded();
		wp_update_post( array( 'ID' => $id, 'post_excerpt' => 'A red bicycle' ) );
		$this->assertSame( array( "updated $id kept=1" ), $this->changes_of( 'build' ) );
	}

	public function test_a_replaced_or_edited_image_is_a_change(): void {
		$id = $this->uploaded();
		update_attached_file( $id, '/uploads/other.png' );
		wp_update_attachment_metadata( $id, array( 'width' => 7, 'height' => 7 ) );
		$this->assertSame( array( "updated $id kept=1 meta=_wp_attachment_metadata" ), $this->changes_of( 'build' ) );
	}

	public function test_cron_that_writes_an_alternative_text_is_a_change(): void {
		$id = $this->uploaded();
		add_filter( 'wp_doing_cron', '__return_true' );
		update_post_meta( $id, '_wp_attachment_image_alt', 'A red bicycle' );
		$this->assertSame( array( "updated $id cron=1 kept=1 meta=_wp_attachment_image_alt" ), $this->changes_of( 'build' ) );
	}

	public function test_a_save_without_a_difference_is_for_refreshes_only(): void {
		$id = $this->uploaded();
		wp_update_post( array( 'ID' => $id ) );
		$this->assertSame( array( "saved $id kept=1" ), $this->changes_of( 'refresh' ) );
		$this->assertSame( array(), $this->changes_of( 'build' ) );
	}

	public function test_a_request_that_completes_an_upload_is_for_refreshes_only(): void {
		$id = $this->uploaded();
		apply_filters( 'rest_request_before_callbacks', null, array(), new \WP_REST_Request( 'POST', "/wp/v2/media/$id/sideload" ) );
		wp_update_attachment_metadata( $id, array( 'width' => 7, 'height' => 7 ) );
		$this->assertSame( array( "updated $id kept=1 meta=_wp_attachment_metadata" ), $this->changes_of( 'refresh' ) );
		$this->assertSame( array(), $this->changes_of( 'build' ) );
	}

	public function test_a_deleted_file_is_a_change(): void {
		$id = $this->uploaded();
		wp_delete_attachment( $id, true );
		$this->assertSame( array( "deleted $id author=" . get_current_user_id() ), $this->changes_of( 'build' ) );
	}

	private function upload(): int {
		$id = wp_insert_attachment( array( 'post_title' => 'Bicycle', 'post_mime_type' => 'image/png', 'post_status' => 'inherit' ), '/uploads/bicycle.png' );
		$this->assertIsInt( $id );
		wp_update_attachment_metadata( $id, array( 'width' => 5, 'height' => 5 ) );
		return $id;
	}

	private function uploaded(): int {
		$id = $this->upload();
		$this->forget();
		return $id;
	}
}
