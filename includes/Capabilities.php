<?php

declare( strict_types=1 );

namespace HeadlessDeploy;

use WP_User;

/**
 * Grants the plugin's five capabilities when they are checked. Roles store nothing, so nothing must be removed. Super
 * admins have all capabilities, as everywhere in WordPress.
 */
final class Capabilities {
	public const VIEW          = 'headless_deploy_view';
	public const REBUILD       = 'headless_deploy_rebuild';
	public const CLEAN_REBUILD = 'headless_deploy_clean_rebuild';
	public const PURGE_CACHE   = 'headless_deploy_purge_cache';
	public const MANAGE        = 'headless_deploy_manage';

	public const ALL = array( self::VIEW, self::REBUILD, self::CLEAN_REBUILD, self::PURGE_CACHE, self::MANAGE );

	private const BY_ROLE = array(
		'administrator' => self::ALL,
		'editor'        => array( self::VIEW, self::REBUILD, self::PURGE_CACHE ),
		'author'        => array( self::VIEW ),
	);

	/**
	 * Hooked to `user_has_cap`.
	 *
	 * @param  array<string, bool> $all_caps Of the user; an explicit true or false in a role stays.
	 * @param  array<string>       $required Capabilities that the check requires.
	 * @param  array<mixed>        $args
	 * @return array<string, bool>
	 */
	public function grant( array $all_caps, array $required, array $args, WP_User $user ): array {
		if ( array() === array_intersect( $required, self::ALL ) ) {
			return $all_caps;
		}
		$by_role = $this->by_role();
		foreach ( $user->roles as $role ) {
			foreach ( $by_role[ $role ] ?? array() as $capability ) {
				$all_caps[ $capability ] ??= true;
			}
		}
		return $all_caps;
	}

	/**
	 * Tells whether a user has a capability of the plugin. `user_can()` is true for every user while a command of the
	 * plugin runs.
	 */
	public static function has( WP_User $user, string $capability ): bool {
		$by_role = array() !== array_intersect( $user->roles, self::roles_with( $capability ) );
		return ( is_multisite() && is_super_admin( $user->ID ) ) || (bool) ( $user->allcaps[ $capability ] ?? $by_role );
	}

	/**
	 * @return list<string> Names of roles.
	 */
	public static function roles_with( string $capability ): array {
		return array_map(
			strval( ... ),
			array_keys( array_filter(
				( new self() )->by_role(),
				static fn( array $capabilities ): bool => in_array( $capability, $capabilities, true ),
			) ),
		);
	}

	/**
	 * @return array<string, list<string>>
	 */
	private function by_role(): array {
		/**
		 * Filters the plugin's capabilities of each role.
		 *
		 * @param array<string, list<string>> $by_role Role name => capabilities, from the constants of Capabilities.
		 */
		$by_role = apply_filters( 'headless_deploy_capabilities', self::BY_ROLE );
		if ( ! is_array( $by_role ) ) {
			return self::BY_ROLE;
		}
		return array_map(
			static fn( mixed $capabilities ): array => array_values( array_intersect(
				self::ALL,
				is_array( $capabilities ) ? array_filter( $capabilities, is_string( ... ) ) : array(),
			) ),
			$by_role,
		);
	}
}
