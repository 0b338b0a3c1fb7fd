<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Tests\Model;

use Closure;
use HeadlessDeploy\Tests\Queue\Manual_Clock;

/**
 * Holds the clock, the database, the service and the processes, and lets one process at a time go on.
 */
final class World {
	/**
	 * When every schedule begins.
	 */
	private const BEGINNING_MS = 1_800_000_000_000;

	/**
	 * When the clock that never jumps begins.
	 */
	private const MONOTONIC_BEGINNING_MS = 5_000_000;

	private const STATEMENT_TOLD = 300;

	private const STAYS_IN_CALL_PERCENT = 70;

	public readonly Manual_Clock $clock;
	public readonly Random_Choices $dice;
	public readonly Event_Log $story;
	public readonly Watch $watch;
	public readonly Service $service;
	public readonly Head_Clock $head_clock;
	public readonly Memory_Cron $cron;

	/**
	 * Processes that have not ended.
	 *
	 * @var array<int, Process>
	 */
	public array $processes = array();

	/**
	 * The process that goes on right now.
	 */
	public ?Process $running = null;

	/**
	 * How often the wall clock was set.
	 */
	public int $clock_jumps = 0;

	/**
	 * How many removals of environments were begun.
	 */
	public int $removals = 0;

	/**
	 * Whether one process runs alone, without faults.
	 */
	public bool $is_quiet = false;

	public readonly Replica $replica;

	private readonly Statement_Faults $faults;

	/**
	 * Whether the story tells each statement.
	 */
	private readonly bool $tells_statements;

	/**
	 * Judges rows between steps.
	 */
	private readonly Row_Checks $rows;

	/**
	 * Judges what follows from answers.
	 */
	public readonly Retry_Checks $retries;

	/**
	 * The queue as it was judged last.
	 */
	private ?Picture $judged = null;

	public function __construct(
		int $seed,
		public readonly Stepping_Sqlite|Stepping_Mysql $database,
	) {
		$this->clock      = new Manual_Clock( self::BEGINNING_MS );
		$this->dice       = new Random_Choices( $seed );
		$this->story      = new Event_Log();
		$this->cron       = new Memory_Cron();
		$this->service    = new Service( $this );
		$this->head_clock = new Head_Clock( $this );
		$this->watch      = new Watch( $this, new Call_Checks( $this ) );
		$this->rows       = new Row_Checks( $this );
		$this->retries    = new Retry_Checks( $this );
		$this->replica    = new Replica( $this );
		$this->faults     = new Statement_Faults( $this );

		$this->tells_statements = '' !== (string) getenv( 'HEADLESS_DEPLOY_TEST_STATEMENTS' );
	}

	/**
	 * Returns what is to happen before each statement.
	 *
	 * @return Closure(string): (string|Failure)
	 */
	public function hook(): Closure {
		return $this->before_statement( ... );
	}

	/**
	 * Lets a process go on for some statements or calls, or to its end. Of those that are not to come to their end many
	 * stay in their call: that is where most of the time goes.
	 *
	 * @param int|null $steps How many; null for all.
	 */
	public function advance( Process $process, ?int $steps = null ): void {
		while ( ! $process->has_ended() && ( null === $steps || $steps-- > 0 ) ) {
			$this->running = $process;
			try {
				$process->advance();
			} finally {
				$this->running = null;
			}
			if ( null !== $steps && null !== $process->call && $this->dice->chance( self::STAYS_IN_CALL_PERCENT ) ) {
				break;
			}
		}
		if ( $process->has_ended() ) {
			unset( $this->processes[ spl_object_id( $process ) ] );
			if ( null !== $process->error ) {
				$this->story->blame( "$process->name: {$process->error->getMessage()} in {$process->error->getFile()}:{$process->error->getLine()}" );
			}
		} else {
			$this->processes[ spl_object_id( $process ) ] = $process;
		}
	}

	/**
	 * Kills a process.
	 */
	public function kill( Process $process ): void {
		$this->running = $process;
		$process->kill();
		$this->running = null;
		unset( $this->processes[ spl_object_id( $process ) ] );
	}

	/**
	 * Judges the queue between two steps.
	 */
	public function judge(): Picture {
		$picture = new Picture( $this->database );
		$this->rows->judge( $picture, $this->judged );
		if ( null !== $this->judged ) {
			$this->retries->judge( $this->judged, $picture );
		}
		$this->judged = $picture;
		return $picture;
	}

	/**
	 * Sets the wall clock, as an administrator or a time server does.
	 */
	public function set_clock( int $ms ): void {
		++$this->clock_jumps;
		$this->clock->jump( $ms );
	}

	/**
	 * Returns the time of the database, in milliseconds: nobody sets its clock.
	 */
	public function database_now(): int {
		return self::BEGINNING_MS + $this->clock->monotonic - self::MONOTONIC_BEGINNING_MS;
	}

	/**
	 * Remembers what happens, and when.
	 */
	public function tell( string $what ): void {
		$this->story->tell( sprintf( '%9.3f s  %s', ( $this->clock->monotonic - self::MONOTONIC_BEGINNING_MS ) / 1000, $what ) );
	}

	/**
	 * Returns the environment of a lane.
	 */
	public static function environment_of( string $lane ): string {
		return substr( $lane, 0, (int) strrpos( $lane, '/' ) );
	}

	/**
	 * Stops the process that makes a statement; when it goes on, the statement is what happens first.
	 *
	 * @return string|Failure The statement, with the time of the database, or how it fails.
	 */
	private function before_statement( string $statement ): string|Failure {
		$process = $this->running;
		if ( null === $process ) {
			return $this->with_time( $statement );
		}
		$this->replica->begin( $process );
		$process->stop();
		if ( $this->tells_statements ) {
			$this->story->tell( "        $process->name: " . preg_replace( '/\s+/', ' ', substr( $statement, 0, self::STATEMENT_TOLD ) ) );
		}
		$failure = $this->is_quiet ? null : $this->faults->of( $process, $this->with_time( $statement ) );
		if ( null === $failure || $failure->is_run ) {
			$this->watch->on_statement( $process, $statement );
		}
		return $failure ?? $this->with_time( $this->replica->statement( $process, $statement ) );
	}

	/**
	 * Puts the time of the database in.
	 */
	private function with_time( string $statement ): string {
		return str_replace( Head_Clock::DATABASE_NOW, (string) $this->database_now(), $statement );
	}
}
