<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Schedules;

use Closure;
use HeadlessDeploy\Clock;
use HeadlessDeploy\Database;
use HeadlessDeploy\Lease_Columns;
use HeadlessDeploy\Read_Failed;
use HeadlessDeploy\System_Clock;

/**
 * Stores when schedules run next. A process that finds a due schedule takes its lease by compare-and-swap, queues the
 * run under that lease, and sets the next time when it releases the lease. After a crash the lease expires and another
 * process queues the run.
 *
 * The table is the network's, so that one statement finds the due schedules of all sites. The statements work on MariaDB,
 * MySQL and the SQLite integration.
 */
final class Next_Run_Store {
	public const LEASE_MS = 60_000;

	/**
	 * @param (Closure(string): list<object&\stdClass>)|null $read Runs a SELECT statement; null for `Database::rows()`.
	 */
	public function __construct(
		private readonly Clock $clock = new System_Clock(),
		private readonly ?Closure $read = null,
	) {}

	/**
	 * @throws Read_Failed
	 * @return array<string, Next_Run> By id of the schedule.
	 */
	public function read( int $blog_id ): array {
		global $wpdb;
		$rows = $this->rows(
			'SELECT schedule_id, next_run_at, lease, ' . Lease_Columns::select( $this->clock ) . " FROM {$wpdb->headless_deploy_schedules} WHERE "
				. $wpdb->prepare( 'blog_id = %d', $blog_id ),
		);
		$next_runs = array();
		foreach ( $rows as $row ) {
			$lease_until = null === $row->lease ? null : Lease_Columns::ends_at( $row, $this->clock );

			$next_runs[ (string) $row->schedule_id ] = new Next_Run( (int) $row->next_run_at, $lease_until );
		}
		return $next_runs;
	}

	/**
	 * @throws Read_Failed
	 * @return list<int>
	 */
	public function sites_due( int $now ): array {
		global $wpdb;
		// To sort these few rows, MariaDB would read the whole primary key.
		$rows = $this->rows(
			(string) $wpdb->prepare( "SELECT blog_id FROM {$wpdb->headless_deploy_schedules} WHERE next_run_at <= %d AND ", $now )
			. Lease_Columns::is_free( $this->clock ),
		);
		$sites = array_unique( array_map( static fn( object $row ): int => (int) $row->blog_id, $rows ) );
		sort( $sites );
		return $sites;
	}

	/**
	 * @param  int  $next When the schedule runs next, in milliseconds.
	 * @return bool False when the write failed.
	 */
	public function add( int $blog_id, string $schedule_id, int $next ): bool {
		global $wpdb;
		return false !== Database::write( $wpdb->prepare(
			"INSERT IGNORE INTO {$wpdb->headless_deploy_schedules} (blog_id, schedule_id, next_run_at) VALUES (%d, %s, %d)",
			$blog_id,
			$schedule_id,
			$next,
		) );
	}

	/**
	 * Sets when a schedule runs next, unless a process holds its lease: that process sets the next time itself.
	 *
	 * @param int      $next When the schedule runs next, in milliseconds.
	 * @param int|null $seen The time that was read, null for any.
	 */
	public function set( int $blog_id, string $schedule_id, int $next, ?int $seen = null ): void {
		global $wpdb;
		$unmoved = null === $seen ? '' : $wpdb->prepare( ' AND next_run_at = %d', $seen );
		Database::write(
			$wpdb->prepare(
				"UPDATE {$wpdb->headless_deploy_schedules} SET next_run_at = %d WHERE ",
				$next,
			) . $this->row( $blog_id, $schedule_id ) . ' AND ' . Lease_Columns::is_free( $this->clock ) . $unmoved,
		);
	}

	/**
	 * Takes the lease of a due schedule, unless another process was faster.
	 */
	public function take( int $blog_id, string $schedule_id, string $lease, int $seen ): bool {
		global $wpdb;
		$taken = Database::write(
			"UPDATE {$wpdb->headless_deploy_schedules} SET " . Lease_Columns::take( $lease, self::LEASE_MS, $this->clock ) . ' WHERE '
			. $this->row( $blog_id, $schedule_id ) . $wpdb->prepare( ' AND next_run_at = %d AND ', $seen ) . Lease_Columns::is_free( $this->clock ),
		);
		return 1 === $taken;
	}

	/**
	 * Releases a lease and sets the next time, if the lease is still held.
	 *
	 * @param int $next When the schedule runs next, in milliseconds.
	 */
	public function release( int $blog_id, string $schedule_id, string $lease, int $next ): void {
		global $wpdb;
		Database::write(
			$wpdb->prepare(
				"UPDATE {$wpdb->headless_deploy_schedules} SET " . Lease_Columns::RELEASE . ', next_run_at = %d WHERE ',
				$next,
			) . $this->held( $blog_id, $schedule_id, $lease ),
		);
	}

	public function remove( int $blog_id, string $schedule_id ): void {
		global $wpdb;
		Database::write( "DELETE FROM {$wpdb->headless_deploy_schedules} WHERE " . $this->row( $blog_id, $schedule_id ) );
	}

	public function held( int $blog_id, string $schedule_id, string $lease ): string {
		global $wpdb;
		return $this->row( $blog_id, $schedule_id ) . $wpdb->prepare( ' AND lease = %s', $lease );
	}

	private function row( int $blog_id, string $schedule_id ): string {
		global $wpdb;
		return (string) $wpdb->prepare( 'blog_id = %d AND schedule_id = %s', $blog_id, $schedule_id );
	}

	/**
	 * @throws Read_Failed
	 * @return list<object&\stdClass>
	 */
	private function rows( string $statement ): array {
		return null === $this->read ? Database::rows( $statement ) : ( $this->read )( $statement );
	}
}
