<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Tests\Model;

use Closure;

/**
 * Decides what becomes of the processes that have begun, and how time passes.
 */
final class Course {
	public function __construct( private readonly World $world ) {}

	/**
	 * Lets some process go on for some statements.
	 */
	public function go_on(): void {
		if ( array() !== $this->world->processes ) {
			$process = $this->world->dice->one( $this->world->processes );
			$this->world->story->reach( count( $this->world->processes ) . ' processes at a time' );
			$steps = $this->world->dice->number( 1, 8 );
			$this->world->tell( "$process->name goes on for $steps" );
			$this->world->advance( $process, $steps );
		}
	}

	/**
	 * Lets some process go on to its end.
	 */
	public function finish(): void {
		if ( array() !== $this->world->processes ) {
			$process = $this->world->dice->one( $this->world->processes );
			$this->world->tell( "$process->name goes on to its end" );
			$this->world->advance( $process );
		}
	}

	/**
	 * Kills some process.
	 */
	public function kill(): void {
		if ( array() !== $this->world->processes ) {
			$process = $this->world->dice->one( $this->world->processes );
			$when    = null === $process->call ? '' : ' during its call';
			$this->world->tell( "$process->name is killed$when" );
			$this->world->story->reach( "killed$when" );
			$this->world->story->reach( 'killed: ' . explode( ' ', $process->name )[1] );
			$this->world->kill( $process );
		}
	}

	/**
	 * Lets some process stand still for longer than a lease while another one goes on, and then finish.
	 *
	 * @param Closure(): void $dispatch Lets another one dispatch.
	 */
	public function stall( Closure $dispatch ): void {
		if ( array() !== $this->world->processes ) {
			$process = $this->world->dice->one( $this->world->processes );
			$ms      = $this->world->dice->number( 60_000, 90_000 );
			$this->world->tell( "$process->name stands still for $ms ms" );
			$this->world->clock->pass( $ms );
			$dispatch();
			$this->world->judge();
			$this->world->tell( "$process->name goes on to its end" );
			$this->world->advance( $process );
		}
	}

	/**
	 * Lets time pass: moments, about a quiet period, about a lease, or hours.
	 */
	public function pass(): void {
		$longest = $this->world->dice->one( array( 3_000, 12_000, 12_000, 25_000, 70_000, 130_000, 700_000, 4_000_000 ) );
		$ms      = $this->world->dice->number( 0, $longest );
		$this->world->clock->pass( $ms );
		$this->world->tell( "$ms ms pass" );
	}

	/**
	 * Sets the wall clock.
	 */
	public function set_clock(): void {
		$most = $this->world->dice->one( array( 90_000, 600_000, 10_000_000 ) );
		$ms   = $this->world->dice->number( -$most, $most );
		$this->world->set_clock( $ms );
		$this->world->tell( "the clock is set by $ms ms" );
	}
}
