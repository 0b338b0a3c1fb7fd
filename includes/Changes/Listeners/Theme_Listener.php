<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Changes\Listeners;

use HeadlessDeploy\Changes\Change;
use HeadlessDeploy\Changes\Change_Recorder;
use WP_Theme;

/**
 * Records a switch of the theme, updates of the active theme, and changes of its settings.
 */
final class Theme_Listener implements Listener {
	public const SOURCE = 'theme';

	/**
	 * Setting with the menu of each location.
	 */
	public const LOCATIONS = 'nav_menu_locations';

	/**
	 * Settings of other sources: the menu locations, and the post of the additional CSS.
	 */
	private const RECORDED_ELSEWHERE = array( self::LOCATIONS, 'custom_css_post_id' );

	private const BOOKKEEPING = array( 'sidebars_widgets', 'wp_classic_sidebars' );

	public function __construct( private readonly Change_Recorder $changes ) {}

	/**
	 * The Customizer needs no hook of its own, because it writes into the theme's option.
	 */
	public function hook(): void {
		add_action( 'switch_theme', $this->on_switched( ... ), 10, 2 );
		add_action( 'upgrader_process_complete', $this->on_upgraded( ... ), 10, 2 );
		add_action( 'updated_option', $this->on_option( ... ), 10, 3 );
		add_action( 'added_option', fn( mixed $name, mixed $value = null ) => $this->on_option( $name, array(), $value ), 10, 2 );
		add_action( 'delete_option', $this->on_removed( ... ), 10, 1 );
	}

	private function on_switched( mixed $name, mixed $theme = null ): void {
		if ( $this->changes->is_source_used( self::SOURCE ) ) {
			$subtype = $theme instanceof WP_Theme ? $theme->get_stylesheet() : '';
			$this->changes->record( self::SOURCE, Change::SWITCHED, Change::THEME, 0, $subtype, is_string( $name ) ? $name : $subtype );
		}
	}

	/**
	 * @param mixed $hook_extra Update: `type`, `action`, and `theme` or `themes`.
	 */
	private function on_upgraded( mixed $upgrader, mixed $hook_extra = array() ): void {
		if ( ! is_array( $hook_extra ) || 'theme' !== ( $hook_extra['type'] ?? '' ) || ! $this->changes->is_source_used( self::SOURCE ) ) {
			return;
		}
		$updated = array_merge( (array) ( $hook_extra['themes'] ?? array() ), (array) ( $hook_extra['theme'] ?? array() ) );
		// Uploading a newer version of a theme is an installation, and its name is not passed.
		$is_upload = 'install' === ( $hook_extra['action'] ?? '' ) && array() === $updated;
		foreach ( array_unique( array( get_stylesheet(), get_template() ) ) as $active ) {
			if ( in_array( $active, $updated, true ) || ( $is_upload && $this->is_uploaded( $upgrader, $active ) ) ) {
				$this->changes->record( self::SOURCE, Change::UPDATED, Change::THEME, 0, $active, (string) wp_get_theme( $active )->get( 'Name' ) );
			}
		}
	}

	private function on_option( mixed $name, mixed $before = null, mixed $after = null ): void {
		if ( ! self::is_active_theme( $name ) || Request_Type::is_anonymous_read() || ! $this->changes->is_source_used( self::SOURCE ) ) {
			return;
		}
		if ( array() !== array_diff( self::changed_settings( $before, $after ), self::RECORDED_ELSEWHERE ) ) {
			$this->changes->record( self::SOURCE, Change::CHANGED, Change::THEME );
		}
	}

	private function on_removed( mixed $name ): void {
		if ( self::is_active_theme( $name ) ) {
			$this->on_option( $name, get_option( $name ), array() );
		}
	}

	private function is_uploaded( mixed $upgrader, string $stylesheet ): bool {
		$result = is_object( $upgrader ) ? ( get_object_vars( $upgrader )['result'] ?? null ) : null;
		return is_array( $result ) && ( $result['destination_name'] ?? '' ) === $stylesheet;
	}

	/**
	 * Tells whether an option stores the settings of the active theme, including its menu locations.
	 *
	 * @phpstan-assert-if-true string $name
	 */
	public static function is_active_theme( mixed $name ): bool {
		return is_string( $name )
			&& str_starts_with( $name, 'theme_mods_' )
			&& get_option( 'stylesheet' ) === substr( $name, strlen( 'theme_mods_' ) );
	}

	/**
	 * @return list<string>
	 */
	public static function changed_settings( mixed $before, mixed $after ): array {
		$before = is_array( $before ) ? $before : array();
		$after  = is_array( $after ) ? $after : array();
		$names  = array_map( strval( ... ), array_keys( $before + $after ) );
		return array_values( array_filter(
			array_diff( $names, self::BOOKKEEPING ),
			static fn( string $name ): bool => self::setting( $before, $name ) !== self::setting( $after, $name ),
		) );
	}

	/**
	 * Returns one setting. A location without a menu counts as unset.
	 *
	 * @param array<mixed> $mods
	 */
	private static function setting( array $mods, string $name ): mixed {
		$value = $mods[ $name ] ?? null;
		return self::LOCATIONS === $name ? array_filter( is_array( $value ) ? $value : array() ) : $value;
	}
}
