<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Tests\Changes\Listeners;

use HeadlessDeploy\Changes\Listeners\Url_Bases_Listener;
use HeadlessDeploy\Tests\Changes\Changes_Test_Case;

final class UrlBasesListenerTest extends Changes_Test_Case {
	private const RULES = array( 'shop/([^/]+)/?$' => 'index.php?product=$matches[1]' );
	private const OTHER = array( 'store/([^/]+)/?$' => 'index.php?product=$matches[1]' );

	protected function setUp(): void {
		parent::setUp();
		delete_option( Url_Bases_Listener::OPTION );
		update_option( 'rewrite_rules', self::RULES );
		$this->watch_with_refresh( 'options' );
		$this->forget();
	}

	public function test_the_same_rules_after_a_flush_are_no_change(): void {
		$this->flush( self::RULES );
		$this->pass_minutes( 6 );
		$this->assertSame( array(), $this->recorded() );
	}

	public function test_other_rules_refresh_all_pages_at_once_and_start_a_rebuild_when_they_stay(): void {
		$this->flush( self::OTHER );
		$this->assertSame( array( 'changed 0 all=1' ), $this->changes_of( 'refresh' ) );
		$this->assertSame( array(), $this->changes_of( 'build' ) );
		$this->pass_minutes( 6 );
		$this->assertSame( array( 'changed 0 all=1' ), $this->changes_of( 'build' ) );
		$this->assertContains( 'Permalink structure changed', $this->recorded() );
		$this->forget();
		$this->pass_minutes( 6 );
		$this->flush( self::OTHER );
		$this->assertSame( array(), $this->recorded() );
	}

	public function test_rules_that_are_written_over_others_count(): void {
		update_option( 'rewrite_rules', self::OTHER );
		$this->assertSame( array( 'changed 0 all=1' ), $this->changes_of( 'refresh' ) );
	}

	public function test_rules_that_a_visitors_request_writes_count(): void {
		delete_option( 'rewrite_rules' );
		unset( $GLOBALS['current_screen'] );
		wp_set_current_user( 0 );
		update_option( 'rewrite_rules', self::OTHER );
		$this->assertSame( array( 'changed 0 all=1' ), $this->changes_of( 'refresh' ) );
	}

	public function test_rules_that_differ_in_each_request_start_no_rebuild_and_one_refresh_in_five_minutes(): void {
		for ( $minute = 0; $minute < 20; $minute++ ) {
			$this->flush( array( "rule$minute" => 'index.php' ) );
			$this->pass_minutes( 1 );
		}
		$this->assertSame( array(), $this->changes_of( 'build' ) );
		$this->assertLessThanOrEqual( 5, count( $this->changes_of( 'refresh' ) ) );
		$this->assertGreaterThanOrEqual( 3, count( $this->changes_of( 'refresh' ) ) );
	}

	public function test_rules_that_return_within_five_minutes_start_no_rebuild(): void {
		$this->flush( self::OTHER );
		$this->pass_minutes( 1 );
		$this->flush( self::RULES );
		$this->pass_minutes( 6 );
		$this->assertSame( array(), $this->changes_of( 'build' ) );
		$this->assertCount( 2, $this->changes_of( 'refresh' ), 'Pages with both addresses may be stored.' );
	}

	public function test_other_rules_count_when_the_last_ones_cannot_be_read(): void {
		delete_option( 'rewrite_rules' );
		$fail = static fn( string $query ): string => str_contains( $query, "'" . Url_Bases_Listener::OPTION . "'" ) && str_starts_with( $query, 'SELECT' ) ? 'SELECT nothing FROM nowhere' : $query;
		add_filter( 'query', $fail );
		$this->with_hidden_errors( static fn() => update_option( 'rewrite_rules', self::OTHER ) );
		remove_filter( 'query', $fail );
		$this->assertSame( array( 'changed 0 all=1' ), $this->changes_of( 'refresh' ) );
		$this->assertSame( array( 'changed 0 all=1' ), $this->changes_of( 'build' ) );
		$this->assertSame( md5( (string) wp_json_encode( self::RULES ) ), get_option( Url_Bases_Listener::OPTION )['seen'] );
	}

	public function test_other_rules_refresh_after_the_clock_was_set_back(): void {
		$this->flush( self::OTHER );
		$this->clock->jump( -86_400_000 );
		$this->flush( self::RULES );
		$this->assertCount( 2, $this->changes_of( 'refresh' ) );
	}

	public function test_other_options_cost_nothing(): void {
		$this->assertSame(
			array(),
			array_filter( $this->queries( static fn() => update_option( 'something', wp_rand() ) ), static fn( string $sql ): bool => str_contains( $sql, Url_Bases_Listener::OPTION ) ),
		);
	}

	/**
	 * As WordPress does it: outdated rules are deleted, and any later request writes them again.
	 *
	 * @param array<string, string> $rules
	 */
	private function flush( array $rules ): void {
		delete_option( 'rewrite_rules' );
		update_option( 'rewrite_rules', $rules );
	}

	private function pass_minutes( int $minutes ): void {
		$this->clock->pass( $minutes * 60_000 );
		$due = wp_next_scheduled( Url_Bases_Listener::EVENT );
		if ( false !== $due && $due * 1000 <= $this->clock->now ) {
			wp_unschedule_event( $due, Url_Bases_Listener::EVENT );
			do_action( Url_Bases_Listener::EVENT );
		}
	}
}
