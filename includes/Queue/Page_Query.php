<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Queue;

use Closure;
use HeadlessDeploy\Database;
use HeadlessDeploy\Environments\Routing;
use HeadlessDeploy\Environments\Stored_Environments;
use HeadlessDeploy\Lane;
use HeadlessDeploy\Read_Failed;

/**
 * Reads in one statement what the admin bar, the widget, the notices and the editors show of the current site. It reads only
 * the newest pending rows of a lane, so that a page costs the same with 100,000 of them.
 *
 * @phpstan-type Found array{
 *   lanes: array<string, Lane_State>,
 *   runs: array<int, object&\stdClass>,
 *   undeployed: list<object&\stdClass>,
 *   names: array<int, string>,
 *   settings: array<string, string>,
 * }
 */
final class Page_Query {
	public const MAX_ROWS = 1_000;

	private const PENDING = array(
		'blog_id', 'environment_id', 'lane', 'oldest', 'newest', 'changes', 'manual_at', 'cause', 'user_id',
		'new_rows', 'undeployed', 'clean', 'replaces_refresh', 'last_row_id', 'run', 'run_status', 'run_user',
	);
	private const UNFINISHED = array(
		'id', 'blog_id', 'environment_id', 'lane', 'status', 'postponed', 'not_before', 'action', 'attempts', 'created_at',
		'error_code', 'http_status', 'changes', 'manual', 'cause', 'user_id',
	);
	private const LEASES = array( 'blog_id', 'environment_id', 'lane', 'lease_until', 'lease_until_web', 'database_now' );
	private const RUNS   = array(
		'id', 'blog_id', 'environment_id', 'lane', 'action', 'cause', 'user_id', 'changes', 'status',
		'tracked_status', 'tracked_at', 'next_check_at', 'tracking', 'http_status', 'error_code', 'replaced_by', 'created_at',
		'finished_at', 'user_name',
	);
	private const NAMES    = array( 'id', 'name' );
	private const SETTINGS = array( 'option_name', 'hash' );
	private const BUILDS   = array( 'blog_id', 'environment_id', 'lane', 'run', 'status', 'changes' );

	/** Columns that no page shows. */
	private const DEFAULTS = array( 'attempts' => '[]', 'service_message' => '""', 'excerpt' => '""', 'operation' => '""' );

	/**
	 * @var array<int, Found> By site.
	 */
	private array $found = array();

	/**
	 * @var list<int> IDs of users whose names are read too.
	 */
	private array $users = array();

	/**
	 * @param Closure(int): string $builds_sql Returns the statement of the failed builds of a site.
	 */
	public function __construct(
		private readonly Queue_Reader $queue,
		private readonly Routing $routing,
		private readonly Closure $builds_sql,
	) {}

	/**
	 * @throws Read_Failed
	 * @return array<string, Lane_State> By `Lane_Key::id()`.
	 */
	public function lanes( int $blog_id ): array {
		return $this->read( $blog_id )['lanes'];
	}

	/**
	 * Returns the newest run of each status of each lane, with `user_name`.
	 *
	 * @throws Read_Failed
	 * @return array<int, object&\stdClass> By id.
	 */
	public function runs(): array {
		return $this->read( get_current_blog_id() )['runs'];
	}

	/**
	 * Returns the runs with undeployed changes: failed and canceled runs of the newest pending rows, and failed builds.
	 *
	 * @throws Read_Failed
	 * @return list<object&\stdClass> With the columns `blog_id`, `environment_id`, `lane`, `run`, `status`, `changes` and `run_user`.
	 */
	public function undeployed(): array {
		return $this->read( get_current_blog_id() )['undeployed'];
	}

	/**
	 * Returns the names of users. They are read with all else, so call it first.
	 *
	 * @throws Read_Failed
	 * @return array<int, string> By ID, without users who do not exist.
	 */
	public function names( int ...$ids ): array {
		if ( array() === $ids ) {
			return array();
		}
		$this->users = array_values( $ids );
		$this->found = array();
		return $this->read( get_current_blog_id() )['names'];
	}

	/**
	 * Returns the MD5 hashes of the options of the environments.
	 *
	 * @throws Read_Failed
	 * @return array<string, string> By name.
	 */
	public function settings(): array {
		return $this->read( get_current_blog_id() )['settings'];
	}

	/**
	 * @throws Read_Failed
	 * @return Found
	 */
	private function read( int $blog_id ): array {
		$this->found[ $blog_id ] ??= $this->read_site( $blog_id, array_keys( $this->routing->environments() ) );
		return $this->found[ $blog_id ];
	}

	/**
	 * @param  list<string> $environments
	 * @throws Read_Failed
	 * @return Found
	 */
	private function read_site( int $blog_id, array $environments ): array {
		global $wpdb;
		$parts = array(
			'unfinished' => array( self::UNFINISHED, $this->queue->unfinished_sql( $blog_id ) ),
			'leases'     => array( self::LEASES, $this->queue->leases_sql( $blog_id ) ),
			'runs'       => array( self::RUNS, $this->runs_sql( $blog_id ) ),
			'builds'     => array( self::BUILDS, ( $this->builds_sql )( $blog_id ) ),
			'settings'   => array(
				self::SETTINGS,
				"SELECT option_name, MD5(option_value) AS hash FROM $wpdb->options WHERE option_name IN ('" . implode(
					"', '",
					Stored_Environments::OPTIONS,
				) . "')",
			),
		);
		if ( array() !== $environments ) {
			$parts['pending'] = array( self::PENDING, $this->pending_sql( $blog_id, $environments ) );
		}
		if ( array() !== $this->users ) {
			$parts['names'] = array(
				self::NAMES,
				"SELECT ID AS id, display_name AS name FROM $wpdb->users WHERE ID IN (" . implode( ', ', $this->users ) . ')',
			);
		}
		$found   = Database::union( $parts, Queue_Reader::rows( ... ) );
		$pending = $found['pending'] ?? array();
		$runs    = array();
		foreach ( $found['runs'] as $row ) {
			$runs[ (int) $row->id ] = (object) ( (array) $row + self::DEFAULTS );
		}
		return array(
			'lanes'      => $this->queue->states( $found['unfinished'], self::sums( $pending ), $found['leases'] ),
			'runs'       => $runs,
			'undeployed' => array(
				...array_values( array_filter( $pending, static fn( object $row ): bool => (int) $row->run > 0 && (int) $row->changes > 0 ) ),
				...$found['builds'],
			),
			'names'    => array_map( strval( ... ), array_column( $found['names'] ?? array(), 'name', 'id' ) ),
			'settings' => array_map( strval( ... ), array_column( $found['settings'], 'hash', 'option_name' ) ),
		);
	}

	/**
	 * Sums up the newest pending rows of each lane, by the failed or canceled run that they belonged to. The oldest row
	 * decides the maximum wait, so it is read separately.
	 *
	 * @param non-empty-list<string> $environments
	 */
	private function pending_sql( int $blog_id, array $environments ): string {
		global $wpdb;
		$lanes = array();
		foreach ( $environments as $id ) {
			foreach ( Lane::cases() as $lane ) {
				$rows = (string) $wpdb->prepare( "FROM {$wpdb->headless_deploy_changes} WHERE run_id = 0 AND blog_id = %d AND environment_id = %s AND lane = %s", $blog_id, $id, $lane->value );
				$sums = 'SELECT previous_run_id AS run, MAX(CASE WHEN previous_run_id = 0 THEN recorded_at END) AS newest, SUM(changes) AS changes, MAX(CASE WHEN manual = 1 THEN recorded_at END) AS manual_at,'
					. ' SUM(CASE WHEN previous_run_id = 0 THEN 1 ELSE 0 END) AS new_rows, SUM(CASE WHEN previous_run_id = 0 THEN 0 ELSE changes END) AS undeployed,'
					. " MAX(CASE WHEN action = 'cleanRebuild' THEN 1 ELSE 0 END) AS clean, MAX(CASE WHEN action = 'refresh' AND lane <> 'refresh' AND previous_run_id = 0 THEN 1 ELSE 0 END) AS replaces_refresh, MAX(id) AS last_row_id"
					. " FROM (SELECT id, lane, previous_run_id, recorded_at, changes, manual, action $rows ORDER BY id DESC LIMIT " . ( self::MAX_ROWS + 1 ) . ') newest GROUP BY previous_run_id';
				$lanes[] = (string) $wpdb->prepare( 'SELECT %d AS blog_id, %s AS environment_id, %s AS lane,', $blog_id, $id, $lane->value )
					. " (SELECT recorded_at $rows AND previous_run_id = 0 ORDER BY id LIMIT 1) AS oldest, g.newest, g.changes, g.manual_at, NULL AS cause, 0 AS user_id, g.new_rows, g.undeployed, g.clean, g.replaces_refresh, g.last_row_id, g.run,"
					. " (SELECT d.status FROM {$wpdb->headless_deploy_runs} d WHERE d.id = g.run) AS run_status,"
					. " (SELECT u.display_name FROM {$wpdb->headless_deploy_runs} d JOIN $wpdb->users u ON u.ID = d.user_id WHERE d.id = g.run) AS run_user FROM ($sums) g";
			}
		}
		return implode( ' UNION ALL ', $lanes );
	}

	/**
	 * @param  list<object&\stdClass> $rows
	 * @return list<object&\stdClass>
	 */
	private static function sums( array $rows ): array {
		$lanes = array();
		foreach ( $rows as $row ) {
			$lane = "$row->environment_id/$row->lane";
			if ( ! isset( $lanes[ $lane ] ) ) {
				$lanes[ $lane ] = clone $row;
				continue;
			}
			foreach ( array( 'changes', 'new_rows', 'undeployed' ) as $column ) {
				$lanes[ $lane ]->$column += (int) $row->$column;
			}
			foreach ( array( 'newest', 'manual_at', 'clean', 'replaces_refresh', 'last_row_id' ) as $column ) {
				$lanes[ $lane ]->$column = null === $row->$column
					? $lanes[ $lane ]->$column
					: max( (int) $row->$column, (int) $lanes[ $lane ]->$column );
			}
		}
		return array_values( $lanes );
	}

	private function runs_sql( int $blog_id ): string {
		global $wpdb;
		$columns = implode( ', ', array_map( static fn( string $column ): string => "d.$column", array_slice( self::RUNS, 0, -1 ) ) );
		$newest  = $wpdb->prepare(
			"SELECT MAX(id) AS id FROM {$wpdb->headless_deploy_runs}
			WHERE blog_id = %d AND status IN ('accepted', 'failed', 'canceled', 'sending', 'observed')
			GROUP BY status, blog_id, environment_id, lane",
			$blog_id,
		);
		return "SELECT $columns, u.display_name AS user_name FROM ($newest) newest
			JOIN {$wpdb->headless_deploy_runs} d ON d.id = newest.id LEFT JOIN $wpdb->users u ON u.ID = d.user_id";
	}
}
