<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Tests\Runs;

use HeadlessDeploy\Runs\Change_Summary;
use PHPUnit\Framework\Attributes\TestWith;
use PHPUnit\Framework\TestCase;

final class PendingNumberTest extends TestCase {
	/**
	 * @param list<array{int, list<string>}> $runs Changes and texts of the newest reasons of each lane.
	 */
	#[TestWith( array( array(), 0 ) )]
	#[TestWith( array( array( array( 2, array( 'a', 'b' ) ), array( 2, array( 'a', 'b' ) ) ), 2 ) )]
	#[TestWith( array( array( array( 2, array( 'a', 'b' ) ), array( 1, array( 'c' ) ) ), 3 ) )]
	#[TestWith( array( array( array( 1_000, array( 'a', 'b' ) ), array( 1_000, array( 'a', 'b' ) ) ), 1_000 ) )]
	#[TestWith( array( array( array( 1_000, array( 'a', 'b' ) ), array( 1, array( 'c' ) ) ), 1_001 ) )]
	#[TestWith( array( array( array( 2, array( 'a', 'a' ) ), array( 1, array( 'a' ) ) ), 2 ) )]
	public function test_a_change_that_starts_runs_of_several_lanes_counts_once( array $runs, int $number ): void {
		$pending = array_map( static fn( array $run ): array => array( 'changes' => $run[0], 'reasons' => array_map( static fn( string $text ): array => array( 'text' => $text ), $run[1] ) ), $runs );
		$this->assertSame( $number, Change_Summary::distinct( $pending ) );
	}
}
