<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Tests\Changes\Listeners;

use HeadlessDeploy\Tests\Changes\Changes_Test_Case;
use PHPUnit\Framework\Attributes\DataProvider;

/**
 * Checks that what other plugins write at `shutdown` is recorded.
 */
final class LateWritesTest extends Changes_Test_Case {
	protected function setUp(): void {
		parent::setUp();
		$this->watch( 'content', 'terms' );
	}

	#[DataProvider( 'priorities' )]
	public function test_meta_that_is_written_late_is_recorded( int $priority ): void {
		$id = $this->published();
		$this->late( $priority, static fn() => update_post_meta( $id, 'price', '7' ) );
		$this->assertSame( array( "updated $id kept=1 meta=price" ), $this->changes_of( 'build' ) );
	}

	#[DataProvider( 'priorities' )]
	public function test_terms_and_their_meta_that_are_written_late_are_recorded( int $priority ): void {
		$id   = $this->published();
		$term = (int) wp_insert_term( 'News', 'category' )['term_id'];
		$this->forget();
		$this->late(
			$priority,
			static function () use ( $id, $term ): void {
				wp_set_object_terms( $id, $term, 'category' );
				update_term_meta( $term, 'color', 'red' );
			},
		);
		$events = array_map( static fn( string $change ): string => implode( ' ', array_slice( explode( ' ', $change ), 0, 2 ) ), $this->changes_of( 'build' ) );
		$this->assertSame( array( "updated $id", "changed $term" ), $events );
	}

	#[DataProvider( 'priorities' )]
	public function test_a_post_that_is_saved_late_is_recorded( int $priority ): void {
		$id = $this->published();
		$this->late( $priority, static fn() => wp_update_post( array( 'ID' => $id, 'post_title' => 'Late' ) ) );
		$this->assertSame( array( "updated $id kept=1" ), $this->changes_of( 'build' ) );
	}

	public static function priorities(): iterable {
		yield 'right after the last flush' => array( 5 );
		yield 'as WooCommerce' => array( 10 );
		yield 'late' => array( 9_999 );
		yield 'last' => array( PHP_INT_MAX );
	}

	public function test_the_parent_of_a_variation_is_recorded_as_woocommerce_writes_it(): void {
		$parent = $this->published();
		$this->late(
			10,
			static function () use ( $parent ): void {
				delete_post_meta( $parent, '_price' );
				add_post_meta( $parent, '_price', '9.5' );
				add_post_meta( $parent, '_price', '12' );
			},
		);
		$this->assertSame( array( "updated $parent kept=1 meta=_price" ), $this->changes_of( 'build' ) );
	}

	public function test_only_late_writes_cost_a_second_insert(): void {
		$id     = $this->published();
		$second = $this->published();
		$save   = static fn() => wp_update_post( array( 'ID' => $id, 'post_title' => wp_generate_uuid4() ) );
		$this->assertSame( 1, $this->inserts( $save ) );
		$this->forget();
		$this->late(
			10,
			static function () use ( $id, $second ): void {
				update_post_meta( $id, 'price', '7' );
				update_post_meta( $second, 'price', '7' );
				update_post_meta( $second, 'color', 'red' );
			},
		);
		$this->assertSame( 2, $this->inserts( $save ) );
	}

	public function test_meta_is_recorded_before_other_plugins_end_the_request(): void {
		$id      = $this->published();
		$written = 0;
		$this->late(
			10,
			function () use ( &$written ): void {
				$written = count( $this->rows() );
			},
		);
		update_post_meta( $id, 'price', '7' );
		do_action( 'shutdown' );
		$this->assertSame( 1, $written );
	}

	private function inserts( callable $work ): int {
		global $wpdb;
		return count( array_filter( $this->queries_of_request( $work ), static fn( string $query ): bool => str_starts_with( $query, "INSERT INTO {$wpdb->headless_deploy_changes}" ) ) );
	}

	private function late( int $priority, callable $work ): void {
		$is_done = false;
		$once    = static function () use ( $work, &$is_done ): void {
			if ( ! $is_done ) {
				$is_done = true;
				$work();
			}
		};
		add_action( 'shutdown', $once, $priority );
	}

	private function published(): int {
		$id = $this->post();
		$this->forget();
		return $id;
	}
}
