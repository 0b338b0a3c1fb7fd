<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Changes;

use Closure;
use HeadlessDeploy\Clock;
use HeadlessDeploy\Connection_Lost;
use HeadlessDeploy\Database;
use HeadlessDeploy\Environments\Automation;
use HeadlessDeploy\Lane;
use HeadlessDeploy\Queue\Change_Store;
use HeadlessDeploy\Queue\Lane_Key;
use HeadlessDeploy\Queue\Missing_Tables;
use HeadlessDeploy\Queue\New_Change;
use HeadlessDeploy\Queue\Own_Connection;
use HeadlessDeploy\Queue\Wake_Up;
use HeadlessDeploy\Queue\Write_Failure;

/**
 * Records the changes of a request without delaying it. The first change is written at once, so that it survives a
 * crash of the request; later ones are written together, every few seconds and at the end. It makes no query except the
 * INSERT and no HTTP request.
 *
 * @phpstan-import-type Requested from Policy
 */
final class Change_Collector {
	private const MAX_FLUSH_INTERVAL_MS = 5_000;
	private const MIN_FLUSH_INTERVAL_MS = 1_000;
	private const MAX_ATTEMPTS          = 3;

	private const WAKE_UP_INTERVAL_MS = 30_000;

	/**
	 * Limits the memory of a very long request; further objects may be counted twice.
	 */
	private const MAX_COUNTED = 10_000;

	/**
	 * Changes that are not written yet, by lane.
	 *
	 * @var array<string, Batch>
	 */
	private array $batches = array();

	/**
	 * When this request scheduled the wake-up of each site, in milliseconds.
	 *
	 * @var array<int, int>
	 */
	private array $scheduled_at = array();

	/**
	 * How long each site waits before it sends, in milliseconds; null when it sends nothing automatically.
	 *
	 * @var array<int, int|null>
	 */
	private array $waits = array();

	/**
	 * @var array<string, Lane_Key>
	 */
	private array $lanes = array();

	/**
	 * Objects that this request has counted, by lane: an import saves a post, then its terms, then its meta.
	 *
	 * @var array<string, array<string, true>>
	 */
	private array $counted = array();

	/**
	 * When this request last wrote a row of each lane, in milliseconds.
	 *
	 * @var array<string, int>
	 */
	private array $written_at = array();

	/**
	 * When this request last wrote, in milliseconds.
	 */
	private int $flushed_at = 0;

	/**
	 * How long changes may be collected, in milliseconds.
	 */
	private int $flush_interval = self::MAX_FLUSH_INTERVAL_MS;

	/**
	 * Whether `shutdown` has run: later changes are written at once.
	 */
	private bool $is_ending = false;

	/**
	 * Rows that the database refused: their statements, how many changes they hold, and the error of the database.
	 *
	 * @var list<array{inserts: non-empty-list<string>, changes: int, error: string}>
	 */
	private array $refused = array();

	public function __construct(
		private readonly Change_Store $changes,
		private readonly Wake_Up $wake_up,
		private readonly Clock $clock,
		private readonly Write_Failure $write_failure,
		private readonly Own_Connection $connection = new Own_Connection(),
	) {}

	/**
	 * @param Requested $requested What it asks for.
	 */
	public function add( Change $change, array $requested ): void {
		if ( array() === $requested ) {
			return;
		}
		$now     = $this->clock->now_ms();
		$blog_id = get_current_blog_id();
		foreach ( $requested as $one ) {
			$key        = Lane_Key::of( $blog_id, $one['environment'], $one['action']->lane() );
			$written_at = $this->written_at[ $key->id() ] ?? null;
			$is_recent  = null !== $written_at && abs( $now - $written_at ) < $one['automation']->quiet_period_ms( $key->lane );
			$this->batches[ $key->id() ] ??= new Batch( $key, $one['action'], $is_recent );
			$this->lanes[ $key->id() ] = $key;
			$this->flush_interval      = min( $this->flush_interval, $this->interval( $one['automation'], $key->lane ) );
			$this->batches[ $key->id() ]->add( $change, $one['action'], $now, $this->is_new( $key->id(), $change->key() ) );
		}
		$is_first = ! isset( $this->scheduled_at[ $blog_id ] );
		if ( $is_first || $this->is_ending || abs( $now - $this->flushed_at ) >= $this->flush_interval ) {
			$this->flush();
		}
		$this->waits[ $blog_id ] = $this->shortest_wait( $requested );
		$this->schedule_wake_up( $now );
	}

	public function flush(): void {
		if ( array() === $this->batches ) {
			return;
		}
		$now     = $this->clock->now_ms();
		$batches = array_values( $this->batches );
		$rows    = array_map( static fn( Batch $batch ) => $batch->to_row( $now ), $batches );
		$inserts = Change_Store::inserts( $rows );

		$this->batches    = array();
		$this->flushed_at = $now;
		try {
			$is_written = Database::without_exit( fn(): bool => $this->write( $inserts ) );
		} catch ( Connection_Lost ) {
			$is_written = false;
		}
		if ( $is_written ) {
			$this->written_at = array_fill_keys(
				array_map( static fn( New_Change $row ): string => $row->key->id(), $rows ),
				$now,
			) + $this->written_at;
			return;
		}
		global $wpdb;
		$this->refused[] = array(
			'inserts' => $inserts,
			'changes' => max( 1, ...array_map( static fn( Batch $batch ): int => $batch->count(), $batches ) ),
			'error'   => (string) $wpdb->last_error,
		);
		if ( $this->is_ending ) {
			$this->write_refused();
		}
	}

	/**
	 * @param  non-empty-list<string> $inserts
	 * @throws Connection_Lost
	 */
	private function write( array $inserts ): bool {
		for ( $attempt = 1; $attempt <= self::MAX_ATTEMPTS; $attempt++ ) {
			if ( 0 !== $this->changes->write( $inserts ) ) {
				return true;
			}
			if ( 1 === $attempt ) {
				( new Missing_Tables() )->repair();
			}
		}
		return false;
	}

	/**
	 * Writes what the database refused once more, through a connection of its own, and remembers what it refuses again.
	 * Hooked to the beginning of `shutdown`, because a callback that uses a lost connection ends PHP.
	 */
	public function write_refused(): void {
		$refused       = $this->refused;
		$this->refused = array();
		foreach ( $refused as $rows ) {
			if ( ! $this->connection->write( $rows['inserts'] ) ) {
				$this->write_failure->remember( $rows['changes'], $this->clock->now_ms(), $rows['error'] );
			}
		}
	}

	/**
	 * Writes the remaining changes. Hooked to `shutdown`; changes by later callbacks are written at once.
	 */
	public function end(): void {
		$this->is_ending = true;
		$this->flush();
		$this->write_refused();
		$this->schedule_wake_up( $this->clock->now_ms() );
	}

	/**
	 * Writes together what some work records after the end of the request.
	 *
	 * @param Closure(): mixed $work
	 */
	public function collect( Closure $work ): void {
		$this->is_ending = false;
		$work();
		$this->end();
	}

	/**
	 * @return array<string, Lane_Key>
	 */
	public function recorded_lanes(): array {
		return array_filter( $this->lanes, static fn( Lane_Key $key ): bool => get_current_blog_id() === $key->blog_id );
	}

	/**
	 * @param string $lane Id of the lane.
	 */
	private function is_new( string $lane, string $change_key ): bool {
		$is_new = ! isset( $this->counted[ $lane ][ $change_key ] );
		if ( $is_new && count( $this->counted[ $lane ] ?? array() ) < self::MAX_COUNTED ) {
			$this->counted[ $lane ][ $change_key ] = true;
		}
		return $is_new;
	}

	private function schedule_wake_up( int $now ): void {
		$blog_id = get_current_blog_id();
		$last    = $this->scheduled_at[ $blog_id ] ?? null;
		if ( ! array_key_exists( $blog_id, $this->waits ) || ( null !== $last && abs( $now - $last ) < self::WAKE_UP_INTERVAL_MS ) ) {
			return;
		}
		$this->scheduled_at[ $blog_id ] = $now;
		if ( null !== $this->waits[ $blog_id ] ) {
			$this->wake_up->set_first( $now + $this->waits[ $blog_id ], null !== $last );
		}
	}

	/**
	 * Returns the shortest wait of the environments in milliseconds, null when none deploys automatically.
	 *
	 * @param Requested $requested What is asked for.
	 */
	private function shortest_wait( array $requested ): ?int {
		$waits = array();
		foreach ( $requested as $one ) {
			$automation = $one['automation'];
			if ( ! $automation->hold ) {
				$lane    = $one['action']->lane();
				$waits[] = min( $automation->quiet_period_ms( $lane ), $automation->maximum_wait_ms( $lane ) );
			}
		}
		return array() === $waits ? null : min( $waits );
	}

	/**
	 * Returns how long changes of an environment may be collected: half its quiet period, within limits.
	 */
	private function interval( Automation $automation, Lane $lane ): int {
		return max( self::MIN_FLUSH_INTERVAL_MS, min( self::MAX_FLUSH_INTERVAL_MS, intdiv( $automation->quiet_period_ms( $lane ), 2 ) ) );
	}
}
