<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Runs;

use HeadlessDeploy\Queue\Tables;

/**
 * Deletes old entries of the log, on all sites of a network: those older than 90 days, and all but the newest 1,000 of
 * an environment. Never one that is unfinished, nor one whose refused changes are still to be sent.
 */
final class Retention {
	public const DAYS                 = 90;
	public const MOST_PER_ENVIRONMENT = 1000;

	private const BATCH        = 500;
	private const MOST_BATCHES = 10;
	private const DAY_MS       = 86_400_000;
	private const HOUR_MS      = 3_600_000;
	private const DELETABLE    = "d.status IN ('accepted', 'failed', 'canceled')";

	/**
	 * Deletes what is too old or too much; what one turn leaves, the next one finds.
	 *
	 * @param int      $most How many entries of an environment are kept.
	 * @param int|null $site The site whose log is shortened, null for those of all sites.
	 */
	public function sweep( int $now, int $most = self::MOST_PER_ENVIRONMENT, ?int $site = null ): void {
		global $wpdb;
		$of_site = null === $site ? '' : (string) $wpdb->prepare( ' AND d.blog_id = %d', $site );
		$this->delete_all( (string) $wpdb->prepare( 'd.created_at < %d', $now - self::DAYS * self::DAY_MS ) . $of_site );
		foreach ( $this->grown( $now ) as $row ) {
			if ( null !== $site && $site !== (int) $row->blog_id ) {
				continue;
			}
			$kept = $this->oldest_kept( (int) $row->blog_id, $row->environment_id, $most );
			if ( 0 !== $kept ) {
				$this->delete_all( (string) $wpdb->prepare( 'd.blog_id = %d AND d.environment_id = %s AND d.id < %d', (int) $row->blog_id, $row->environment_id, $kept ) );
			}
		}
	}

	/**
	 * Finds the environments with an entry of the last hour: no other can have too many since the last turn. Counting
	 * those of all environments would read the whole index in each turn.
	 *
	 * @return list<object&\stdClass>
	 */
	private function grown( int $now ): array {
		global $wpdb;
		return Run_Log::read(
			(string) $wpdb->prepare( 'SELECT DISTINCT blog_id, environment_id FROM ' . Tables::runs() . ' WHERE created_at >= %d', $now - self::HOUR_MS ),
		);
	}

	/**
	 * Finds the oldest entry that is kept.
	 *
	 * @param  int $most How many entries are kept.
	 * @return int 0 when there are fewer.
	 */
	private function oldest_kept( int $blog_id, string $environment_id, int $most ): int {
		global $wpdb;
		$rows = Run_Log::read(
			(string) $wpdb->prepare(
				'SELECT id FROM ' . Tables::runs() . ' WHERE blog_id = %d AND environment_id = %s ORDER BY id DESC LIMIT 1 OFFSET %d',
				$blog_id,
				$environment_id,
				$most - 1,
			),
		);
		return (int) ( $rows[0]->id ?? 0 );
	}

	/**
	 * Deletes entries batch by batch, their rows first: an entry without rows is a short log, rows without an entry
	 * would stay for ever.
	 *
	 * @param string $condition Which entries, ready to run.
	 */
	private function delete_all( string $condition ): void {
		global $wpdb;
		for ( $batch = 1; $batch <= self::MOST_BATCHES; $batch++ ) {
			$rows = Run_Log::read(
				'SELECT d.id FROM ' . Tables::runs() . ' d WHERE ' . self::DELETABLE . " AND $condition"
				. ' AND NOT EXISTS (SELECT 1 FROM ' . Tables::changes() . ' c WHERE c.previous_run_id = d.id AND c.run_id = 0) ORDER BY d.id LIMIT ' . self::BATCH,
			);
			$ids = array_map( intval( ... ), array_column( $rows, 'id' ) );
			if ( array() === $ids ) {
				return;
			}
			$list = implode( ', ', $ids );
			if ( false === $wpdb->query( 'DELETE FROM ' . Tables::changes() . " WHERE run_id IN ($list)" ) ) {
				return;
			}
			$wpdb->query( 'DELETE FROM ' . Tables::runs() . " WHERE id IN ($list)" );
		}
	}
}
