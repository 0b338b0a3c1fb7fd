<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Changes\Listeners;

/**
 * Compares the option that stores the settings of a theme, including its menu locations.
 */
final class Theme_Mods {
	public const LOCATIONS = 'nav_menu_locations';

	private const BOOKKEEPING = array( 'sidebars_widgets', 'wp_classic_sidebars' );

	public static function is_active_theme( mixed $name ): bool {
		return is_string( $name ) && str_starts_with( $name, 'theme_mods_' ) && get_option( 'stylesheet' ) === substr( $name, strlen( 'theme_mods_' ) );
	}

	/**
	 * @return list<string>
	 */
	public static function changed( mixed $before, mixed $after ): array {
		$before = is_array( $before ) ? $before : array();
		$after  = is_array( $after ) ? $after : array();
		$names  = array_map( strval( ... ), array_keys( $before + $after ) );
		return array_values( array_filter( array_diff( $names, self::BOOKKEEPING ), static fn( string $name ): bool => self::value( $before, $name ) !== self::value( $after, $name ) ) );
	}

	/**
	 * Returns one setting. A location without a menu counts as unset.
	 *
	 * @param array<mixed> $mods
	 */
	private static function value( array $mods, string $name ): mixed {
		$value = $mods[ $name ] ?? null;
		return self::LOCATIONS === $name ? array_filter( is_array( $value ) ? $value : array() ) : $value;
	}
}
