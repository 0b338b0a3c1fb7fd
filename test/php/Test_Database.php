<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Tests;

use HeadlessDeploy\Environments\Routing;
use HeadlessDeploy\Installation;
use HeadlessDeploy\Queue\Schema;
use HeadlessDeploy\Queue\Wake_Up;
use HeadlessDeploy\Tests\Queue\Manual_Clock;
use HeadlessDeploy\Tests\Sqlite\Caching_Driver;
use PDO;
use RuntimeException;

/**
 * Creates a database for this process and resets it between tests: on SQLite by copying a file (2 ms), on MariaDB by a
 * transaction.
 */
final class Test_Database {
	private static string $folder     = '';
	private static string $mysql_name = '';

	/**
	 * Users that exist before each test, because adding one takes 20 ms.
	 *
	 * @var array<string, list<int>>
	 */
	private static array $users = array();

	/**
	 * @var array<string, int>
	 */
	private static array $taken = array();

	public static function folder(): string {
		return self::$folder;
	}

	public static function is_sqlite(): bool {
		return 'mysql' !== getenv( 'HEADLESS_DEPLOY_TEST_DATABASE' );
	}

	/**
	 * Tells whether the server is MySQL, not MariaDB.
	 */
	public static function is_oracle_mysql(): bool {
		global $wpdb;
		return ! self::is_sqlite() && ! str_contains( $wpdb->db_server_info(), 'MariaDB' );
	}

	/**
	 * Tells whether the tests run on a network of sites.
	 */
	public static function is_network(): bool {
		return '1' === getenv( 'HEADLESS_DEPLOY_TEST_MULTISITE' );
	}

	public static function prepare( string $wordpress ): void {
		self::$folder = sprintf( '%s/headless-deploy-test-%d-%s', sys_get_temp_dir(), getmypid(), bin2hex( random_bytes( 4 ) ) );
		mkdir( self::$folder . '/mu-plugins', 0o700, true );
		$owner = getmypid();
		// It has to run after WordPress's own shutdown function, which uses the database.
		register_shutdown_function( static fn() => register_shutdown_function( self::remove( ... ), $owner ) );
		if ( self::is_sqlite() ) {
			copy( '' === self::parent_folder() ? $wordpress . 'wp-content/database/template.sqlite' : self::template(), self::$folder . '/test.sqlite' );
			if ( self::is_network() ) {
				self::run( array( PHP_BINARY, __DIR__ . '/install-network.php', $wordpress, self::$folder ) );
			}
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

	public static function finish(): void {
		if ( '' !== self::parent_folder() ) {
			self::$users              = (array) json_decode( (string) file_get_contents( self::parent_folder() . '/users.json' ), true );
			Wp_Test_Case::$user_count = count( array_merge( ...array_values( self::$users ) ) );
			self::reset();
			return;
		}
		self::fill();
		if ( self::is_sqlite() ) {
			global $wpdb;
			$wpdb->query( 'PRAGMA wal_checkpoint(TRUNCATE)' );
			$wpdb->close();
			copy( self::$folder . '/test.sqlite', self::template() );
			self::connect();
		}
	}

	/**
	 * Returns the folder of the PHPUnit that started this one, whose database is ready; empty without one.
	 */
	private static function parent_folder(): string {
		return self::is_sqlite() ? (string) getenv( 'HEADLESS_DEPLOY_TEST_TEMPLATE' ) : '';
	}

	private static function template(): string {
		return ( self::parent_folder() ?: self::$folder ) . '/template.sqlite';
	}

	private static function fill(): void {
		if ( self::is_network() ) {
			self::make_sites();
		}
		// The recurring event is not overdue at the end of the tests either. A test that needs an overdue one sets it by its clock.
		( new Installation( new Wake_Up(), new Routing(), new Manual_Clock( ( time() + YEAR_IN_SECONDS ) * 1000 ) ) )->activate( self::is_network() );
		if ( array() !== Schema::missing() ) {
			throw new RuntimeException( 'The tables could not be created.' );
		}
		foreach ( array( 'administrator', 'editor', 'author', 'subscriber' ) as $role ) {
			self::$users[ $role ] = array( Wp_Test_Case::add_user( $role ), Wp_Test_Case::add_user( $role ) );
		}
		file_put_contents( self::$folder . '/users.json', json_encode( self::$users ) );
	}

	private static function make_sites(): void {
		update_site_option( 'active_sitewide_plugins', array( plugin_basename( \HeadlessDeploy\PLUGIN_FILE ) => time() ) );
		foreach ( array( '/second/', '/third/' ) as $path ) {
			$site = wp_insert_site(
				array(
					'domain'  => 'example.test',
					'path'    => $path,
					'user_id' => 1,
					'title'   => trim( $path, '/' ),
				),
			);
			if ( is_wp_error( $site ) ) {
				throw new RuntimeException( $site->get_error_message() );
			}
		}
	}

	/**
	 * Takes a user whom the running test has not taken yet.
	 *
	 * @return int|null The user's id; null when all are taken.
	 */
	public static function take_user( string $role ): ?int {
		self::$taken[ $role ] = ( self::$taken[ $role ] ?? 0 ) + 1;
		return self::$users[ $role ][ self::$taken[ $role ] - 1 ] ?? null;
	}

	public static function begin(): void {
		self::$taken = array();
		if ( ! self::is_sqlite() ) {
			global $wpdb;
			$wpdb->query( 'START TRANSACTION' );
		}
	}

	public static function reset(): void {
		global $wpdb;
		if ( ! self::is_sqlite() ) {
			$wpdb->query( 'ROLLBACK' );
			return;
		}
		self::disconnect();
		foreach ( array( '', '-wal', '-shm', '-journal' ) as $suffix ) {
			if ( is_file( self::$folder . '/test.sqlite' . $suffix ) ) {
				unlink( self::$folder . '/test.sqlite' . $suffix );
			}
		}
		copy( self::template(), self::$folder . '/test.sqlite' );
		self::connect();
	}

	private static function disconnect(): void {
		global $wpdb;
		if ( true === $wpdb->close() ) {
			return;
		}
		// A full disk ends a transaction of which the driver still knows.
		$drop = function (): void {
			$this->dbh   = null;
			$this->ready = false;
		};
		$drop->call( $wpdb );
		unset( $GLOBALS['@pdo'] );
	}

	/**
	 * Connects to the SQLite database with cached translations. A fork needs its own connection.
	 */
	public static function connect(): void {
		global $wpdb;
		$wpdb->db_connect();
		$wrap = function (): void {
			// Tests need no protection against power failures.
			$this->dbh->get_sqlite_pdo()->exec( 'PRAGMA synchronous = OFF' );
			$this->dbh = new Caching_Driver( $this->dbh );
		};
		$wrap->call( $wpdb );
	}

	/**
	 * Returns the connection below WordPress's, for statements that are SQLite's own.
	 */
	public static function pdo(): PDO {
		global $wpdb;
		$driver = ( fn(): object => $this->dbh )->call( $wpdb );
		return $driver->get_sqlite_pdo();
	}

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
		self::run( array( PHP_BINARY, __DIR__ . '/install.php', $wordpress, self::$mysql_name, $socket, self::is_network() ? 'network' : 'site' ) );
	}

	/**
	 * @param list<string> $command
	 */
	private static function run( array $command ): void {
		$process = proc_open( $command, array( 1 => array( 'pipe', 'w' ), 2 => array( 'redirect', 1 ) ), $pipes );
		if ( ! is_resource( $process ) ) {
			throw new RuntimeException( 'PHP could not be started.' );
		}
		$output = (string) stream_get_contents( $pipes[1] );
		if ( 0 !== proc_close( $process ) ) {
			throw new RuntimeException( "WordPress could not be installed:\n$output" );
		}
	}

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
		if ( self::is_sqlite() && isset( $GLOBALS['wpdb'] ) ) {
			$GLOBALS['wpdb']->close();
		}
		$paths = array_map( static fn( string $name ): string => self::$folder . '/' . $name, (array) scandir( self::$folder ) );
		array_map( unlink( ... ), array_filter( $paths, is_file( ... ) ) );
		rmdir( self::$folder . '/mu-plugins' );
		rmdir( self::$folder );
	}
}
