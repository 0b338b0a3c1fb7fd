<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Queue;

/**
 * Marks changes as canceled and takes the mark off again. A canceled change keeps its row: it has no run, and `failed`
 * names the run that was canceled, as it does for a run that failed. So it stays listed until a run takes it along.
 */
final class Canceled_Changes {
	public function __construct( private readonly Queue_Store $store ) {}

	/**
	 * Detaches the changes of a run that a user cancels, and marks them with it. Manual runs among them are used up.
	 * A change that an earlier failed or canceled run left behind keeps its mark, unless this run carried it.
	 *
	 * @param  int  $run_id The run that is canceled.
	 * @param  int  $seen   Only rows up to this id: what the user saw.
	 * @return bool False when the database refused.
	 */
	public function mark( Lease $lease, int $run_id, int $seen ): bool {
		global $wpdb;
		$marked = $this->store->query_with_retry(
			$wpdb->prepare(
				'UPDATE ' . Tables::changes() . ' SET run_id = 0, previous_run_id = %d'
				. ' WHERE run_id IN (0, %d) AND changes > 0 AND (run_id = %d OR (previous_run_id = 0 AND id <= %d)) AND ',
				$run_id,
				$run_id,
				$run_id,
				$seen,
			) . $this->own( $lease ),
		);
		return false !== $marked && false !== $this->store->query_with_retry(
			$wpdb->prepare( 'UPDATE ' . Tables::changes() . ' SET run_id = %d WHERE run_id = 0 AND changes = 0 AND id <= %d AND ', $run_id, $seen )
			. $this->own( $lease ),
		);
	}

	/**
	 * Makes the changes of canceled runs pending again, as they were before they were canceled.
	 *
	 * @return int|false How many rows; false when the database refused.
	 */
	public function restore( Lease $lease ): int|false {
		$canceled = 'SELECT id FROM ' . Tables::runs() . ' WHERE ' . $this->store->lane_condition( $lease->key ) . " AND status = 'canceled'";
		$restored = $this->store->query_with_retry(
			'UPDATE ' . Tables::changes() . " SET previous_run_id = 0 WHERE run_id = 0 AND previous_run_id IN ($canceled) AND " . $this->own( $lease ),
		);
		return is_int( $restored ) ? $restored : false;
	}

	/**
	 * Returns the condition that a row is of the lane and that its lease is still held.
	 */
	private function own( Lease $lease ): string {
		return $this->store->lane_condition( $lease->key ) . ' AND ' . $this->store->lease_condition( $lease );
	}
}
