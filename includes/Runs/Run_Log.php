<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Runs;

use HeadlessDeploy\Database;
use HeadlessDeploy\Queue\Lane_Key;
use HeadlessDeploy\Queue\Page_Query;
use HeadlessDeploy\Queue\Queue_Reader;
use HeadlessDeploy\Queue\Run_Record;
use HeadlessDeploy\Queue\Run_Status;
use HeadlessDeploy\Queue\Stored_Reason;
use HeadlessDeploy\Read_Failed;

/**
 * Reads the runs of the current site.
 *
 * @phpstan-type Row object&\stdClass
 */
final class Run_Log {
	/**
	 * SQLite allows at most 500 parts of a UNION. The number is even, so that both parts of a run are in one statement.
	 */
	private const PARTS_PER_QUERY = 200;

	/**
	 * @param Page_Query|null $page If given, only what it has read is returned: the newest runs, and no reasons.
	 */
	public function __construct( public readonly ?Page_Query $page = null ) {}

	/**
	 * Reads a run from the primary: another request may have just created it.
	 *
	 * @throws Read_Failed
	 */
	public function find( int $id ): ?Run_Record {
		global $wpdb;
		return Database::on_primary( fn(): array => $this->records( (string) $wpdb->prepare( 'id = %d', $id ) ) )[0] ?? null;
	}

	/**
	 * A build of the host is recorded some minutes after its start, so the runs of a page are sorted by their start.
	 *
	 * @throws Read_Failed
	 * @return list<Run_Record> Newest first.
	 */
	public function page( int $per_page, int $page, Run_Filter $filter = new Run_Filter() ): array {
		$runs = $this->newest( $filter->condition(), $per_page, ( $page - 1 ) * $per_page );
		usort(
			$runs,
			static fn( Run_Record $one, Run_Record $other ): int => array( $other->created_at, $other->id ) <=> array( $one->created_at, $one->id ),
		);
		return $runs;
	}

	/**
	 * Reads the log in pieces while it grows.
	 *
	 * @param  int              $id PHP_INT_MAX for the first piece.
	 * @throws Read_Failed
	 * @return list<Run_Record> Newest first.
	 */
	public function older_than( int $id, int $limit, Run_Filter $filter ): array {
		// Only the index `log` has the number of changes. From a smaller index MariaDB would read all runs of the site, and sort
		// them, for each piece.
		return $this->newest( $filter->condition() . " AND changes >= 0 AND id < $id", $limit, 0 );
	}

	/**
	 * @throws Read_Failed
	 */
	public function count( Run_Filter $filter = new Run_Filter() ): int {
		global $wpdb;
		return (int) Queue_Reader::rows(
			$wpdb->prepare(
				"SELECT COUNT(*) AS total FROM {$wpdb->headless_deploy_runs} WHERE blog_id = %d AND ",
				get_current_blog_id(),
			) . $filter->condition(),
		)[0]->total;
	}

	/**
	 * Returns the newest run of each lane that ended and was not canceled: a canceled run did not change the site.
	 *
	 * @throws Read_Failed
	 * @return list<Run_Record>
	 */
	public function last_of_lanes(): array {
		return array_values( array_filter( $this->last(), static fn( Run_Record $run ): bool => ! $run->is_observed() ) );
	}

	/**
	 * Returns the environments that have runs.
	 *
	 * @throws Read_Failed
	 * @return list<string>
	 */
	public function environments(): array {
		global $wpdb;
		$rows = Queue_Reader::rows( (string) $wpdb->prepare(
			"SELECT environment_id FROM {$wpdb->headless_deploy_runs} WHERE blog_id = %d GROUP BY blog_id, environment_id",
			get_current_blog_id(),
		) );
		return array_map( strval( ... ), array_column( $rows, 'environment_id' ) );
	}

	/**
	 * Returns the runs of `last_of_lanes()`, and the newest build of each environment that this site did not start.
	 *
	 * @throws Read_Failed
	 * @return list<Run_Record>
	 */
	public function last(): array {
		global $wpdb;
		if ( null !== $this->page ) {
			return $this->by_ids( self::newest_of_lanes( array_filter(
				$this->page->runs(),
				static fn( object $row ): bool => in_array( $row->status, array( 'accepted', 'failed', 'observed' ), true ),
			) ) );
		}
		// Grouped by status, so that the index gives the newest of each without reading other rows.
		$rows = Queue_Reader::rows(
			(string) $wpdb->prepare(
				"SELECT MAX(id) AS id, environment_id, lane, status FROM {$wpdb->headless_deploy_runs}
				WHERE blog_id = %d AND status IN ('accepted', 'failed', 'observed') GROUP BY status, blog_id, environment_id, lane",
				get_current_blog_id(),
			),
		);
		return $this->by_ids( self::newest_of_lanes( $rows ) );
	}

	/**
	 * @param  array<Row>         $rows
	 * @return array<string, int> Id of the newest row of each lane, and of its observed builds.
	 */
	private static function newest_of_lanes( array $rows ): array {
		$newest = array();
		foreach ( $rows as $row ) {
			$lane            = "{$row->environment_id}/{$row->lane}/" . ( Run_Status::OBSERVED === $row->status ? $row->status : '' );
			$newest[ $lane ] = max( $newest[ $lane ] ?? 0, (int) $row->id );
		}
		return $newest;
	}

	/**
	 * @param  array<int|string|null> $ids
	 * @throws Read_Failed
	 * @return list<Run_Record>       Newest first; with a page query, only runs that it has read.
	 */
	public function by_ids( array $ids ): array {
		$ids = array_map( intval( ... ), $ids );
		if ( array() === $ids ) {
			return array();
		}
		if ( null !== $this->page ) {
			$known = array_intersect_key( $this->page->runs(), array_flip( $ids ) );
			krsort( $known );
			return array_map(
				static fn( object $row ): Run_Record => Run_Record::from_row( (object) (
					array( 'user_name' => self::user_name( $row ) ) + (array) $row
				) ),
				array_values( $known ),
			);
		}
		return $this->records( 'id IN (' . implode( ', ', $ids ) . ') ORDER BY id DESC' );
	}

	/**
	 * Returns the name of a user that a page has read; not null for a deleted user, whom WordPress would look up again.
	 *
	 * @param Row $row
	 */
	private static function user_name( object $row ): ?string {
		return $row->user_name ?? ( (int) $row->user_id > 0 ? Reasons::deleted_user() : null );
	}

	/**
	 * Counts the automatic runs since a time, in milliseconds.
	 *
	 * @throws Read_Failed
	 * @return array<string, int> By environment.
	 */
	public function automatic_since( int $since ): array {
		global $wpdb;
		$rows = Queue_Reader::rows( (string) $wpdb->prepare(
			"SELECT environment_id, COUNT(*) AS runs FROM {$wpdb->headless_deploy_runs}
			WHERE blog_id = %d AND cause = 'automatic' AND created_at >= %d GROUP BY environment_id",
			get_current_blog_id(),
			$since,
		) );
		return array_map( intval( ... ), array_column( $rows, 'runs', 'environment_id' ) );
	}

	/**
	 * Returns the stored reasons of runs and of pending rows, newest first. Those of a run are those of its rows, and of the
	 * rows that it had when it failed.
	 *
	 * @param  array<int, Lane_Key>                   $runs    Lane of each run, so that the statement can use the index.
	 * @param  array<Lane_Key>                        $pending Lanes of the pending rows.
	 * @throws Read_Failed
	 * @return array<int|string, list<Stored_Reason>> By run, and by `Lane_Key::id()`.
	 */
	public function reasons_of( array $runs, array $pending = array() ): array {
		global $wpdb;
		$parts = array();
		if ( null === $this->page ) {
			foreach ( $runs as $id => $lane ) {
				$parts[] = $this->newest_ids( "'$id'", $this->run_condition( $id, $lane ) );
				$parts[] = $this->newest_ids( "'$id'", "previous_run_id = $id AND run_id <> $id" );
			}
			foreach ( $pending as $lane ) {
				$parts[] = $this->newest_ids( (string) $wpdb->prepare( '%s', $lane->id() ), $this->run_condition( 0, $lane ) );
			}
		}
		$reasons = array_map( static fn(): array => array(), $runs );
		foreach ( array_chunk( $parts, self::PARTS_PER_QUERY ) as $chunk ) {
			$reasons = $this->reasons_by_group( $chunk ) + $reasons;
		}
		return $reasons;
	}

	/**
	 * Reads the ids first: with the column of the reasons, MariaDB would write the result of each part to a table on disk.
	 *
	 * @param  list<string>                           $parts As `newest_ids()` returns them.
	 * @return array<int|string, list<Stored_Reason>> By group. Those beyond `Reasons::MAX_REASONS` are not parsed.
	 */
	private function reasons_by_group( array $parts ): array {
		global $wpdb;
		$ids = array();
		foreach ( Queue_Reader::rows( implode( ' UNION ALL ', $parts ) ) as $row ) {
			$ids[ $row->group_name ][] = (int) $row->id;
		}
		$all  = array_unique( array_merge( array(), ...array_values( $ids ) ) );
		$rows = array() === $all
			? array()
			: Queue_Reader::rows( "SELECT id, reasons FROM {$wpdb->headless_deploy_changes} WHERE id IN (" . implode( ', ', $all ) . ')' );
		$stored = array_column( $rows, 'reasons', 'id' );
		return array_map(
			static function ( array $ids ) use ( $stored ): array {
				rsort( $ids );
				$reasons = array();
				foreach ( $ids as $id ) {
					if ( count( $reasons ) < Reasons::MAX_REASONS ) {
						array_push( $reasons, ...Stored_Reason::list_of( (string) ( $stored[ $id ] ?? '' ) ) );
					}
				}
				return $reasons;
			},
			$ids,
		);
	}

	/**
	 * @param int $id The run, 0 for pending rows.
	 */
	private function run_condition( int $id, Lane_Key $lane ): string {
		global $wpdb;
		return $wpdb->prepare( 'run_id = %d AND ', $id ) . $lane->condition();
	}

	/**
	 * Selects the ids of the newest rows with reasons of one group, so that a group with very many rows does not displace the others.
	 */
	private function newest_ids( string $name, string $condition ): string {
		global $wpdb;
		$limit = Reasons::MAX_REASONS;
		return "SELECT * FROM (SELECT $name AS group_name, id FROM {$wpdb->headless_deploy_changes}
			WHERE $condition AND reasons <> '[]' ORDER BY id DESC LIMIT $limit) AS part";
	}

	/**
	 * Reads the ids from the index first, then only these rows. The site is a range of one and part of the order: otherwise the
	 * optimizer may read the runs of all sites by the primary key until it has found enough of this one.
	 *
	 * @return list<Run_Record>
	 */
	private function newest( string $condition, int $limit, int $offset ): array {
		global $wpdb;
		$ids = Queue_Reader::rows(
			$wpdb->prepare(
				"SELECT id FROM {$wpdb->headless_deploy_runs} WHERE blog_id >= %d AND blog_id <= %d AND ",
				get_current_blog_id(),
				get_current_blog_id(),
			) . $condition
			. $wpdb->prepare( ' ORDER BY blog_id DESC, id DESC LIMIT %d OFFSET %d', $limit, $offset ),
		);
		return $this->by_ids( array_column( $ids, 'id' ) );
	}

	/**
	 * The site is a range of one, as in `newest()`: MariaDB would read all its runs for a hundred ids.
	 *
	 * @param  string           $condition SQL.
	 * @return list<Run_Record>
	 */
	private function records( string $condition ): array {
		global $wpdb;
		$site = get_current_blog_id();
		$rows = Queue_Reader::rows(
			$wpdb->prepare( "SELECT * FROM {$wpdb->headless_deploy_runs} WHERE blog_id >= %d AND blog_id <= %d AND ", $site, $site ) . $condition,
		);
		return array_map( Run_Record::from_row( ... ), $rows );
	}
}
