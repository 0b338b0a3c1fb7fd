<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Tests\Status;

use HeadlessDeploy\Action;
use HeadlessDeploy\Lane;
use HeadlessDeploy\Queue\Run_Status;
use HeadlessDeploy\Runs\Run;
use HeadlessDeploy\Status\Lane_Status;
use HeadlessDeploy\Status\Pending_Run;
use HeadlessDeploy\Tests\Runs\Sample_Run;
use HeadlessDeploy\Tests\Wp_Test_Case;
use PHPUnit\Framework\Attributes\DataProvider;

final class LaneStatusTest extends Wp_Test_Case {
	public static function lanes(): iterable {
		yield 'a refresh that is live' => array( Run_Status::Live, 3, Run_Status::Live, false, Lane::Refresh );
		yield 'a refresh that is not checked yet, before the build' => array( Run_Status::Accepted, 1, Run_Status::Live, false, Lane::Refresh );
		yield 'a refresh that was not checked, and a failed build' => array( Run_Status::Accepted, 3, Run_Status::Failed, false, Lane::Refresh );
		yield 'a refresh that was not checked, and a live build' => array( Run_Status::Accepted, 3, Run_Status::Live, false, null );
		yield 'a newer change after that' => array( Run_Status::Accepted, 3, Run_Status::Live, true, Lane::Refresh );
	}

	/**
	 * @param Run_Status $refresh  Status of the last refresh, the run 2.
	 * @param int        $build_id ID of the last build.
	 * @param Run_Status $build    Its status.
	 */
	#[DataProvider( 'lanes' )]
	public function test_a_save_is_followed_where_it_is_proven_to_be_live( Run_Status $refresh, int $build_id, Run_Status $build, bool $has_pending, ?Lane $expected ): void {
		$run     = static fn( int $id, Run_Status $status ): Run => Sample_Run::of( array( 'id' => $id, 'tracked_status' => $status->value ) );
		$pending = $has_pending ? new Pending_Run( Lane::Refresh, Action::Refresh, 1 ) : null;
		$shown   = Lane_Status::of_saves(
			new Lane_Status( Lane::Build, last_run: $run( $build_id, $build ) ),
			new Lane_Status( Lane::Cache ),
			new Lane_Status( Lane::Refresh, $pending, last_run: $run( 2, $refresh ) ),
		);
		$this->assertSame( $expected, $shown?->lane );
	}
}
