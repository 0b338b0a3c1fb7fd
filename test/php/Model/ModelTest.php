<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Tests\Model;

use PHPUnit\Framework\Attributes\DataProvider;
use PHPUnit\Framework\Attributes\Group;

/**
 * Checks invariants 1, 3, 4 and 5 with the real queue on the real database. A failure prints its seed, its log and how
 * to repeat it. See docs/model-test.md.
 */
#[Group( 'model' )]
#[Group( 'mariadb' )]
#[Group( 'processes' )]
final class ModelTest extends Model_Test_Case {
	private const BATCH = 20;

	public static function batches(): array {
		$batches = array();
		foreach ( Seeds::from_environment()->batches( self::BATCH ) as $batch ) {
			$batches[ "seeds $batch[0] to " . ( $batch[0] + $batch[1] - 1 ) ] = $batch;
		}
		return $batches;
	}

	#[DataProvider( 'batches' )]
	public function test_the_invariants_hold( int $from, int $size ): void {
		for ( $seed = $from; $seed < $from + $size; $seed++ ) {
			$log = $this->play( $seed );
			if ( null !== $log->fault ) {
				$this->fail( $this->report( $seed, $log ) );
			}
		}
		$this->addToAssertionCount( $size );
	}
}
