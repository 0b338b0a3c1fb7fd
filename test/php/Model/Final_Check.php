<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Tests\Model;

use HeadlessDeploy\Action;
use HeadlessDeploy\Lane;

/**
 * Ends all faults and pauses, and checks that nothing remains: first what is sent automatically, then failed changes with
 * one manual run in each lane.
 */
final class Final_Check {
	private const MAX_ROUNDS   = 60;
	private const LEASE_MS     = 61_000;
	private const RECURRING_MS = 300_000;

	/**
	 * @param list<string> $environments
	 */
	public function __construct(
		private readonly World $world,
		private readonly Entry_Points $entry_points,
		private readonly Exclusive_Run $exclusive_run,
		private readonly array $environments,
	) {}

	public function settle(): void {
		$this->end_processes();
		$this->exclusive_run->run_recurring_event( $this->entry_points->run_recurring_event(), $this->entry_points->caches );
		$this->world->check();
		$this->open();
		$this->run_automatically();
		$this->start_remaining();
		// A manual run waits while the lease of a crashed process is held.
		$this->run_automatically();
		$snapshot = $this->world->check();
		$this->check_rest( $snapshot, true );
		$this->catch_up();
		foreach ( $snapshot->runs as $run ) {
			$this->world->log->cover( "{$run['action']} {$run['status']}" );
		}
	}

	private function end_processes(): void {
		$this->world->log->record( 'settle' );
		foreach ( $this->world->processes as $process ) {
			$this->world->random->chance( 50 ) ? $this->world->kill( $process ) : $this->world->advance( $process );
			$this->world->check();
		}
		$this->world->clock->pass( self::LEASE_MS );
	}

	/**
	 * Lets every environment send again. A token pause may end automatically.
	 */
	private function open(): void {
		$this->world->service->host_states = array();
		$this->world->service->is_fine     = true;
		$this->world->front_ends->is_fine  = true;
		foreach ( $this->environments as $id ) {
			if ( $this->entry_points->settings->is_missing( $id ) ) {
				$this->exclusive_run->run( $this->entry_points->settings->restore( $id ) );
			}
			foreach ( $this->world->random->chance( 50 ) ? array( 'move', 'release', 'refresh' ) : array( 'move', 'release', 'refresh', 'resume' ) as $what ) {
				$this->exclusive_run->run( $this->entry_points->settings->set( $id, $what ) );
			}
			$environment = Snapshot::environments( $this->world->database )[ $id ] ?? array();
			if ( 'person' === ( $environment['paused']['reason'] ?? '' ) ) {
				$this->exclusive_run->run( $this->entry_points->settings->set( $id, 'resume' ) );
			}
		}
	}

	private function run_automatically(): void {
		$rests = 0;
		for ( $round = 0; $round < self::MAX_ROUNDS && null === $this->world->log->fault; $round++ ) {
			$this->exclusive_run->dispatch( $this->entry_points->dispatch() );
			$snapshot = $this->world->check();
			$next     = $this->entry_points->next_due();
			if ( null === $next && ++$rests > 1 ) {
				$this->check_rest( $snapshot, false );
				return;
			}
			// The recurring event cancels the remaining changes of removed environments.
			$this->world->clock->pass( null === $next ? self::RECURRING_MS : max( 0, $next - $this->world->clock->now ) );
		}
		if ( null === $this->world->log->fault ) {
			$this->world->log->fail( 'it never comes to rest' );
		}
	}

	/**
	 * Starts a manual run in each lane with remaining changes.
	 */
	private function start_remaining(): void {
		foreach ( $this->environments as $id ) {
			foreach ( Lane::cases() as $lane ) {
				$is_empty = ( new Snapshot( $this->world->database ) )->lane( "$id/$lane->value" )->is_empty();
				if ( ! $is_empty && isset( Snapshot::environments( $this->world->database )[ $id ] ) ) {
					$this->exclusive_run->start( $this->entry_points->start( $id, self::action_of( $lane ) ), "$id/$lane->value" );
				}
			}
		}
	}

	private static function action_of( Lane $lane ): Action {
		return match ( $lane ) {
			Lane::Build   => Action::Rebuild,
			Lane::Cache   => Action::PurgeCache,
			Lane::Refresh => Action::Refresh,
		};
	}

	/**
	 * Lets each front end ask the feed a last time: then every page shows all changes.
	 */
	private function catch_up(): void {
		foreach ( $this->environments as $id ) {
			$front_end = $this->world->front_ends->of( $id );
			$this->exclusive_run->run( $front_end->ask( $this->entry_points ) );
			$front_end->check( $front_end->changes->count() );
		}
	}

	private function check_rest( Snapshot $snapshot, bool $is_over ): void {
		foreach ( $snapshot->lanes() as $name ) {
			$lane = $snapshot->lane( $name );
			if ( $is_over ? ! $lane->is_empty() : $lane->is_pending() ) {
				$this->world->log->fail( "$name: something is left for ever" );
			}
		}
	}
}
