<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Tests\Runs;

use HeadlessDeploy\Queue\Run_Record;
use HeadlessDeploy\Runs\Run;

/**
 * Makes runs for tests.
 */
final class Sample_Run {
	/** 2026-11-21 13:00 UTC. */
	public const CREATED_AT = 1_795_266_000_000;

	/**
	 * Returns an automatic rebuild with 4 changes that the host accepted after a second, unless given otherwise.
	 *
	 * @param array<string, mixed> $row      Columns of the table of runs that differ.
	 * @param mixed                ...$facts Further arguments of `Run`, by name.
	 */
	public static function of( array $row = array(), mixed ...$facts ): Run {
		$row += array(
			'id'             => 41,
			'blog_id'        => 1,
			'environment_id' => 'production',
			'lane'           => 'build',
			'action'         => 'rebuild',
			'cause'          => 'automatic',
			'user_id'        => 0,
			'changes'        => 4,
			'status'         => 'accepted',
			'attempts'       => '[{}]',
			'http_status'    => 0,
			'error_code'     => '',
			'tracked_status' => '',
			'tracked_at'     => 0,
			'next_check_at'  => 0,
			'tracking'       => '',
			'created_at'     => self::CREATED_AT,
			'finished_at'    => self::CREATED_AT + 1_000,
		);
		return new Run( Run_Record::from_row( (object) $row ), ...$facts );
	}
}
