<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Tests\Changes\Listeners;

use Closure;
use HeadlessDeploy\Changes\Listeners\Marked_Objects;
use HeadlessDeploy\Tests\Changes\Changes_Test_Case;
use PHPUnit\Framework\Attributes\DataProvider;

/**
 * Checks that a change is recorded although its object cannot be read, or although there are too many objects to read.
 */
final class MarkedObjectsTest extends Changes_Test_Case {
	private const ALL = array( 'changed 0 all=1' );

	protected function setUp(): void {
		parent::setUp();
		$this->watch_with_refresh( 'content', 'terms', 'authors', 'comments', 'options' );
	}

	/**
	 * @param string                            $statement Beginning of the statement that fails.
	 * @param Closure(self): (Closure(): mixed) $prepare   Returns the change.
	 * @param list<string>                      $built     What a build is told.
	 */
	#[DataProvider( 'reads' )]
	public function test_a_failed_read_renews_all_pages( string $statement, Closure $prepare, array $built ): void {
		$change = $prepare( $this );
		$this->forget();
		wp_cache_flush();
		$this->failing( $statement, $change );
		$this->assertContains( 'changed 0 all=1', $this->changes_of( 'refresh' ) );
		$this->assertSame( $built, $this->changes_of( 'build' ) );
	}

	public static function reads(): array {
		$post    = static fn( self $test ): int => $test->post( array( 'post_status' => 'publish' ) );
		$comment = static fn( self $test ): int => (int) wp_insert_comment( array( 'comment_post_ID' => $post( $test ), 'comment_approved' => '1', 'comment_content' => 'One' ) );
		$term    = static fn( self $test ): int => (int) wp_insert_term( 'News', 'category' )['term_id'];
		return array(
			'posts that lose a key' => array(
				'SELECT DISTINCT post_id',
				static function ( self $test ) use ( $post ): Closure {
					update_post_meta( $post( $test ), 'subtitle', 'One' );
					return static fn() => delete_post_meta_by_key( 'subtitle' );
				},
				self::ALL,
			),
			'terms that lose a key' => array(
				'SELECT DISTINCT term_id',
				static function ( self $test ) use ( $term ): Closure {
					update_term_meta( $term( $test ), 'color', 'red' );
					return static fn() => delete_metadata( 'term', 0, 'color', '', true );
				},
				self::ALL,
			),
			'comments that lose a key' => array(
				'SELECT DISTINCT comment_id',
				static function ( self $test ) use ( $comment ): Closure {
					update_comment_meta( $comment( $test ), 'rating', '5' );
					return static fn() => delete_metadata( 'comment', 0, 'rating', '', true );
				},
				self::ALL,
			),
			'users that lose a key' => array(
				'SELECT DISTINCT user_id',
				static function ( self $test ): Closure {
					update_user_meta( $test->user( 'author' ), 'description', 'Cyclist' );
					return static fn() => delete_metadata( 'user', 0, 'description', '', true );
				},
				self::ALL,
			),
			'a post with other meta' => array(
				'SELECT ' . $GLOBALS['wpdb']->posts . '.* FROM',
				static function ( self $test ) use ( $post ): Closure {
					$id = $post( $test );
					return static fn() => array( update_post_meta( $id, 'subtitle', 'Two' ), wp_cache_delete( $id, 'posts' ) );
				},
				self::ALL,
			),
			'a term with other meta' => array(
				'SELECT t.*, tt.* FROM',
				static function ( self $test ) use ( $term ): Closure {
					$id = $term( $test );
					return static fn() => add_metadata( 'term', $id, 'color', 'blue' );
				},
				self::ALL,
			),
			'a comment with other meta' => array(
				'SELECT ' . $GLOBALS['wpdb']->comments . '.* FROM',
				static function ( self $test ) use ( $comment ): Closure {
					$id = $comment( $test );
					return static fn() => array( add_metadata( 'comment', $id, 'rating', '4' ), wp_cache_delete( $id, 'comment' ) );
				},
				self::ALL,
			),
			'a term with another number of posts' => array(
				'SELECT term_id, taxonomy FROM',
				static function ( self $test ) use ( $term ): Closure {
					global $wpdb;
					$id = $term( $test );
					$wpdb->update( $wpdb->term_taxonomy, array( 'count' => 9 ), array( 'term_id' => $id ) );
					return static fn() => wp_update_term_count_now( array( (int) get_term( $id )->term_taxonomy_id ), 'category' );
				},
				array(),
			),
			'the stock of a product' => array(
				'SELECT ' . $GLOBALS['wpdb']->posts . '.* FROM',
				static function ( self $test ) use ( $post ): Closure {
					$id = $post( $test );
					return static fn() => do_action( 'woocommerce_updated_product_stock', $id );
				},
				array(),
			),
			'a file that SQL changed' => array(
				'SELECT ' . $GLOBALS['wpdb']->posts . '.* FROM',
				static function ( self $test ): Closure {
					$id = (int) wp_insert_attachment( array( 'post_title' => 'Bicycle', 'post_mime_type' => 'image/png' ), '/uploads/bicycle.png' );
					return static fn() => do_action( 'clean_attachment_cache', $id );
				},
				array(),
			),
		);
	}

	public function test_a_sticky_post_that_cannot_be_read_renews_all_pages(): void {
		$id = $this->post( array( 'post_status' => 'publish' ) );
		$this->forget();
		wp_cache_delete( $id, 'posts' );
		$this->failing( 'SELECT ' . $GLOBALS['wpdb']->posts . '.* FROM', static fn() => stick_post( $id ) );
		$this->assertSame( array( 'changed 0' ), $this->changes_of( 'build' ) );
	}

	public function test_too_many_posts_that_sql_changed_renew_all_pages_also_if_the_first_ones_are_hidden(): void {
		for ( $id = 1_000_000; $id <= 1_000_000 + Marked_Objects::MAX; $id++ ) {
			do_action( 'clean_attachment_cache', $id );
		}
		$this->assertSame( self::ALL, $this->changes_of( 'refresh' ) );
		$this->assertSame( array(), $this->changes_of( 'build' ) );
	}

	public function test_meta_of_too_many_posts_renews_all_pages_without_reading_them(): void {
		for ( $id = 1_000_000; $id <= 1_000_000 + Marked_Objects::MAX; $id++ ) {
			do_action( 'added_post_meta', $id, $id, 'price', '5' );
		}
		$this->assertSame( array(), preg_grep( '/^SELECT \S*posts/', $this->queries_of_request( static fn() => null ) ) );
		$this->assertSame( self::ALL, $this->changes_of( 'refresh' ) );
		$this->assertSame( self::ALL, $this->changes_of( 'build' ) );
	}

	public function test_stock_of_too_many_products_renews_all_pages_without_reading_them(): void {
		for ( $id = 1_000_000; $id <= 1_000_000 + Marked_Objects::MAX; $id++ ) {
			do_action( 'woocommerce_updated_product_stock', $id );
		}
		$this->assertSame( array(), preg_grep( '/^SELECT \S*posts/', $this->queries_of_request( static fn() => null ) ) );
		$this->assertSame( self::ALL, $this->changes_of( 'refresh' ) );
		$this->assertSame( array(), $this->changes_of( 'build' ) );
	}

	/**
	 * Lets every statement with a beginning fail, also at the end of the request.
	 *
	 * @param Closure(): mixed $work
	 */
	private function failing( string $beginning, Closure $work ): void {
		$count = 0;
		$fail  = static function ( string $query ) use ( $beginning, &$count ): string {
			$is_failing = str_starts_with( trim( (string) preg_replace( '/\s+/', ' ', $query ) ), $beginning );
			$count += (int) $is_failing;
			return $is_failing ? 'SELECT nothing FROM nowhere' : $query;
		};
		add_filter( 'query', $fail );
		$this->with_hidden_errors( static fn() => array( $work(), do_action( 'shutdown' ) ) );
		remove_filter( 'query', $fail );
		$this->assertGreaterThan( 0, $count );
	}
}
