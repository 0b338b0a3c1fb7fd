<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Tests\Queue;

use HeadlessDeploy\Environments\Environments;
use HeadlessDeploy\Environments\Send_Policy;
use HeadlessDeploy\Queue\Cancellation;
use HeadlessDeploy\Queue\Change_Store;
use HeadlessDeploy\Queue\Lease;
use HeadlessDeploy\Queue\Run_Store;
use HeadlessDeploy\Queue\Schema;
use HeadlessDeploy\Queue\Sender;
use HeadlessDeploy\Read_Failed;
use HeadlessDeploy\Secrets\Encryption;
use PHPUnit\Framework\Attributes\DataProvider;
use PHPUnit\Framework\Attributes\Group;

#[Group( 'mariadb' )]
final class SenderTest extends Queue_Test_Case {
	public function test_makes_no_call_after_a_pause_during_the_preparation(): void {
		$this->add_changes( 2 );
		$this->clock->pass( 10_000 );
		$this->before_statement( self::read_of_covered_changes(), fn() => $this->pause( 'person' ) );
		$this->dispatcher->dispatch_site();
		$this->assertSame( array(), $this->caller->calls );
		$this->assertSame( 'sending', $this->runs()[0]->status, 'It waits, visibly.' );
	}

	public function test_makes_no_call_after_the_environment_was_removed_during_the_preparation(): void {
		$this->add_changes( 2 );
		$this->clock->pass( 10_000 );
		$this->before_statement( self::read_of_covered_changes(), static fn() => update_option( 'headless_deploy_environments', array() ) );
		$this->dispatcher->dispatch_site();
		$this->assertSame( array(), $this->caller->calls );
	}

	public function test_sends_a_manual_run_immediately_after_a_sender_crashed_before_its_first_write(): void {
		global $wpdb;
		$this->wait_for_the_next_attempt();
		$this->add_manual_run();
		$this->crash_at_statement( "UPDATE {$wpdb->headless_deploy_runs}" );
		$this->clock->pass( Lease::DURATION_MS );
		$this->dispatcher->dispatch_site();
		$this->assertCount( 2, $this->caller->calls );
	}

	public function test_adds_many_rows_in_steps_and_renews_the_lease_after_each(): void {
		global $wpdb;
		for ( $row = 1; $row <= 7; $row++ ) {
			$this->add_changes( $row );
		}
		$this->clock->pass( 10_000 );
		$steps = 0;
		$sql   = "UPDATE {$wpdb->headless_deploy_changes} SET run_id";
		add_filter(
			'query',
			function ( string $query ) use ( $sql, &$steps ): string {
				if ( str_starts_with( $query, $sql ) ) {
					++$steps;
					$this->clock->pass( 15_000 );
				}
				return $query;
			},
		);
		$this->assertTrue( $this->send( attached_at_once: 3 ) );
		$this->assertSame( 3, $steps, 'Three rows, three rows, the rest.' );
		$this->assertSame( '28', (string) $this->runs()[0]->changes );
		$this->assertSame( array( 'production rebuild' ), $this->caller->calls );
	}

	public function test_adds_no_more_rows_when_the_lease_is_lost_between_two_steps(): void {
		global $wpdb;
		for ( $row = 1; $row <= 4; $row++ ) {
			$this->add_changes();
		}
		$this->clock->pass( 10_000 );
		$this->before_statement(
			"UPDATE {$wpdb->headless_deploy_lanes} SET lease_until",
			function (): void {
				$this->clock->pass( Lease::DURATION_MS );
				$this->acquire_lease();
			},
		);
		$this->assertFalse( $this->send( attached_at_once: 3 ) );
		$this->assertSame( array(), $this->caller->calls );
		$this->assertSame( '1', $wpdb->get_var( "SELECT COUNT(*) FROM {$wpdb->headless_deploy_changes} WHERE run_id = 0" ), 'The other process adds it.' );
	}

	public static function failures(): array {
		return array(
			'one read fails'               => array( false ),
			'each read fails from then on' => array( true ),
		);
	}

	/**
	 * Seven dispatches in a row, one more than the crashes that end a run.
	 *
	 * @param bool $is_lasting Whether the reads after it fail too.
	 */
	#[DataProvider( 'failures' )]
	public function test_a_failed_read_while_rows_are_added_neither_ends_a_run_nor_counts_as_a_crash( bool $is_lasting ): void {
		for ( $nth = 1; $nth < 50; $nth++ ) {
			$this->empty_queue();
			for ( $row = 1; $row <= 7; $row++ ) {
				$this->add_changes( $row );
			}
			for ( $dispatch = 1; $dispatch <= 7; $dispatch++ ) {
				$this->clock->pass( 10_000 );
				$failed = $this->fail_read( $nth, $is_lasting, fn() => $this->send( attached_at_once: 3 ) );
				if ( null === $failed && 1 === $dispatch ) {
					$this->assertGreaterThan( 8, $nth, 'There are reads before, between and after the steps, and before the call.' );
					return;
				}
				$this->assertSame( array(), array_diff( $this->statuses(), array( 'sending', 'accepted' ) ), "$failed (dispatch $dispatch)" );
			}
			$this->clock->pass( 10_000 );
			$this->send( attached_at_once: 3 );
			$this->assertSame( array( 'accepted' ), $this->statuses(), "Read $nth." );
			$this->assertSame( '28', (string) $this->runs()[0]->changes, "Read $nth." );
			$this->assertCount( 1, json_decode( $this->runs()[0]->attempts ), "Read $nth." );
		}
		$this->fail( 'A dispatch has more than 50 reads.' );
	}

	/**
	 * Lets the nth read of some work fail.
	 *
	 * @param  callable(): mixed $work
	 * @return string|null       The statement; null when there are fewer.
	 */
	private function fail_read( int $nth, bool $is_lasting, callable $work ): ?string {
		$reads  = 0;
		$failed = null;
		$fail   = static function ( string $query ) use ( $nth, $is_lasting, &$reads, &$failed ): string {
			if ( ! str_starts_with( $query, 'SELECT' ) || ++$reads < $nth || ( $reads > $nth && ! $is_lasting ) ) {
				return $query;
			}
			$failed ??= $query;
			return 'SELECT nothing FROM nowhere';
		};
		add_filter( 'query', $fail );
		try {
			$this->with_hidden_errors( $work );
		} catch ( Read_Failed ) {
			$this->assertNotNull( $failed );
		} finally {
			remove_filter( 'query', $fail );
		}
		return $failed;
	}

	private function empty_queue(): void {
		global $wpdb;
		foreach ( Schema::tables() as $table ) {
			$wpdb->query( "DELETE FROM $table" );
		}
		wp_cache_flush();
		$this->caller->calls = array();
	}

	/**
	 * @return bool Whether a call was made.
	 */
	private function send( int $attached_at_once ): bool {
		$changes      = new Change_Store( $attached_at_once );
		$runs         = new Run_Store( $changes );
		$policy       = new Send_Policy( new Environments( new Encryption(), $this->clock ) );
		$cancellation = new Cancellation( $this->queue, $changes, $runs, $policy, $this->clock );
		$sender       = new Sender( $this->queue, $this->leases, $changes, $runs, $policy, $this->caller, $this->clock, $this->policy(), $cancellation );
		return true === $this->leases->with_lease( $this->key(), static fn( Lease $lease ): bool => $sender->send_if_due( $lease, false ) );
	}

	private function wait_for_the_next_attempt(): void {
		$this->add_changes( 2 );
		$this->clock->pass( 10_000 );
		$this->caller->refuse( 'headless_deploy_token_refused', 403 );
		$this->dispatcher->dispatch_site();
		$this->assertSame( 'retrying', $this->runs()[0]->status );
	}
}
