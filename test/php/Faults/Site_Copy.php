<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Tests\Faults;

use RuntimeException;

/**
 * A WordPress in a temporary folder, with a copy of the plugin and its own database, for a process with other constants
 * and for deleting the plugin. WordPress's own files are links.
 */
final class Site_Copy {
	private const PLUGIN_FILES = array( 'plugin.php', 'uninstall.php', 'readme.txt', 'includes', 'build' );

	public readonly string $folder;

	/**
	 * The process that created it. Child processes must not delete it.
	 */
	private readonly int $owner;

	public function __construct() {
		// A test that fails during its set-up does not call remove().
		register_shutdown_function( fn() => getmypid() === $this->owner ? $this->remove() : null );
		$this->owner  = (int) getmypid();
		$this->folder = sprintf( '%s/headless-deploy-copy-%d-%s', sys_get_temp_dir(), getmypid(), bin2hex( random_bytes( 4 ) ) );
		mkdir( $this->folder . '/wp-content/plugins/headless-deploy', 0o700, true );
		mkdir( $this->folder . '/wp-content/mu-plugins' );
		mkdir( $this->folder . '/wp-content/database' );
		$core = rtrim( ABSPATH, '/' );
		foreach ( array_diff( (array) scandir( $core ), array( '.', '..', 'wp-content', 'wp-config.php' ) ) as $name ) {
			symlink( "$core/$name", "{$this->folder}/$name" );
		}
		foreach ( array( 'db.php', 'themes', 'languages', 'mu-plugins/local-kit.php' ) as $name ) {
			symlink( "$core/wp-content/$name", "{$this->folder}/wp-content/$name" );
		}
		foreach ( self::PLUGIN_FILES as $name ) {
			self::copy( dirname( __DIR__, 3 ) . "/$name", "{$this->folder}/wp-content/plugins/headless-deploy/$name" );
		}
		copy( "$core/wp-content/database/template.sqlite", $this->folder . '/wp-content/database/site.sqlite' );
		$this->configure();
	}

	/**
	 * Runs PHP in the site with WordPress and the functions of wp-admin.
	 *
	 * @param string $code   PHP that prints JSON.
	 * @param string ...$ini Settings of PHP, each as `name=value`.
	 */
	public function run( string $code, string ...$ini ): mixed {
		$script = $this->folder . '/script.php';
		$server = var_export( array( 'HTTP_HOST' => '127.0.0.1', 'REQUEST_METHOD' => 'GET', 'REQUEST_URI' => '/', 'SERVER_PROTOCOL' => 'HTTP/1.1' ), true );
		file_put_contents( $script, "<?php\n\$_SERVER = $server + \$_SERVER;\ndefine( 'ABSPATH', __DIR__ . '/' );\nrequire ABSPATH . 'wp-load.php';\nrequire_once ABSPATH . 'wp-admin/includes/admin.php';\n$code\n" );
		$options = array_merge( ...array_map( static fn( string $setting ): array => array( '-d', $setting ), array( 'display_errors=1', ...$ini ) ) );
		$process = proc_open( array( PHP_BINARY, ...$options, $script ), array( 1 => array( 'pipe', 'w' ), 2 => array( 'redirect', 1 ) ), $pipes );
		if ( ! is_resource( $process ) ) {
			throw new RuntimeException( 'PHP could not be started.' );
		}
		$output = (string) stream_get_contents( $pipes[1] );
		proc_close( $process );
		$result = json_decode( $output, true );
		if ( null === $result ) {
			throw new RuntimeException( "No JSON: $output" );
		}
		return $result;
	}

	public function remove(): void {
		self::delete( $this->folder );
	}

	private function configure(): void {
		$salts = array_map( static fn( string $name ): string => "define( '$name', '" . hash( 'sha256', $name ) . "' );", array( 'AUTH_KEY', 'SECURE_AUTH_KEY', 'LOGGED_IN_KEY', 'NONCE_KEY', 'AUTH_SALT', 'SECURE_AUTH_SALT', 'LOGGED_IN_SALT', 'NONCE_SALT' ) );
		file_put_contents(
			$this->folder . '/wp-config.php',
			'<?php' . "\n" . implode( "\n", $salts ) . <<<PHP

				define( 'DB_ENGINE', 'sqlite' );
				define( 'DB_DIR', '{$this->folder}/wp-content/database/' );
				define( 'DB_FILE', 'site.sqlite' );
				define( 'DB_NAME', 'site' );
				define( 'DB_USER', '' );
				define( 'DB_PASSWORD', '' );
				define( 'DB_HOST', 'localhost' );
				define( 'DB_CHARSET', 'utf8mb4' );
				define( 'DB_COLLATE', '' );
				\$table_prefix = 'wp_';
				define( 'WP_HOME', 'http://127.0.0.1' );
				define( 'WP_SITEURL', 'http://127.0.0.1' );
				define( 'WP_CONTENT_DIR', '{$this->folder}/wp-content' );
				define( 'WP_ENVIRONMENT_TYPE', 'local' );
				define( 'WP_DEBUG', true );
				define( 'WP_DEBUG_DISPLAY', false );
				define( 'WP_DEBUG_LOG', '{$this->folder}/debug.log' );
				define( 'DISABLE_WP_CRON', true );
				define( 'FS_METHOD', 'direct' );
				define( 'WP_HTTP_BLOCK_EXTERNAL', true );
				require_once ABSPATH . 'wp-settings.php';

				PHP,
		);
	}

	/**
	 * @param string $from Path that may be missing.
	 */
	private static function copy( string $from, string $to ): void {
		if ( is_file( $from ) ) {
			copy( $from, $to );
		} elseif ( is_dir( $from ) ) {
			mkdir( $to );
			foreach ( array_diff( (array) scandir( $from ), array( '.', '..' ) ) as $name ) {
				self::copy( "$from/$name", "$to/$name" );
			}
		}
	}

	private static function delete( string $path ): void {
		if ( is_link( $path ) || is_file( $path ) ) {
			unlink( $path );
		} elseif ( is_dir( $path ) ) {
			foreach ( array_diff( (array) scandir( $path ), array( '.', '..' ) ) as $name ) {
				self::delete( "$path/$name" );
			}
			rmdir( $path );
		}
	}
}
