<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Tests\Model;

/**
 * Judges what was written after an answer: how long a run waits, how often it is tried, and that a token that is
 * refused is tried once an hour. The numbers are those of docs/retry-policy.md, written here a second time.
 */
final class Retry_Checks {
	private const TOKEN_ERRORS     = array( 'headless_deploy_token_refused', 'headless_deploy_webhook_not_found' );
	private const BACK_OFF_SECONDS = array( 10, 30, 120, 600, 1800 );
	private const FIVE_MINUTES_MS  = 300_000;
	private const HOUR_MS          = 3_600_000;
	private const THREE_DAYS_MS    = 259_200_000;
	private const ROUNDING_MS      = 1_000;

	/**
	 * The last try of each environment in a pause because of its token: since when it is paused, and when it was tried.
	 *
	 * @var array<string, array{since: int, monotonic: int, jumps: int}>
	 */
	private array $tries = array();

	public function __construct( private readonly World $world ) {}

	/**
	 * Judges the runs about which an attempt was written since.
	 *
	 * @param Picture $before The queue as it was.
	 */
	public function judge( Picture $before, Picture $now ): void {
		$answers                     = $this->world->watch->answers;
		$this->world->watch->answers = array();
		foreach ( $answers as $id => $said ) {
			$run = $now->runs[ $id ] ?? null;
			if ( null === $run || 'sending' === $run['status'] || $run['attempts'] === ( $before->runs[ $id ]['attempts'] ?? '[]' ) ) {
				continue;
			}
			$environment = $now->environments[ World::environment_of( $run['lane'] ) ] ?? null;
			$paused      = $environment['paused'] ?? null;
			// What was decided before a new webhook was pasted says nothing about it.
			$fault = null === $environment || (int) $environment['connectedAt'] >= $said->began_at ? null : $this->fault_of( $run, $said, $environment ) ?? $this->fault_of_pause( $run, $said, $paused );
			if ( null !== $fault ) {
				$this->world->story->blame( "run $id ({$run['lane']}): $fault after $said->kind" );
			}
			if ( 'token' === ( $paused['reason'] ?? '' ) && 'retrying' === $run['status'] && $said->is_done() ) {
				$this->tries[ World::environment_of( $run['lane'] ) ] = array(
					'since'     => (int) $paused['since'],
					'monotonic' => $said->monotonic,
					'jumps'     => $this->world->clock_jumps,
				);
			}
		}
	}

	/**
	 * Tells whether an automatic call in a pause because of the token comes less than an hour after the last try.
	 *
	 * @param int $since Since when it is paused.
	 */
	public function is_too_soon( string $environment, int $since ): bool {
		$try = $this->tries[ $environment ] ?? null;
		return null !== $try && $try['since'] === $since && $try['jumps'] === $this->world->clock_jumps && $this->world->clock->monotonic < $try['monotonic'] + self::HOUR_MS;
	}

	/**
	 * Returns what is wrong with how a run goes on.
	 *
	 * @param array{state: string, not_before: int, attempts: string, created_at: int, ...} $run
	 * @param Said                                                                          $said        What the service said.
	 * @param array<string, mixed>                                                          $environment
	 */
	private function fault_of( array $run, Said $said, array $environment ): ?string {
		if ( $said->kind->is_success() || 'canceled' === $run['status'] ) {
			return in_array( $run['status'], array( 'accepted', 'canceled' ), true ) ? null : "it is {$run['status']}";
		}
		$attempts = $this->attempts( $run, $environment, $said->at );
		$this->world->story->reach( count( $attempts ) . " attempts, then {$run['status']}" );
		$is_paused = null !== $said->paused_at || 'token' === ( $environment['paused']['reason'] ?? '' );
		if ( 'failed' === $run['status'] ) {
			return $this->may_fail( $said, max( $run['created_at'], $environment['connectedAt'] > $said->at ? 0 : (int) $environment['connectedAt'] ) ) ? null : 'it has failed for good';
		}
		$wait = $run['not_before'] - $said->at;
		foreach ( $this->waits( $said, $attempts, $is_paused ) as list( $least, $most ) ) {
			if ( $wait >= $least && $wait <= $most ) {
				return null;
			}
		}
		return "it waits $wait ms";
	}

	/**
	 * Returns what is wrong with the pause that follows from an answer, once the sender is done.
	 *
	 * @param array{not_before: int, ...} $run
	 * @param Said                        $said   What the service said.
	 * @param array<string, mixed>|null   $paused
	 */
	private function fault_of_pause( array $run, Said $said, ?array $paused ): ?string {
		if ( ! $said->is_done() ) {
			return null;
		}
		if ( null !== $said->paused_at && null === $paused ) {
			$this->world->story->reach( 'a pause because of the token that ends by a success' );
		}
		if ( $said->kind->is_success() && 'token' === ( $paused['reason'] ?? '' ) && $said->paused_at === (int) $paused['since'] ) {
			return 'the pause because of the token goes on';
		}
		$must_pause  = $said->kind->refuses_token() && self::HOUR_MS === $run['not_before'] - $said->at;
		$has_resumed = ( $this->world->watch->successes[ World::environment_of( $said->lane ) ] ?? -1 ) >= $said->monotonic;
		return $must_pause && null === $paused && ! $has_resumed ? 'there is no pause because of the token' : null;
	}

	/**
	 * Tells whether a run may have failed for good.
	 *
	 * @param Said $said     What the service said.
	 * @param int  $began_at When the first attempt was to be made.
	 */
	private function may_fail( Said $said, int $began_at ): bool {
		if ( $said->is_thrown || ( ! $said->kind->refuses_token() && ! $said->kind->may_work_later() ) ) {
			return true;
		}
		return ! $said->kind->refuses_token() && $said->at - $began_at >= self::THREE_DAYS_MS - Call::LONGEST_MS;
	}

	/**
	 * Returns how long a run may wait: lower and upper bounds.
	 *
	 * @param  Said                                $said      What the service said.
	 * @param  list<array{at: int, error: string}> $attempts
	 * @param  bool                                $is_paused Whether the environment may have been paused because of its token.
	 * @return list<array{int, int}>
	 */
	private function waits( Said $said, array $attempts, bool $is_paused ): array {
		$hour = $is_paused ? array( array( self::HOUR_MS, self::HOUR_MS ) ) : array();
		if ( $said->is_thrown ) {
			return array();
		}
		if ( $said->kind->refuses_token() ) {
			$is_second = in_array( $attempts[ count( $attempts ) - 2 ]['error'] ?? '', self::TOKEN_ERRORS, true );
			return $is_second ? array( array( self::HOUR_MS, self::HOUR_MS ) ) : array( array( self::FIVE_MINUTES_MS, self::FIVE_MINUTES_MS ), ...$hour );
		}
		if ( ! $said->kind->may_work_later() ) {
			return $hour;
		}
		$seconds = self::BACK_OFF_SECONDS[ count( $attempts ) - 1 ] ?? self::HOUR_MS / 1000;
		$told    = min( $said->kind->wait_ms() ?? 0, self::HOUR_MS );
		return array( array( max( $told - self::ROUNDING_MS, $seconds * 800 ), max( $told, $seconds * 1200 ) ), ...$hour );
	}

	/**
	 * Reads the attempts that were made with the webhooks that are connected now.
	 *
	 * @param  array{attempts: string, ...}        $run
	 * @param  array<string, mixed>                $environment
	 * @return list<array{at: int, error: string}>
	 */
	private function attempts( array $run, array $environment, int $now ): array {
		$connected_at = (int) $environment['connectedAt'] > $now ? 0 : (int) $environment['connectedAt'];
		$attempts     = json_decode( $run['attempts'], true );
		$attempts     = array_values( array_filter( is_array( $attempts ) ? $attempts : array(), static fn( array $one ): bool => $one['at'] >= $connected_at ) );
		// One that began before the webhooks were pasted says nothing about them.
		return array() === $attempts ? array( array( 'at' => $now, 'error' => '' ) ) : $attempts;
	}
}
