<?php
/**
 * Reading the log.
 *
 * @package HeadlessDeploy
 */

declare( strict_types=1 );

namespace HeadlessDeploy\Deliveries;

use HeadlessDeploy\Queue\Lane_Key;
use HeadlessDeploy\Queue\Tables;
use stdClass;

/**
 * Reads what was sent on the current site, as rows of the database.
 *
 * @phpstan-type Row object&\stdClass
 */
final class Delivery_Log {
	/**
	 * Both parts of a delivery go into one query; SQLite takes 500 at most.
	 */
	private const PARTS_A_QUERY = 200;

	/**
	 * Finds one delivery.
	 *
	 * @param int $id Delivery.
	 *
	 * @return Row|null Null when there is none of this id on this site.
	 */
	public function find( int $id ): ?object {
		return $this->rows( 'id = %d', array( $id ) )[0] ?? null;
	}

	/**
	 * Returns a page of the log, newest first.
	 *
	 * @param int             $per_page How many.
	 * @param int             $page     From 1 on.
	 * @param Delivery_Filter $filter   Which.
	 *
	 * @return list<Row>
	 */
	public function page( int $per_page, int $page, Delivery_Filter $filter = new Delivery_Filter() ): array {
		return $this->rows( $filter->condition() . ' ORDER BY id DESC LIMIT %d OFFSET %d', array( $per_page, ( $page - 1 ) * $per_page ) );
	}

	/**
	 * Returns the entries that are older than another one, newest first: for reading all of the log piece by piece while
	 * it grows.
	 *
	 * @param int             $id     An entry; PHP_INT_MAX for the beginning.
	 * @param int             $most   How many.
	 * @param Delivery_Filter $filter Which.
	 *
	 * @return list<Row>
	 */
	public function before( int $id, int $most, Delivery_Filter $filter ): array {
		return $this->rows( $filter->condition() . ' AND id < %d ORDER BY id DESC LIMIT %d', array( $id, $most ) );
	}

	/**
	 * Counts the log.
	 *
	 * @param Delivery_Filter $filter Which.
	 */
	public function count( Delivery_Filter $filter = new Delivery_Filter() ): int {
		global $wpdb;
		return (int) $wpdb->get_var(
			$wpdb->prepare( 'SELECT COUNT(*) FROM ' . Tables::deliveries() . ' WHERE blog_id = %d AND ', get_current_blog_id() ) . $filter->condition(),
		);
	}

	/**
	 * Returns the last ended delivery of each lane of each environment.
	 *
	 * @return list<Row>
	 */
	public function last_of_lanes(): array {
		global $wpdb;
		$ids = $wpdb->get_col(
			$wpdb->prepare(
				'SELECT MAX(id) FROM ' . Tables::deliveries() . " WHERE blog_id = %d AND state IN ('accepted', 'failed', 'cancelled') GROUP BY environment_id, lane",
				get_current_blog_id(),
			),
		);
		return $this->by_ids( $ids );
	}

	/**
	 * Returns deliveries, newest first.
	 *
	 * @param array<int|string|null> $ids Which.
	 *
	 * @return list<Row>
	 */
	public function by_ids( array $ids ): array {
		$ids = array_map( intval( ... ), $ids );
		return array() === $ids ? array() : $this->rows( 'id IN (' . implode( ', ', $ids ) . ') ORDER BY id DESC', array() );
	}

	/**
	 * Returns what each environment's builds came to since a moment.
	 *
	 * @param int $since Milliseconds.
	 *
	 * @return array<string, array{changes: int, runs: int}> By environment.
	 */
	public function sums_since( int $since ): array {
		global $wpdb;
		$rows = $wpdb->get_results(
			$wpdb->prepare(
				'SELECT environment_id, COALESCE(SUM(changes), 0) AS changes, COUNT(*) AS runs FROM ' . Tables::deliveries()
				. " WHERE blog_id = %d AND lane = 'build' AND state = 'accepted' AND created_at >= %d GROUP BY environment_id",
				get_current_blog_id(),
				$since,
			),
		);
		$sums = array();
		foreach ( (array) $rows as $row ) {
			$sums[ (string) $row->environment_id ] = array(
				'changes' => (int) $row->changes,
				'runs'    => (int) $row->runs,
			);
		}
		return $sums;
	}

	/**
	 * Returns the stored reasons of deliveries, newest first: of the rows they carry, and of those that they carried
	 * when they were refused.
	 *
	 * @param list<int> $ids Deliveries.
	 *
	 * @return array<int, list<string>> JSON of each row, by delivery.
	 */
	public function reasons_of( array $ids ): array {
		$parts = array();
		foreach ( $ids as $id ) {
			$parts[] = $this->newest_rows( "'$id'", "delivery_id = $id" );
			$parts[] = $this->newest_rows( "'$id'", "failed = $id AND delivery_id <> $id" );
		}
		$reasons = array_fill_keys( $ids, array() );
		foreach ( $this->rows_of( $parts ) as $row ) {
			$reasons[ (int) $row->of_what ][] = (string) $row->reasons;
		}
		return $reasons;
	}

	/**
	 * Returns the stored reasons of what is pending, newest first.
	 *
	 * @param list<Lane_Key> $keys Lanes.
	 *
	 * @return array<string, list<string>> JSON of each row, by `Lane_Key::id()`.
	 */
	public function pending_reasons( array $keys ): array {
		global $wpdb;
		$parts = array();
		foreach ( $keys as $key ) {
			$condition = $wpdb->prepare( 'delivery_id = 0 AND blog_id = %d AND environment_id = %s AND lane = %s', $key->blog_id, $key->environment_id, $key->lane );
			$parts[]   = $this->newest_rows( (string) $wpdb->prepare( '%s', $key->id() ), (string) $condition );
		}
		$reasons = array();
		foreach ( $this->rows_of( $parts ) as $row ) {
			$reasons[ (string) $row->of_what ][] = (string) $row->reasons;
		}
		return $reasons;
	}

	/**
	 * Returns the statement of the newest rows that tell reasons: as many as are ever shown, so that no lane and no
	 * delivery with very many rows takes the place of the others.
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
	 * @param list<string> $parts The statements.
	 *
	 * @return list<Row> With the name of their group, newest first within it.
	 */
	private function rows_of( array $parts ): array {
		global $wpdb;
		$rows = array();
		foreach ( array_chunk( $parts, self::PARTS_A_QUERY ) as $chunk ) {
			array_push( $rows, ...array_values( (array) $wpdb->get_results( implode( ' UNION ALL ', $chunk ) ) ) );
		}
		usort( $rows, static fn( stdClass $one, stdClass $other ): int => (int) $other->id <=> (int) $one->id );
		return $rows;
	}

	/**
	 * Reads rows of the current site.
	 *
	 * @param string           $condition With placeholders.
	 * @param list<int|string> $values    For the placeholders.
	 *
	 * @return list<Row>
	 */
	private function rows( string $condition, array $values ): array {
		global $wpdb;
		$rows = $wpdb->get_results(
			$wpdb->prepare( 'SELECT * FROM ' . Tables::deliveries() . ' WHERE blog_id = %d AND ' . $condition, array( get_current_blog_id(), ...$values ) ),
		);
		return array_values( (array) $rows );
	}
}
