<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Notifications;

use HeadlessDeploy\Json_Schema;
use HeadlessDeploy\Option_Row;
use HeadlessDeploy\Queue\Queue_Reader;
use HeadlessDeploy\Queue\Run_Status;
use HeadlessDeploy\Read_Failed;
use HeadlessDeploy\Stored_Value;
use HeadlessDeploy\Tracking\Check_Interval;
use HeadlessDeploy\Tracking\Tracking_Store;

/**
 * Finds the runs that became live or failed since the last pass. The option `headless_deploy_announced_runs` holds what
 * was announced of each run whose status may still change. One compare-and-swap of the option claims all results of a
 * pass, so each is announced once, whatever the number of servers. A refresh that a stronger run replaces has no result
 * of its own.
 *
 * @phpstan-type Value array{seen: int, open: array<int, list<string>>}
 */
final class Announced_Runs {
	public const OPTION = 'headless_deploy_announced_runs';

	/**
	 * Older results are not announced: the callback may have been added long after them.
	 */
	private const MAX_AGE_MS          = 86_400_000;
	private const MAX_AGE_AT_START_MS = 60_000;

	/**
	 * A run may become visible after one with a higher id, because two servers insert at the same time.
	 */
	private const INSERT_SLACK_MS = 300_000;

	private const MAX_RUNS = 200;

	private ?string $raw = null;

	/**
	 * @var Value
	 */
	private array $next = array(
		'seen' => 0,
		'open' => array(),
	);

	/**
	 * Finds what has to be announced; `claim()` follows.
	 *
	 * @throws Read_Failed
	 * @return array<int, Run_Status> Live or Failed, by run, oldest first.
	 */
	public function read( int $now ): array {
		$this->raw = ( new Option_Row( self::OPTION ) )->read();
		$stored    = self::parse( $this->raw );
		$oldest    = $now - ( null === $this->raw ? self::MAX_AGE_AT_START_MS : self::MAX_AGE_MS );
		$found     = array();
		$open      = array();
		foreach ( $this->rows( $stored ) as $row ) {
			$id        = (int) $row->id;
			$status    = Run_Status::of( $row->status, $row->tracked_status );
			$announced = $stored['open'][ $id ] ?? array();
			$is_result = Run_Status::Live === $status || ( Run_Status::Failed === $status && '' === $row->replaced_by );
			if ( $is_result && ! in_array( $status->value, $announced, true ) ) {
				$announced[] = $status->value;
				$found += max( (int) $row->tracked_at, (int) $row->finished_at ) >= $oldest ? array( $id => $status ) : array();
			}
			$is_new = (int) $row->created_at > $now - self::INSERT_SLACK_MS;
			if ( $is_new || self::may_change( $row, $now ) ) {
				$open[ $id ] = $announced;
			}
			$stored['seen'] = $is_new ? $stored['seen'] : max( $stored['seen'], $id );
		}
		ksort( $open );
		$this->next = array(
			'seen' => $stored['seen'],
			'open' => array_slice( $open, -self::MAX_RUNS, null, true ),
		);
		ksort( $found );
		return $found;
	}

	/**
	 * Stores that the results of `read()` are announced; false when another process has stored its own.
	 */
	public function claim(): bool {
		return null !== $this->raw
			&& self::parse( $this->raw ) === $this->next
			|| ( new Option_Row( self::OPTION ) )->swap( $this->raw, $this->next );
	}

	/**
	 * Reads the runs that are new since the last pass and those that were open then; the newest ones in the first pass.
	 *
	 * @param  Value                  $stored
	 * @throws Read_Failed
	 * @return list<object&\stdClass>
	 */
	private function rows( array $stored ): array {
		global $wpdb;
		$ids = implode( ', ', array_keys( $stored['open'] ) );
		return Queue_Reader::rows(
			$wpdb->prepare(
				"SELECT id, status, tracked_status, tracked_at, next_check_at, replaced_by, created_at, finished_at FROM {$wpdb->headless_deploy_runs} WHERE blog_id = %d AND status <> 'observed' AND (id > %d",
				get_current_blog_id(),
				$stored['seen'],
			)
			. ( '' === $ids ? '' : " OR id IN ($ids)" ) . ') ORDER BY id DESC LIMIT ' . ( 2 * self::MAX_RUNS ),
		);
	}

	/**
	 * @param object&\stdClass $row
	 */
	private static function may_change( object $row, int $now ): bool {
		$is_unfinished = in_array( $row->status, array( Run_Status::Sending->value, Run_Status::Retrying->value ), true );
		$is_tracked    = in_array( $row->status, array( Run_Status::Accepted->value, Run_Status::Failed->value ), true )
			&& Tracking_Store::STOPPED !== (int) $row->next_check_at;
		return $is_unfinished || ( $is_tracked && (int) $row->finished_at > $now - Check_Interval::GRACE_MS );
	}

	/**
	 * @return Value
	 */
	private static function parse( ?string $raw ): array {
		$announced = Json_Schema::map_of( Json_Schema::list_of( Json_Schema::text() ) );
		/** @var Value */
		return Stored_Value::of_row(
			Json_Schema::partial(
				seen: Json_Schema::integer(),
				open: $announced->with( propertyNames: Json_Schema::text()->with( pattern: '^[0-9]+$' ) ),
			),
			$raw,
		);
	}
}
