<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Runs;

use HeadlessDeploy\Queue\Cause;
use HeadlessDeploy\Queue\Tables;
use HeadlessDeploy\Schedules\Schedule;

/**
 * Finds in the log what came of the schedules of the current site. A schedule is named by the reason of the row that it
 * noted; what that row was sent with is its run.
 *
 * @phpstan-import-type Run from Run_View
 */
final class Schedule_Runs {
	public function __construct(
		private readonly Run_Log $log,
		private readonly Run_View $view,
	) {}

	/**
	 * Returns the last run of each schedule that has one, in two queries and those of the log.
	 *
	 * @param  array<string, Schedule> $schedules
	 * @return array<string, Run>      By id of the schedule.
	 */
	public function last( array $schedules ): array {
		if ( array() === $schedules ) {
			return array();
		}
		$parts = array_map( $this->part( ... ), $schedules );
		$found = array();
		foreach ( Run_Log::read( implode( ' UNION ALL ', $parts ) ) as $row ) {
			$found[ (string) $row->schedule ] = (int) $row->run;
		}
		$shown = $this->view->render( $this->log->by_ids( array_filter( $found ) ) );
		return array_filter( array_map( static fn( int $id ): ?array => $shown[ $id ] ?? null, $found ) );
	}

	/**
	 * Returns the statement for one schedule. What was refused stays in `previous_run_id` until a later run includes it.
	 */
	private function part( Schedule $schedule ): string {
		global $wpdb;
		return (string) $wpdb->prepare(
			'SELECT %s AS schedule, MAX(CASE WHEN run_id > previous_run_id THEN run_id ELSE previous_run_id END) AS run FROM ' . Tables::changes()
			. ' WHERE blog_id = %d AND environment_id = %s AND cause = %s AND reasons LIKE %s',
			$schedule->id,
			get_current_blog_id(),
			$schedule->environment,
			Cause::SCHEDULE,
			'%' . $wpdb->esc_like( '"type":"' . Schedule::REASON_TYPE . '","subtype":"' . $schedule->id . '",' ) . '%',
		);
	}
}
