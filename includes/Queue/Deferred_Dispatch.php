<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Queue;

use Closure;
use HeadlessDeploy\Clock;
use HeadlessDeploy\Option_Row;
use HeadlessDeploy\Read_Failed;

/**
 * Waits in the request that a closing page sent until pending runs are due, and sends them. Only one request of a site
 * waits at a time, so that closed tabs cannot occupy all workers of the server. The request of an open page waits for a
 * moment at most.
 */
final class Deferred_Dispatch {
	public const MAX_WAIT_MS = 30_000;

	/**
	 * How long the request of an open page waits.
	 */
	private const MAX_EARLY_MS = 500;

	/**
	 * Holds which request waits, and until when its lock lasts; not autoloaded.
	 */
	public const LOCK_OPTION = 'headless_deploy_deferred_dispatch';

	/**
	 * Longer than the longest wait and one dispatch.
	 */
	private const LOCK_MS = 60_000;

	private const MIN_WAIT_MS        = 1_000;
	private const SLOWEST_SAVE_MS    = 3_000;
	private const TIME_LIMIT_SECONDS = 90;

	/**
	 * @param Closure(int): void $sleep
	 */
	public function __construct(
		private readonly Dispatcher $dispatcher,
		private readonly Clock $clock,
		private readonly Closure $sleep,
	) {}

	/**
	 * Sends due runs. Open pages ask a moment before a run is due, so that WordPress starts during the quiet period and not
	 * after it.
	 */
	public function send_soon(): void {
		$wait = ( $this->dispatcher->dispatch_site() ?? 0 ) - $this->clock->now_ms();
		if ( $wait > 0 && $wait <= self::MAX_EARLY_MS ) {
			( $this->sleep )( $wait );
			$this->dispatcher->dispatch_site();
		}
	}

	/**
	 * Ends the response if the server can, then waits and sends. Call it after the response was written.
	 */
	public function wait_and_send(): void {
		ignore_user_abort( true );
		if ( function_exists( 'set_time_limit' ) ) {
			// phpcs:ignore Squiz.PHP.DiscouragedFunctions -- the wait is bounded, and shorter than this.
			set_time_limit( self::TIME_LIMIT_SECONDS );
		}
		$this->finish_response();
		try {
			$lock = $this->lock();
			if ( null === $lock ) {
				return;
			}
			try {
				$this->wait();
			} finally {
				$this->unlock( $lock );
			}
		} catch ( Read_Failed ) {
			// The recurring cron event sends it instead.
			return;
		}
	}

	/**
	 * Takes the site's lock. One that was left behind by a crash expires.
	 *
	 * @return array{expiresAt: int, id: string}|null Null while another request holds it.
	 */
	private function lock(): ?array {
		$row    = new Option_Row( self::LOCK_OPTION );
		$raw    = $row->read();
		$stored = Option_Row::parse( $raw );
		$until  = is_int( $stored['expiresAt'] ?? null ) ? $stored['expiresAt'] : 0;
		$now    = $this->clock->now_ms();
		// A lock that expires later than any can was taken before the clock was set back.
		if ( $until > $now && $until <= $now + self::LOCK_MS ) {
			return null;
		}
		$lock = array(
			'expiresAt' => $now + self::LOCK_MS,
			'id'        => wp_generate_uuid4(),
		);
		return $row->swap( $raw, $lock ) ? $lock : null;
	}

	/**
	 * @param array{expiresAt: int, id: string} $lock
	 */
	private function unlock( array $lock ): void {
		( new Option_Row( self::LOCK_OPTION ) )->swap( (string) maybe_serialize( $lock ), array( 'expiresAt' => 0 ) );
	}

	private function wait(): void {
		$deadline = $this->clock->monotonic_ms() + self::MAX_WAIT_MS;
		$min_wait = 0;
		$due      = $this->first_due();
		while ( null !== $due ) {
			$wait = max( $due - $this->clock->now_ms(), $min_wait );
			if ( $this->clock->monotonic_ms() + $wait > $deadline ) {
				return;
			}
			if ( $wait > 0 ) {
				( $this->sleep )( $wait );
			}
			$this->dispatcher->dispatch_site();
			// A due run that could not be sent must not make this a busy loop.
			$min_wait = self::MIN_WAIT_MS;
			$due      = $this->dispatcher->next_due();
		}
	}

	/**
	 * Returns when a run is due. When none is, it reads again for three seconds: a tab that is closed during a save may send
	 * this request before the change is stored.
	 */
	private function first_due(): ?int {
		$deadline = $this->clock->monotonic_ms() + self::SLOWEST_SAVE_MS;
		$due      = $this->dispatcher->next_due();
		while ( null === $due && $this->clock->monotonic_ms() < $deadline ) {
			( $this->sleep )( self::MIN_WAIT_MS );
			$due = $this->dispatcher->next_due();
		}
		return $due;
	}

	private function finish_response(): void {
		foreach ( array( 'fastcgi_finish_request', 'litespeed_finish_request' ) as $finish ) {
			if ( function_exists( $finish ) ) {
				$finish();
				return;
			}
		}
	}
}
