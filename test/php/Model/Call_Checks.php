<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Tests\Model;

/**
 * Judges a call at the moment at which it begins: invariants 3 (one at a time), 4 (not early) and 5 (the stronger
 * wins), and the table of pauses.
 */
final class Call_Checks {
	public function __construct( private readonly World $world ) {}

	/**
	 * Judges.
	 *
	 * @param string  $action  What is asked for.
	 * @param Picture $picture The queue at this moment.
	 */
	public function judge( Process $process, string $lane, string $action, Picture $picture ): void {
		$look = $process->looks[ $lane ] ?? null;
		if ( null === $look ) {
			$this->blame( $lane, 'a call without a second look under the lease' );
			return;
		}
		$rows = array_filter( $picture->rows, static fn( array $row ): bool => $row['run'] === ( $picture->unfinished[ $lane ][0] ?? -1 ) );
		$this->judge_lease( $process, $lane, $picture );
		$this->judge_rows( $lane, $action, $look, $rows, $picture );
		$this->judge_gate( $process, $lane, $rows, $picture );
		if ( ! $look->was_due( $process->closed, in_array( $lane, $process->at_once, true ) ) ) {
			$this->blame( $lane, 'sent although it was not due' );
		}
	}

	/**
	 * Judges that nobody else sends in this lane.
	 *
	 * @param Picture $picture The queue at this moment.
	 */
	private function judge_lease( Process $process, string $lane, Picture $picture ): void {
		$taken = $process->taken[ $lane ] ?? null;
		if ( null === $taken ) {
			$this->blame( $lane, 'a call without a lease' );
			return;
		}
		if ( ( $picture->leases[ $lane ]['id'] ?? null ) !== $taken ) {
			$this->blame( $lane, 'a call under a lease that is not held' );
		}
		foreach ( $this->world->processes as $other ) {
			$call      = $other->call;
			$is_flying = $other !== $process && null !== $call && $call->lane === $lane && $this->world->clock->monotonic - $call->monotonic < Call::LONGEST_MS;
			if ( $is_flying ) {
				$this->blame( $lane, 'two calls at a time' );
			}
		}
	}

	/**
	 * Judges that the strongest of what is wanted is sent, and that it takes all along that was pending.
	 *
	 * @param string                                 $action  What is asked for.
	 * @param Look                                   $look    What the sender saw.
	 * @param array<int, array{action: string, ...}> $rows
	 * @param Picture                                $picture The queue at this moment.
	 */
	private function judge_rows( string $lane, string $action, Look $look, array $rows, Picture $picture ): void {
		$wanted = array_column( $rows, 'action' );
		if ( array() === $wanted ) {
			$this->blame( $lane, 'a call for nothing' );
		}
		if ( ( in_array( 'cleanRebuild', $wanted, true ) ? 'cleanRebuild' : ( $wanted[0] ?? '' ) ) !== $action ) {
			$this->blame( $lane, "sent $action, wanted " . implode( ', ', $wanted ) );
		}
		$left = array_diff_key( $look->lane->pending + $look->lane->attached, $rows );
		if ( array() !== $left ) {
			$this->blame( $lane, 'left behind: ' . implode( ', ', array_keys( $left ) ) );
		}
		if ( count( $picture->unfinished[ $lane ] ?? array() ) > 1 ) {
			$this->blame( $lane, 'two runs at a time' );
		}
	}

	/**
	 * Judges that the environment is there and open. It was read in the last statement before the call, so there is no
	 * excuse.
	 *
	 * @param array<int, array{pressed: bool, ...}> $rows
	 * @param Picture                               $picture The queue at this moment.
	 */
	private function judge_gate( Process $process, string $lane, array $rows, Picture $picture ): void {
		$environment_id = World::environment_of( $lane );

		$environment = $picture->environments[ $environment_id ] ?? null;
		$paused      = $environment['paused'] ?? null;
		$is_pressed  = in_array( true, array_column( $rows, 'manual' ), true );
		if ( null === $environment ) {
			$this->blame( $lane, 'sent for an environment that was removed' );
		} elseif ( null !== $process->closed || 'copy' === ( $paused['reason'] ?? null ) ) {
			$this->blame( $lane, 'sent although it is ' . ( $process->closed ?? 'a copy' ) );
		} elseif ( null !== $paused && ! $is_pressed && $this->world->retries->is_too_soon( $environment_id, (int) $paused['since'] ) ) {
			$this->blame( $lane, 'tried again within an hour' );
		} elseif ( null !== $paused && ! $is_pressed && ! Lane_Picture::may_try( $paused, $this->world->clock->now ) ) {
			$this->blame( $lane, "sent although it is paused ({$paused['reason']})" );
		}
	}

	/**
	 * Says what was wrong.
	 */
	private function blame( string $lane, string $fault ): void {
		$this->world->story->blame( "$lane: $fault" );
	}
}
