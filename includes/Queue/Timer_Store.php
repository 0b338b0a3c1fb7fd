<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Queue;

use HeadlessDeploy\Clock;
use HeadlessDeploy\Read_Failed;
use HeadlessDeploy\System_Clock;

/**
 * Keeps when schedules run next, as rows of the table of lanes: `lease_until` is the next time. Whoever finds one due
 * takes it by compare-and-swap, notes the run under that lease, and sets the next time when giving it back; a crashed
 * one's lease ends, and the run is noted by another.
 *
 * The statements work on MariaDB, MySQL and the SQLite integration.
 */
final class Timer_Store {
	/**
	 * @param Clock $clock Knows the time of the database too.
	 */
	public function __construct( private readonly Clock $clock = new System_Clock() ) {}

	/**
	 * Reads the rows of a site.
	 *
	 * @throws Read_Failed          When the database refused, or did not answer.
	 * @return array<string, Timer> By schedule.
	 */
	public function read( int $blog_id ): array {
		global $wpdb;
		$rows = Queue_Reader::rows(
			"SELECT environment_id, lease, lease_until, {$this->clock->sql_now_ms()} AS database_now FROM " . Tables::lanes()
			. $wpdb->prepare( ' WHERE blog_id = %d AND lane = %s', $blog_id, Lane_Key::SCHEDULE ),
		);
		$timers = array();
		foreach ( $rows as $row ) {
			$stored = (int) $row->lease_until;
			$ends   = $this->clock->now_ms() + $stored - (int) $row->database_now;

			$timers[ (string) $row->environment_id ] = new Timer( null === $row->lease ? $stored : $ends, null !== $row->lease, $stored );
		}
		return $timers;
	}

	/**
	 * Finds the sites of the network that have a schedule which is due.
	 *
	 * @throws Read_Failed When the database refused, or did not answer.
	 * @return list<int>
	 */
	public function sites_due( int $now ): array {
		global $wpdb;
		$rows = Queue_Reader::rows(
			(string) $wpdb->prepare(
				'SELECT DISTINCT blog_id FROM ' . Tables::lanes() . ' WHERE lane = %s AND lease_until <= %d ORDER BY blog_id',
				Lane_Key::SCHEDULE,
				$now,
			),
		);
		return array_map( static fn( object $row ): int => (int) $row->blog_id, $rows );
	}

	/**
	 * Adds the row of a schedule, if it has none.
	 *
	 * @param  int  $next When it runs next, in milliseconds.
	 * @return bool False when the database refused.
	 */
	public function add( Lane_Key $key, int $next ): bool {
		global $wpdb;
		$written = $wpdb->query(
			$wpdb->prepare(
				'INSERT IGNORE INTO ' . Tables::lanes() . ' (blog_id, environment_id, lane, lease_until) VALUES (%d, %s, %s, %d)',
				$key->blog_id,
				$key->environment_id,
				$key->lane,
				$next,
			),
		);
		return false !== $written;
	}

	/**
	 * Sets when a schedule runs next, unless somebody is at it, or was since it was read.
	 *
	 * @param int      $next When it runs next, in milliseconds.
	 * @param int|null $seen What was read, null for whatever stands there.
	 */
	public function set( Lane_Key $key, int $next, ?int $seen = null ): void {
		global $wpdb;
		$unmoved = null === $seen ? '' : $wpdb->prepare( ' AND lease_until = %d', $seen );
		$wpdb->query(
			$wpdb->prepare( 'UPDATE ' . Tables::lanes() . ' SET lease_until = %d WHERE ', $next ) . $this->of( $key ) . ' AND lease IS NULL' . $unmoved,
		);
	}

	/**
	 * Takes the row of a schedule, unless somebody else was faster.
	 */
	public function take( Lease $lease, int $seen ): bool {
		global $wpdb;
		$taken = $wpdb->query(
			$wpdb->prepare( 'UPDATE ' . Tables::lanes() . " SET lease = %s, lease_until = {$this->clock->sql_now_ms()} + %d WHERE ", $lease->id, Lease::DURATION_MS )
			. $this->of( $lease->key ) . $wpdb->prepare( ' AND lease_until = %d', $seen ),
		);
		return 1 === $taken;
	}

	/**
	 * Notes what a schedule asks for, if the lease is still held.
	 *
	 * @return bool False when the lease was lost or the database refused.
	 */
	public function note( Lease $lease, New_Change $row ): bool {
		global $wpdb;
		$written = $wpdb->query(
			'INSERT INTO ' . Tables::changes() . ' (' . Queue_Store::NOTED . ') SELECT ' . Queue_Store::values( $row ) . ' FROM ' . Tables::lanes() . ' WHERE '
			. $this->of( $lease->key ) . $wpdb->prepare( ' AND lease = %s', $lease->id ),
		);
		return 1 === $written;
	}

	/**
	 * Gives the row back with the next time, if the lease is still held.
	 *
	 * @param int $next When it runs next, in milliseconds.
	 */
	public function give_back( Lease $lease, int $next ): void {
		global $wpdb;
		$wpdb->query(
			$wpdb->prepare( 'UPDATE ' . Tables::lanes() . ' SET lease = NULL, lease_until = %d WHERE ', $next )
			. $this->of( $lease->key ) . $wpdb->prepare( ' AND lease = %s', $lease->id ),
		);
	}

	/**
	 * Removes the row of a schedule.
	 */
	public function remove( Lane_Key $key ): void {
		global $wpdb;
		$wpdb->query( 'DELETE FROM ' . Tables::lanes() . ' WHERE ' . $this->of( $key ) );
	}

	/**
	 * Returns the condition that a row is that of a schedule.
	 */
	private function of( Lane_Key $key ): string {
		global $wpdb;
		return (string) $wpdb->prepare( 'blog_id = %d AND environment_id = %s AND lane = %s', $key->blog_id, $key->environment_id, $key->lane );
	}
}
