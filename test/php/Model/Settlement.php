<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Tests\Model;

use HeadlessDeploy\Action;
use HeadlessDeploy\Lane;

/**
 * Ends all that stands in the way, and shows that nothing is left: first by itself, whatever was not refused for
 * good; then by one press in each lane, which takes the refused along.
 */
final class Settlement {
	private const MOST_ROUNDS  = 60;
	private const LEASE_MS     = 61_000;
	private const RECURRING_MS = 300_000;

	/**
	 * @param Quiet        $quiet        Lets one run alone.
	 * @param list<string> $environments
	 */
	public function __construct(
		private readonly World $world,
		private readonly Entry_Points $doors,
		private readonly Quiet $quiet,
		private readonly array $environments,
	) {}

	/**
	 * Settles.
	 */
	public function settle(): void {
		$this->end_processes();
		$this->quiet->recur( $this->doors->recur(), $this->doors->caches );
		$this->world->judge();
		$this->open();
		$this->go_by_itself();
		$this->press_the_rest();
		// A press waits, where the lease of a dead process still counts.
		$this->go_by_itself();
		$picture = $this->world->judge();
		$this->judge_rest( $picture, true );
		foreach ( $picture->runs as $run ) {
			$this->world->story->reach( "{$run['action']} {$run['status']}" );
		}
	}

	/**
	 * Ends the processes that are still there, one way or the other.
	 */
	private function end_processes(): void {
		$this->world->story->tell( 'settle' );
		foreach ( $this->world->processes as $process ) {
			$this->world->dice->chance( 50 ) ? $this->world->kill( $process ) : $this->world->advance( $process );
			$this->world->judge();
		}
		$this->world->clock->pass( self::LEASE_MS );
	}

	/**
	 * Lets every environment send again. A pause because of the token may end by itself.
	 */
	private function open(): void {
		$this->world->service->moods   = array();
		$this->world->service->is_fine = true;
		foreach ( $this->environments as $id ) {
			if ( $this->doors->settings->is_missing( $id ) ) {
				$this->quiet->run( $this->doors->settings->restore( $id ) );
			}
			foreach ( $this->world->dice->chance( 50 ) ? array( 'move', 'release' ) : array( 'move', 'release', 'resume' ) as $what ) {
				$this->quiet->run( $this->doors->settings->set( $id, $what ) );
			}
			$environment = Picture::environments( $this->world->database )[ $id ] ?? array();
			if ( 'person' === ( $environment['paused']['reason'] ?? '' ) ) {
				$this->quiet->run( $this->doors->settings->set( $id, 'resume' ) );
			}
		}
	}

	/**
	 * Wakes up whenever something is due, until nothing is. What is left then was refused for good.
	 */
	private function go_by_itself(): void {
		$rests = 0;
		for ( $round = 0; $round < self::MOST_ROUNDS && null === $this->world->story->fault; $round++ ) {
			$this->quiet->dispatch( $this->doors->dispatch() );
			$picture = $this->world->judge();
			$next    = $this->doors->next_due();
			if ( null === $next && ++$rests > 1 ) {
				$this->judge_rest( $picture, false );
				return;
			}
			// The recurring event comes all the same: what was left of a removed environment is ended by then.
			$this->world->clock->pass( null === $next ? self::RECURRING_MS : max( 0, $next - $this->world->clock->now ) );
		}
		if ( null === $this->world->story->fault ) {
			$this->world->story->blame( 'it never comes to rest' );
		}
	}

	/**
	 * Presses in each lane where something is left.
	 */
	private function press_the_rest(): void {
		foreach ( $this->environments as $id ) {
			foreach ( Lane::cases() as $lane ) {
				$is_empty = ( new Picture( $this->world->database ) )->lane( "$id/$lane->value" )->is_empty();
				if ( ! $is_empty && isset( Picture::environments( $this->world->database )[ $id ] ) ) {
					$this->quiet->press( $this->doors->press( $id, Lane::Build === $lane ? Action::Rebuild : Action::PurgeCache ), "$id/$lane->value" );
				}
			}
		}
	}

	/**
	 * Judges what is left.
	 *
	 * @param bool $is_over Whether nothing at all may be left.
	 */
	private function judge_rest( Picture $picture, bool $is_over ): void {
		foreach ( $picture->lanes() as $name ) {
			$lane = $picture->lane( $name );
			if ( $is_over ? ! $lane->is_empty() : $lane->is_pending() ) {
				$this->world->story->blame( "$name: something is left for ever" );
			}
		}
	}
}
