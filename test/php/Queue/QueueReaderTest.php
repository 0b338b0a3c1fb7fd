<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Tests\Queue;

use HeadlessDeploy\Http\Response;
use HeadlessDeploy\Queue\Attempt_Result;
use HeadlessDeploy\Queue\Attempts;
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
