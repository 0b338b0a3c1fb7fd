<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Schedules;

use HeadlessDeploy\Clock;
use HeadlessDeploy\Environments\Environment_Id;
use HeadlessDeploy\Environments\Environments;
use HeadlessDeploy\Environments\Last_Saved;
use HeadlessDeploy\Environments\Removed_Environment;
use HeadlessDeploy\Errors;
use HeadlessDeploy\Etag;
use WP_Error;

/**
 * Reads and changes schedules, for the routes and the commands. Callers schedule the wake-up after a change:
 * `Dispatcher::schedule_wake_up()`. `$expected` of a write is the etag that the caller has seen; null or `*` for any.
 *
 * @phpstan-import-type Record from Stored_Schedules
 * @phpstan-import-type Stored from Stored_Schedules
 */
final class Schedules {
	private const MAX_SCHEDULES = 50;

	private readonly Stored_Schedules $stored;

	public function __construct(
		private readonly Environments $environments,
		private readonly Clock $clock,
		private readonly Next_Run_Store $next_runs = new Next_Run_Store(),
	) {
		$this->stored = new Stored_Schedules();
	}

	/**
	 * @return array<string, Schedule>
	 */
	public function all(): array {
		return $this->stored->all();
	}

	public function get( string $id ): ?Schedule {
		return $this->all()[ $id ] ?? null;
	}

	/**
	 * @param  array<string, Schedule> $schedules
	 * @return array<string, int>      Milliseconds by ID; in the past for an overdue schedule.
	 */
	public function next_runs( array $schedules ): array {
		$next_runs  = array() === $schedules ? array() : $this->next_runs->read( get_current_blog_id() );
		$recurrence = new Recurrence( wp_timezone() );
		return array_map(
			fn( Schedule $schedule ): int => $this->next_run( $schedule, $next_runs[ $schedule->id ] ?? null, $recurrence ),
			$schedules,
		);
	}

	public function create( Schedule_Input $input ): Schedule|WP_Error {
		$id    = '';
		$after = $this->stored->change(
			function ( array $stored ) use ( $input, &$id ): array|WP_Error {
				if ( count( $stored['schedules'] ) >= self::MAX_SCHEDULES ) {
					return Errors::make( 'headless_deploy_too_many_schedules', limit: (string) self::MAX_SCHEDULES );
				}
				$record = $input->apply( null, $this->environments->all() );
				if ( is_wp_error( $record ) ) {
					return $record;
				}
				$id                         = Environment_Id::from_label( $record['label'], array_keys( $stored['schedules'] ) );
				$stored['schedules'][ $id ] = $this->with_last_saved( $record );
				return $stored;
			},
		);
		return $this->saved( $after, $id );
	}

	/**
	 * Changes the submitted fields of a schedule, and calculates its next run.
	 */
	public function update( string $id, Schedule_Input $input, ?string $expected = null ): Schedule|WP_Error {
		$after = $this->stored->change(
			function ( array $stored ) use ( $id, $input, $expected ): array|WP_Error {
				$record = $this->refuse( $stored, $id, $expected ) ?? $input->apply( $stored['schedules'][ $id ], $this->environments->all() );
				if ( is_wp_error( $record ) ) {
					return $record;
				}
				$stored['schedules'][ $id ] = $this->with_last_saved( $record );
				return $stored;
			},
		);
		return $this->saved( $after, $id );
	}

	public function delete( string $id, ?string $expected = null ): Schedule|WP_Error {
		$removed = null;
		$after   = $this->stored->change(
			function ( array $stored ) use ( $id, $expected, &$removed ): array|WP_Error {
				$refused = $this->refuse( $stored, $id, $expected );
				if ( null !== $refused ) {
					return $refused;
				}
				$removed = Schedule::from_record( $id, $stored['schedules'][ $id ] );
				unset( $stored['schedules'][ $id ] );
				return $stored;
			},
		);
		if ( is_wp_error( $after ) || null === $removed ) {
			return is_wp_error( $after ) ? $after : Errors::make( 'headless_deploy_not_saved' );
		}
		$this->next_runs->remove( get_current_blog_id(), (string) $id );
		return $removed;
	}

	/**
	 * Ends the schedules of an environment, and keeps them until it cannot be restored any more. Hooked to
	 * `headless_deploy_environment_removed`.
	 */
	public function end_environment( string $environment_id ): void {
		$now     = $this->clock->now_ms();
		$removed = array();
		$this->stored->change(
			static function ( array $stored ) use ( $environment_id, $now, &$removed ): array {
				$removed = array_filter(
					$stored['schedules'],
					static fn( array $record ): bool => $environment_id === $record['environment'],
				);
				$stored['schedules'] = array_diff_key( $stored['schedules'], $removed );
				if ( array() !== $removed ) {
					$stored['removed'][ $environment_id ] = array(
						'removedAt' => $now,
						'schedules' => $removed,
					);
				}
				return self::without_expired( $stored, $now );
			},
		);
		foreach ( array_keys( $removed ) as $id ) {
			$this->next_runs->remove( get_current_blog_id(), (string) $id );
		}
		// Another request may have restored it in the meantime.
		if ( null !== $this->environments->get_from_primary( $environment_id ) ) {
			$this->restore_environment( $environment_id );
		}
	}

	/**
	 * Puts the schedules of a restored environment back. Hooked to `headless_deploy_environment_restored`.
	 */
	public function restore_environment( string $environment_id ): void {
		$restored = array();
		$this->stored->change(
			static function ( array $stored ) use ( $environment_id, &$restored ): array {
				$restored = array();
				foreach ( $stored['removed'][ $environment_id ]['schedules'] ?? array() as $id => $record ) {
					// A new schedule may have the ID now.
					$id = isset( $stored['schedules'][ $id ] )
						? Environment_Id::from_label( $record['label'], array_keys( $stored['schedules'] ) )
						: $id;
					$stored['schedules'][ $id ] = $record;
					$restored[]                 = Schedule::from_record( $id, $record );
				}
				unset( $stored['removed'][ $environment_id ] );
				return $stored;
			},
		);
		array_map( $this->set_next_run( ... ), $restored );
	}

	/**
	 * Deletes the schedules of removed environments that cannot be restored any more.
	 */
	public function forget_expired(): void {
		$now = $this->clock->now_ms();
		$this->stored->change( static fn( array $stored ): array => self::without_expired( $stored, $now ) );
	}

	/**
	 * @param  Stored $stored
	 * @return Stored
	 */
	private static function without_expired( array $stored, int $now ): array {
		$stored['removed'] = array_filter(
			$stored['removed'],
			static fn( array $removed ): bool => ! Removed_Environment::is_past( $removed['removedAt'], $now ),
		);
		return $stored;
	}

	/**
	 * Calculates the next run of each schedule. Hooked to changes of the site's time zone.
	 */
	public function recalculate_all(): void {
		foreach ( $this->all() as $schedule ) {
			$this->set_next_run( $schedule );
		}
	}

	/**
	 * Rejects a write to a schedule that does not exist, or that another user has changed.
	 *
	 * @param Stored      $stored   What is stored now.
	 * @param string|null $expected Etag that the caller has read.
	 */
	private function refuse( array $stored, string $id, ?string $expected ): ?WP_Error {
		$record = $stored['schedules'][ $id ] ?? null;
		if ( null === $record ) {
			return Errors::make( 'headless_deploy_unknown_schedule', id: $id );
		}
		return Etag::is_expected( $record['etag'], $expected ) ? null : Errors::make( 'headless_deploy_edit_conflict', label: $record['label'] );
	}

	/**
	 * @param  Record $record What is to be stored.
	 * @return Record
	 */
	private function with_last_saved( array $record ): array {
		return array_merge( $record, array( 'saved' => Last_Saved::now( $this->clock->now_ms() ) ) );
	}

	/**
	 * @param Stored|WP_Error $after Stored value, or the error.
	 */
	private function saved( array|WP_Error $after, string $id ): Schedule|WP_Error {
		if ( is_wp_error( $after ) ) {
			return $after;
		}
		$schedule = Schedule::from_record( $id, $after['schedules'][ $id ] );
		$this->set_next_run( $schedule );
		return $schedule;
	}

	private function set_next_run( Schedule $schedule ): void {
		$next = ( new Recurrence( wp_timezone() ) )->after( $schedule, $this->clock->now_ms() );
		$this->next_runs->add( get_current_blog_id(), $schedule->id, $next );
		$this->next_runs->set( get_current_blog_id(), $schedule->id, $next );
	}

	private function next_run( Schedule $schedule, ?Next_Run $next_run, Recurrence $recurrence ): int {
		$is_valid = null !== $next_run && ! $next_run->is_leased( $this->clock->now_ms() ) && $recurrence->includes( $schedule, $next_run->at );
		return $is_valid ? $next_run->at : $recurrence->after( $schedule, $this->clock->now_ms() );
	}
}
