<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Tests\CLI;

use PDO;
use RuntimeException;

/**
 * A WordPress in a temporary folder: links to the shared test WordPress, and its own database. Runs WP-CLI on it.
 */
final class Cli_Site {
	public readonly string $folder;

	private const PROJECT = __DIR__ . '/../../..';

	/**
	 * @param array<string, mixed> $constants Additional constants of wp-config.php.
	 */
	public function __construct( private array $constants = array() ) {
		$this->folder = sprintf( '%s/headless-deploy-cli-%d-%s', sys_get_temp_dir(), getmypid(), bin2hex( random_bytes( 4 ) ) );
		mkdir( $this->folder . '/wp-content/database', 0o700, true );
		mkdir( $this->folder . '/wp-content/plugins' );
		mkdir( $this->folder . '/compiled' );
		$core = (string) realpath( (string) getenv( 'HEADLESS_DEPLOY_TEST_WORDPRESS' ) );
		foreach ( array( 'wp-admin', 'wp-includes', 'wp-load.php', 'wp-settings.php', 'wp-content/db.php', 'wp-content/themes', 'wp-content/mu-plugins', 'wp-content/plugins/sqlite-database-integration' ) as $name ) {
			symlink( "$core/$name", "{$this->folder}/$name" );
		}
		symlink( (string) realpath( self::PROJECT ), $this->folder . '/wp-content/plugins/headless-deploy' );
		copy( "$core/wp-content/database/template.sqlite", $this->folder . '/wp-content/database/test.sqlite' );
		$this->configure( array() );
	}

	/**
	 * Returns the main file of WP-CLI, or an empty string.
	 */
	public static function program(): string {
		$named = (string) getenv( 'HEADLESS_DEPLOY_TEST_WP_CLI' );
		$file  = '' === $named ? self::PROJECT . '/.local/wp-cli/vendor/wp-cli/wp-cli/php/boot-fs.php' : $named;
		return is_file( $file ) ? (string) realpath( $file ) : '';
	}

	/**
	 * @param array<string, mixed> $constants Changed constants; null removes one.
	 */
	public function configure( array $constants ): void {
		$this->constants = array_filter( array_merge( $this->constants, $constants ), static fn( mixed $value ): bool => null !== $value );
		$all             = $this->constants + array(
			'DB_NAME'                    => 'test',
			'DB_USER'                    => '',
			'DB_PASSWORD'                => '',
			'DB_HOST'                    => 'localhost',
			'DB_CHARSET'                 => 'utf8mb4',
			'DB_COLLATE'                 => '',
			'DB_ENGINE'                  => 'sqlite',
			'DB_DIR'                     => $this->folder . '/wp-content/database/',
			'DB_FILE'                    => 'test.sqlite',
			'WP_HOME'                    => 'http://example.test',
			'WP_SITEURL'                 => 'http://example.test',
			'WP_CONTENT_DIR'             => $this->folder . '/wp-content',
			'WP_ENVIRONMENT_TYPE'        => 'local',
			'WP_DEBUG'                   => true,
			'WP_DEBUG_DISPLAY'           => false,
			'WP_DEBUG_LOG'               => true,
			'DISABLE_WP_CRON'            => true,
			'WP_AUTO_UPDATE_CORE'        => false,
			'AUTOMATIC_UPDATER_DISABLED' => true,
		);
		foreach ( array( 'AUTH_KEY', 'SECURE_AUTH_KEY', 'LOGGED_IN_KEY', 'NONCE_KEY', 'AUTH_SALT', 'SECURE_AUTH_SALT', 'LOGGED_IN_SALT', 'NONCE_SALT' ) as $salt ) {
			$all[ $salt ] = hash( 'sha256', $salt );
		}
		$lines = array_map( static fn( string $name, mixed $value ): string => sprintf( "define( '%s', %s );", $name, var_export( $value, true ) ), array_keys( $all ), $all );
		file_put_contents( $this->folder . '/wp-config.php', "<?php\n" . implode( "\n", $lines ) . "\n\$table_prefix = 'wp_';\nrequire_once ABSPATH . 'wp-settings.php';\n" );
	}

	/**
	 * @param list<string> $arguments
	 */
	public function run( array $arguments, string $input = '' ): Cli_Result {
		return ( new Cli_Process( $this->command( $arguments ) ) )->end( $input );
	}

	/**
	 * @param list<string> $arguments
	 */
	public function start( array $arguments ): Cli_Process {
		return new Cli_Process( $this->command( $arguments ) );
	}

	public function php( string $code, string ...$arguments ): string {
		$result = $this->run( array( 'eval', $code, ...array_values( $arguments ) ) );
		if ( 0 !== $result->code ) {
			throw new RuntimeException( "$code\n{$result->output}{$result->errors}" );
		}
		return $result->output;
	}

	/**
	 * Runs a statement on the database without a process.
	 *
	 * @return string The first column of the first row.
	 */
	public function sql( string $statement ): string {
		return (string) ( new PDO( 'sqlite:' . $this->database() ) )->query( $statement )->fetchColumn();
	}

	public function option( string $name ): string {
		return $this->sql( "SELECT option_value FROM wp_options WHERE option_name = '$name'" );
	}

	/**
	 * @param  list<string> $arguments
	 * @return list<string>
	 */
	public function command( array $arguments ): array {
		// A command takes 100 ms with an opcode cache and 270 ms without. `npm test` provides one.
		$cache = '' !== (string) ini_get( 'opcache.file_cache' ) ? array() : array( '-d', 'opcache.enable_cli=1', '-d', 'opcache.file_cache_only=1', '-d', "opcache.file_cache={$this->folder}/compiled" );
		return array( PHP_BINARY, ...$cache, ...array( self::program(), '--allow-root', '--no-color', '--require=' . __DIR__ . '/wp-shim.php', '--path=' . $this->folder ), ...$arguments );
	}

	public function read_debug_log(): string {
		// WP-CLI ignores WP_DEBUG_LOG.
		$log    = $this->folder . '/wp-content/debug.log';
		$output = is_file( $log ) ? (string) file_get_contents( $log ) : '';
		if ( '' !== $output ) {
			unlink( $log );
		}
		return $output;
	}

	public function save_database(): void {
		$this->sql( 'PRAGMA wal_checkpoint(TRUNCATE)' );
		copy( $this->database(), $this->folder . '/saved.sqlite' );
	}

	public function restore(): void {
		foreach ( array( '-wal', '-shm' ) as $suffix ) {
			if ( is_file( $this->database() . $suffix ) ) {
				unlink( $this->database() . $suffix );
			}
		}
		copy( $this->folder . '/saved.sqlite', $this->database() );
	}

	/**
	 * Deletes the folder, but not the targets of its links.
	 */
	public function remove(): void {
		self::remove_folder( $this->folder );
	}

	private function database(): string {
		return $this->folder . '/wp-content/database/test.sqlite';
	}

	private static function remove_folder( string $folder ): void {
		foreach ( array_diff( (array) scandir( $folder ), array( '.', '..' ) ) as $name ) {
			$path = "$folder/$name";
			is_dir( $path ) && ! is_link( $path ) ? self::remove_folder( $path ) : unlink( $path );
		}
		rmdir( $folder );
	}
}
