<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Tests\Multisite;

use HeadlessDeploy\Environments\Environment;
use HeadlessDeploy\Queue\Lease;
use HeadlessDeploy\Queue\Network_Round;
use HeadlessDeploy\Services;
use HeadlessDeploy\Tests\Queue\Crash;

final class NetworkRoundTest extends Network_Test_Case {
	private const SLOWEST_CALL_MS = 15_000;

	public function test_a_round_begins_with_the_site_after_the_last_one(): void {
		$this->assertSame( array( 1, 2, 3 ), $this->round( 1, 2 ) );
		$this->assertSame( array( 3, 1, 2 ), $this->round( 3, 1 ) );
		$this->assertSame( array( 2, 3, 1 ), $this->round( 2, 3, 1 ) );
		$this->assertSame( array( 2, 3, 1 ), $this->round() );
	}

	public function test_a_site_that_ended_the_process_is_skipped_in_the_next_round_and_in_no_other(): void {
		( new Network_Round( array( 1, 2, 3 ) ) )->enter( 2 );
		$this->assertSame( array( 3, 1 ), $this->round( 3, 1 ) );
		$this->assertSame( array( 2, 3, 1 ), $this->round( 2, 3, 1 ) );
	}

	public function test_the_only_site_with_work_is_never_skipped(): void {
		( new Network_Round( array( 2, 3 ) ) )->enter( 3 );
		$alone = new Network_Round( array( 3 ) );
		$alone->enter( 3 );
		$this->assertSame( array( 3 ), $alone->sites() );
	}

	public function test_skips_no_site_when_the_stored_order_is_invalid(): void {
		( new Network_Round( array( 1, 2, 3 ) ) )->enter( 2 );
		$fail = static fn( string $query ): string => str_starts_with( $query, 'SELECT lease, lease_until' ) ? 'SELECT nothing FROM nowhere' : $query;
		add_filter( 'query', $fail );
		$this->assertSame( array( 1, 2, 3 ), $this->with_hidden_errors( static fn(): array => ( new Network_Round( array( 3, 1, 2 ) ) )->sites() ) );
		remove_filter( 'query', $fail );
	}

	public function test_a_site_that_always_crashes_does_not_block_other_sites(): void {
		$this->connect_on( 2, 3 );
		$this->add_changes_on( 2, 3 );
		$this->caller->during = static fn( Environment $environment ) => 'site-2' === $environment->id ? add_filter( 'query', static fn(): string => throw new Crash( 'The process was killed.' ) ) : null;
		for ( $round = 1; $round <= 2; $round++ ) {
			try {
				( new Services( $this->clock, $this->caller ) )->dispatcher()->dispatch_network();
			} catch ( Crash ) {
				remove_all_filters( 'query' );
				restore_current_blog();
			}
			$this->clock->pass( Lease::DURATION_MS );
		}
		$this->assertSame( array( 'site-2 rebuild', 'site-3 rebuild' ), $this->caller->calls );
	}

	public function test_after_slow_hosts_the_next_round_continues_where_the_last_one_ended(): void {
		$this->connect_on( 1, 2, 3 );
		$this->add_changes_on( 1, 2, 3 );
		$this->caller->during = fn() => $this->clock->pass( self::SLOWEST_CALL_MS );
		for ( $round = 1; $round <= 3; $round++ ) {
			( new Services( $this->clock, $this->caller ) )->dispatcher()->dispatch_network();
			$this->add_changes_on( 1, 2, 3 );
		}
		$this->assertSame( array( 'site-1 rebuild', 'site-2 rebuild', 'site-3 rebuild' ), $this->caller->calls );
	}

	private function add_changes_on( int ...$sites ): void {
		foreach ( $sites as $site ) {
			$this->on_site( $site, fn(): int => $this->post() );
		}
		do_action( 'shutdown' );
		$this->clock->pass( 10_000 );
	}

	/**
	 * @return list<int> Their order in this round.
	 */
	private function round( int ...$entered ): array {
		$round = new Network_Round( array( 3, 1, 2 ) );
		$sites = $round->sites();
		array_map( $round->enter( ... ), $entered );
		$round->leave();
		return $sites;
	}
}
