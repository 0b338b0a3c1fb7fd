<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Tests\Model;

use HeadlessDeploy\Environments\Environment_Input;
use HeadlessDeploy\Environments\Environments;
use HeadlessDeploy\Environments\Routing;
use HeadlessDeploy\Environments\Stored_Environments;
use HeadlessDeploy\Queue\Schema;
use HeadlessDeploy\Refresh\Pruned_Changes;
use HeadlessDeploy\Secrets\Encryption;
use HeadlessDeploy\Tests\Queue\Manual_Clock;
use HeadlessDeploy\Tests\Test_Database;
use HeadlessDeploy\Tests\Wp_Test_Case;
use WP_Error;
use WP_Object_Cache;
use wpdb;

/**
 * Connects three environments and installs a wpdb that stops before each statement. All else is the plugin's own:
 * tables, options and statements.
 */
abstract class Model_Test_Case extends Wp_Test_Case {
	private const ENVIRONMENTS = array( 'production', 'staging', 'preview' );
	private const QUIET_PERIOD = array( 0, 5, 10, 10, 30 );
	private const MAXIMUM_WAIT = array( 0, 20, 120, 120, 600 );

	private const REFRESH_QUIET_PERIOD = array( 0, 1, 1, 10 );
	private const REFRESH_MAXIMUM_WAIT = array( 0, 5, 5, 60 );

	private wpdb $original;
	protected Hooked_Sqlite|Hooked_Mysql $database;

	/**
	 * @var array<string, mixed>
	 */
	private array $stored;

	protected function setUp(): void {
		global $wpdb, $table_prefix;
		parent::setUp();
		$this->stop_plugin();
		$this->original = $wpdb;
		// The SQLite integration warns about a second connection.
		unset( $GLOBALS['@pdo'] );
		$this->database = Test_Database::is_sqlite() ? new Hooked_Sqlite( DB_NAME ) : new Hooked_Mysql( DB_USER, DB_PASSWORD, DB_NAME, DB_HOST );
		$wpdb           = $this->database;
		$wpdb->set_prefix( $table_prefix );
		Schema::register();
		if ( ! Test_Database::is_sqlite() ) {
			$wpdb->query( 'START TRANSACTION' );
		}
		wp_cache_flush();
		Replica::create();
		Transactions::create();
		$this->stored = $this->connect_all();
	}

	protected function tearDown(): void {
		global $wpdb;
		$this->database->before = null;
		if ( ! Test_Database::is_sqlite() ) {
			$this->database->query( 'ROLLBACK' );
		}
		$this->database->close();
		$wpdb = $this->original;
		parent::tearDown();
	}

	protected function play( int $seed ): Event_Log {
		$world = new World( $seed, $this->database );
		$ids   = array_slice( self::ENVIRONMENTS, 0, $world->random->number( 1, 3 ) );
		$this->reset( $world, $ids );
		$world->cron->take_over();
		$entry_points = new Entry_Points( $world, new Object_Caches( $world, $GLOBALS['wp_object_cache'] ) );
		( new Schedule( $world, $entry_points, new Exclusive_Run( $world ), $ids ) )->play();
		foreach ( $world->processes as $process ) {
			$world->kill( $process );
		}
		$this->database->before = null;
		return $world->log;
	}

	protected function report( int $seed, Event_Log $log ): string {
		$check = Test_Database::is_sqlite() ? 'model' : 'mariadb';
		return "Seed $seed: $log->fault\nAgain: HEADLESS_DEPLOY_TEST_SEED=$seed npm test -- --only $check\n$log";
	}

	private function reset( World $world, array $ids ): void {
		$this->database->before = null;
		foreach ( Schema::tables() as $table ) {
			$this->database->query( "DELETE FROM $table" );
		}
		// An update of what the cache of the last play holds would write nothing.
		$GLOBALS['wp_object_cache'] = new WP_Object_Cache();
		foreach ( $this->stored as $option => $stored ) {
			$stored['environments'] = array_intersect_key( $stored['environments'], array_flip( $ids ) );
			foreach ( Routing::OPTION === $option ? $ids : array() as $id ) {
				$timing = array(
					'quietPeriodSeconds'        => $world->random->one( self::QUIET_PERIOD ),
					'maximumWaitSeconds'        => $world->random->one( self::MAXIMUM_WAIT ),
					'refreshQuietPeriodSeconds' => $world->random->one( self::REFRESH_QUIET_PERIOD ),
					'refreshMaximumWaitSeconds' => $world->random->one( self::REFRESH_MAXIMUM_WAIT ),
				);

				$stored['environments'][ $id ] = array_replace( $stored['environments'][ $id ], $timing );
			}
			update_option( $option, $stored );
		}
		delete_option( Pruned_Changes::OPTION );
		$GLOBALS['wp_object_cache'] = new WP_Object_Cache();
		wp_load_alloptions();
		$this->database->before = $world->hook();
	}

	private function connect_all(): array {
		$environments = new Environments( new Encryption(), new Manual_Clock( 1 ) );
		foreach ( self::ENVIRONMENTS as $label ) {
			$body  = array( 'label' => $label, 'webhookUrl' => Settings_Processes::url( $label ) . '?token=' . self::TOKEN, 'refreshUrl' => Settings_Processes::REFRESH_URL, 'refreshSecret' => 'whsec_AAcOFRwjKjE4P0ZNVFtiaXB3foWMk5qhqK+2vcTL0tk=' );
			$input = Environment_Input::from_body( $body );
			$this->assertNotInstanceOf( WP_Error::class, $input );
			$this->assertSame( $label, $environments->create( $input )->id ?? '' );
		}
		return array_combine( Stored_Environments::OPTIONS, array_map( get_option( ... ), Stored_Environments::OPTIONS ) );
	}
}
