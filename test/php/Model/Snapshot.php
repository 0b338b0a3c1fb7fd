<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Tests\Model;

use HeadlessDeploy\Environments\Automation;

/**
 * The tables and the environments at one time, read without caches and without the statement hook.
 */
final class Snapshot {
	/**
	 * @var array<int, array{lane: string, action: string, at: int, changes: int, pressed: bool, cause: string, failed: int, run: int}>
	 */
	public array $rows = array();

	/**
	 * @var array<int, array{lane: string, action: string, state: string, changes: int, not_before: int, attempts: string, http_status: int, created_at: int, finished_at: int, replaced_by: string}>
	 */
	public array $runs = array();

	/**
	 * @var array<string, array{id: string|null, until: int, until_web: int}>
	 */
	public array $leases = array();

	/**
	 * @var array<string, array<string, mixed>>
	 */
	public array $environments = array();

	/**
	 * @var array<string, int>
	 */
	public array $retired = array();

	/**
	 * @var array<string, list<int>>
	 */
	public array $unfinished = array();

	public function __construct( Hooked_Sqlite|Hooked_Mysql $database ) {
		global $wpdb;
		foreach ( $database->read_directly( "SELECT id, environment_id, lane, action, recorded_at, changes, manual, cause, previous_run_id, run_id FROM {$wpdb->headless_deploy_changes} ORDER BY id" ) as $row ) {
			$this->rows[ (int) $row['id'] ] = array(
				'lane'    => "{$row['environment_id']}/{$row['lane']}",
				'action'  => (string) $row['action'],
				'at'      => (int) $row['recorded_at'],
				'changes' => (int) $row['changes'],
				'manual'  => 1 === (int) $row['manual'],
				'cause'   => (string) $row['cause'],
				'failed'  => (int) $row['previous_run_id'],
				'run'     => (int) $row['run_id'],
			);
		}
		foreach ( $database->read_directly( "SELECT id, environment_id, lane, action, status, changes, not_before, attempts, http_status, created_at, finished_at, replaced_by FROM {$wpdb->headless_deploy_runs} ORDER BY id" ) as $row ) {
			$lane                           = "{$row['environment_id']}/{$row['lane']}";
			$this->runs[ (int) $row['id'] ] = array(
				'lane'        => $lane,
				'action'      => (string) $row['action'],
				'status'      => (string) $row['status'],
				'changes'     => (int) $row['changes'],
				'not_before'  => (int) $row['not_before'],
				'attempts'    => (string) $row['attempts'],
				'http_status' => (int) $row['http_status'],
				'created_at'  => (int) $row['created_at'],
				'finished_at' => (int) $row['finished_at'],
				'replaced_by' => (string) $row['replaced_by'],
			);
			if ( in_array( $row['status'], array( 'sending', 'retrying' ), true ) ) {
				$this->unfinished[ $lane ][] = (int) $row['id'];
			}
		}
		foreach ( $database->read_directly( "SELECT environment_id, lane, lease, lease_until, lease_until_web FROM {$wpdb->headless_deploy_lanes}" ) as $row ) {
			$this->leases[ "{$row['environment_id']}/{$row['lane']}" ] = array(
				'id'        => null === $row['lease'] ? null : (string) $row['lease'],
				'until'     => (int) $row['lease_until'],
				'until_web' => (int) $row['lease_until_web'],
			);
		}
		$stored             = self::stored( $database );
		$this->environments = $stored['environments'];
		$this->retired      = array_flip( $stored['retired'] );
	}

	/**
	 * @return array<string, array<string, mixed>>
	 */
	public static function environments( Hooked_Sqlite|Hooked_Mysql $database ): array {
		return self::stored( $database )['environments'];
	}

	/**
	 * @return array{environments: array<string, array<string, mixed>>, retired: list<string>, ...}
	 */
	private static function stored( Hooked_Sqlite|Hooked_Mysql $database ): array {
		global $wpdb;
		$read = static function ( string $option ) use ( $database, $wpdb ): array {
			$found  = $database->read_directly( "SELECT option_value FROM {$wpdb->options} WHERE option_name = '$option'" );
			$stored = maybe_unserialize( (string) ( $found[0]['option_value'] ?? '' ) );
			return ( is_array( $stored ) ? $stored : array() ) + array( 'environments' => array(), 'retired' => array() );
		};
		$stored  = $read( 'headless_deploy_environments' );
		$state   = $read( 'headless_deploy_environment_state' )['environments'];
		$routing = $read( 'headless_deploy_routing' )['environments'];
		foreach ( $stored['environments'] as $id => $environment ) {
			$own = $state[ $id ] ?? array( 'paused' => null );

			$environment['refresh']        = null === $environment['refresh'] ? null : $environment['refresh'] + ( $own['refresh'] ?? array() );
			$stored['environments'][ $id ] = $environment + $own + array( 'automation' => $routing[ $id ] ?? Automation::from_array( null )->to_array() );
		}
		return $stored;
	}

	public function lane( string $lane ): Lane_Snapshot {
		$run      = $this->unfinished[ $lane ][0] ?? 0;
		$pending  = array();
		$attached = array();
		foreach ( $this->rows as $id => $row ) {
			if ( $row['lane'] === $lane && 0 === $row['run'] ) {
				$pending[ $id ] = $row;
			} elseif ( 0 !== $run && $row['run'] === $run ) {
				$attached[ $id ] = $row;
			}
		}
		return new Lane_Snapshot( $lane, $pending, 0 === $run ? null : $this->runs[ $run ], $attached );
	}

	/**
	 * Tells whether a process holds a lane, by the clock of the database or by that of the web server. A lease that ends in
	 * more than a day is one of a clock that was set back since.
	 */
	public function is_leased( string $lane, int $database_now, int $web_now ): bool {
		$lease   = $this->leases[ $lane ] ?? array( 'id' => null, 'until' => 0, 'until_web' => 0 );
		$is_held = static fn( int $until, int $now ): bool => $until > $now && $until <= $now + DAY_IN_SECONDS * 1_000;
		return null !== $lease['id'] && ( $is_held( $lease['until'], $database_now ) || $is_held( $lease['until_web'], $web_now ) );
	}

	/**
	 * Returns the lanes with pending or unfinished runs.
	 *
	 * @return list<string>
	 */
	public function lanes(): array {
		$lanes = $this->unfinished;
		foreach ( $this->rows as $row ) {
			if ( 0 === $row['run'] ) {
				$lanes[ $row['lane'] ] = true;
			}
		}
		return array_keys( $lanes );
	}
}
