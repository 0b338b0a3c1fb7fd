<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Tests\Model;

/**
 * Checks a call when it starts: one at a time, not early, the stronger action, and no blocked environment.
 */
final class Call_Checks {
	public function __construct( private readonly World $world ) {}

	public function check( Process $process, string $lane, string $action, Snapshot $snapshot ): void {
		$lane_read = $process->lane_reads[ $lane ] ?? null;
		if ( null === $lane_read ) {
			$this->fail( $lane, 'a call without a second look under the lease' );
			return;
		}
		$rows = array_filter( $snapshot->rows, static fn( array $row ): bool => $row['run'] === ( $snapshot->unfinished[ $lane ][0] ?? -1 ) );
		$this->check_lease( $process, $lane, $snapshot );
		$this->check_rows( $lane, $action, $lane_read, $rows, $snapshot );
		$this->check_permission( $process, $lane, $rows, $snapshot );
		if ( ! $lane_read->was_due( $process->block, in_array( $lane, $process->without_quiet_period, true ) ) ) {
			$this->fail( $lane, 'sent although it was not due' );
		}
	}

	/**
	 * Checks that no other process sends in this lane.
	 */
	private function check_lease( Process $process, string $lane, Snapshot $snapshot ): void {
		$lease = $process->leases[ $lane ] ?? null;
		if ( null === $lease ) {
			$this->fail( $lane, 'a call without a lease' );
			return;
		}
		if ( ( $snapshot->leases[ $lane ]['id'] ?? null ) !== $lease ) {
			$this->fail( $lane, 'a call under a lease that is not held' );
		}
		foreach ( $this->world->processes as $other ) {
			$call       = $other->call;
			$is_calling = $other !== $process && null !== $call && $call->lane === $lane && $this->world->clock->monotonic - $call->monotonic < Call::MAX_MS;
			if ( $is_calling ) {
				$this->fail( $lane, 'two calls at a time' );
			}
		}
	}

	/**
	 * @param array<int, array{action: string, ...}> $rows
	 */
	private function check_rows( string $lane, string $action, Lane_Read $lane_read, array $rows, Snapshot $snapshot ): void {
		$requested = array_column( $rows, 'action' );
		if ( array() === $requested ) {
			$this->fail( $lane, 'a call for nothing' );
		}
		$wanted = match ( substr( $lane, (int) strrpos( $lane, '/' ) + 1 ) ) {
			'refresh' => 'refresh',
			'cache'   => 'purgeCache',
			default   => in_array( 'cleanRebuild', $requested, true ) ? 'cleanRebuild' : 'rebuild',
		};
		if ( $wanted !== $action ) {
			$this->fail( $lane, "sent $action, wanted " . implode( ', ', $requested ) );
		}
		$missing = array_diff_key( $lane_read->lane->pending + $lane_read->lane->attached, $rows );
		if ( array() !== $missing ) {
			$this->fail( $lane, 'left behind: ' . implode( ', ', array_keys( $missing ) ) );
		}
		if ( count( $snapshot->unfinished[ $lane ] ?? array() ) > 1 ) {
			$this->fail( $lane, 'two runs at a time' );
		}
	}

	/**
	 * Checks that the environment exists and is not blocked. It was read in the last statement before the call, so there is no
	 * excuse.
	 *
	 * @param array<int, array{pressed: bool, ...}> $rows
	 */
	private function check_permission( Process $process, string $lane, array $rows, Snapshot $snapshot ): void {
		$environment_id = World::environment_of( $lane );

		$environment = $snapshot->environments[ $environment_id ] ?? null;
		$paused      = $environment['paused'] ?? null;
		$paused      = World::is_refresh( $lane ) && 'token' === ( $paused['reason'] ?? null ) ? null : $paused;
		$is_pressed  = in_array( true, array_column( $rows, 'manual' ), true );
		if ( null === $environment ) {
			$this->fail( $lane, 'sent for an environment that was removed' );
		} elseif ( null !== $process->block || 'copy' === ( $paused['reason'] ?? null ) ) {
			$this->fail( $lane, 'sent although it is ' . ( $process->block ?? 'a copy' ) );
		} elseif ( null !== $paused && ! $is_pressed && $this->world->retries->is_too_soon( $environment_id, (int) $paused['since'] ) ) {
			$this->fail( $lane, 'tried again within an hour' );
		} elseif ( null !== $paused && ! $is_pressed && ! Lane_Snapshot::may_try( $paused, $this->world->clock->now ) ) {
			$this->fail( $lane, "sent although it is paused ({$paused['reason']})" );
		}
	}

	private function fail( string $lane, string $fault ): void {
		$this->world->log->fail( "$lane: $fault" );
	}
}
