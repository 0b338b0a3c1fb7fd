<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Queue;

use Closure;
use HeadlessDeploy\Clock;
use HeadlessDeploy\Read_Failed;

/**
 * Waits, in a request that its browser has left behind, until what is pending is due, and sends it. One request of a
 * site waits at a time, so that no number of closed tabs can use up the server's workers.
 */
final class Deferred_Dispatch {
	public const LONGEST_WAIT_MS = 30_000;

	private const SHORTEST_WAIT_MS   = 1_000;
	private const SLOWEST_SAVE_MS    = 3_000;
	private const TIME_LIMIT_SECONDS = 90;

	/**
	 * @param Closure(int): void $sleep
	 */
	public function __construct(
		private readonly Queue_Store $store,
		private readonly Dispatcher $dispatcher,
		private readonly Clock $clock,
		private readonly Closure $sleep,
	) {}

	/**
	 * Lets the client go where the server can, then waits and sends. To be called when the answer is written.
	 */
	public function wait_and_send(): void {
		ignore_user_abort( true );
		if ( function_exists( 'set_time_limit' ) ) {
			// phpcs:ignore Squiz.PHP.DiscouragedFunctions -- the wait is bounded, and shorter than this.
			set_time_limit( self::TIME_LIMIT_SECONDS );
		}
		$this->finish_response();
		$lease = Lease::from_now( Lane_Key::waiter( get_current_blog_id() ), $this->clock );
		if ( ! $this->store->take( $lease ) ) {
			return;
		}
		try {
			$this->wait();
		} catch ( Read_Failed ) {
			// Cron comes anyway.
			return;
		} finally {
			$this->store->give_back( $lease );
		}
	}

	/**
	 * Sends whatever becomes due within the longest wait.
	 */
	private function wait(): void {
		$deadline = $this->clock->monotonic_ms() + self::LONGEST_WAIT_MS;
		$shortest = 0;
		$due      = $this->first_due();
		while ( null !== $due ) {
			$wait = max( $due - $this->clock->now_ms(), $shortest );
			if ( $this->clock->monotonic_ms() + $wait > $deadline ) {
				return;
			}
			if ( $wait > 0 ) {
				( $this->sleep )( $wait );
			}
			$this->dispatcher->dispatch_site();
			// What is due and was not sent, for whatever reason, must not be asked about without pause.
			$shortest = self::SHORTEST_WAIT_MS;
			$due      = $this->dispatcher->next_due();
		}
	}

	/**
	 * Returns when something is due, and looks again for a moment when nothing is: whoever closes the tab while the save
	 * is still under way is here before the change.
	 */
	private function first_due(): ?int {
		$give_up = $this->clock->monotonic_ms() + self::SLOWEST_SAVE_MS;
		$due     = $this->dispatcher->next_due();
		while ( null === $due && $this->clock->monotonic_ms() < $give_up ) {
			( $this->sleep )( self::SHORTEST_WAIT_MS );
			$due = $this->dispatcher->next_due();
		}
		return $due;
	}

	/**
	 * Sends the answer off, where the server has a way to.
	 */
	private function finish_response(): void {
		foreach ( array( 'fastcgi_finish_request', 'litespeed_finish_request' ) as $finish ) {
			if ( function_exists( $finish ) ) {
				$finish();
				return;
			}
		}
	}
}
