<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Tests\Status;

use HeadlessDeploy\Action;
use HeadlessDeploy\Lane;
use HeadlessDeploy\Runs\Reason;
use HeadlessDeploy\Status\Pending_Run;
use PHPUnit\Framework\Attributes\TestWith;
use PHPUnit\Framework\TestCase;

final class PendingRunTest extends TestCase {
	/**
	 * @param list<array{changes: int, texts: list<string>}> $runs The changes of each lane, and the texts of its newest reasons.
	 */
	#[TestWith( array( array(), 0 ) )]
	#[TestWith( array( array( array( 'changes' => 2, 'texts' => array( 'a', 'b' ) ), array( 'changes' => 2, 'texts' => array( 'a', 'b' ) ) ), 2 ) )]
	#[TestWith( array( array( array( 'changes' => 2, 'texts' => array( 'a', 'b' ) ), array( 'changes' => 1, 'texts' => array( 'c' ) ) ), 3 ) )]
	#[TestWith( array( array( array( 'changes' => 1_000, 'texts' => array( 'a', 'b' ) ), array( 'changes' => 1_000, 'texts' => array( 'a', 'b' ) ) ), 1_000 ) )]
	#[TestWith( array( array( array( 'changes' => 1_000, 'texts' => array( 'a', 'b' ) ), array( 'changes' => 1, 'texts' => array( 'c' ) ) ), 1_001 ) )]
	#[TestWith( array( array( array( 'changes' => 2, 'texts' => array( 'a', 'a' ) ), array( 'changes' => 1, 'texts' => array( 'a' ) ) ), 2 ) )]
	public function test_a_change_that_starts_runs_of_several_lanes_counts_once( array $runs, int $number ): void {
		$reasons = static fn( array $texts ): array => array_map( static fn( string $text ): Reason => new Reason( text: $text ), $texts );
		$pending = array_map( static fn( array $run ): Pending_Run => new Pending_Run( Lane::Build, Action::Rebuild, changes: $run['changes'], reasons: $reasons( $run['texts'] ) ), $runs );
		$this->assertSame( $number, Pending_Run::distinct_changes( $pending ) );
	}
}
