<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Tests\Changes\Listeners;

use HeadlessDeploy\Tests\Changes\Changes_Test_Case;

/**
 * Checks that the objects are found which lose a meta key all at once.
 */
final class DeletedMetaTest extends Changes_Test_Case {
	protected function setUp(): void {
		parent::setUp();
		$this->watch_with_refresh( 'content', 'terms' );
	}

	public function test_deleting_a_file_names_the_posts_whose_featured_image_it_was(): void {
		$file  = (int) wp_insert_attachment( array( 'post_title' => 'Bicycle', 'post_mime_type' => 'image/png' ), '/uploads/bicycle.png' );
		$posts = array( $this->post_with( '_thumbnail_id', (string) $file ), $this->post_with( '_thumbnail_id', (string) $file ) );
		$this->post_with( '_thumbnail_id', '999' );
		wp_delete_attachment( $file, true );
		$expected = array_map( static fn( int $id ): string => "updated $id kept=1 meta=_thumbnail_id", $posts );
		$this->assertSame( $expected, $this->changes_of( 'build' ) );
		$this->assertSame( array(), array_diff( $expected, $this->changes_of( 'refresh' ) ) );
	}

	public function test_a_key_that_a_plugin_removes_names_the_public_posts(): void {
		$one = $this->post_with( 'subtitle', 'One' );
		$two = $this->post_with( 'subtitle', 'Two' );
		$this->post_with( 'subtitle', 'Three', 'draft' );
		delete_post_meta_by_key( 'subtitle' );
		$this->assertSame( array( "updated $one kept=1 meta=subtitle", "updated $two kept=1 meta=subtitle" ), $this->changes_of( 'build' ) );
	}

	public function test_an_ignored_key_reads_nothing(): void {
		$this->post_with( '_edit_lock', '1:1' );
		$log = $this->queries_of_request( static fn() => delete_post_meta_by_key( '_edit_lock' ) );
		$this->assertSame( array(), array_filter( $log, static fn( string $query ): bool => str_contains( $query, 'DISTINCT post_id' ) ) );
		$this->assertSame( array(), $this->changes_of( 'build' ) );
	}

	public function test_a_key_of_one_post_costs_no_query(): void {
		$id  = $this->post_with( 'subtitle', 'One' );
		$log = $this->queries_of_request( static fn() => delete_post_meta( $id, 'subtitle' ) );
		$this->assertSame( array(), array_filter( $log, static fn( string $query ): bool => str_contains( $query, 'DISTINCT post_id' ) ) );
		$this->assertSame( array( "updated $id kept=1 meta=subtitle" ), $this->changes_of( 'build' ) );
	}

	public function test_a_key_of_all_terms_names_the_terms(): void {
		$term = (int) wp_insert_term( 'News', 'category' )['term_id'];
		update_term_meta( $term, 'color', 'red' );
		$this->forget();
		delete_metadata( 'term', 0, 'color', '', true );
		$this->assertStringStartsWith( "changed $term", implode( ' ', $this->changes_of( 'build' ) ) );
	}

	private function post_with( string $key, string $value, string $status = 'publish' ): int {
		$id = $this->post( array( 'post_status' => $status ) );
		update_post_meta( $id, $key, $value );
		$this->forget();
		return $id;
	}
}
