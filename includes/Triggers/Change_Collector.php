<?php
/**
 * Noting changes.
 *
 * @package HeadlessDeploy
 */

declare( strict_types=1 );

namespace HeadlessDeploy\Triggers;

use HeadlessDeploy\Clock;
use HeadlessDeploy\Environments\Action;
use HeadlessDeploy\Environments\Automation;
use HeadlessDeploy\Queue\Alarm;
use HeadlessDeploy\Queue\Lane_Key;
use HeadlessDeploy\Queue\Queue_Store;
use HeadlessDeploy\Queue\Schema;
use HeadlessDeploy\Queue\Write_Failure;

/**
 * Notes changes without making anybody wait: the first of a request at once, so that a request that dies has left a
 * trace; all others together, every few seconds and at the end. It reads nothing and calls nobody.
 */
final class Change_Collector {
	private const LONGEST_FLUSH_INTERVAL_MS  = 5_000;
	private const SHORTEST_FLUSH_INTERVAL_MS = 1_000;
	private const TRIES                      = 3;

	/**
	 * Changes that are not written yet, by lane.
	 *
	 * @var array<string, Batch>
	 */
	private array $batches = array();

	/**
	 * Sites whose first change of this request was written.
	 *
	 * @var array<int, true>
	 */
	private array $begun = array();

	/**
	 * Lanes that this request has noted anything for.
	 *
	 * @var array<string, Lane_Key>
	 */
	private array $noted = array();

	/**
	 * When this request wrote last, in milliseconds.
	 */
	private int $flushed_at = 0;

	/**
	 * How long changes may be collected, in milliseconds.
	 */
	private int $flush_interval = self::LONGEST_FLUSH_INTERVAL_MS;

	/**
	 * Whether the request is at its end: what comes now is written at once.
	 */
	private bool $is_ending = false;

	/**
	 * Takes what it works with.
	 *
	 * @param Queue_Store   $store         The queue.
	 * @param Alarm         $alarm         Wakes the site when the changes are due.
	 * @param Clock         $clock         The time.
	 * @param Write_Failure $write_failure Remembers what could not be written.
	 */
	public function __construct(
		private readonly Queue_Store $store,
		private readonly Alarm $alarm,
		private readonly Clock $clock,
		private readonly Write_Failure $write_failure,
	) {}

	/**
	 * Adds a change of the current site.
	 *
	 * @param Change                                                       $change The change.
	 * @param array<string, array{action: Action, automation: Automation}> $wishes What it asks for, by environment.
	 */
	public function add( Change $change, array $wishes ): void {
		if ( array() === $wishes ) {
			return;
		}
		$now     = $this->clock->now_ms();
		$blog_id = get_current_blog_id();
		foreach ( $wishes as $id => $wish ) {
			$key = Lane_Key::of( $blog_id, $id, $wish['action']->lane() );
			$this->batches[ $key->id() ] ??= new Batch( $key, $wish['action'] );
			$this->noted[ $key->id() ] = $key;
			$this->flush_interval      = min( $this->flush_interval, $this->interval( $wish['automation'] ) );
			$this->batches[ $key->id() ]->add( $change, $wish['action'], $now );
		}
		$is_first = ! isset( $this->begun[ $blog_id ] );
		if ( $is_first || $this->is_ending || abs( $now - $this->flushed_at ) >= $this->flush_interval ) {
			$this->flush();
		}
		if ( $is_first ) {
			$this->begun[ $blog_id ] = true;
			$this->set_alarm( $wishes, $now );
		}
	}

	/**
	 * Writes what was collected, for all environments in one statement.
	 */
	public function flush(): void {
		if ( array() === $this->batches ) {
			return;
		}
		$now     = $this->clock->now_ms();
		$batches = array_values( $this->batches );
		$rows    = array_map( static fn( Batch $batch ) => $batch->to_row( $now ), $batches );

		$this->batches    = array();
		$this->flushed_at = $now;
		for ( $try = 1; $try <= self::TRIES; $try++ ) {
			if ( 0 !== $this->store->note( $rows ) ) {
				return;
			}
			if ( 1 === $try && array() !== Schema::missing() ) {
				Schema::create();
			}
		}
		global $wpdb;
		$counts = array_map( static fn( Batch $batch ): int => $batch->count(), $batches );
		$this->write_failure->remember( max( $counts ), $now, (string) $wpdb->last_error );
	}

	/**
	 * Writes what is left at the end of the request. Hooked to `shutdown`; what others change after it is written at
	 * once.
	 */
	public function end(): void {
		$this->is_ending = true;
		$this->flush();
	}

	/**
	 * Returns the lanes of the current site that this request has noted anything for.
	 *
	 * @return array<string, Lane_Key>
	 */
	public function noted(): array {
		return array_filter( $this->noted, static fn( Lane_Key $key ): bool => get_current_blog_id() === $key->blog_id );
	}

	/**
	 * Sets the alarm for the first of the environments that will be due by itself.
	 *
	 * @param array<string, array{action: Action, automation: Automation}> $wishes What is asked for.
	 * @param int                                                          $now    Milliseconds.
	 */
	private function set_alarm( array $wishes, int $now ): void {
		$waits = array();
		foreach ( $wishes as $wish ) {
			$automation = $wish['automation'];
			if ( ! $automation->hold ) {
				$waits[] = min( $automation->quiet_period_seconds, $automation->maximum_wait_seconds ) * 1000;
			}
		}
		if ( array() !== $waits ) {
			$this->alarm->set_first( $now + min( $waits ) );
		}
	}

	/**
	 * Returns how long changes of an environment may be collected: half its quiet period, within bounds.
	 *
	 * @param Automation $automation The environment's.
	 */
	private function interval( Automation $automation ): int {
		return max( self::SHORTEST_FLUSH_INTERVAL_MS, min( self::LONGEST_FLUSH_INTERVAL_MS, $automation->quiet_period_seconds * 500 ) );
	}
}
