<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Tests\Changes;

use PHPUnit\Framework\Attributes\DataProvider;
use PHPUnit\Framework\Attributes\Group;
use RuntimeException;

/**
 * Checks what a row holds of the state before a save. WordPress no longer knows it when a refresh is sent.
 */
#[Group( 'mariadb' )]
final class PreviousStateTest extends Changes_Test_Case {
	private const DETAILS = array( 'path' => '', 'old' => '', 'was' => '', 'posts' => '', 'terms' => '', 'author' => 0, 'all' => 0 );

	protected function setUp(): void {
		parent::setUp();
		$this->watch( 'content', 'terms' );
	}

	protected function tearDown(): void {
		parent::tearDown();
		$this->set_permalinks( '/%postname%/' );
		foreach ( array( 'book', 'chapter' ) as $type ) {
			unregister_post_type( $type );
		}
	}

	public function test_holds_the_path_that_a_post_had(): void {
		$id = $this->saved( array( 'post_name' => 'before' ) );
		wp_update_post( array( 'ID' => $id, 'post_name' => 'after' ) );
		$this->assertSame( array( 'old' => '/before/' ), $this->details() );
		wp_update_post( array( 'ID' => $id, 'post_date' => '2020-02-01 10:00:00', 'edit_date' => true ) );
		$this->assertSame( array(), $this->details(), 'The date is not part of the path.' );
		$this->set_permalinks( '/%year%/%monthnum%/%postname%/' );
		wp_update_post( array( 'ID' => $id, 'post_date' => '2020-03-01 10:00:00', 'edit_date' => true ) );
		$this->assertSame( array( 'old' => '/2020/02/after/' ), $this->details() );
	}

	public function test_holds_the_path_of_a_custom_type(): void {
		register_post_type( 'book', array( 'public' => true, 'rewrite' => array( 'slug' => 'books' ) ) );
		$id = $this->saved( array( 'post_type' => 'book', 'post_name' => 'before' ) );
		wp_update_post( array( 'ID' => $id, 'post_name' => 'after' ) );
		$this->assertSame( array( 'old' => '/books/before/' ), $this->details() );
	}

	/**
	 * @param array<string, mixed> $change
	 */
	#[DataProvider( 'moves_of_more_than_one_page' )]
	public function test_holds_the_fields_that_make_the_path_when_the_paths_of_others_may_change( string $type, array $change ): void {
		register_post_type( 'chapter', array( 'public' => true, 'hierarchical' => true ) );
		$parent = $this->saved( array( 'post_type' => $type ) );
		$id     = $this->saved( array( 'post_type' => $type, 'post_name' => 'before', 'post_parent' => $parent, 'post_date' => '2026-01-02 10:00:00' ) );
		wp_update_post( array( 'ID' => $id ) + $change );
		$this->assertSame( array( 'was' => get_current_user_id() . "|$parent|2026-01-02 10:00:00|before" ), $this->details() );
	}

	public static function moves_of_more_than_one_page(): iterable {
		yield 'slug of a page' => array( 'page', array( 'post_name' => 'after' ) );
		yield 'parent of a page' => array( 'page', array( 'post_parent' => 0 ) );
		yield 'slug of a custom type' => array( 'chapter', array( 'post_name' => 'after' ) );
	}

	public function test_renews_all_pages_when_a_post_gets_another_type(): void {
		$id = $this->saved( array( 'post_type' => 'page' ) );
		wp_update_post( array( 'ID' => $id, 'post_type' => 'post' ) );
		$this->assertSame( array( 'all' => 1 ), $this->details() );
	}

	public function test_renews_all_pages_when_a_page_with_children_is_deleted_because_they_move(): void {
		$id    = $this->saved( array( 'post_type' => 'page', 'post_name' => 'parent' ) );
		$child = $this->saved( array( 'post_type' => 'page', 'post_name' => 'child', 'post_parent' => $id ) );
		wp_delete_post( $id, true );
		$this->assertSame( 1, $this->details()['all'] ?? 0 );
		wp_delete_post( $child, true );
		$this->assertSame( array( 'path' => '/child/', 'author' => get_current_user_id() ), $this->details() );
	}

	public function test_holds_fields_when_only_a_query_could_tell_the_previous_path(): void {
		$this->set_permalinks( '/%category%/%postname%/' );
		$id = $this->saved( array( 'post_name' => 'before', 'post_date' => '2026-01-02 10:00:00' ) );
		wp_update_post( array( 'ID' => $id, 'post_title' => 'Other' ) );
		$this->assertSame( array(), $this->details(), 'The path is the same.' );
		$was = get_current_user_id() . '|0|2026-01-02 10:00:00|';
		wp_update_post( array( 'ID' => $id, 'post_name' => 'after' ) );
		$this->assertSame( array( 'was' => "{$was}before" ), $this->details() );
		wp_update_post( array( 'ID' => $id, 'post_category' => array( $this->category( 'News' ) ) ) );
		$this->assertSame( array( 'all' => 1 ), $this->details() );
		$this->set_permalinks( '/%color%/%postname%/' );
		wp_update_post( array( 'ID' => $id, 'post_name' => 'green' ) );
		$this->assertSame( array( 'all' => 1 ), $this->details(), 'A placeholder of a plugin may be anything.' );
		wp_set_post_tags( $id, 'Fast' );
		$this->assertSame( array( 'all' => 1 ), $this->details() );
		$this->set_permalinks( '/%author%/%postname%/' );
		wp_update_post( array( 'ID' => $id, 'post_author' => $this->user( 'author' ) ) );
		$this->assertSame( array( 'was' => "{$was}green", 'author' => (int) $was ), $this->details() );
	}

	public function test_a_plugin_that_fails_at_a_permalink_loses_neither_the_save_nor_the_change(): void {
		$id   = $this->saved( array( 'post_name' => 'before' ) );
		$fail = static fn() => throw new RuntimeException( 'It needs a page.' );
		// Only around the plugin's own hook: WordPress makes permalinks during a save, too.
		add_action( 'wp_after_insert_post', static fn() => add_filter( 'post_link', $fail ), 9 );
		add_action( 'wp_after_insert_post', static fn() => remove_filter( 'post_link', $fail ), 11 );
		$log = ini_set( 'error_log', '/dev/null' );
		$this->assertSame( $id, wp_update_post( array( 'ID' => $id, 'post_name' => 'after' ) ) );
		ini_set( 'error_log', (string) $log );
		$this->assertSame( array( 'all' => 1 ), $this->details() );
	}

	public function test_holds_nothing_about_paths_with_plain_permalinks(): void {
		$this->set_permalinks( '' );
		$id = $this->saved( array( 'post_type' => 'page', 'post_name' => 'before' ) );
		wp_update_post( array( 'ID' => $id, 'post_name' => 'after' ) );
		$this->assertSame( array(), $this->details() );
	}

	public function test_holds_the_terms_that_a_post_lost_and_gained(): void {
		list( $one, $two ) = array( $this->category( 'One' ), $this->category( 'Two' ) );
		$id                = $this->saved( array( 'post_category' => array( $one ) ) );
		wp_update_post( array( 'ID' => $id, 'post_category' => array( $two ) ) );
		$this->assertSame( $this->terms( $one, $two ), $this->details() );
		wp_set_post_tags( $id, 'Fast' );
		$tag = get_term_by( 'name', 'Fast', 'post_tag' );
		$this->assertSame( array( 'terms' => (string) $tag->term_taxonomy_id ), $this->details(), 'Without a save of the post.' );
		wp_remove_object_terms( $id, 'fast', 'post_tag' );
		$this->assertSame( array( 'terms' => (string) $tag->term_taxonomy_id ), $this->details(), 'WordPress fires another hook.' );
		wp_remove_object_terms( $id, 'fast', 'post_tag' );
		$this->assertSame( array(), $this->recorded(), 'The post no longer had it.' );
	}

	public function test_holds_terms_of_the_post_only_that_has_them(): void {
		$one = $this->category( 'One' );
		$id  = $this->saved();
		$two = $this->saved();
		wp_update_post( array( 'ID' => $id, 'post_category' => array( 1, $one ) ) );
		wp_update_post( array( 'ID' => $two, 'post_title' => 'Other' ) );
		$this->assertSame( array( array(), $this->terms( $one ) ), array_map( $this->only_details( ... ), $this->reasons() ) );
	}

	public function test_holds_the_author_that_a_post_had(): void {
		$id     = $this->saved();
		$author = get_current_user_id();
		wp_update_post( array( 'ID' => $id, 'post_author' => $this->user( 'author' ) ) );
		$this->assertSame( array( 'author' => $author ), $this->details() );
	}

	public function test_holds_the_path_terms_and_author_of_a_deleted_post(): void {
		$one = $this->category( 'One' );
		$id  = $this->saved( array( 'post_name' => 'gone', 'post_category' => array( $one ) ) );
		wp_delete_post( $id, true );
		$this->assertSame( array( 'path' => '/gone/' ) + $this->terms( $one ) + array( 'author' => get_current_user_id() ), $this->details() );
	}

	public function test_deleting_a_post_of_an_ignored_type_reads_nothing_at_the_end(): void {
		$this->start_plugin( $this->clock, $this->caller );
		register_post_type( 'book', array( 'public' => false, 'taxonomies' => array( 'category' ) ) );
		$id = $this->saved( array( 'post_type' => 'book', 'post_category' => array( $this->category( 'One' ) ) ) );
		wp_delete_post( $id, true );
		$this->assertSame( array(), $this->queries( static fn() => do_action( 'shutdown' ) ) );
	}

	public function test_deleting_a_term_does_not_record_its_posts(): void {
		$tag = (int) wp_insert_term( 'Fast', 'post_tag' )['term_id'];
		$id  = $this->saved();
		wp_set_post_tags( $id, 'Fast' );
		$this->forget();
		wp_delete_term( $tag, 'post_tag' );
		$this->assertSame( array( array( 'path' => '/tag/fast/', 'posts' => (string) $id ) ), array_map( $this->only_details( ... ), $this->reasons() ), 'The post no longer has the term.' );
	}

	public function test_holds_the_path_of_a_deleted_term_without_posts(): void {
		$tag = (int) wp_insert_term( 'Fast', 'post_tag' )['term_id'];
		$this->forget();
		wp_delete_term( $tag, 'post_tag' );
		$this->assertSame( array( 'path' => '/tag/fast/' ), $this->details() );
	}

	public function test_holds_the_parent_and_the_slug_of_a_term_that_moves(): void {
		$parent = $this->category( 'Parent' );
		$id     = $this->category( 'Child' );
		wp_update_term( $id, 'category', array( 'name' => 'Renamed', 'slug' => 'child' ) );
		$this->assertSame( array(), $this->details() );
		wp_update_term( $id, 'category', array( 'slug' => 'moved' ) );
		$this->assertSame( array( 'was' => '0|child' ), $this->details() );
		wp_update_term( $id, 'category', array( 'parent' => $parent ) );
		$this->assertSame( array( 'was' => '0|moved' ), $this->details() );
		wp_delete_term( $id, 'category' );
		$this->assertSame( 1, $this->details()['all'] ?? 0, 'Its path had its parent.' );
		$this->set_permalinks( '/%category%/%postname%/' );
		wp_update_term( $parent, 'category', array( 'slug' => 'moved' ) );
		$this->assertSame( array( 'all' => 1 ), $this->details(), 'Posts moved with it.' );
		wp_delete_term( $parent, 'category' );
		$this->assertSame( 1, $this->details()['all'] ?? 0 );
	}

	public function test_only_a_deleted_term_with_children_is_all(): void {
		$parent = $this->category( 'Parent' );
		wp_insert_term( 'Child', 'category', array( 'parent' => $parent ) );
		$tag = (int) wp_insert_term( 'Fast', 'post_tag' )['term_id'];
		$this->forget();
		wp_delete_term( $parent, 'category' );
		wp_delete_term( $tag, 'post_tag' );
		$this->assertSame( array( array( 'path' => '/tag/fast/' ), array( 'all' => 1 ) ), array_map( $this->only_details( ... ), $this->reasons() ) );
	}

	public function test_renews_all_pages_after_an_interrupted_save(): void {
		$id  = $this->saved();
		$end = static fn() => throw new RuntimeException( 'The end.' );
		add_action( 'save_post', $end );
		$running = $GLOBALS['wp_current_filter'];
		try {
			wp_update_post( array( 'ID' => $id, 'post_name' => 'after' ) );
		} catch ( RuntimeException ) {
			remove_action( 'save_post', $end );
			$GLOBALS['wp_current_filter'] = $running;
		}
		$this->assertSame( array( 'all' => 1 ), $this->details() );
	}

	public function test_renews_all_pages_when_another_plugin_hides_the_previous_post(): void {
		$id = $this->saved();
		do_action( 'wp_after_insert_post', $id, get_post( $id ), true, null );
		$this->assertSame( array( 'all' => 1 ), $this->details() );
	}

	public function test_says_all_where_a_row_has_no_room_for_all_reasons(): void {
		foreach ( range( 1, 22 ) as $number ) {
			$this->post( array( 'post_title' => "Post $number" ) );
		}
		$reasons = $this->reasons();
		$this->assertSame( array( 'all' => 1 ), $this->only_details( $reasons[0] ) );
		$this->assertSame( array(), $this->only_details( $reasons[1] ) );
	}

	private function category( string $name ): int {
		$term = wp_insert_term( $name, 'category' );
		$this->forget();
		return (int) $term['term_id'];
	}

	/**
	 * @return array{terms: string}
	 */
	private function terms( int ...$categories ): array {
		$ids = array_map( static fn( int $id ): int => get_term( $id )->term_taxonomy_id, $categories );
		sort( $ids );
		return array( 'terms' => implode( ',', $ids ) );
	}

	/**
	 * Returns the details of the newest reason, and forgets all. The terms are sorted.
	 *
	 * @return array<string, string|int>
	 */
	private function details(): array {
		$details = $this->only_details( $this->reasons()[0] ?? array() );
		if ( isset( $details['terms'] ) ) {
			$terms = explode( ',', $details['terms'] );
			sort( $terms, SORT_NUMERIC );
			$details['terms'] = implode( ',', array_diff( $terms, array( (string) get_term( 1 )->term_taxonomy_id ) ) );
		}
		$this->forget();
		return $details;
	}

	/**
	 * @return list<array<string, string|int>> Newest first.
	 */
	private function reasons(): array {
		do_action( 'shutdown' );
		return array_merge( array(), ...array_map( static fn( string $json ): array => (array) json_decode( $json, true ), $this->rows() ) );
	}

	/**
	 * @param  array<string, string|int> $reason
	 * @return array<string, string|int>
	 */
	private function only_details( array $reason ): array {
		return array_replace( array_intersect_key( self::DETAILS, $reason ), array_intersect_key( $reason, self::DETAILS ) );
	}
}
