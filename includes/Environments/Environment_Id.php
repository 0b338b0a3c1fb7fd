<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Environments;

use HeadlessDeploy\Json_Schema;

/**
 * Makes and checks IDs of environments and schedules. An ID is made from the first label and stays when it is renamed.
 */
final class Environment_Id {
	/**
	 * The first character is a letter, because PHP turns a numeric array key into an integer.
	 */
	public const PATTERN = '[a-z](?:[a-z0-9-]{0,62}[a-z0-9])?';

	private const MAX_LENGTH = 48;

	public static function schema(): Json_Schema {
		return Json_Schema::text()->with( pattern: '^' . self::PATTERN . '$' );
	}

	/**
	 * Returns the schema of an object with an ID for each value.
	 */
	public static function map_of( Json_Schema $value ): Json_Schema {
		return Json_Schema::map_of( $value )->with( propertyNames: self::schema() );
	}

	public static function is_valid( int|string $id ): bool {
		return 1 === preg_match( '/^' . self::PATTERN . '$/D', (string) $id );
	}

	/**
	 * Returns an unused ID: `Production` becomes `production`, or `production-2`.
	 *
	 * @param list<string> $taken IDs in use, and those of removed environments.
	 */
	public static function from_label( string $label, array $taken ): string {
		$slug = trim( (string) preg_replace( '/[^a-z0-9]+/', '-', strtolower( remove_accents( $label ) ) ), '-' );
		$slug = rtrim( substr( $slug, 0, self::MAX_LENGTH ), '-' );
		$slug = 1 === preg_match( '/^[a-z]/', $slug ) ? $slug : rtrim( "environment-$slug", '-' );
		$id   = $slug;
		for ( $number = 2; in_array( $id, $taken, true ); $number++ ) {
			$id = "$slug-$number";
		}
		return $id;
	}
}
