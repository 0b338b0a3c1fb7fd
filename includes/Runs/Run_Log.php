<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Runs;

use HeadlessDeploy\Database;
use HeadlessDeploy\Queue\Lane_Key;
use HeadlessDeploy\Queue\Missing_Tables;
use HeadlessDeploy\Queue\Page_Query;
use HeadlessDeploy\Queue\Tables;
use HeadlessDeploy\Read_Failed;
use stdClass;

/**
 * Reads what was sent on the current site, as rows of the database.
 *
 * @phpstan-type Row object&\stdClass
 */
final class Run_Log {
	public const WEEK_MS = 604_800_000;

	/**
	 * Both parts of a run go into one query; SQLite takes 500 at most.
	 */
	private const PARTS_A_QUERY = 200;

	/**
	 * @param Page_Query|null $page What a page of WordPress has read already: no reasons, and of the runs the newest; null reads.
	 */
	public function __construct( public readonly ?Page_Query $page = null ) {}

	/**
	 * Finds one run.
	 *
	 * @return Row|null Null when there is none of this id on this site.
	 */
	public function find( int $id ): ?object {
		return $this->rows( 'id = %d', array( $id ) )[0] ?? null;
	}

	/**
	 * Returns a page of the log, newest first.
	 *
	 * @return list<Row>
	 */
	public function page( int $per_page, int $page, Run_Filter $filter = new Run_Filter() ): array {
		return $this->newest( $filter->condition(), $per_page, ( $page - 1 ) * $per_page );
	}

	/**
	 * Returns the entries that are older than another one, newest first: for reading all of the log piece by piece while
	 * it grows.
	 *
	 * @param  int       $id An entry; PHP_INT_MAX for the beginning.
	 * @return list<Row>
	 */
	public function before( int $id, int $most, Run_Filter $filter ): array {
		return $this->newest( $filter->condition() . " AND id < $id", $most, 0 );
	}

	/**
	 * Counts the log.
	 */
	public function count( Run_Filter $filter = new Run_Filter() ): int {
		global $wpdb;
		return (int) self::read(
			$wpdb->prepare( 'SELECT COUNT(*) AS total FROM ' . Tables::runs() . ' WHERE blog_id = %d AND ', get_current_blog_id() ) . $filter->condition(),
		)[0]->total;
	}

	/**
	 * Returns the newest run of each lane of each environment that ended and was not canceled: a canceled one has changed
	 * nothing on the site.
	 *
	 * @return list<Row>
	 */
	public function last_of_lanes(): array {
		global $wpdb;
		if ( null !== $this->page ) {
			return $this->by_ids( self::newest_of_lanes( array_filter( $this->page->runs(), static fn( object $row ): bool => in_array( $row->status, array( 'accepted', 'failed' ), true ) ) ) );
		}
		// Each state is a group of its own: the index then leads to the newest of each, and no other row is read.
		$rows = self::read(
			(string) $wpdb->prepare(
				'SELECT MAX(id) AS id, environment_id, lane FROM ' . Tables::runs() . " WHERE blog_id = %d AND status IN ('accepted', 'failed') GROUP BY status, blog_id, environment_id, lane",
				get_current_blog_id(),
			),
		);
		return $this->by_ids( self::newest_of_lanes( $rows ) );
	}

	/**
	 * Finds the newest of each lane.
	 *
	 * @param  array<Row>         $rows
	 * @return array<string, int> Their ids.
	 */
	private static function newest_of_lanes( array $rows ): array {
		$newest = array();
		foreach ( $rows as $row ) {
			$lane            = "{$row->environment_id}/{$row->lane}";
			$newest[ $lane ] = max( $newest[ $lane ] ?? 0, (int) $row->id );
		}
		return $newest;
	}

	/**
	 * Returns runs, newest first; a page those alone that it has read.
	 *
	 * @param  array<int|string|null> $ids
	 * @return list<Row>
	 */
	public function by_ids( array $ids ): array {
		$ids = array_map( intval( ... ), $ids );
		if ( array() === $ids ) {
			return array();
		}
		if ( null !== $this->page ) {
			$known = array_intersect_key( $this->page->runs(), array_flip( $ids ) );
			krsort( $known );
			return array_values( $known );
		}
		return $this->rows( 'id IN (' . implode( ', ', $ids ) . ') ORDER BY id DESC', array() );
	}

	/**
	 * Returns what each environment's builds came to since a moment.
	 *
	 * @return array<string, array{changes: int, runs: int}> By environment.
	 */
	public function sums_since( int $since ): array {
		$rows = null === $this->page ? self::read( self::sums_sql( get_current_blog_id(), $since ) ) : $this->page->weeks();
		$sums = array();
		foreach ( $rows as $row ) {
			$sums[ (string) $row->environment_id ] = array(
				'changes' => (int) $row->changes,
				'runs'    => (int) $row->runs,
			);
		}
		return $sums;
	}

	/**
	 * Returns the statement of these sums.
	 */
	public static function sums_sql( int $blog_id, int $since ): string {
		global $wpdb;
		$sql = 'SELECT environment_id, COALESCE(SUM(changes), 0) AS changes, COUNT(*) AS runs FROM ' . Tables::runs()
			. " WHERE blog_id = %d AND lane = 'build' AND status = 'accepted' AND created_at >= %d GROUP BY environment_id";
		return (string) $wpdb->prepare( $sql, $blog_id, $since );
	}

	/**
	 * Counts the automatic runs since a moment.
	 *
	 * @return array<string, int> By environment.
	 */
	public function automatic_since( int $since ): array {
		global $wpdb;
		$rows = self::read( (string) $wpdb->prepare( 'SELECT environment_id, COUNT(*) AS runs FROM ' . Tables::runs() . " WHERE blog_id = %d AND cause = 'automatic' AND created_at >= %d GROUP BY environment_id", get_current_blog_id(), $since ) );
		return array_map( intval( ... ), array_column( $rows, 'runs', 'environment_id' ) );
	}

	/**
	 * Returns the stored reasons of runs, newest first: of the rows they carry, and of those that they carried
	 * when they were refused.
	 *
	 * @param  array<int, Lane_Key>     $lanes Lane of each run: with it the index holds the rows in their order.
	 * @return array<int, list<string>> JSON of each row, by run.
	 */
	public function reasons_of( array $lanes ): array {
		$parts = array();
		foreach ( null === $this->page ? $lanes : array() as $id => $lane ) {
			$parts[] = $this->newest_rows( "'$id'", $this->run_condition( $id, $lane ) );
			$parts[] = $this->newest_rows( "'$id'", "previous_run_id = $id AND run_id <> $id" );
		}
		$reasons = array_map( static fn(): array => array(), $lanes );
		foreach ( $this->rows_of( $parts ) as $row ) {
			$reasons[ (int) $row->of_what ][] = (string) $row->reasons;
		}
		return $reasons;
	}

	/**
	 * Returns the stored reasons of what is pending, newest first.
	 *
	 * @param  list<Lane_Key>              $keys
	 * @return array<string, list<string>> JSON of each row, by `Lane_Key::id()`.
	 */
	public function pending_reasons( array $keys ): array {
		global $wpdb;
		$parts = array();
		foreach ( null === $this->page ? $keys : array() as $key ) {
			$parts[] = $this->newest_rows( (string) $wpdb->prepare( '%s', $key->id() ), $this->run_condition( 0, $key ) );
		}
		$reasons = array();
		foreach ( $this->rows_of( $parts ) as $row ) {
			$reasons[ (string) $row->of_what ][] = (string) $row->reasons;
		}
		return $reasons;
	}

	/**
	 * Returns the condition that a row belongs to a run.
	 *
	 * @param int $id The run, 0 for what is pending.
	 */
	private function run_condition( int $id, Lane_Key $lane ): string {
		global $wpdb;
		return (string) $wpdb->prepare( 'run_id = %d AND blog_id = %d AND environment_id = %s AND lane = %s', $id, $lane->blog_id, $lane->environment_id, $lane->lane );
	}

	/**
	 * Returns the statement of the newest rows that tell reasons: as many as are ever shown, so that no lane and no
	 * run with very many rows takes the place of the others.
	 *
	 * @param string $name      Name of the group, quoted.
	 * @param string $condition Which rows, ready to run.
	 */
	private function newest_rows( string $name, string $condition ): string {
		return "SELECT * FROM (SELECT $name AS of_what, id, reasons FROM " . Tables::changes() . " WHERE $condition AND reasons <> '[]' ORDER BY id DESC LIMIT " . Reasons::MOST . ') AS part';
	}

	/**
	 * Runs such statements, many at once.
	 *
	 * @param  list<string> $parts
	 * @return list<Row>    With the name of their group, newest first within it.
	 */
	private function rows_of( array $parts ): array {
		$rows = array();
		foreach ( array_chunk( $parts, self::PARTS_A_QUERY ) as $chunk ) {
			array_push( $rows, ...self::read( implode( ' UNION ALL ', $chunk ) ) );
		}
		usort( $rows, static fn( stdClass $one, stdClass $other ): int => (int) $other->id <=> (int) $one->id );
		return $rows;
	}

	/**
	 * Runs a statement. Tables that turn out to be lost are made again, and then there is nothing in them.
	 *
	 * @throws Read_Failed When the database refused, or did not respond.
	 * @return list<Row>
	 */
	public static function read( string $statement ): array {
		try {
			return Database::rows( $statement );
		} catch ( Read_Failed $failure ) {
			return ( new Missing_Tables() )->repair() ? Database::rows( $statement ) : throw $failure;
		}
	}

	/**
	 * Reads the newest entries that pass a condition: which they are, the index knows; only these rows are read. The site is
	 * a range of one and stands in the order, because the primary key could answer the order by id alone: the optimizer
	 * would then read the runs of all sites backwards until it has found enough of this one.
	 *
	 * @param  int       $skip How many newer ones are left out.
	 * @return list<Row>
	 */
	private function newest( string $condition, int $most, int $skip ): array {
		global $wpdb;
		$ids = self::read(
			$wpdb->prepare( 'SELECT id FROM ' . Tables::runs() . ' WHERE blog_id >= %d AND blog_id <= %d AND ', get_current_blog_id(), get_current_blog_id() ) . $condition
			. $wpdb->prepare( ' ORDER BY blog_id DESC, id DESC LIMIT %d OFFSET %d', $most, $skip ),
		);
		return $this->by_ids( array_column( $ids, 'id' ) );
	}

	/**
	 * Reads rows of the current site.
	 *
	 * @param  list<int|string> $values
	 * @return list<Row>
	 */
	private function rows( string $condition, array $values ): array {
		global $wpdb;
		return self::read(
			(string) $wpdb->prepare( 'SELECT * FROM ' . Tables::runs() . ' WHERE blog_id = %d AND ' . $condition, array( get_current_blog_id(), ...$values ) ),
		);
	}
}
