<?php
/**
 * The tests' own database.
 *
 * @package HeadlessDeploy
 */

declare( strict_types=1 );

namespace HeadlessDeploy\Tests;

use HeadlessDeploy\Environments\Routing;
use HeadlessDeploy\Installation;
use HeadlessDeploy\Queue\Alarm;
use HeadlessDeploy\Queue\Schema;
use RuntimeException;

/**
 * Gives this process a database of its own, and puts it back between tests: on SQLite by copying a file (2 ms), on
 * MariaDB by a transaction.
 */
final class Test_Database {
	private static string $folder     = '';
	private static string $mysql_name = '';

	/**
	 * Returns the temporary folder of this process.
	 */
	public static function folder(): string {
		return self::$folder;
	}

	/**
	 * Tells whether the tests run on SQLite.
	 */
	public static function is_sqlite(): bool {
		return 'mysql' !== getenv( 'HEADLESS_DEPLOY_TEST_DATABASE' );
	}

	/**
	 * Makes the folder, defines the constants and installs WordPress where it has to be.
	 *
	 * @param string $wordpress Folder of WordPress, with a slash at its end.
	 */
	public static function prepare( string $wordpress ): void {
		self::$folder = sprintf( '%s/headless-deploy-test-%d-%s', sys_get_temp_dir(), getmypid(), bin2hex( random_bytes( 4 ) ) );
		mkdir( self::$folder . '/mu-plugins', 0o700, true );
		register_shutdown_function( self::remove( ... ), getmypid() );
		if ( self::is_sqlite() ) {
			copy( $wordpress . 'wp-content/database/template.sqlite', self::$folder . '/test.sqlite' );
			define( 'DB_ENGINE', 'sqlite' );
			define( 'DB_DIR', self::$folder . '/' );
			define( 'DB_FILE', 'test.sqlite' );
			define( 'DB_NAME', 'test' );
			define( 'DB_USER', '' );
			define( 'DB_PASSWORD', '' );
			define( 'DB_HOST', 'localhost' );
		} else {
			self::prepare_mysql( $wordpress );
		}
		define( 'DB_CHARSET', 'utf8mb4' );
		define( 'DB_COLLATE', '' );
	}

	/**
	 * Activates the plugin, and remembers the database as it is then.
	 */
	public static function finish(): void {
		( new Installation( new Alarm(), new Routing() ) )->activate();
		if ( array() !== Schema::missing() ) {
			throw new RuntimeException( 'The tables could not be made.' );
		}
		if ( self::is_sqlite() ) {
			global $wpdb;
			$wpdb->query( 'PRAGMA wal_checkpoint(TRUNCATE)' );
			$wpdb->close();
			copy( self::$folder . '/test.sqlite', self::$folder . '/template.sqlite' );
			$wpdb->db_connect();
		}
	}

	/**
	 * Begins a test.
	 */
	public static function begin(): void {
		if ( ! self::is_sqlite() ) {
			global $wpdb;
			$wpdb->query( 'START TRANSACTION' );
		}
	}

	/**
	 * Puts the database back.
	 */
	public static function reset(): void {
		global $wpdb;
		if ( ! self::is_sqlite() ) {
			$wpdb->query( 'ROLLBACK' );
			return;
		}
		$wpdb->close();
		foreach ( array( '', '-wal', '-shm', '-journal' ) as $suffix ) {
			if ( is_file( self::$folder . '/test.sqlite' . $suffix ) ) {
				unlink( self::$folder . '/test.sqlite' . $suffix );
			}
		}
		copy( self::$folder . '/template.sqlite', self::$folder . '/test.sqlite' );
		$wpdb->db_connect();
	}

	/**
	 * Makes an empty database and installs WordPress into it, in a process of its own.
	 *
	 * @param string $wordpress Folder of WordPress, with a slash at its end.
	 */
	private static function prepare_mysql( string $wordpress ): void {
		$socket           = (string) getenv( 'HEADLESS_DEPLOY_TEST_MYSQL_SOCKET' );
		self::$mysql_name = sprintf( 'headless_deploy_test_%d_%s', getmypid(), bin2hex( random_bytes( 4 ) ) );
		$server           = mysqli_connect( 'localhost', 'root', '', '', 0, $socket );
		if ( false === $server ) {
			throw new RuntimeException( "No MariaDB answers at $socket." );
		}
		$server->query( 'CREATE DATABASE ' . self::$mysql_name . ' CHARACTER SET utf8mb4' );
		$server->close();
		define( 'DB_ENGINE', 'mysql' );
		define( 'DB_NAME', self::$mysql_name );
		define( 'DB_USER', 'root' );
		define( 'DB_PASSWORD', '' );
		define( 'DB_HOST', 'localhost:' . $socket );
		$command = array( PHP_BINARY, __DIR__ . '/install.php', $wordpress, self::$mysql_name, $socket );
		$process = proc_open( $command, array( 1 => array( 'pipe', 'w' ), 2 => array( 'redirect', 1 ) ), $pipes );
		if ( ! is_resource( $process ) ) {
			throw new RuntimeException( 'PHP could not be started.' );
		}
		$output = (string) stream_get_contents( $pipes[1] );
		if ( 0 !== proc_close( $process ) ) {
			throw new RuntimeException( "WordPress could not be installed:\n$output" );
		}
	}

	/**
	 * Removes the folder and the database, in the process that made them.
	 *
	 * @param int|false $owner That process.
	 */
	private static function remove( int|false $owner ): void {
		if ( getmypid() !== $owner ) {
			return;
		}
		if ( '' !== self::$mysql_name ) {
			$server = mysqli_connect( 'localhost', 'root', '', '', 0, (string) getenv( 'HEADLESS_DEPLOY_TEST_MYSQL_SOCKET' ) );
			if ( false !== $server ) {
				$server->query( 'DROP DATABASE IF EXISTS ' . self::$mysql_name );
			}
		}
		array_map( unlink( ... ), array_filter( (array) glob( self::$folder . '/{,.}*', GLOB_BRACE ), is_file( ... ) ) );
		rmdir( self::$folder . '/mu-plugins' );
		rmdir( self::$folder );
	}
}
