<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Tests\Model;

use HeadlessDeploy\Tests\Test_Database;

/**
 * Knows the seeds of this process.
 *
 * HEADLESS_DEPLOY_TEST_SEED       First seed. Without a number of schedules: the only one.
 * HEADLESS_DEPLOY_TEST_SCHEDULES  Number of schedules.
 * HEADLESS_DEPLOY_TEST_SHARD      `2/4`: the second of four processes that share them.
 */
final class Seeds {
	private const ON_SQLITE = 160;
	private const ON_MYSQL  = 40;

	public function __construct(
		public readonly int $first,
		public readonly int $count,
		public readonly int $shard = 1,
		public readonly int $of = 1,
	) {}

	public static function from_environment(): self {
		$first = (int) getenv( 'HEADLESS_DEPLOY_TEST_SEED' );
		$count = (int) getenv( 'HEADLESS_DEPLOY_TEST_SCHEDULES' );
		$shard = array_map( intval( ... ), explode( '/', getenv( 'HEADLESS_DEPLOY_TEST_SHARD' ) ?: '1/1' ) );
		if ( 0 === $count ) {
			$default_count = Test_Database::is_sqlite() ? self::ON_SQLITE : self::ON_MYSQL;
			$count         = 0 === $first ? $default_count : 1;
		}
		return new self( max( 1, $first ), $count, max( 1, $shard[0] ), max( 1, $shard[1] ?? 1 ) );
	}

	/**
	 * @return list<array{int, int}> First seed and how many.
	 */
	public function batches( int $size ): array {
		$batches = array();
		for ( $from = 0, $number = 0; $from < $this->count; $from += $size, $number++ ) {
			if ( $this->is_in_share( $number ) ) {
				$batches[] = array( $this->first + $from, min( $size, $this->count - $from ) );
			}
		}
		return $batches;
	}

	public function is_in_share( int $number ): bool {
		return $number % $this->of === $this->shard - 1;
	}
}
