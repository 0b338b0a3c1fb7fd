<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Tests\Refresh;

use HeadlessDeploy\Changes\Change;
use HeadlessDeploy\Read_Failed;
use HeadlessDeploy\Refresh\Change_Feed;
use HeadlessDeploy\Refresh\Pruned_Changes;
use HeadlessDeploy\Refresh\Refresh_Content;
use HeadlessDeploy\Runs\Retention;
use HeadlessDeploy\Tests\Wp_Test_Case;
use PHPUnit\Framework\Attributes\DataProvider;
use PHPUnit\Framework\Attributes\Group;

#[Group( 'mariadb' )]
final class ChangeFeedTest extends Wp_Test_Case {
	private const AT = 1_795_255_200_000;

	public function test_answers_the_current_sequence_to_a_front_end_that_knows_none(): void {
		$this->assertSame( array( 0, 'all' ), $this->scope( null ) );
		$newest = $this->row();
		$this->assertSame( array( $newest, 'all' ), $this->scope( null ) );
	}

	public function test_names_what_changed_since_a_sequence(): void {
		$since  = $this->row( array( 'id' => 1 ) );
		$second = $this->row( array( 'id' => 2 ), array( 'recorded_at' => self::AT + 100_000 ) );
		$third  = $this->row( array( 'id' => 3 ), array( 'recorded_at' => self::AT + 200_000 ) );
		$this->assertSame( self::tags( 1, 2, 3 ), $this->content( $since )->tags );
		$this->assertSame( self::tags( 3 ), $this->content( $third )->tags );
		$this->assertSame( self::tags( 2, 3 ), $this->content( $second )->tags, 'A row that was committed late may have a lower id than the sequence.' );
	}

	public function test_repeats_the_changes_of_the_minute_before_the_sequence(): void {
		$this->row( array( 'id' => 1 ), array( 'recorded_at' => self::AT - 60_001 ) );
		$this->row( array( 'id' => 2 ), array( 'recorded_at' => self::AT - 60_000 ) );
		$since = $this->row( array( 'id' => 3 ) );
		$this->assertSame( self::tags( 2, 3 ), $this->content( $since )->tags );
	}

	public function test_names_changes_that_a_replica_does_not_have_yet(): void {
		$since   = $this->row( array( 'id' => 1 ) );
		$second  = $this->row( array( 'id' => 2 ) );
		$replica = static fn( string $sql ): string => 1 === preg_match( '/^SELECT .* IN \(.*\)$/', $sql ) ? "$sql AND id < $second" : $sql;
		add_filter( 'query', $replica );
		$tags = $this->content( $since )->tags;
		remove_filter( 'query', $replica );
		$this->assertSame( self::tags( 1, 2 ), $tags );
	}

	public function test_names_nothing_when_only_others_changed(): void {
		$since = $this->row( array( 'id' => 1 ), array( 'environment_id' => 'staging' ) );
		$this->row( array( 'id' => 2 ), array( 'environment_id' => 'staging' ) );
		$this->row( array( 'id' => 3 ), array( 'blog_id' => 9 ) );
		$newest = $this->row( array(), array( 'manual' => 1, 'changes' => 0, 'cause' => 'manual' ) );
		$this->assertSame( array( $newest, 'some' ), $this->scope( $since ) );
		$this->assertSame( array(), $this->content( $since )->tags );
	}

	public function test_includes_changes_of_all_lanes_pending_and_sent(): void {
		$since = $this->row( array( 'id' => 1 ), array( 'environment_id' => 'staging' ) );
		$this->row( array( 'id' => 2 ), array( 'lane' => 'cache', 'run_id' => 5 ) );
		$this->row( array( 'id' => 3 ), array( 'lane' => 'build' ) );
		$this->assertSame( self::tags( 2, 3 ), $this->content( $since )->tags );
	}

	/**
	 * @return list<string> Tags of categories, in order.
	 */
	private static function tags( int ...$ids ): array {
		return array(
			...array_map( static fn( int $id ): string => "term-$id", array_values( $ids ) ),
			'term-any-category',
			'term-list-category',
			...array_map( static fn( int $id ): string => "term-self-$id", array_values( $ids ) ),
		);
	}

	/**
	 * @param callable(self): int $since
	 */
	#[DataProvider( 'sequences_that_need_all' )]
	public function test_answers_all_where_rows_do_not_name_every_change( callable $since ): void {
		$this->assertSame( 'all', $this->scope( $since( $this ) )[1] );
	}

	public static function sequences_that_need_all(): iterable {
		yield 'a sequence before the first row' => array( static fn( self $test ): int => 0 * $test->row() );
		yield 'a sequence of a row that does not exist' => array(
			static function ( self $test ): int {
				$deleted = $test->row();
				$test->row();
				$GLOBALS['wpdb']->query( "DELETE FROM {$GLOBALS['wpdb']->headless_deploy_changes} WHERE id = $deleted" );
				return $deleted;
			},
		);
		yield 'a sequence of the future' => array( static fn( self $test ): int => $test->row() + 1 );
		yield 'deleted rows after the sequence' => array(
			static function ( self $test ): int {
				$since = $test->row();
				( new Pruned_Changes() )->raise( $since + 1 );
				$test->row();
				return $since;
			},
		);
		yield 'more rows than are read' => array(
			static function ( self $test ): int {
				$since = $test->row();
				for ( $number = 1; $number <= 1000; $number++ ) {
					$test->row( array( 'id' => 2 ) );
				}
				return $since;
			},
		);
		yield 'a row that does not name its pages' => array(
			static function ( self $test ): int {
				$since = $test->row();
				$test->row( array( 'all' => 1 ) );
				return $since;
			},
		);
	}

	public function test_deleted_rows_before_the_sequence_are_no_gap(): void {
		$since = $this->row();
		( new Pruned_Changes() )->raise( $since );
		( new Pruned_Changes() )->raise( 1 );
		$this->assertSame( $since, ( new Pruned_Changes() )->highest() );
		$this->assertSame( array( $since, 'some' ), $this->scope( $since ) );
	}

	public function test_the_retention_leaves_no_gap_that_the_feed_does_not_know(): void {
		global $wpdb;
		$since   = $this->row( array( 'id' => 1 ), array( 'environment_id' => 'staging' ) );
		$deleted = $this->row( array( 'id' => 2 ), array( 'run_id' => 5 ) );
		$wpdb->query( "INSERT INTO {$wpdb->headless_deploy_runs} (id, environment_id, lane, action, cause, status, attempts, service_message, excerpt, operation, created_at) VALUES (5, 'production', 'build', 'rebuild', 'automatic', 'accepted', '[]', '', '', '', 1)" );
		$sweep = fn() => $this->with_hidden_errors( static fn() => ( new Retention() )->sweep( self::AT ) );
		// The option cannot be written: the rows stay.
		$fail = static fn( string $query ): string => str_contains( $query, 'INSERT IGNORE' ) && str_contains( $query, Pruned_Changes::OPTION ) ? 'SELECT nothing FROM nowhere' : $query;
		add_filter( 'query', $fail );
		$sweep();
		remove_filter( 'query', $fail );
		$this->assertSame( array( $deleted, 'some' ), $this->scope( $since ) );
		$sweep();
		$this->assertSame( array( 0, $deleted ), array( (int) $wpdb->get_var( "SELECT COUNT(*) FROM {$wpdb->headless_deploy_changes} WHERE id = $deleted" ), ( new Pruned_Changes() )->highest() ) );
		$newest = $this->row( array( 'id' => 3 ) );
		$this->assertSame( array( $newest, 'all' ), $this->scope( $since ) );
	}

	public function test_a_change_that_is_saved_during_the_reading_is_named_next_time(): void {
		$since = $this->row();
		$late  = 0;
		$this->before_statement(
			'SELECT found.*, (SELECT reasons',
			function () use ( &$late ): void {
				$late = $this->row( array( 'id' => 8 ) );
			},
		);
		$this->assertSame( array( $since, 'some' ), $this->scope( $since ) );
		$this->assertGreaterThan( $since, $late );
	}

	public function test_no_replica_answers(): void {
		global $wpdb;
		$since = $this->row();
		$reads = array_filter( $this->queries( fn() => $this->scope( $since ) ), static fn( string $query ): bool => str_contains( $query, $wpdb->headless_deploy_changes ) );
		$this->assertGreaterThanOrEqual( 3, count( $reads ) );
		$this->assertSame( array(), array_filter( $reads, static fn( string $query ): bool => ! str_ends_with( $query, 'FOR UPDATE' ) ) );
	}

	public function test_a_failed_read_is_no_answer(): void {
		$since = $this->row();
		$this->row( array( 'id' => 2 ) );
		$expected = $this->scope( $since );
		for ( $nth = 1; $nth < 50; $nth++ ) {
			wp_cache_flush();
			wp_load_alloptions();
			$answered = null;
			$exists   = $this->fail_nth(
				$nth,
				function () use ( $since, &$answered ): void {
					try {
						$answered = $this->scope( $since );
					} catch ( Read_Failed ) {
						$this->addToAssertionCount( 1 );
					}
				},
			);
			$this->assertContains( $answered, $exists ? array( null, $expected ) : array( $expected ) );
			if ( ! $exists ) {
				return;
			}
		}
		$this->fail( 'It has no end.' );
	}

	/**
	 * @return array{int, string}
	 */
	private function scope( ?int $since ): array {
		list( $sequence, $content ) = ( new Change_Feed() )->since( 'production', $since );
		return array( $sequence, $content->to_array()['scope'] );
	}

	private function content( int $since ): Refresh_Content {
		list( , $content ) = ( new Change_Feed() )->since( 'production', $since );
		$this->assertFalse( $content->is_all );
		return $content;
	}

	/**
	 * Records a change of a term that does not exist.
	 *
	 * @param array<string, string|int> $reason
	 * @param array<string, string|int> $columns
	 */
	private function row( array $reason = array(), array $columns = array() ): int {
		global $wpdb;
		$reasons = array( $reason + array( 'event' => Change::CHANGED, 'type' => Change::TERM, 'subtype' => 'category', 'id' => 7, 'user' => 1, 'at' => self::AT ) );
		$wpdb->insert(
			$wpdb->headless_deploy_changes,
			$columns + array( 'blog_id' => 1, 'environment_id' => 'production', 'lane' => 'build', 'action' => 'rebuild', 'recorded_at' => self::AT, 'changes' => 1, 'reasons' => (string) wp_json_encode( $reasons ), 'cause' => 'automatic' ),
		);
		return (int) $wpdb->insert_id;
	}
}
