<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Tests\Model;

/**
 * Checks what is stored after an answer: how long a run waits, how often it is attempted, and that a refused token is
 * tried once an hour. The numbers are those of docs/retry-policy.md, deliberately repeated here.
 */
final class Retry_Checks {
	private const TOKEN_ERRORS     = array( 'headless_deploy_token_refused', 'headless_deploy_webhook_refused', 'headless_deploy_webhook_not_found' );
	private const BACK_OFF_SECONDS = array( 10, 30, 120, 600, 1800 );
	private const FIVE_MINUTES_MS  = 300_000;
	private const HOUR_MS          = 3_600_000;
	private const THREE_DAYS_MS    = 259_200_000;
	private const ROUNDING_MS      = 1_000;

	/**
	 * For each environment in a token pause: start of the pause and time of the last attempt.
	 *
	 * @var array<string, array{since: int, monotonic: int, jumps: int}>
	 */
	private array $tries = array();

	public function __construct( private readonly World $world ) {}

	/**
	 * Checks the runs with a new attempt.
	 */
	public function check( Snapshot $before, Snapshot $now ): void {
		$answers                        = $this->world->observer->answers;
		$this->world->observer->answers = array();
		foreach ( $answers as $id => $read_result ) {
			$run = $now->runs[ $id ] ?? null;
			if ( null === $run || 'sending' === $run['status'] || $run['attempts'] === ( $before->runs[ $id ]['attempts'] ?? '[]' ) ) {
				continue;
			}
			$environment = $now->environments[ World::environment_of( $run['lane'] ) ] ?? null;
			$paused      = $environment['paused'] ?? null;
			// A decision from before a new webhook URL does not apply to it.
			$fault = null === $environment || (int) $environment['connectedAt'] >= $read_result->started_at ? null : $this->fault_of( $run, $read_result, $environment ) ?? $this->fault_of_pause( $run, $read_result, $paused );
			if ( null !== $fault ) {
				$this->world->log->fail( "run $id ({$run['lane']}): $fault after $read_result->kind" );
			}
			if ( ! World::is_refresh( $run['lane'] ) && 'token' === ( $paused['reason'] ?? '' ) && 'retrying' === $run['status'] && $read_result->is_done() ) {
				$this->tries[ World::environment_of( $run['lane'] ) ] = array(
					'since'     => (int) $paused['since'],
					'monotonic' => $read_result->monotonic,
					'jumps'     => $this->world->clock_jumps,
				);
			}
		}
	}

	/**
	 * Tells whether an automatic call in a token pause comes less than an hour after the last attempt.
	 */
	public function is_too_soon( string $environment, int $since ): bool {
		$try = $this->tries[ $environment ] ?? null;
		return null !== $try && $try['since'] === $since && $try['jumps'] === $this->world->clock_jumps && $this->world->clock->monotonic < $try['monotonic'] + self::HOUR_MS;
	}

	/**
	 * @param array{state: string, not_before: int, attempts: string, created_at: int, ...} $run
	 * @param array<string, mixed>                                                          $environment
	 */
	private function fault_of( array $run, Read_Result $read_result, array $environment ): ?string {
		if ( $read_result->kind->is_success() || 'canceled' === $run['status'] ) {
			return in_array( $run['status'], array( 'accepted', 'canceled' ), true ) ? null : "it is {$run['status']}";
		}
		$started_at  = max( $run['created_at'], $environment['connectedAt'] > $read_result->at ? 0 : (int) $environment['connectedAt'] );
		$replaced_by = $this->replacement( $run, $read_result, $environment );
		if ( '' !== $replaced_by && ( 'failed' === $run['status'] || $this->must_be_replaced( $run, $read_result, $environment, $started_at ) ) ) {
			return $this->fault_of_replacement( $run, $read_result, $replaced_by, $environment, $started_at );
		}
		$attempts = $this->attempts( $run, $environment, $read_result->at );
		$this->world->log->cover( count( $attempts ) . " attempts, then {$run['status']}" );
		$is_paused = null !== $read_result->paused_at || 'token' === ( $environment['paused']['reason'] ?? '' );
		if ( 'failed' === $run['status'] ) {
			return $this->may_fail( $read_result, $started_at ) ? null : 'it has failed for good';
		}
		$wait  = $run['not_before'] - $read_result->at;
		$limit = 'refresh' === $run['action'] && '' !== $replaced_by ? $this->replaced_at( $environment, $started_at ) - $read_result->at : PHP_INT_MAX;
		foreach ( $this->waits( $read_result, $attempts, $is_paused ) as list( $min, $max ) ) {
			list( $min, $max ) = array( min( $min, $limit ), min( $max, $limit ) );
			if ( $wait >= $min && $wait <= $max ) {
				return null;
			}
		}
		return "it waits $wait ms";
	}

	/**
	 * Returns the action that replaces a refresh that failed, or a purge that replaced one; empty for other runs.
	 *
	 * @param array{action: string, ...} $run
	 * @param array<string, mixed>       $environment
	 */
	private function replacement( array $run, Read_Result $read_result, array $environment ): string {
		return match ( true ) {
			'refresh' === $run['action']                                      => isset( $environment['urls']['purgeCache'] ) ? 'purgeCache' : 'rebuild',
			'purgeCache' === $run['action'] && $read_result->replaces_refresh => 'rebuild',
			default                                                           => '',
		};
	}

	/**
	 * Returns an error in a run that a stronger action has to replace.
	 *
	 * @param array{action: string, status: string, replaced_by: string, ...} $run
	 * @param array<string, mixed>                                            $environment
	 */
	private function fault_of_replacement( array $run, Read_Result $read_result, string $replaced_by, array $environment, int $started_at ): ?string {
		if ( 'failed' !== $run['status'] || $run['replaced_by'] !== $replaced_by ) {
			return "it is {$run['status']}, and not replaced by $replaced_by";
		}
		$this->world->log->cover( "{$run['action']} replaced by $replaced_by" );
		return $this->must_be_replaced( $run, $read_result, $environment, $started_at ) ? null : "it was replaced by $replaced_by too early";
	}

	/**
	 * @param array{action: string, ...} $run
	 * @param array<string, mixed>       $environment
	 */
	private function must_be_replaced( array $run, Read_Result $read_result, array $environment, int $started_at ): bool {
		if ( 'refresh' !== $run['action'] ) {
			return $this->may_fail( $read_result, $started_at );
		}
		return $read_result->is_thrown || ! $read_result->kind->may_refresh_later() || $read_result->at >= $this->replaced_at( $environment, $started_at );
	}

	/**
	 * Returns when a refresh that still fails is replaced.
	 *
	 * @param array<string, mixed> $environment
	 */
	private function replaced_at( array $environment, int $started_at ): int {
		return $started_at + 1000 * (int) $environment['automation']['refreshMaximumWaitSeconds'];
	}

	/**
	 * Returns an error in the pause that follows from an answer, after the sender has completed.
	 *
	 * @param array{not_before: int, ...} $run
	 * @param array<string, mixed>|null   $paused
	 */
	private function fault_of_pause( array $run, Read_Result $read_result, ?array $paused ): ?string {
		if ( ! $read_result->is_done() || World::is_refresh( $read_result->lane ) ) {
			return null;
		}
		if ( null !== $read_result->paused_at && null === $paused ) {
			$this->world->log->cover( 'a pause because of the token that ends by a success' );
		}
		if ( $read_result->kind->is_success() && 'token' === ( $paused['reason'] ?? '' ) && $read_result->paused_at === (int) $paused['since'] ) {
			return 'the pause because of the token goes on';
		}
		$must_pause  = $read_result->kind->refuses_token() && self::HOUR_MS === $run['not_before'] - $read_result->at;
		$has_resumed = ( $this->world->observer->successes[ World::environment_of( $read_result->lane ) ] ?? -1 ) >= $read_result->monotonic;
		return $must_pause && null === $paused && ! $has_resumed ? 'there is no pause because of the token' : null;
	}

	/**
	 * @param int $started_at Time of the first attempt.
	 */
	private function may_fail( Read_Result $read_result, int $started_at ): bool {
		if ( $read_result->is_thrown || ( ! $read_result->kind->refuses_token() && ! $read_result->kind->may_work_later() ) ) {
			return true;
		}
		return ! $read_result->kind->refuses_token() && $read_result->at - $started_at >= self::THREE_DAYS_MS - Call::MAX_MS;
	}

	/**
	 * Returns lower and upper bounds of the wait.
	 *
	 * @param  list<array{at: int, error: string}> $attempts
	 * @param  bool                                $is_paused Whether the environment may have been in a token pause.
	 * @return list<array{int, int}>
	 */
	private function waits( Read_Result $read_result, array $attempts, bool $is_paused ): array {
		$hour = $is_paused ? array( array( self::HOUR_MS, self::HOUR_MS ) ) : array();
		if ( $read_result->is_thrown ) {
			return array();
		}
		$is_refresh = World::is_refresh( $read_result->lane );
		$hour       = $is_refresh ? array() : $hour;
		if ( ! $is_refresh && $read_result->kind->refuses_token() ) {
			$is_second = in_array( $attempts[ count( $attempts ) - 2 ]['error'] ?? '', self::TOKEN_ERRORS, true );
			return $is_second ? array( array( self::HOUR_MS, self::HOUR_MS ) ) : array( array( self::FIVE_MINUTES_MS, self::FIVE_MINUTES_MS ), ...$hour );
		}
		if ( $is_refresh ? ! $read_result->kind->may_refresh_later() : ! $read_result->kind->may_work_later() ) {
			return $hour;
		}
		$seconds   = self::BACK_OFF_SECONDS[ count( $attempts ) - 1 ] ?? self::HOUR_MS / 1000;
		$requested = min( $read_result->kind->wait_ms() ?? 0, self::HOUR_MS );
		return array( array( max( $requested - self::ROUNDING_MS, $seconds * 800 ), max( $requested, $seconds * 1200 ) ), ...$hour );
	}

	/**
	 * @param  array{attempts: string, ...}        $run
	 * @param  array<string, mixed>                $environment
	 * @return list<array{at: int, error: string}>
	 */
	private function attempts( array $run, array $environment, int $now ): array {
		$connected_at = (int) $environment['connectedAt'] > $now ? 0 : (int) $environment['connectedAt'];
		$attempts     = json_decode( $run['attempts'], true );
		$attempts     = array_values( array_filter( is_array( $attempts ) ? $attempts : array(), static fn( array $one ): bool => $one['at'] >= $connected_at ) );
		// A call from before the new webhook URLs does not apply to them.
		return array() === $attempts ? array( array( 'at' => $now, 'error' => '' ) ) : $attempts;
	}
}
