<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Environments;

use HeadlessDeploy\Iso_Time;
use HeadlessDeploy\Json_Schema;
use WP_User;

/**
 * The user who saved a setting last, and when. Null for a change without a user: by wp-config.php, cron, or a command
 * without `--user`.
 *
 * @phpstan-type Saved array{user: int, at: int}|null
 */
final class Last_Saved {
	/**
	 * Returns what is stored with a change by the current user; null when no user is logged in.
	 *
	 * @return Saved
	 */
	public static function now( int $now ): ?array {
		$user = get_current_user_id();
		return $user <= 0 ? null : array(
			'user' => $user,
			'at'   => $now,
		);
	}

	/**
	 * Returns the schema of what is stored.
	 */
	public static function stored(): Json_Schema {
		return Json_Schema::closed( user: Json_Schema::integer()->with( minimum: 1 ), at: Json_Schema::integer() )->or_null();
	}

	/**
	 * Returns it for REST; null for no user, or a deleted one.
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
	 * @param  int                               $id    0 for no user.
	 * @param  array<int, string>|null           $names Names of all users who exist, by ID; null reads the user.
	 * @return array{id: int, name: string}|null
	 */
	public static function person( int $id, ?array $names = null ): ?array {
		$user = $id > 0 && null === $names ? get_userdata( $id ) : false;
		$name = $user instanceof WP_User ? $user->display_name : $names[ $id ] ?? null;
		return null === $name ? null : array(
			'id'   => $id,
			'name' => $name,
		);
	}

	/**
	 * Loads users at once, instead of with two queries each.
	 *
	 * @param array<int> $ids
	 */
	public static function prime( array $ids ): void {
		cache_users( array_values( array_unique( array_filter( $ids ) ) ) );
	}

	public static function schema(): Json_Schema {
		return Json_Schema::closed( by: self::user_schema(), at: Json_Schema::time() )->named( 'last-saved' )->or_null(
			'Null if no user saved this, or the user is deleted.',
		);
	}

	public static function user_schema(): Json_Schema {
		return Json_Schema::closed( id: Json_Schema::integer( '0 for WordPress.' ), name: Json_Schema::text() )->named( 'user' );
	}
}
