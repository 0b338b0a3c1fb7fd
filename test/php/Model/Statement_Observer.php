<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Tests\Model;

/**
 * Observes each statement and each call: which process holds a lane, what a sender read before it decided, and what a
 * successful call covered.
 */
final class Statement_Observer {
	/**
	 * @var array<int, array<int, true>>
	 */
	public array $covered = array();

	/**
	 * @var array<int, true>
	 */
	public array $tried = array();

	/**
	 * @var array<int, Read_Result>
	 */
	public array $answers = array();

	/**
	 * Time of the last successful call by environment, by the monotonic clock.
	 *
	 * @var array<string, int>
	 */
	public array $successes = array();

	/**
	 * Newest row that a cancellation or a removal has read, by lane.
	 *
	 * @var array<string, int>
	 */
	public array $seen_at_cancel = array();

	/**
	 * @var array<string, int>
	 */
	public array $calls = array();

	public function __construct(
		private readonly World $world,
		private readonly Call_Checks $check,
	) {}

	public function on_statement( Process $process, string $statement ): void {
		global $wpdb;
		$lane = 1 === preg_match( "/environment_id = '([^']*)' AND (?:\w+\.)?lane = '([^']*)'/", $statement, $key ) ? "$key[1]/$key[2]" : '';
		if ( 1 === preg_match( "/^UPDATE {$wpdb->headless_deploy_lanes} SET lease = '([^']+)'/", $statement, $lease ) ) {
			$this->on_take( $process, $lane, $lease[1] );
			return;
		}
		// A process must not decide on a read that a replica may answer.
		if ( '' !== $lane && str_ends_with( $statement, 'FOR UPDATE' ) && str_contains( $statement, "FROM {$wpdb->headless_deploy_changes} WHERE run_id = 0" ) && str_contains( $statement, 'GROUP BY' ) ) {
			$this->on_lane_read( $process, $lane );
		}
		if ( null !== $process->read_result && str_starts_with( $statement, "UPDATE {$wpdb->headless_deploy_runs}" ) ) {
			$this->on_write( $process, $process->read_result );
		}
		$environments = array() === $process->lane_reads ? array() : Snapshot::environments( $this->world->database );
		foreach ( $process->lane_reads as $id => $lane_read ) {
			$lane_read->add( $this->world->clock->now, $environments[ World::environment_of( $id ) ] ?? null );
		}
	}

	public function on_call( Process $process, string $lane, string $action, Answer_Kind $kind ): Call {
		$snapshot = new Snapshot( $this->world->database );
		$run      = $snapshot->unfinished[ $lane ][0] ?? 0;
		$rows     = array_keys( array_filter( $snapshot->rows, static fn( array $row ): bool => 0 !== $run && $row['run'] === $run ) );
		$this->check->check( $process, $lane, $action, $snapshot );
		$this->calls[ $lane ] = ( $this->calls[ $lane ] ?? 0 ) + 1;
		$this->tried += array_fill_keys( $rows, true );
		$replaces_refresh = ! World::is_refresh( $lane ) && in_array( 'refresh', array_column( array_intersect_key( $snapshot->rows, array_flip( $rows ) ), 'action' ), true );
		return new Call( $lane, $run, $rows, $kind, $this->world->clock->now, $this->world->clock->monotonic, $replaces_refresh );
	}

	public function on_answer( Process $process, Call $call, Answer_Kind $kind, bool $is_thrown ): void {
		$paused = Snapshot::environments( $this->world->database )[ World::environment_of( $call->lane ) ]['paused'] ?? null;

		$process->read_result = new Read_Result( $process, $call->lane, $call->run, $kind, $call->at, $this->world->clock->now, $this->world->clock->monotonic, 'token' === ( $paused['reason'] ?? '' ) ? (int) $paused['since'] : null, $is_thrown, $call->replaces_refresh );
		if ( $kind->is_success() ) {
			if ( ! World::is_refresh( $call->lane ) ) {
				$this->successes[ World::environment_of( $call->lane ) ] = $this->world->clock->monotonic;
			}
			$this->covered[ $call->run ] = ( $this->covered[ $call->run ] ?? array() ) + array_fill_keys( $call->rows, true );
		}
	}

	private function on_write( Process $process, Read_Result $read_result ): void {
		$lease = ( new Snapshot( $this->world->database ) )->leases[ $read_result->lane ]['id'] ?? null;
		if ( null !== $lease && $lease === ( $process->leases[ $read_result->lane ] ?? null ) ) {
			$this->answers[ $read_result->run ] = $read_result;
		} else {
			$this->world->log->cover( 'an answer to a sender that has lost its lease' );
		}
		$process->read_result = null;
	}

	private function on_take( Process $process, string $lane, string $lease ): void {
		$process->read_result     = null;
		$process->leases[ $lane ] = $lease;
		unset( $process->lane_reads[ $lane ] );
	}

	/**
	 * Records what a process reads of a lane, on which it will decide.
	 */
	private function on_lane_read( Process $process, string $lane ): void {
		$snapshot                     = new Snapshot( $this->world->database );
		$process->lane_reads[ $lane ] = new Lane_Read( $snapshot->lane( $lane ) );
		if ( $process->cancels ) {
			$this->seen_at_cancel[ $lane ] = max( $this->seen_at_cancel[ $lane ] ?? 0, $process->lane_reads[ $lane ]->lane->newest() );
		}
	}
}
