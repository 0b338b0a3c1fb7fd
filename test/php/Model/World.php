<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Tests\Model;

use Closure;
use HeadlessDeploy\Tests\Queue\Manual_Clock;

/**
 * The clock, the database, the hosts and the processes, of which one runs at a time.
 */
final class World {
	private const BEGINNING_MS = 1_800_000_000_000;

	/**
	 * Start of the monotonic clock.
	 */
	private const MONOTONIC_BEGINNING_MS = 5_000_000;

	private const MAX_STATEMENT_LENGTH = 300;

	private const STAYS_IN_CALL_PERCENT = 70;

	public readonly Manual_Clock $clock;
	public readonly Random_Numbers $random;
	public readonly Event_Log $log;
	public readonly Statement_Observer $observer;
	public readonly Simulated_Host $service;
	public readonly Front_Ends $front_ends;
	public readonly Transactions $transactions;
	public readonly Server_Clock $server_clock;
	public readonly Memory_Cron $cron;

	/**
	 * @var array<int, Process>
	 */
	public array $processes = array();

	public ?Process $running = null;

	public int $clock_jumps = 0;

	public int $removals = 0;

	/**
	 * Whether runs were deleted in this schedule.
	 */
	public bool $has_pruned = false;

	/**
	 * Whether one process runs alone, without faults.
	 */
	public bool $is_quiet = false;

	public readonly Replica $replica;

	private readonly Statement_Faults $faults;

	private readonly bool $tells_statements;

	private readonly Row_Checks $rows;

	public readonly Retry_Checks $retries;

	private ?Snapshot $last_snapshot = null;

	public function __construct(
		int $seed,
		public readonly Hooked_Sqlite|Hooked_Mysql $database,
	) {
		$this->clock        = new Manual_Clock( self::BEGINNING_MS );
		$this->random       = new Random_Numbers( $seed );
		$this->log          = new Event_Log();
		$this->cron         = new Memory_Cron();
		$this->service      = new Simulated_Host( $this );
		$this->front_ends   = new Front_Ends( $this );
		$this->transactions = new Transactions( $this );
		$this->server_clock = new Server_Clock( $this );
		$this->observer     = new Statement_Observer( $this, new Call_Checks( $this ) );
		$this->rows         = new Row_Checks( $this );
		$this->retries      = new Retry_Checks( $this );
		$this->replica      = new Replica( $this );
		$this->faults       = new Statement_Faults( $this );

		$this->tells_statements = '' !== (string) getenv( 'HEADLESS_DEPLOY_TEST_STATEMENTS' );
	}

	/**
	 * Returns the function that runs before each statement.
	 *
	 * @return Closure(string): (string|Failed_Statement)
	 */
	public function hook(): Closure {
		return $this->before_statement( ... );
	}

	/**
	 * Continues a process for some statements or calls, or to its end. Of those that do not run to their end many
	 * stay in their call: that is where most of the time goes.
	 *
	 * @param int|null $steps Null for all.
	 */
	public function advance( Process $process, ?int $steps = null ): void {
		while ( ! $process->has_ended() && ( null === $steps || $steps-- > 0 ) ) {
			$this->running = $process;
			try {
				$process->advance();
			} finally {
				$this->running = null;
			}
			if ( null !== $steps && null !== $process->call && $this->random->chance( self::STAYS_IN_CALL_PERCENT ) ) {
				break;
			}
		}
		if ( $process->has_ended() ) {
			unset( $this->processes[ spl_object_id( $process ) ] );
			if ( null !== $process->error ) {
				$this->log->fail( "$process->name: {$process->error->getMessage()} in {$process->error->getFile()}:{$process->error->getLine()}" );
			}
		} else {
			$this->processes[ spl_object_id( $process ) ] = $process;
		}
	}

	/**
	 * Runs a process to its end while the running one waits for it.
	 */
	public function advance_within( Process $process ): void {
		$waiting = $this->running;
		$this->advance( $process );
		$this->running = $waiting;
	}

	public function kill( Process $process ): void {
		$this->running = $process;
		$process->kill();
		$this->running = null;
		unset( $this->processes[ spl_object_id( $process ) ] );
	}

	public function check(): Snapshot {
		$snapshot = new Snapshot( $this->database );
		$this->rows->check( $snapshot, $this->last_snapshot );
		if ( null !== $this->last_snapshot ) {
			$this->retries->check( $this->last_snapshot, $snapshot );
		}
		$this->last_snapshot = $snapshot;
		return $snapshot;
	}

	public function set_clock( int $ms ): void {
		++$this->clock_jumps;
		$this->clock->jump( $ms );
	}

	/**
	 * Returns the time of the database in milliseconds. Its clock is never set.
	 */
	public function database_now(): int {
		return self::BEGINNING_MS + $this->clock->monotonic - self::MONOTONIC_BEGINNING_MS;
	}

	public function record( string $what ): void {
		$this->log->record( sprintf( '%9.3f s  %s', ( $this->clock->monotonic - self::MONOTONIC_BEGINNING_MS ) / 1000, $what ) );
	}

	public static function is_refresh( string $lane ): bool {
		return str_ends_with( $lane, '/refresh' );
	}

	public static function environment_of( string $lane ): string {
		return substr( $lane, 0, (int) strrpos( $lane, '/' ) );
	}

	/**
	 * Stops the process before its statement. The statement runs when the process continues.
	 *
	 * @return string|Failed_Statement The statement, with the time of the database, or how it fails.
	 */
	private function before_statement( string $statement ): string|Failed_Statement {
		$process = $this->running;
		if ( null === $process ) {
			return $this->with_time( $statement );
		}
		$this->replica->begin( $process );
		$process->stop();
		if ( $this->tells_statements ) {
			$this->log->record( "        $process->name: " . preg_replace( '/\s+/', ' ', substr( $statement, 0, self::MAX_STATEMENT_LENGTH ) ) );
		}
		$failure = $this->is_quiet ? null : $this->faults->next_failure( $process, $this->with_time( $statement ) );
		if ( null === $failure || $failure->was_executed ) {
			$this->observer->on_statement( $process, $statement );
		}
		return $failure ?? $this->with_time( $this->replica->statement( $process, $statement ) );
	}

	private function with_time( string $statement ): string {
		return str_replace( Server_Clock::DATABASE_NOW, (string) $this->database_now(), $statement );
	}
}
