<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Environments;

use HeadlessDeploy\Iso_Time;
use WP_User;

/**
 * Keeps beside a setting who saved it last and when, so that whoever comes second is told. Nobody is kept for what no
 * person did: wp-config.php, cron, a command without `--user`.
 *
 * @phpstan-type Saved array{user: int, at: int}|null
 */
final class Last_Saved {
	/**
	 * Returns what is stored with a change of the current user; null when nobody is logged in.
	 *
	 * @return Saved
	 */
	public static function now( int $now ): ?array {
		return self::sanitize(
			array(
				'user' => get_current_user_id(),
				'at'   => $now,
			),
		);
	}

	/**
	 * Keeps a stored value that names somebody.
	 *
	 * @return Saved
	 */
	public static function sanitize( mixed $stored ): ?array {
		$user = is_array( $stored ) && is_numeric( $stored['user'] ?? null ) ? (int) $stored['user'] : 0;
		return $user <= 0 || ! is_numeric( $stored['at'] ?? null ) ? null : array(
			'user' => $user,
			'at'   => (int) $stored['at'],
		);
	}

	/**
	 * Shows it as `LastSaved` of src/shared/wire.ts; null where nobody is known, or no longer.
	 *
	 * @param  Saved                                                    $saved
	 * @return array{by: array{id: int, name: string}, at: string}|null
	 */
	public static function view( ?array $saved ): ?array {
		$person = self::person( $saved['user'] ?? 0 );
		return null === $saved || null === $person ? null : array(
			'by' => $person,
			'at' => Iso_Time::of( $saved['at'] ),
		);
	}

	/**
	 * Names a user; null for the machine and for one who is gone.
	 *
	 * @param  int                               $id User, 0 for the machine.
	 * @return array{id: int, name: string}|null
	 */
	public static function person( int $id ): ?array {
		$user = $id > 0 ? get_userdata( $id ) : false;
		return ! $user instanceof WP_User ? null : array(
			'id'   => $id,
			'name' => $user->display_name,
		);
	}

	/**
	 * Describes what is shown.
	 *
	 * @return array<string, mixed>
	 */
	public static function schema(): array {
		return array(
			'type'                 => array( 'object', 'null' ),
			'additionalProperties' => false,
			'properties'           => array(
				'by' => self::person_schema(),
				'at' => array( 'type' => 'string' ),
			),
		);
	}

	/**
	 * Describes a person, or nobody.
	 *
	 * @return array<string, mixed>
	 */
	public static function person_schema(): array {
		return array(
			'type'                 => array( 'object', 'null' ),
			'additionalProperties' => false,
			'properties'           => array(
				'id'   => array( 'type' => 'integer' ),
				'name' => array( 'type' => 'string' ),
			),
		);
	}
}
