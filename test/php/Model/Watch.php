<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Tests\Model;

/**
 * Sees each statement and each call, and knows by them who holds a lane, what a sender saw when it decided, and what
 * a successful call covered.
 */
final class Watch {
	/**
	 * Rows that some successful call covered, by run.
	 *
	 * @var array<int, array<int, true>>
	 */
	public array $covered = array();

	/**
	 * Rows that some call has carried.
	 *
	 * @var array<int, true>
	 */
	public array $tried = array();

	/**
	 * What a sender that held the lane was told last, and was about to write, by run.
	 *
	 * @var array<int, Said>
	 */
	public array $answers = array();

	/**
	 * When a call succeeded last, by environment and by the clock that never jumps.
	 *
	 * @var array<string, int>
	 */
	public array $successes = array();

	/**
	 * Newest row that somebody saw who pressed Cancel or removed an environment, by lane.
	 *
	 * @var array<string, int>
	 */
	public array $seen_at_cancel = array();

	/**
	 * Calls that were begun, by lane.
	 *
	 * @var array<string, int>
	 */
	public array $calls = array();

	public function __construct(
		private readonly World $world,
		private readonly Call_Checks $check,
	) {}

	/**
	 * Sees a statement, right before it runs.
	 */
	public function on_statement( Process $process, string $statement ): void {
		global $wpdb;
		$lane = 1 === preg_match( "/environment_id = '([^']*)' AND (?:\w+\.)?lane = '([^']*)'/", $statement, $key ) ? "$key[1]/$key[2]" : '';
		if ( 1 === preg_match( "/^UPDATE {$wpdb->headless_deploy_lanes} SET lease = '([^']+)'/", $statement, $lease ) ) {
			$this->on_take( $process, $lane, $lease[1] );
			return;
		}
		// A read that a replica may answer is not one to decide on.
		if ( '' !== $lane && str_ends_with( $statement, 'FOR UPDATE' ) && str_contains( $statement, "FROM {$wpdb->headless_deploy_changes} WHERE run_id = 0" ) && str_contains( $statement, 'GROUP BY' ) ) {
			$this->on_look( $process, $lane );
		}
		if ( null !== $process->said && str_starts_with( $statement, "UPDATE {$wpdb->headless_deploy_runs}" ) ) {
			$this->on_write( $process, $process->said );
		}
		$environments = array() === $process->looks ? array() : Picture::environments( $this->world->database );
		foreach ( $process->looks as $id => $look ) {
			$look->add( $this->world->clock->now, $environments[ World::environment_of( $id ) ] ?? null );
		}
	}

	/**
	 * Sees a call begin.
	 *
	 * @param string      $action What is asked for.
	 * @param Answer_Kind $kind   What the service will say.
	 */
	public function on_call( Process $process, string $lane, string $action, Answer_Kind $kind ): Call {
		$picture = new Picture( $this->world->database );
		$run     = $picture->unfinished[ $lane ][0] ?? 0;
		$rows    = array_keys( array_filter( $picture->rows, static fn( array $row ): bool => 0 !== $run && $row['run'] === $run ) );
		$this->check->judge( $process, $lane, $action, $picture );
		$this->calls[ $lane ] = ( $this->calls[ $lane ] ?? 0 ) + 1;
		$this->tried += array_fill_keys( $rows, true );
		return new Call( $lane, $run, $rows, $kind, $this->world->clock->now, $this->world->clock->monotonic );
	}

	/**
	 * Sees a call end with an answer that the sender has read.
	 *
	 * @param Answer_Kind $kind      What the service said.
	 * @param bool        $is_thrown Whether another plugin broke meanwhile.
	 */
	public function on_answer( Process $process, Call $call, Answer_Kind $kind, bool $is_thrown ): void {
		$paused = Picture::environments( $this->world->database )[ World::environment_of( $call->lane ) ]['paused'] ?? null;

		$process->said = new Said( $process, $call->lane, $call->run, $kind, $call->at, $this->world->clock->now, $this->world->clock->monotonic, 'token' === ( $paused['reason'] ?? '' ) ? (int) $paused['since'] : null, $is_thrown );
		if ( $kind->is_success() ) {
			$this->successes[ World::environment_of( $call->lane ) ] = $this->world->clock->monotonic;

			$this->covered[ $call->run ] = ( $this->covered[ $call->run ] ?? array() ) + array_fill_keys( $call->rows, true );
		}
	}

	/**
	 * Sees a sender write what it was told.
	 *
	 * @param Said $said What it was told.
	 */
	private function on_write( Process $process, Said $said ): void {
		$lease = ( new Picture( $this->world->database ) )->leases[ $said->lane ]['id'] ?? null;
		if ( null !== $lease && $lease === ( $process->taken[ $said->lane ] ?? null ) ) {
			$this->answers[ $said->run ] = $said;
		} else {
			$this->world->story->reach( 'an answer to a sender that has lost its lease' );
		}
		$process->said = null;
	}

	/**
	 * Sees a process ask for a lease.
	 *
	 * @param string $lease Id of the lease.
	 */
	private function on_take( Process $process, string $lane, string $lease ): void {
		$process->said           = null;
		$process->taken[ $lane ] = $lease;
		unset( $process->looks[ $lane ] );
	}

	/**
	 * Sees a process read what is pending in one lane: by that it will decide.
	 */
	private function on_look( Process $process, string $lane ): void {
		$picture                 = new Picture( $this->world->database );
		$process->looks[ $lane ] = new Look( $picture->lane( $lane ) );
		if ( $process->cancels ) {
			$this->seen_at_cancel[ $lane ] = max( $this->seen_at_cancel[ $lane ] ?? 0, $process->looks[ $lane ]->lane->newest() );
		}
	}
}
