<?php
/**
 * All SQL that moves the queue.
 *
 * @package HeadlessDeploy
 */

declare( strict_types=1 );

namespace HeadlessDeploy\Queue;

use HeadlessDeploy\Environments\Action;

/**
 * Writes and reads the queue. Rows are only ever added, so no writer can overwrite another; and every write under a
 * lease is conditional on that lease (`mine()`), so whoever lost it writes nothing.
 *
 * The statements work on MariaDB, MySQL and the SQLite integration: no LEAST, GREATEST or IF (32 bits there), and no
 * column is read that the same statement assigns.
 */
final class Queue_Store {
	public const ENDED = array( 'accepted', 'failed', 'cancelled' );

	/**
	 * Appends rows in one statement.
	 *
	 * @param non-empty-list<Noted_Change> $rows The rows.
	 *
	 * @return int Id of the first row, 0 when the database refused.
	 */
	public function note( array $rows ): int {
		global $wpdb;
		$values  = implode( ', ', array_map( $this->values( ... ), $rows ) );
		$written = $wpdb->query(
			'INSERT INTO ' . Tables::changes()
			. ' (blog_id, environment_id, lane, action, noted_at, changes, reasons, pressed, cause, user_id) VALUES ' . $values,
		);
		return count( $rows ) === $written ? max( 1, (int) $wpdb->insert_id ) : 0;
	}

	/**
	 * Reads what is waiting.
	 *
	 * @param int|null      $blog_id Only this site, null for the whole network.
	 * @param Lane_Key|null $key     Only this lane.
	 *
	 * @return array<string, Lane_State> By `Lane_Key::id()`; lanes without anything pending or unfinished are absent.
	 */
	public function read( ?int $blog_id, ?Lane_Key $key = null ): array {
		return ( new Queue_Reader() )->read( $blog_id, $key );
	}

	/**
	 * Reads one lane.
	 *
	 * @param Lane_Key $key Lane.
	 */
	public function lane( Lane_Key $key ): Lane_State {
		return $this->read( $key->blog_id, $key )[ $key->id() ] ?? new Lane_State( $key );
	}

	/**
	 * Takes a lease, unless somebody holds one. A lease that ends in more than two minutes is one of a clock that
	 * was set back since, and counts as ended.
	 *
	 * @param Lease $lease The lease.
	 */
	public function take( Lease $lease ): bool {
		global $wpdb;
		$now = $lease->taken_at;
		$wpdb->query(
			$wpdb->prepare(
				'INSERT IGNORE INTO ' . Tables::lanes() . ' (blog_id, environment_id, lane) VALUES (%d, %s, %s)',
				$lease->key->blog_id,
				$lease->key->environment_id,
				$lease->key->lane,
			),
		);
		$taken = $wpdb->query(
			$wpdb->prepare(
				'UPDATE ' . Tables::lanes() . ' SET lease = %s, lease_until = %d WHERE ' . $this->of_lane( $lease->key )
				. ' AND (lease IS NULL OR lease_until <= %d OR lease_until > %d)',
				$lease->id,
				$now + Lease::DURATION_MS,
				$now,
				$now + 2 * Lease::DURATION_MS,
			),
		);
		return 1 === $taken;
	}

	/**
	 * Gives a lease back; last of all that is done under it.
	 *
	 * @param Lease $lease The lease.
	 */
	public function give_back( Lease $lease ): void {
		global $wpdb;
		$wpdb->query(
			$wpdb->prepare(
				'UPDATE ' . Tables::lanes() . ' SET lease = NULL, lease_until = 0 WHERE ' . $this->of_lane( $lease->key ) . ' AND lease = %s',
				$lease->id,
			),
		);
	}

	/**
	 * Begins a delivery.
	 *
	 * @param Lease      $lease The lease.
	 * @param Lane_State $lane  What is waiting.
	 *
	 * @return int Its id, 0 when the lease was lost.
	 */
	public function begin( Lease $lease, Lane_State $lane ): int {
		return $this->insert_delivery( $lease, 'sending', $lane->action, $lane->cause, $lane->user_id, $lane->changes );
	}

	/**
	 * Makes the entry of a cancellation.
	 *
	 * @param Lease  $lease   The lease.
	 * @param Action $action  What is not sent.
	 * @param int    $user_id Who cancelled.
	 *
	 * @return int Its id, 0 when the lease was lost.
	 */
	public function begin_cancelled( Lease $lease, Action $action, int $user_id ): int {
		return $this->insert_delivery( $lease, 'cancelled', $action, Cause::MANUAL, $user_id, 0 );
	}

	/**
	 * Goes on with a delivery that had begun.
	 *
	 * @param Lease  $lease       The lease.
	 * @param int    $delivery_id The delivery.
	 * @param Action $action      What it asks for by now.
	 */
	public function resume( Lease $lease, int $delivery_id, Action $action ): void {
		$this->update_delivery( $lease, $delivery_id, "state = 'sending', action = %s", $action->value );
	}

	/**
	 * Attaches what is pending to a delivery.
	 *
	 * @param Lease    $lease       The lease.
	 * @param int      $delivery_id The delivery.
	 * @param int|null $seen        Only rows up to this id: what a person saw when pressing Cancel.
	 */
	public function attach( Lease $lease, int $delivery_id, ?int $seen = null ): void {
		global $wpdb;
		$up_to = null === $seen ? '' : $wpdb->prepare( ' AND id <= %d', $seen );
		$wpdb->query(
			$wpdb->prepare( 'UPDATE ' . Tables::changes() . ' SET delivery_id = %d', $delivery_id )
			. ' WHERE delivery_id = 0 AND ' . $this->of_lane( $lease->key ) . $up_to . ' AND ' . $this->mine( $lease ),
		);
	}

	/**
	 * Reads what a delivery carries, null when it carries nothing.
	 *
	 * @param int $delivery_id The delivery.
	 */
	public function attached( int $delivery_id ): ?Attached {
		global $wpdb;
		$rows = $wpdb->get_results(
			$wpdb->prepare( 'SELECT id, action, changes, pressed, cause, user_id FROM ' . Tables::changes() . ' WHERE delivery_id = %d ORDER BY id', $delivery_id ),
		);
		return Attached::from_rows( array_values( (array) $rows ) );
	}

	/**
	 * Tells whether a press is pending in a lane.
	 *
	 * @param Lane_Key $key Lane.
	 */
	public function has_press( Lane_Key $key ): bool {
		global $wpdb;
		return null !== $wpdb->get_var( 'SELECT id FROM ' . Tables::changes() . ' WHERE delivery_id = 0 AND ' . $this->of_lane( $key ) . ' AND pressed = 1 LIMIT 1' );
	}

	/**
	 * Finds the delivery that a row went out with, 0 while it is pending.
	 *
	 * @param int $row_id Row of the list of changes.
	 */
	public function delivery_of( int $row_id ): int {
		global $wpdb;
		return (int) $wpdb->get_var( $wpdb->prepare( 'SELECT delivery_id FROM ' . Tables::changes() . ' WHERE id = %d', $row_id ) );
	}

	/**
	 * Writes that the service took the delivery.
	 *
	 * @param Lease   $lease       The lease.
	 * @param int     $delivery_id The delivery.
	 * @param Outcome $outcome     What came of the attempt.
	 */
	public function accept( Lease $lease, int $delivery_id, Outcome $outcome ): void {
		$this->finish( $lease, $delivery_id, 'accepted', $outcome );
	}

	/**
	 * Writes that the service refused for good. First its changes are detached and marked: shown, not sent, and
	 * taken along by the next run. A press is used up.
	 *
	 * @param Lease   $lease       The lease.
	 * @param int     $delivery_id The delivery.
	 * @param Outcome $outcome     What came of the attempt.
	 */
	public function fail( Lease $lease, int $delivery_id, Outcome $outcome ): void {
		global $wpdb;
		$wpdb->query(
			$wpdb->prepare(
				'UPDATE ' . Tables::changes() . ' SET delivery_id = 0, failed = %d WHERE delivery_id = %d AND changes > 0 AND ',
				$delivery_id,
				$delivery_id,
			) . $this->mine( $lease ),
		);
		$this->finish( $lease, $delivery_id, 'failed', $outcome );
	}

	/**
	 * Writes that somebody cancelled; the count is that of the rows, because an unfinished delivery had some before.
	 *
	 * @param Lease $lease       The lease.
	 * @param int   $delivery_id The delivery.
	 * @param int   $user_id     Who cancelled.
	 * @param int   $now         Milliseconds.
	 */
	public function cancel( Lease $lease, int $delivery_id, int $user_id, int $now ): void {
		$this->update_delivery(
			$lease,
			$delivery_id,
			"state = 'cancelled', cause = %s, user_id = %d, finished_at = %d, changes = (SELECT COALESCE(SUM(changes), 0) FROM "
				. Tables::changes() . ' WHERE delivery_id = %d)',
			Cause::MANUAL,
			$user_id,
			$now,
			$delivery_id,
		);
	}

	/**
	 * Writes how an attempt ended the delivery.
	 *
	 * @param Lease   $lease       The lease.
	 * @param int     $delivery_id The delivery.
	 * @param string  $state       Accepted or failed, as a word of the wire.
	 * @param Outcome $outcome     What came of the attempt.
	 */
	private function finish( Lease $lease, int $delivery_id, string $state, Outcome $outcome ): void {
		$this->update_delivery(
			$lease,
			$delivery_id,
			'state = %s, action = %s, changes = %d, cause = %s, user_id = %d, attempts = %s, http_status = %d, error_code = %s,'
				. ' service_message = %s, excerpt = %s, operation = %s, finished_at = %d',
			$state,
			$outcome->attached->action->value,
			$outcome->attached->changes,
			$outcome->attached->cause,
			$outcome->attached->user_id,
			$outcome->attempts,
			$outcome->answer->http_status,
			$outcome->answer->error_code,
			Outcome::json( $outcome->answer->service_message ),
			Outcome::json( $outcome->answer->excerpt ),
			Outcome::json( $outcome->answer->operation ),
			$outcome->finished_at,
		);
	}

	/**
	 * Adds a delivery, if the lease is still held.
	 *
	 * @param Lease  $lease   The lease.
	 * @param string $state   Its first state.
	 * @param Action $action  What it asks for.
	 * @param string $cause   A constant of Cause.
	 * @param int    $user_id Who pressed, 0 for nobody.
	 * @param int    $changes How many changes it covers.
	 *
	 * @return int Its id, 0 when the lease was lost.
	 */
	private function insert_delivery( Lease $lease, string $state, Action $action, string $cause, int $user_id, int $changes ): int {
		global $wpdb;
		$columns = 'blog_id, environment_id, lane, action, cause, user_id, changes, state, attempts, service_message, excerpt, operation, created_at';
		$written = $wpdb->query(
			$wpdb->prepare(
				'INSERT INTO ' . Tables::deliveries() . " ($columns)"
				. " SELECT blog_id, environment_id, lane, %s, %s, %d, %d, %s, '[]', '\"\"', '\"\"', '\"\"', %d FROM " . Tables::lanes()
				. ' WHERE ' . $this->of_lane( $lease->key ) . ' AND lease = %s',
				$action->value,
				$cause,
				$user_id,
				$changes,
				$state,
				$lease->taken_at,
				$lease->id,
			),
		);
		return 1 === $written ? (int) $wpdb->insert_id : 0;
	}

	/**
	 * Alters a delivery, if the lease is still held.
	 *
	 * @param Lease      $lease       The lease.
	 * @param int        $delivery_id The delivery.
	 * @param string     $assignments What is set, with placeholders.
	 * @param string|int ...$values   For the placeholders.
	 */
	private function update_delivery( Lease $lease, int $delivery_id, string $assignments, string|int ...$values ): void {
		global $wpdb;
		$values[] = $delivery_id;
		$wpdb->query(
			$wpdb->prepare( 'UPDATE ' . Tables::deliveries() . " SET $assignments WHERE id = %d AND ", $values ) . $this->mine( $lease ),
		);
	}

	/**
	 * Returns the condition that a lease is still held.
	 *
	 * @param Lease $lease The lease.
	 */
	private function mine( Lease $lease ): string {
		global $wpdb;
		return 'EXISTS (SELECT 1 FROM ' . Tables::lanes() . ' WHERE ' . $this->of_lane( $lease->key ) . $wpdb->prepare( ' AND lease = %s)', $lease->id );
	}

	/**
	 * Returns the condition that a row is of a lane.
	 *
	 * @param Lane_Key $key Lane.
	 */
	private function of_lane( Lane_Key $key ): string {
		global $wpdb;
		return (string) $wpdb->prepare( 'blog_id = %d AND environment_id = %s AND lane = %s', $key->blog_id, $key->environment_id, $key->lane );
	}

	/**
	 * Returns one row as the values of an INSERT.
	 *
	 * @param Noted_Change $row The row.
	 */
	private function values( Noted_Change $row ): string {
		global $wpdb;
		return (string) $wpdb->prepare(
			'(%d, %s, %s, %s, %d, %d, %s, %d, %s, %d)',
			$row->key->blog_id,
			$row->key->environment_id,
			$row->key->lane,
			$row->action->value,
			$row->noted_at,
			$row->changes,
			Outcome::json( $row->reasons ),
			$row->is_press() ? 1 : 0,
			$row->cause,
			$row->user_id,
		);
	}
}
