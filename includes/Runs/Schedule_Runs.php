<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Runs;

use HeadlessDeploy\Queue\Cause;
use HeadlessDeploy\Queue\Queue_Reader;
use HeadlessDeploy\Schedules\Schedule;

/**
 * Finds the last runs of schedules. The reason of a row of changes names its schedule, and the run of that row is the run of
 * the schedule.
 */
final class Schedule_Runs {
	public function __construct(
		private readonly Run_Log $log,
		private readonly Run_View $view,
	) {}

	/**
	 * @param  array<string, Schedule> $schedules
	 * @return array<string, Run>      By id of the schedule.
	 */
	public function last( array $schedules ): array {
		if ( array() === $schedules ) {
			return array();
		}
		$parts = array_map( $this->part( ... ), $schedules );
		$found = array();
		foreach ( Queue_Reader::rows( implode( ' UNION ALL ', $parts ) ) as $row ) {
			$found[ (string) $row->schedule ] = (int) $row->run;
		}
		$shown = $this->view->render( $this->log->by_ids( array_filter( $found ) ) );
		return array_filter( array_map( static fn( int $id ): ?Run => $shown[ $id ] ?? null, $found ) );
	}

	/**
	 * `previous_run_id` is the failed run of the row; a later run counts instead.
	 */
	private function part( Schedule $schedule ): string {
		global $wpdb;
		return (string) $wpdb->prepare(
			"SELECT %s AS schedule, MAX(CASE WHEN run_id > previous_run_id THEN run_id ELSE previous_run_id END) AS run
			FROM {$wpdb->headless_deploy_changes}
			WHERE blog_id = %d AND environment_id = %s AND cause = %s AND reasons LIKE %s",
			$schedule->id,
			get_current_blog_id(),
			$schedule->environment,
			Cause::Schedule->value,
			'%' . $wpdb->esc_like( '"type":"' . Schedule::REASON_TYPE . '","subtype":"' . $schedule->id . '",' ) . '%',
		);
	}
}
