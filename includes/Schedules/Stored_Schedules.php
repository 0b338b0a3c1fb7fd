<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Schedules;

use HeadlessDeploy\Environments\Environment_Id;
use HeadlessDeploy\Etag;
use HeadlessDeploy\Json_Schema;
use HeadlessDeploy\Option_Row;
use HeadlessDeploy\Read_Failed;
use HeadlessDeploy\Stored_Value;
use WP_Error;

/**
 * Stores the definitions of schedules in the option `headless_deploy_schedules`. When a schedule runs next changes with
 * every run, so Next_Run_Store stores that in a table. Schedules of removed environments are kept for a short time, by the ID
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

	public const TIME_PATTERN = '^([01][0-9]|2[0-3]):[0-5][0-9]$';

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
	 * Drops invalid values, so that an option that was edited by hand causes no errors.
	 *
	 * @return Stored
	 */
	private static function read( ?string $raw ): array {
		$schedules = Json_Schema::map_of( Schedule::stored() )->with( propertyNames: Environment_Id::schema() );
		$removed   = Json_Schema::partial( removedAt: Json_Schema::integer(), schedules: $schedules );
		/** @var Stored $clean */
		$clean = array( 'version' => self::VERSION ) + Stored_Value::of_row(
			Json_Schema::partial( schedules: $schedules, removed: Json_Schema::map_of( $removed )->with( propertyNames: Environment_Id::schema() ) ),
			$raw,
		);
		$clean['schedules'] = self::complete( $clean['schedules'] );
		foreach ( $clean['removed'] as $id => $one ) {
			$clean['removed'][ $id ]['schedules'] = self::complete( $one['schedules'] );
		}
		return $clean;
	}

	/**
	 * Drops schedules without the day of their frequency.
	 *
	 * @param  array<string, Record> $records
	 * @return array<string, Record>
	 */
	private static function complete( array $records ): array {
		$complete = array();
		foreach ( $records as $id => $record ) {
			$record['weekday'] = Frequency::Weekly->value === $record['frequency'] ? $record['weekday'] : null;
			$record['day']     = Frequency::Monthly->value === $record['frequency'] ? $record['day'] : null;
			$record['label']   = '' === $record['label'] ? (string) $id : $record['label'];
			$record['etag']    = '' === $record['etag'] ? Etag::of( $record ) : $record['etag'];
			$day               = match ( Frequency::from( $record['frequency'] ) ) {
				Frequency::Weekly  => $record['weekday'],
				Frequency::Monthly => $record['day'],
				default            => '',
			};
			if ( null !== $day ) {
				$complete[ (string) $id ] = $record;
			}
		}
		return $complete;
	}
}
