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

	/**
	 * @param array<string, bool|string> $constants Of wp-config.php, in place of or in addition to the usual ones.
	 */
	public function __construct( private readonly array $constants = array() ) {
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
		// With ALTERNATE_WP_CRON a GET request is redirected.
		$server = var_export( array( 'HTTP_HOST' => '127.0.0.1', 'REQUEST_METHOD' => 'POST', 'REQUEST_URI' => '/', 'SERVER_PROTOCOL' => 'HTTP/1.1' ), true );
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
		$lines = array();
		foreach ( $this->constants + $this->usual_constants() as $name => $value ) {
			$lines[] = "define( '$name', " . var_export( $value, true ) . ' );';
		}
		$config = "<?php\n" . implode( "\n", $lines ) . "\n\$table_prefix = 'wp_';\nrequire_once ABSPATH . 'wp-settings.php';\n";
		file_put_contents( $this->folder . '/wp-config.php', $config );
	}

	/**
	 * @return array<string, bool|string>
	 */
	private function usual_constants(): array {
		$salts = array( 'AUTH_KEY', 'SECURE_AUTH_KEY', 'LOGGED_IN_KEY', 'NONCE_KEY', 'AUTH_SALT', 'SECURE_AUTH_SALT', 'LOGGED_IN_SALT', 'NONCE_SALT' );
		return array(
			'DB_ENGINE'              => 'sqlite',
			'DB_DIR'                 => "{$this->folder}/wp-content/database/",
			'DB_FILE'                => 'site.sqlite',
			'DB_NAME'                => 'site',
			'DB_USER'                => '',
			'DB_PASSWORD'            => '',
			'DB_HOST'                => 'localhost',
			'DB_CHARSET'             => 'utf8mb4',
			'DB_COLLATE'             => '',
			'WP_HOME'                => 'http://127.0.0.1',
			'WP_SITEURL'             => 'http://127.0.0.1',
			'WP_CONTENT_DIR'         => "{$this->folder}/wp-content",
			'WP_ENVIRONMENT_TYPE'    => 'local',
			'WP_DEBUG'               => true,
			'WP_DEBUG_DISPLAY'       => false,
			'WP_DEBUG_LOG'           => "{$this->folder}/debug.log",
			'DISABLE_WP_CRON'        => true,
			'FS_METHOD'              => 'direct',
			'WP_HTTP_BLOCK_EXTERNAL' => true,
		) + array_combine( $salts, array_map( static fn( string $name ): string => hash( 'sha256', $name ), $salts ) );
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
