<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Schedules;

use HeadlessDeploy\Action;
use HeadlessDeploy\Environments\Environment_Id;
use HeadlessDeploy\Environments\Last_Saved;
use HeadlessDeploy\Option_Row;
use HeadlessDeploy\Read_Failed;
use WP_Error;

/**
 * Stores the definitions of schedules in the option `headless_deploy_schedules`. When a schedule runs next changes with
 * every run, so Next_Run_Store stores that in a table. Those of removed environments are kept for a short time, by the ID
 * of the environment, so that the user can undo the removal.
 *
 * @phpstan-type Record array{
 *   label: string,
 *   environment: string,
 *   action: string,
 *   frequency: string,
 *   weekday: string|null,
 *   day: int|null,
 *   time: string,
 *   saved: array{user: int, at: int}|null,
 *   etag: string,
 * }
 * @phpstan-type Removed array{removedAt: int, schedules: array<string, Record>}
 * @phpstan-type Stored array{version: int, schedules: array<string, Record>, removed: array<string, Removed>}
 */
final class Stored_Schedules {
	public const OPTION = 'headless_deploy_schedules';

	public const TIME = '/^(?:[01][0-9]|2[0-3]):[0-5][0-9]$/D';

	private const VERSION = 1;

	/**
	 * @return Stored
	 */
	public static function default(): array {
		return array(
			'version'   => self::VERSION,
			'schedules' => array(),
			'removed'   => array(),
		);
	}

	/**
	 * Returns the schedules from the database, not from the option cache.
	 *
	 * @throws Read_Failed
	 * @return Stored
	 */
	public function get(): array {
		return self::read( ( new Option_Row( self::OPTION ) )->read() );
	}

	/**
	 * @throws Read_Failed
	 * @return array<string, Schedule>
	 */
	public function all(): array {
		$schedules = array();
		foreach ( $this->get()['schedules'] as $id => $record ) {
			$schedules[ $id ] = Schedule::from_record( $id, $record );
		}
		return $schedules;
	}

	/**
	 * Changes the schedules, and repeats the change when another process wrote in between.
	 *
	 * @param  callable(Stored): (Stored|WP_Error) $change Receives the stored value, returns the new one.
	 * @return Stored|WP_Error
	 */
	public function change( callable $change ): array|WP_Error {
		return ( new Option_Row( self::OPTION ) )->change( self::read( ... ), $change );
	}

	/**
	 * Drops invalid values, so that an option that was edited by hand causes no errors. A schedule without an action,
	 * environment or time is dropped.
	 *
	 * @return Stored
	 */
	private static function read( ?string $raw ): array {
		$stored             = Option_Row::parse( $raw );
		$clean              = self::default();
		$clean['schedules'] = self::sanitize_records( $stored['schedules'] ?? null );
		foreach ( is_array( $stored['removed'] ?? null ) ? $stored['removed'] : array() as $id => $removed ) {
			if ( Environment_Id::is_valid( $id ) && is_array( $removed ) ) {
				$clean['removed'][ (string) $id ] = array(
					'removedAt' => is_int( $removed['removedAt'] ?? null ) ? $removed['removedAt'] : 0,
					'schedules' => self::sanitize_records( $removed['schedules'] ?? null ),
				);
			}
		}
		return $clean;
	}

	/**
	 * @return array<string, Record>
	 */
	private static function sanitize_records( mixed $schedules ): array {
		$clean = array();
		foreach ( is_array( $schedules ) ? $schedules : array() as $id => $record ) {
			$record = Environment_Id::is_valid( $id ) && is_array( $record ) ? self::sanitize_record( (string) $id, $record ) : null;
			if ( null !== $record ) {
				$clean[ (string) $id ] = $record;
			}
		}
		return $clean;
	}

	/**
	 * @param  array<mixed> $stored
	 * @return Record|null  Null when it is invalid.
	 */
	private static function sanitize_record( string $id, array $stored ): ?array {
		$text      = static fn( string $key ): string => is_string( $stored[ $key ] ?? null ) ? $stored[ $key ] : '';
		$action    = Action::tryFrom( $text( 'action' ) );
		$frequency = Frequency::tryFrom( $text( 'frequency' ) );
		$weekday   = Frequency::Weekly === $frequency ? Weekday::tryFrom( $text( 'weekday' ) ) : null;
		$day       = Frequency::Monthly === $frequency && is_int( $stored['day'] ?? null ) ? min( 31, max( 1, $stored['day'] ) ) : null;
		$is_valid  = null !== $action && null !== $frequency && Environment_Id::is_valid( $text( 'environment' ) )
			&& 1 === preg_match( self::TIME, $text( 'time' ) )
			&& ( Frequency::Weekly !== $frequency || null !== $weekday )
			&& ( Frequency::Monthly !== $frequency || null !== $day );
		if ( ! $is_valid ) {
			return null;
		}
		return array(
			'label'       => '' === $text( 'label' ) ? $id : $text( 'label' ),
			'environment' => $text( 'environment' ),
			'action'      => $action->value,
			'frequency'   => $frequency->value,
			'weekday'     => $weekday?->value,
			'day'         => $day,
			'time'        => $text( 'time' ),
			'saved'       => Last_Saved::sanitize( $stored['saved'] ?? null ),
			'etag'        => '' === $text( 'etag' ) ? md5( (string) wp_json_encode( $stored ) ) : $text( 'etag' ),
		);
	}
}
