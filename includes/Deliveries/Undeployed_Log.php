<?php
/**
 * Reading the changes of failed and canceled runs.
 *
 * @package HeadlessDeploy
 */

declare( strict_types=1 );

namespace HeadlessDeploy\Deliveries;

use HeadlessDeploy\Database;
use HeadlessDeploy\Outcomes\Trail;
use HeadlessDeploy\Queue\Lane_Key;
use HeadlessDeploy\Queue\Lane_State;
use HeadlessDeploy\Queue\Tables;

/**
 * Finds the runs of the current site whose changes are not on the site: those that failed at the call or were canceled,
 * as long as no later run has taken their changes along, and those whose build failed, as long as no later build did not.
 *
 * @phpstan-import-type Row from Delivery_Log
 * @phpstan-type Left array{run: int, changes: int, canceled: bool, waits: bool}
 */
final class Undeployed_Log {
	/**
	 * Returns these runs, newest first. One query where a lane has such changes, one more where a build failed.
	 *
	 * @param array<string, Lane_State> $lanes What is waiting, by `Lane_Key::id()`.
	 * @param list<Row>                 $ended Newest run of each lane that ended and was not canceled.
	 *
	 * @return array<string, list<Left>> By `Lane_Key::id()`. `waits`: the next run takes the changes along.
	 */
	public function read( array $lanes, array $ended ): array {
		$left       = array();
		$has_marked = array() !== array_filter( $lanes, static fn( Lane_State $lane ): bool => $lane->failed > 0 );
		foreach ( array_merge( $has_marked ? $this->marked() : array(), $this->failed_builds( $ended ) ) as $row ) {
			$left[ "{$row->blog_id}/{$row->environment_id}/{$row->lane}" ][] = array(
				'run'      => (int) $row->run,
				'changes'  => (int) $row->changes,
				'canceled' => 'cancelled' === $row->state,
				'waits'    => 'accepted' !== $row->state,
			);
		}
		foreach ( $left as &$runs ) {
			usort( $runs, static fn( array $one, array $other ): int => $other['run'] <=> $one['run'] );
		}
		return $left;
	}

	/**
	 * Adds up the changes that a failed or canceled run has left without a run.
	 *
	 * @return list<Row>
	 */
	private function marked(): array {
		global $wpdb;
		return Database::rows(
			$wpdb->prepare(
				'SELECT c.blog_id, c.environment_id, c.lane, c.failed AS run, d.state, SUM(c.changes) AS changes FROM ' . Tables::changes() . ' c'
				. ' LEFT JOIN ' . Tables::deliveries() . ' d ON d.id = c.failed WHERE c.delivery_id = 0 AND c.blog_id = %d AND c.failed > 0 AND c.changes > 0'
				. ' GROUP BY c.blog_id, c.environment_id, c.lane, c.failed, d.state',
				get_current_blog_id(),
			),
		);
	}

	/**
	 * Finds the failed builds since the last one that did not fail, in the lanes whose newest run failed.
	 *
	 * @param list<Row> $ended Newest run of each lane that ended and was not canceled.
	 *
	 * @return list<Row>
	 */
	private function failed_builds( array $ended ): array {
		global $wpdb;
		$parts = array();
		foreach ( $ended as $row ) {
			if ( 'failed' === $row->state || Trail::FAILED === $row->outcome ) {
				$lane    = $wpdb->prepare( "blog_id = %d AND environment_id = %s AND lane = %s AND state = 'accepted'", $row->blog_id, $row->environment_id, $row->lane );
				$good    = 'SELECT COALESCE(MAX(id), 0) FROM ' . Tables::deliveries() . " WHERE $lane AND outcome <> 'failed'";
				$parts[] = 'SELECT blog_id, environment_id, lane, id AS run, state, changes FROM ' . Tables::deliveries() . " WHERE $lane AND outcome = 'failed' AND changes > 0 AND id > ($good)";
			}
		}
		return array() === $parts ? array() : Database::rows( implode( ' UNION ALL ', $parts ) );
	}
}
