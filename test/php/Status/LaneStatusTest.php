<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Tests\Status;

use HeadlessDeploy\Lane;
use HeadlessDeploy\Status\Lane_Status;
use HeadlessDeploy\Tests\Wp_Test_Case;
use PHPUnit\Framework\Attributes\DataProvider;

final class LaneStatusTest extends Wp_Test_Case {
	public static function lanes(): array {
		return array(
			'a refresh that is live'                              => array( array( 2, 'live' ), array( 3, 'live' ), false, Lane::Refresh ),
			'a refresh that is not checked yet, before the build' => array( array( 2, 'accepted' ), array( 1, 'live' ), false, Lane::Refresh ),
			'a refresh that was not checked, and a failed build'  => array( array( 2, 'accepted' ), array( 3, 'failed' ), false, Lane::Refresh ),
			'a refresh that was not checked, and a live build'    => array( array( 2, 'accepted' ), array( 3, 'live' ), false, null ),
			'a newer change after that'                           => array( array( 2, 'accepted' ), array( 3, 'live' ), true, Lane::Refresh ),
		);
	}

	/**
	 * @param array{int, string} $refresh ID and status of the last refresh.
	 * @param array{int, string} $build   ID and status of the last build.
	 */
	#[DataProvider( 'lanes' )]
	public function test_a_save_is_followed_where_it_is_proven_to_be_live( array $refresh, array $build, bool $has_pending, ?Lane $expected ): void {
		$lane = static fn( Lane $lane, ?array $run, bool $has_pending = false ): Lane_Status => new Lane_Status(
			$lane,
			$has_pending ? array( 'dueAt' => '2026-01-01T00:00:00Z' ) : null,
			null,
			null === $run ? null : array( 'id' => $run[0], 'status' => $run[1], 'replacedBy' => null ),
			null,
			false,
		);
		$this->assertSame( $expected, Lane_Status::of_saves( $lane( Lane::Build, $build ), $lane( Lane::Cache, null ), $lane( Lane::Refresh, $refresh, $has_pending ) )?->lane );
	}
}
