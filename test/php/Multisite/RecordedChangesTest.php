<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Tests\Multisite;

final class RecordedChangesTest extends Network_Test_Case {
	public function test_records_the_changes_of_three_sites_in_one_request(): void {
		$this->connect_on( 1, 2, 3 );
		$this->post();
		$this->on_site( 2, fn(): int => $this->post() );
		$this->on_site( 3, fn(): array => array( $this->post(), $this->post() ) );
		$this->on_site( 2, fn(): int => $this->post() );
		$this->post();
		do_action( 'shutdown' );
		$this->assertSame( array( 1 => 2, 2 => 2, 3 => 2 ), $this->sums() );
		$this->assertSame( array(), array_filter( $this->recorded(), static fn( string $row ): bool => 1 !== preg_match( '/^(\d) site-\1 /', $row ) ), 'No change is on one site and of another one’s environment.' );
	}

	public function test_evaluates_changed_meta_and_terms_on_their_site(): void {
		$this->connect_on( 1, 2 );
		$post = $this->on_site( 2, fn(): int => $this->post() );
		do_action( 'shutdown' );
		$before = $this->sums();
		$this->restart();
		wp_set_current_user( 1 );
		$_SERVER['REQUEST_METHOD'] = 'POST';
		$this->on_site( 2, static fn(): int|bool => update_post_meta( $post, 'subtitle', 'New' ) );
		do_action( 'shutdown' );
		$_SERVER['REQUEST_METHOD'] = 'GET';
		$this->assertSame( array( 2 => $before[2] + 1 ), $this->sums() );
	}

	public function test_publishing_costs_one_insert_on_each_site_and_no_read(): void {
		$this->connect_on( 1, 2 );
		foreach ( array( 1, 2 ) as $site ) {
			$this->on_site( $site, fn(): int => $this->post() );
		}
		do_action( 'shutdown' );
		$this->restart();
		$queries = $this->queries(
			function (): void {
				foreach ( array( 1, 2 ) as $site ) {
					$this->on_site( $site, fn(): int => $this->post() );
				}
				do_action( 'shutdown' );
			},
		);
		$of_plugin = array_values( (array) preg_grep( '/headless_deploy/', $queries ) );
		$this->assertSame( array( 'INSERT', 'INSERT' ), array_map( static fn( string $query ): string => (string) strtok( $query, ' ' ), $of_plugin ) );
	}

	public function test_schedules_the_wake_up_on_the_site_of_the_change(): void {
		$this->connect_on( 1, 2 );
		$this->on_site( 2, fn(): int => $this->post() );
		do_action( 'shutdown' );
		$this->assertFalse( wp_next_scheduled( 'headless_deploy_dispatch' ) );
		$this->assertNotFalse( $this->on_site( 2, static fn(): int|false => wp_next_scheduled( 'headless_deploy_dispatch' ) ) );
	}

	/**
	 * @return array<int, int>
	 */
	private function sums(): array {
		$sums = array();
		foreach ( $this->recorded() as $row ) {
			list( $site, , $changes ) = explode( ' ', $row );
			$sums[ (int) $site ]      = ( $sums[ (int) $site ] ?? 0 ) + (int) $changes;
		}
		ksort( $sums );
		return $sums;
	}
}
