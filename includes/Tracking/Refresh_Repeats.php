<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Tracking;

use HeadlessDeploy\Action;
use HeadlessDeploy\Clock;
use HeadlessDeploy\Environments\Environment;
use HeadlessDeploy\Http\Caller;
use HeadlessDeploy\Queue\Run_Record;
use HeadlessDeploy\Read_Failed;
use Throwable;

/**
 * Repeats a refresh whose page still shows the old content. The front end may have rendered it from a database replica
 * that had not received the change yet.
 */
final class Refresh_Repeats {
	/**
	 * How long after the acceptance, and then after each repetition: 2, 5 and 15 seconds after the acceptance.
	 */
	private const WAITS_MS = array( 2_000, 3_000, 10_000 );

	public function __construct(
		private readonly Caller $caller,
		private readonly Tracking_Store $store,
		private readonly Clock $clock,
	) {}

	public static function are_left( Run_Record $run, Tracking_Record $record ): bool {
		return Action::Refresh === $run->action && $record->is_stale && count( $record->repeated_at ) < count( self::WAITS_MS );
	}

	/**
	 * Sends the requests of a run again, if that is due. Whether the front end accepts them is shown by its page.
	 *
	 * @param  int             $claim Of `Tracking_Store::claim()`.
	 * @throws Read_Failed
	 * @return Tracking_Record With the repetition.
	 */
	public function repeat_if_due( Run_Record $run, int $claim, Tracking_Record $record, Environment $environment ): Tracking_Record {
		$now  = $this->clock->now_ms();
		$last = array() === $record->repeated_at ? $run->finished_at : max( $record->repeated_at );
		if ( ! self::are_left( $run, $record ) || $now < $last + self::WAITS_MS[ count( $record->repeated_at ) ] ) {
			return $record;
		}
		$repeated = $record->with_repeat( $now );
		// Stored before the call: a process that ends during the call must not repeat it without end.
		if ( ! $this->store->keep( $run, $claim, $repeated ) ) {
			return $record;
		}
		try {
			$this->caller->prepare( $environment->id, Action::Refresh, $run->id )->send( $environment );
		} catch ( Read_Failed $failure ) {
			throw $failure;
		} catch ( Throwable ) {
			// An exception of another plugin's hook must not end the dispatch; the repetition counts.
			return $repeated;
		}
		return $repeated;
	}
}
