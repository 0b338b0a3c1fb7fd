<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Tests\Model;

use Closure;

/**
 * Continues, stops and ends the processes, and advances the time.
 */
final class Process_Scheduler {
	public function __construct( private readonly World $world ) {}

	public function advance_process(): void {
		if ( array() !== $this->world->processes ) {
			$process = $this->world->random->one( $this->world->processes );
			$this->world->log->cover( count( $this->world->processes ) . ' processes at a time' );
			$steps = $this->world->random->number( 1, 8 );
			$this->world->record( "$process->name goes on for $steps" );
			$this->world->advance( $process, $steps );
		}
	}

	public function finish(): void {
		if ( array() !== $this->world->processes ) {
			$process = $this->world->random->one( $this->world->processes );
			$this->world->record( "$process->name goes on to its end" );
			$this->world->advance( $process );
		}
	}

	public function kill(): void {
		if ( array() !== $this->world->processes ) {
			$process = $this->world->random->one( $this->world->processes );
			$when    = null === $process->call ? '' : ' during its call';
			$this->world->record( "$process->name is killed$when" );
			$this->world->log->cover( "killed$when" );
			$this->world->log->cover( 'killed: ' . explode( ' ', $process->name )[1] );
			$this->world->kill( $process );
		}
	}

	public function stall( Closure $dispatch ): void {
		if ( array() !== $this->world->processes ) {
			$process = $this->world->random->one( $this->world->processes );
			$ms      = $this->world->random->number( 60_000, 90_000 );
			$this->world->record( "$process->name stands still for $ms ms" );
			$this->world->clock->pass( $ms );
			$dispatch();
			$this->world->check();
			$this->world->record( "$process->name goes on to its end" );
			$this->world->advance( $process );
		}
	}

	/**
	 * Advances the time by moments, a quiet period, a lease or hours.
	 */
	public function pass(): void {
		$max_ms = $this->world->random->one( array( 3_000, 12_000, 12_000, 25_000, 70_000, 130_000, 700_000, 4_000_000 ) );
		$ms     = $this->world->random->number( 0, $max_ms );
		$this->world->clock->pass( $ms );
		$this->world->record( "$ms ms pass" );
	}

	public function set_clock(): void {
		$max_ms = $this->world->random->one( array( 90_000, 600_000, 10_000_000 ) );
		$ms     = $this->world->random->number( -$max_ms, $max_ms );
		$this->world->set_clock( $ms );
		$this->world->record( "the clock is set by $ms ms" );
	}
}
