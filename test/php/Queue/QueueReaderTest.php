<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Tests\Queue;

use HeadlessDeploy\Http\Response;
use HeadlessDeploy\Lane;
use HeadlessDeploy\Queue\Attempt_Result;
use HeadlessDeploy\Queue\Attempts;
use HeadlessDeploy\Queue\Change_Count;
use HeadlessDeploy\Queue\Lane_Key;
use HeadlessDeploy\Queue\Lease;
use PHPUnit\Framework\Attributes\Group;

#[Group( 'mariadb' )]
final class QueueReaderTest extends Queue_Test_Case {
	public function test_counts_changes_of_a_run_that_fails_between_two_reads(): void {
		$lease = Lease::from_now( $this->key(), $this->clock );
		$this->leases->acquire( $lease );
		$this->add_changes( 3 );
		$id = $this->run_store->start( $lease, $this->lane() );
		$this->changes->attach( $lease, $id );
		$attached = $this->queue->covered_changes( $lease, $id );
		$this->assertNotNull( $attached );
		$answer  = new Response( 400, 'headless_deploy_bad_request', 12 );
		$outcome = new Attempt_Result( $attached, $answer, Attempts::from_json( '[]' )->with( $answer, $this->clock->now ), $this->clock->now );
		$this->before_the_second_read( fn() => $this->run_store->fail( $lease, $id, $outcome ) );
		$this->assertSame( 3, $this->lane()->changes );
	}

	public function test_finds_every_lane_beside_lanes_with_more_rows_than_are_counted(): void {
		$few   = array( array( 1, 'a', 'build' ), array( 1, 'm', 'cache' ), array( 2, 'a', 'build' ), array( 3, 'z', 'refresh' ) );
		$many  = array( array( 1, 'm', 'build' ), array( 1, 'n', 'build' ), array( 2, 'b', 'build' ) );
		$added = array( ...array_map( fn( array $lane ): string => $this->add_rows( 3, ...$lane ), $few ), ...array_map( fn( array $lane ): string => $this->add_rows( Change_Count::MORE, ...$lane ), $many ) );
		sort( $added );
		foreach ( array( false, true ) as $from_primary ) {
			$found = array();
			foreach ( $this->queue->lanes( null, $from_primary ) as $id => $lane ) {
				$found[] = "$id $lane->changes $lane->new_rows " . ( $lane->last_row_id - $lane->new_rows >= 0 );
			}
			sort( $found );
			$this->assertSame( $added, $found );
		}
		$this->assertSame( array( '2/a/build', '2/b/build' ), array_keys( $this->queue->lanes( 2 ) ) );
		$this->assertSame( Change_Count::MORE, $this->queue->lane( Lane_Key::of( 1, 'n', Lane::Build ) )->changes );
		$this->add_rows( 500, 2, 'b', 'build' );
		$this->assertSame( Change_Count::MORE, $this->queue->lanes( 2 )['2/b/build']->changes );
	}

	/**
	 * @return string The lane, how many changes are counted and how many rows are read.
	 */
	private function add_rows( int $rows, int $blog_id, string $environment, string $lane ): string {
		global $wpdb;
		$insert = "INSERT INTO {$wpdb->headless_deploy_changes} (blog_id, environment_id, lane, action, recorded_at, changes, reasons, cause)";
		$row    = "SELECT $blog_id, '$environment', '$lane', 'rebuild', 1, 1, '[]', 'automatic'";
		$wpdb->query( "$insert $row" );
		for ( $added = 1; $added < $rows; $added += $more ) {
			$more = min( $added, $rows - $added );
			$wpdb->query( "$insert $row FROM {$wpdb->headless_deploy_changes} LIMIT $more" );
		}
		return "$blog_id/$environment/$lane $rows $rows 1";
	}

	private function before_the_second_read( callable $work ): void {
		$reads = 0;
		add_filter(
			'query',
			static function ( string $query ) use ( &$reads, $work ): string {
				if ( str_starts_with( $query, 'SELECT' ) && 2 === ++$reads ) {
					$work();
				}
				return $query;
			},
		);
	}
}
