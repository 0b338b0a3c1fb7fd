<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Tests\Changes\Listeners;

use HeadlessDeploy\Tests\Changes\Changes_Test_Case;
use PHPUnit\Framework\Attributes\DataProvider;

/**
 * Checks that a page which visitors do not see is recorded when the addresses of public pages below it change.
 */
final class HiddenParentsTest extends Changes_Test_Case {
	protected function setUp(): void {
		parent::setUp();
		$this->watch_with_refresh( 'content' );
	}

	#[DataProvider( 'statuses' )]
	public function test_a_changed_slug_names_what_made_the_path( string $status ): void {
		$parent = $this->parent_of_public_page( $status );
		wp_update_post( array( 'ID' => $parent, 'post_name' => 'other' ) );
		$this->assertSame( array( "updated $parent kept=1 slug=other was=0|secret" ), $this->moves_of( 'refresh' ) );
		$this->assertSame( array( "updated $parent kept=1 slug=other was=0|secret" ), $this->moves_of( 'build' ), 'The address of a public page is a change of the site.' );
	}

	public static function statuses(): iterable {
		yield 'draft' => array( 'draft' );
		yield 'private' => array( 'private' );
	}

	public function test_another_parent_names_what_made_the_path(): void {
		$parent = $this->parent_of_public_page( 'private' );
		wp_update_post( array( 'ID' => $parent, 'post_parent' => $this->post( array( 'post_type' => 'page', 'post_status' => 'draft' ) ) ) );
		$this->assertSame( array( "updated $parent kept=1 was=0|secret" ), $this->moves_of( 'refresh' ) );
	}

	public function test_the_trash_names_what_made_the_path_on_the_way_in_and_out(): void {
		$parent = $this->parent_of_public_page( 'private' );
		wp_trash_post( $parent );
		$this->assertSame( array( "updated $parent kept=1 was=0|secret" ), $this->moves_of( 'refresh' ) );
		$this->forget();
		wp_untrash_post( $parent );
		$this->assertSame( array( "updated $parent kept=1 slug=secret was=0|secret__trashed" ), $this->moves_of( 'refresh' ) );
	}

	public function test_a_deletion_renews_all_pages(): void {
		$parent = $this->parent_of_public_page( 'draft' );
		wp_delete_post( $parent, true );
		$this->assertSame( array( "deleted $parent all=1" ), $this->changes_of( 'refresh' ) );
		$this->assertSame( array( "deleted $parent all=1" ), $this->changes_of( 'build' ) );
	}

	public function test_a_public_page_further_down_counts(): void {
		$top   = $this->hidden_page( 'draft' );
		$child = $this->hidden_page( 'draft', $top );
		$this->post( array( 'post_type' => 'page', 'post_parent' => $child ) );
		$this->forget();
		wp_update_post( array( 'ID' => $top, 'post_name' => 'other' ) );
		$this->assertSame( array( "updated $top kept=1 slug=other was=0|secret" ), $this->moves_of( 'refresh' ) );
	}

	public function test_a_page_without_public_pages_below_records_nothing(): void {
		$top = $this->hidden_page( 'draft' );
		$this->hidden_page( 'draft', $top );
		$this->forget();
		wp_update_post( array( 'ID' => $top, 'post_name' => 'other' ) );
		wp_trash_post( $top );
		wp_delete_post( $top, true );
		$this->assertSame( array(), $this->changes_of( 'refresh' ) );
	}

	public function test_a_public_page_that_becomes_hidden_with_another_slug_names_what_made_the_path(): void {
		$id = $this->post( array( 'post_type' => 'page', 'post_name' => 'public' ) );
		$this->forget();
		wp_update_post( array( 'ID' => $id, 'post_status' => 'private', 'post_name' => 'other' ) );
		$this->assertStringContainsString( 'was=0|public', implode( ' ', $this->moves_of( 'refresh' ) ) );
	}

	public function test_a_save_of_a_hidden_page_reads_nothing_unless_its_address_changed(): void {
		$parent = $this->parent_of_public_page( 'draft' );
		$save   = static fn() => wp_update_post( array( 'ID' => $parent, 'post_title' => wp_generate_uuid4() ) );
		$save();
		$with = count( $this->queries_of_request( $save ) );
		$this->stop_plugin();
		$this->assertSame( count( $this->queries_of_request( $save ) ), $with );
	}

	/**
	 * @return list<string> Without the author and the date in `was`.
	 */
	private function moves_of( string $lane ): array {
		return array_map( static fn( string $change ): string => (string) preg_replace( '/was=\d+\|(\d+)\|[^|]*\|/', 'was=$1|', urldecode( $change ) ), $this->changes_of( $lane ) );
	}

	private function parent_of_public_page( string $status ): int {
		$parent = $this->hidden_page( $status );
		$this->post( array( 'post_type' => 'page', 'post_parent' => $parent ) );
		$this->forget();
		return $parent;
	}

	private function hidden_page( string $status, int $parent = 0 ): int {
		return $this->post( array( 'post_type' => 'page', 'post_status' => $status, 'post_name' => 'secret', 'post_parent' => $parent ) );
	}
}
