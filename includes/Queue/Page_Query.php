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
 * Reads in one statement what the admin bar, the widget, the notices and the editors show of the current site. It reads few
 * pending rows of a lane, so that a page costs the same with 100,000 of them.
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
	private const UNFINISHED = array(
		'id', 'blog_id', 'environment_id', 'lane', 'status', 'postponed', 'not_before', 'action', 'attempts', 'created_at',
		'error_code', 'http_status', 'sent_changes', 'changes', 'manual', 'cause', 'user_id',
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
	 * Returns the hashes of the options of the environments.
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
				'SELECT option_name, ' . Database::hash_sql( 'option_value' ) . " AS hash FROM $wpdb->options WHERE option_name IN ('" . implode(
					"', '",
					Stored_Environments::OPTIONS,
				) . "')",
			),
		);
		if ( array() !== $environments ) {
			$parts['pending'] = array( array( ...Pending_Rows::COLUMNS, 'run_status', 'run_user' ), $this->pending_sql( $blog_id, $environments ) );
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
			'lanes'      => $this->queue->states( $found['unfinished'], $pending, $found['leases'] ),
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
	 * Sums up the pending rows of each lane by the failed or canceled run that they belonged to, with its status and user.
	 *
	 * @param non-empty-list<string> $environments
	 */
	private function pending_sql( int $blog_id, array $environments ): string {
		global $wpdb;
		$lanes = array();
		foreach ( $environments as $id ) {
			foreach ( Lane::cases() as $lane ) {
				$lanes[] = 'SELECT * FROM (' . Pending_Rows::of_lane_sql( Lane_Key::of( $blog_id, $id, $lane ) ) . ') of_lane';
			}
		}
		return 'SELECT p.*, d.status AS run_status, u.display_name AS run_user FROM (' . implode( ' UNION ALL ', $lanes ) . ") p
			LEFT JOIN {$wpdb->headless_deploy_runs} d ON d.id = p.run LEFT JOIN $wpdb->users u ON u.ID = d.user_id";
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
