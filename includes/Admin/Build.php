<?php
/**
 * The compiled scripts.
 *
 * @package HeadlessDeploy
 */

declare( strict_types=1 );

namespace HeadlessDeploy\Admin;

/**
 * Knows what `npm run build` has written: `build/{entry}.js`, its style, and `build/{entry}.asset.php` with what the
 * script depends on.
 */
final class Build {
	/**
	 * Takes where the plugin lies.
	 *
	 * @param string $plugin_file The plugin's main file.
	 */
	public function __construct( private readonly string $plugin_file ) {}

	/**
	 * Tells whether an entry was built.
	 *
	 * @param string $entry For example `admin`.
	 */
	public function exists( string $entry ): bool {
		return is_readable( $this->path( "$entry.asset.php" ) ) && is_readable( $this->path( "$entry.js" ) );
	}

	/**
	 * Enqueues an entry's script and style; nothing where it was not built.
	 *
	 * @param string $entry For example `admin`.
	 *
	 * @return string|null The script's handle.
	 */
	public function enqueue( string $entry ): ?string {
		if ( ! $this->exists( $entry ) ) {
			return null;
		}
		$asset        = require $this->path( "$entry.asset.php" );
		$handle       = "headless-deploy-$entry";
		$version      = is_array( $asset ) ? (string) ( $asset['version'] ?? '' ) : '';
		$dependencies = is_array( $asset ) ? array_filter( array_map( strval( ... ), (array) ( $asset['dependencies'] ?? array() ) ) ) : array();
		wp_enqueue_script( $handle, $this->url( "$entry.js" ), $dependencies, $version, array( 'in_footer' => true ) );
		wp_set_script_translations( $handle, 'headless-deploy', dirname( $this->plugin_file ) . '/languages' );
		if ( is_readable( $this->path( "$entry.css" ) ) ) {
			wp_enqueue_style( $handle, $this->url( "$entry.css" ), array( 'wp-components' ), $version );
			wp_style_add_data( $handle, 'rtl', 'replace' );
		}
		return $handle;
	}

	/**
	 * Returns the path of a built file.
	 *
	 * @param string $file In the folder `build`.
	 */
	private function path( string $file ): string {
		return dirname( $this->plugin_file ) . "/build/$file";
	}

	/**
	 * Returns the address of a built file.
	 *
	 * @param string $file In the folder `build`.
	 */
	private function url( string $file ): string {
		return plugins_url( "build/$file", $this->plugin_file );
	}
}
