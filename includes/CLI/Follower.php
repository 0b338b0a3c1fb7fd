<?php

declare( strict_types=1 );

namespace HeadlessDeploy\CLI;

use Closure;
use HeadlessDeploy\Clock;
use HeadlessDeploy\Deliveries\Delivery_Log;
use HeadlessDeploy\Errors;
use HeadlessDeploy\Queue\Dispatcher;
use HeadlessDeploy\Queue\Queue_Store;

/**
 * Waits until the run that carries a press has ended, and sends what becomes due meanwhile: where nobody else wakes the
 * site, a run that is to be tried again would wait for ever.
 *
 * @phpstan-import-type Row from Delivery_Log
 */
final class Follower {
	private const LOOK_EVERY_MS = 1_000;

	/**
	 * @param Closure(int): void $sleep
	 * @param Console            $console Says what goes on.
	 */
	public function __construct(
		private readonly Queue_Store $store,
		private readonly Delivery_Log $log,
		private readonly Dispatcher $dispatcher,
		private readonly Clock $clock,
		private readonly Closure $sleep,
		private readonly Console $console,
	) {}

	/**
	 * Returns the delivery that carries a press, when it has ended or the time is over.
	 *
	 * @param  int      $seconds How long to wait at most, 0 for not at all.
	 * @return Row|null Null while it still waits for the one in flight.
	 */
	public function follow( int $row_id, int $seconds ): ?object {
		$deadline = $this->clock->monotonic_ms() + $seconds * 1000;
		$told     = '';
		while ( true ) {
			$delivery = $this->log->find( $this->store->delivery_of( $row_id ) );
			$left     = $deadline - $this->clock->monotonic_ms();
			if ( $left <= 0 || in_array( $delivery->state ?? '', Queue_Store::ENDED, true ) ) {
				return $delivery;
			}
			$told = $this->tell( $delivery, $told );
			( $this->sleep )( min( self::LOOK_EVERY_MS, $left ) );
			Fresh_State::renew();
			$this->dispatcher->dispatch_site();
		}
	}

	/**
	 * Says why the wait goes on, once.
	 *
	 * @param Row|null $delivery
	 * @param string   $told     What was said last.
	 */
	private function tell( ?object $delivery, string $told ): string {
		$words = match ( $delivery->state ?? '' ) {
			'sending'  => '',
			'retrying' => null === $delivery ? '' : self::retry( $delivery ),
			default    => __( 'Another run is being sent; this one goes out right after it.', 'headless-deploy' ),
		};
		if ( '' !== $words && $words !== $told ) {
			$this->console->line( $words );
		}
		return $words;
	}

	/**
	 * Says why a delivery is tried again, and when.
	 *
	 * @param Row $delivery A delivery that waits for its next attempt.
	 */
	public static function retry( object $delivery ): string {
		$why = Errors::message( (string) $delivery->error_code, array( 'status' => (string) $delivery->http_status ) );
		return $why . ' ' . Words::tried_again( (int) $delivery->not_before );
	}
}
