<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Tests\Queue;

use HeadlessDeploy\Queue\Lease;
use HeadlessDeploy\Queue\Sender;
use PHPUnit\Framework\Attributes\Group;

#[Group( 'mariadb' )]
final class SenderTest extends Queue_Test_Case {
	public function test_a_pause_that_comes_after_the_decision_stops_the_call(): void {
		$this->add_changes( 2 );
		$this->clock->pass( 10_000 );
		$this->at_the_query( self::read_of_attached(), fn() => $this->pause( 'person' ) );
		$this->dispatcher->dispatch_site();
		$this->assertSame( array(), $this->caller->calls );
		$this->assertSame( 'sending', $this->runs()[0]->status, 'It waits, visibly.' );
	}

	public function test_an_environment_that_is_removed_after_the_decision_stops_the_call(): void {
		$this->add_changes( 2 );
		$this->clock->pass( 10_000 );
		$this->at_the_query( self::read_of_attached(), static fn() => update_option( 'headless_deploy_environments', array() ) );
		$this->dispatcher->dispatch_site();
		$this->assertSame( array(), $this->caller->calls );
	}

	public function test_a_press_that_a_sender_took_who_died_before_its_first_write_still_goes_at_once(): void {
		global $wpdb;
		$this->wait_for_the_next_attempt();
		$this->add_manual_run();
		$this->die_at_the_query( "UPDATE {$wpdb->headless_deploy_runs}" );
		$this->clock->pass( Lease::DURATION_MS );
		$this->dispatcher->dispatch_site();
		$this->assertCount( 2, $this->caller->calls );
	}

	public function test_a_press_that_a_sender_took_who_died_while_attaching_still_goes_at_once(): void {
		$this->wait_for_the_next_attempt();
		$this->add_manual_run();
		$this->die_at_the_query( self::read_of_attached() );
		$this->clock->pass( Lease::DURATION_MS );
		$this->dispatcher->dispatch_site();
		$this->assertCount( 2, $this->caller->calls );
	}

	private function wait_for_the_next_attempt(): void {
		$this->add_changes( 2 );
		$this->clock->pass( 10_000 );
		$this->caller->refuse( 'headless_deploy_token_refused', 403 );
		$this->dispatcher->dispatch_site();
		$this->assertSame( 'retrying', $this->runs()[0]->status );
	}

	/**
	 * Lets a sender die before a statement.
	 */
	private function die_at_the_query( string $beginning ): void {
		$is_dead = false;
		add_filter(
			'query',
			static function ( string $query ) use ( $beginning, &$is_dead ): string {
				$is_dead = $is_dead || str_starts_with( $query, $beginning );
				return $is_dead ? throw new Crash( 'The process was killed.' ) : $query;
			},
		);
		try {
			$this->dispatcher->dispatch_site();
			$this->fail( 'The sender should have crashed.' );
		} catch ( Crash ) {
			remove_all_filters( 'query' );
		}
	}

	/**
	 * Does something right before a statement, once.
	 */
	private function at_the_query( string $beginning, callable $work ): void {
		$is_done = false;
		add_filter(
			'query',
			static function ( string $query ) use ( $beginning, $work, &$is_done ): string {
				if ( ! $is_done && str_starts_with( $query, $beginning ) ) {
					$is_done = true;
					$work();
				}
				return $query;
			},
		);
	}
}
