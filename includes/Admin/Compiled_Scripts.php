<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Admin;

use HeadlessDeploy\Untyped;

/**
 * Registers and enqueues the output of `npm run build`: `build/{entry}.js`, its style, and `build/{entry}.asset.php`
 * with its dependencies. Every entry but `site-bar` depends on `shared`; `hosting`, which is built apart, through
 * `mount-screen`.
 */
final class Compiled_Scripts {
	public const SHARED = 'headless-deploy-shared';

	/**
	 * Loaded on every page of the site, so it must not depend on the shared components.
	 */
	public const SITE_BAR = 'site-bar';

	private const SHARED_ENTRY = 'shared';

	private const HOSTING      = 'hosting';
	private const MOUNT_SCREEN = 'mount-screen';

	public function __construct( private readonly string $plugin_file ) {}

	/**
	 * Tells whether an entry and its dependencies were built.
	 */
	public function exists( string $entry ): bool {
		$names = match ( $entry ) {
			self::SITE_BAR => array( $entry ),
			self::HOSTING  => array( $entry, self::SHARED_ENTRY, self::MOUNT_SCREEN ),
			default        => array( $entry, self::SHARED_ENTRY ),
		};
		foreach ( $names as $name ) {
			if ( ! is_readable( $this->path( "$name.asset.php" ) ) || ! is_readable( $this->path( "$name.js" ) ) ) {
				return false;
			}
		}
		return true;
	}

	/**
	 * Enqueues an entry with its dependencies. Does nothing if the entry was not built.
	 *
	 * @return non-empty-string|null The script's handle.
	 */
	public function enqueue( string $entry ): ?string {
		if ( ! $this->exists( $entry ) ) {
			return null;
		}
		if ( self::SITE_BAR === $entry ) {
			$handle = $this->register( $entry, array(), array( 'dashicons' ) );
			wp_enqueue_script( $handle );
			wp_enqueue_style( $handle );
			return $handle;
		}
		$scripts = array( $this->register( self::SHARED_ENTRY, array(), array( 'wp-components' ) ) );
		if ( self::HOSTING === $entry ) {
			$scripts[] = $this->register( self::MOUNT_SCREEN, $scripts, array() );
		}
		$style  = is_readable( $this->path( self::SHARED_ENTRY . '.css' ) ) ? array( self::SHARED ) : array( 'wp-components' );
		$handle = $this->register( $entry, $scripts, $style );
		wp_enqueue_script( $handle );
		wp_enqueue_style( wp_style_is( $handle, 'registered' ) ? $handle : self::SHARED );
		return $handle;
	}

	/**
	 * Registers script, translations and style of an entry.
	 *
	 * @param  list<non-empty-string> $scripts Dependencies besides those in `{entry}.asset.php`.
	 * @param  list<non-empty-string> $styles  Dependencies of its style.
	 * @return non-empty-string       The handle of both.
	 */
	private function register( string $entry, array $scripts, array $styles ): string {
		$asset        = require $this->path( "$entry.asset.php" );
		$handle       = "headless-deploy-$entry";
		$version      = is_array( $asset ) ? Untyped::text( $asset['version'] ?? '' ) : '';
		$dependencies = is_array( $asset ) ? (array) ( $asset['dependencies'] ?? array() ) : array();
		$dependencies = array_values( array_filter( $dependencies, static fn( mixed $handle ): bool => is_string( $handle ) && '' !== $handle ) );
		wp_register_script( $handle, $this->url( "$entry.js" ), array( ...$scripts, ...$dependencies ), $version, array( 'in_footer' => true ) );
		wp_set_script_translations( $handle, 'headless-deploy', dirname( $this->plugin_file ) . '/languages' );
		if ( is_readable( $this->path( "$entry.css" ) ) ) {
			wp_register_style( $handle, $this->url( "$entry.css" ), $styles, $version );
			wp_style_add_data( $handle, 'rtl', 'replace' );
		}
		return $handle;
	}

	private function path( string $file ): string {
		return dirname( $this->plugin_file ) . "/build/$file";
	}

	/**
	 * @return non-empty-string
	 */
	private function url( string $file ): string {
		$url = plugins_url( "build/$file", $this->plugin_file );
		return '' === $url ? "build/$file" : $url;
	}
}
