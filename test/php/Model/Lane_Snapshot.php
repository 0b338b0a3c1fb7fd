<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Tests\Model;

/**
 * What is pending and unfinished in a lane, and when it is due by the rules of the design. These rules are deliberately
 * implemented a second time, from the document, to be compared with the code.
 */
final class Lane_Snapshot {
	private const CLOCK_SLACK_MS = 60_000;
	private const MAX_BACKOFF_MS = 4_320_000;

	/**
	 * @param array<int, array{at: int, pressed: bool, changes: int, failed: int, action: string, ...}> $pending    Rows without a run.
	 * @param array{state: string, not_before: int, attempts: string, ...}|null                         $unfinished The unfinished run.
	 * @param array<int, array{at: int, pressed: bool, changes: int, failed: int, action: string, ...}> $attached
	 */
	public function __construct(
		private readonly string $lane,
		public readonly array $pending,
		public readonly ?array $unfinished,
		public readonly array $attached,
	) {}

	public function is_due( array $environment, ?string $block, int $now, bool $skips_quiet_period ): bool {
		$paused = $environment['paused'] ?? null;
		if ( null !== $block || 'copy' === ( $paused['reason'] ?? null ) ) {
			return false;
		}
		$is_pressed = in_array( true, array_column( $this->pending, 'manual' ), true );
		// A refresh needs no token.
		$paused = World::is_refresh( $this->lane ) && 'token' === ( $paused['reason'] ?? null ) ? null : $paused;
		if ( null !== $paused && ! $is_pressed && ! in_array( true, array_column( $this->attached, 'manual' ), true ) && ! self::may_try( $paused, $now ) ) {
			return false;
		}
		if ( $is_pressed ) {
			return true;
		}
		if ( null !== $this->unfinished ) {
			return $this->is_due_to_continue( $this->unfinished, (int) ( $environment['connectedAt'] ?? 0 ), $now );
		}
		return $this->is_fresh_due( $environment['automation'], $now, $skips_quiet_period );
	}

	public function is_pending(): bool {
		return null !== $this->unfinished || array() !== $this->fresh_times();
	}

	public function is_empty(): bool {
		return null === $this->unfinished && array() === $this->pending;
	}

	public function newest(): int {
		return max( array( 0, ...array_keys( $this->pending ), ...array_keys( $this->attached ) ) );
	}

	/**
	 * A pause because of the token lets one run through when its time has come; one that is further away than any can
	 * be is one of a clock that was set back since.
	 *
	 * @param array<string, mixed> $paused
	 */
	public static function may_try( array $paused, int $now ): bool {
		$at = $paused['next_attempt_at'] ?? 0;
		return 'token' === $paused['reason'] && self::is_past( (int) $at, $now );
	}

	/**
	 * @param array{state: string, not_before: int, attempts: string, ...} $run
	 */
	private function is_due_to_continue( array $run, int $connected_at, int $now ): bool {
		if ( 'sending' === $run['status'] || self::is_past( $run['not_before'], $now ) ) {
			return true;
		}
		$attempts = json_decode( $run['attempts'], true );
		$last     = is_array( $attempts ) ? end( $attempts ) : false;
		// A future time is from a clock that was set back; it would stay new forever.
		return is_array( $last ) && $connected_at <= $now && (int) $last['at'] < $connected_at;
	}

	/**
	 * @param array{quietPeriodSeconds: int, maximumWaitSeconds: int, refreshQuietPeriodSeconds: int, refreshMaximumWaitSeconds: int, hold: bool, ...} $automation
	 */
	private function is_fresh_due( array $automation, int $now, bool $skips_quiet_period ): bool {
		$times = $this->fresh_times();
		if ( array() === $times || $automation['hold'] ) {
			return false;
		}
		$is_refresh   = World::is_refresh( $this->lane );
		$quiet_period = $automation[ $is_refresh ? 'refreshQuietPeriodSeconds' : 'quietPeriodSeconds' ];
		$maximum_wait = $automation[ $is_refresh ? 'refreshMaximumWaitSeconds' : 'maximumWaitSeconds' ];
		return $skips_quiet_period
			|| ( ! $is_refresh && $this->has_new_replacing_rows() )
			|| max( $times ) > $now + self::CLOCK_SLACK_MS
			|| $now >= max( $times ) + $quiet_period * 1000
			|| $now >= min( $times ) + $maximum_wait * 1000;
	}

	/**
	 * Tells whether new changes come from a refresh that failed: they have waited.
	 */
	private function has_new_replacing_rows(): bool {
		return array() !== array_filter( $this->pending, static fn( array $row ): bool => 0 === $row['failed'] && 'refresh' === $row['action'] );
	}

	/**
	 * Returns the times of the fresh changes.
	 *
	 * @return list<int>
	 */
	private function fresh_times(): array {
		return array_values( array_column( array_filter( $this->pending, static fn( array $row ): bool => 0 === $row['failed'] ), 'at' ) );
	}

	private static function is_past( int $moment, int $now ): bool {
		return $moment <= $now || $moment > $now + self::MAX_BACKOFF_MS + self::CLOCK_SLACK_MS;
	}
}
