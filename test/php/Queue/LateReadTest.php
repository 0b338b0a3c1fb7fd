<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Tests\Queue;

use Closure;
use HeadlessDeploy\Action;
use HeadlessDeploy\Database;
use HeadlessDeploy\Environments\Environment;
use HeadlessDeploy\Environments\Environment_Input;
use HeadlessDeploy\Environments\Environment_Store;
use HeadlessDeploy\Environments\Environments;
use HeadlessDeploy\Environments\Pause_Reason;
use HeadlessDeploy\Environments\Routing;
use HeadlessDeploy\Environments\Stored_Routing;
use HeadlessDeploy\Queue\Cause;
use HeadlessDeploy\Queue\Lease;
use HeadlessDeploy\Queue\Schema;
use HeadlessDeploy\Queue\Wake_Up;
use HeadlessDeploy\Schedules\Stored_Schedules;
use HeadlessDeploy\Secrets\Encryption;
use HeadlessDeploy\Secrets\Webhook;
use HeadlessDeploy\Tests\Test_Database;
use PHPUnit\Framework\Attributes\DataProvider;
use PHPUnit\Framework\Attributes\Group;

/**
 * Behind ProxySQL or MaxScale, a SELECT that does not end in FOR UPDATE may return the state at the start of the
 * request; behind HyperDB, the state of some seconds ago.
 */
#[Group( 'mariadb' )]
final class LateReadTest extends Queue_Test_Case {
	private const ROUTE = '/headless-deploy/v1';

	public function test_sends_an_automatic_run_despite_outdated_reads(): void {
		if ( Test_Database::is_oracle_mysql() ) {
			$this->markTestSkipped( 'MySQL reads a temporary table once in a statement.' );
		}
		$this->add_changes( 2 );
		$this->clock->pass( 600_000 );
		$this->start_lagging();
		$this->dispatcher->dispatch_site();
		$this->catch_up();
		$this->assertCount( 1, $this->caller->calls );
		$this->assertSame( array( 'accepted' ), $this->statuses() );
		$this->assertSame( '2', (string) $this->runs()[0]->changes );
	}

	public function test_sends_a_manual_run_despite_outdated_reads(): void {
		$this->add_changes( 2 );
		$this->start_lagging();
		$id = $this->start_manual_run();
		$this->catch_up();
		$this->assertSame( (int) $this->runs()[0]->id, $id );
		$this->assertSame( array( 'accepted' ), $this->statuses() );
	}

	public function test_does_not_resend_an_accepted_run_that_an_outdated_read_shows_as_sending(): void {
		global $wpdb;
		$this->add_changes( 2 );
		$this->clock->pass( 600_000 );
		$this->caller->during = $this->start_lagging( ... );
		$this->dispatcher->dispatch_site();
		$this->caller->during = null;
		$this->clock->pass( 600_000 );
		$before = $this->on_the_primary( "SELECT * FROM {$wpdb->headless_deploy_runs}" );
		$this->dispatcher->dispatch_site();
		$this->dispatcher->dispatch_network();
		$this->assertSame( $before, $this->on_the_primary( "SELECT * FROM {$wpdb->headless_deploy_runs}" ) );
		$this->catch_up();
		$this->assertCount( 1, $this->caller->calls );
	}

	public function test_respects_a_pause_despite_outdated_reads(): void {
		$this->add_changes( 2 );
		$this->clock->pass( 600_000 );
		$this->start_lagging();
		( new Environments( new Encryption(), $this->clock ) )->pause( 'production', Pause_Reason::Person );
		$this->dispatcher->dispatch_site();
		$this->catch_up();
		$this->assertSame( array(), $this->caller->calls );
	}

	public function test_calls_a_new_webhook_url_despite_outdated_reads(): void {
		$environments = new Environments( new Encryption(), $this->clock );
		$pasted       = Environment_Input::from_body( array( 'webhookUrl' => 'https://hosting.example/wh/v1/accounts/acme/apps/site/environments/' . wp_generate_uuid4() . '/webhooks/webhook:rebuild?token=pasted0pasted0pasted0' ) );
		$this->assertInstanceOf( Environment_Input::class, $pasted );
		$this->start_lagging();
		$this->assertInstanceOf( Environment::class, $environments->update( 'production', $pasted ) );
		$webhook = $environments->webhook( 'production', Action::Rebuild );
		$this->catch_up();
		$this->assertInstanceOf( Webhook::class, $webhook );
		$this->assertStringContainsString( 'pasted0pasted0pasted0', $webhook->secret_url() );
	}

	public function test_does_not_overwrite_the_routing_with_outdated_settings(): void {
		update_option( Routing::OPTION, Stored_Routing::sanitize( null ) );
		$this->start_lagging();
		( new Environments( new Encryption(), $this->clock ) )->hold( 'production', true );
		( new Environments( new Encryption(), $this->clock ) )->all();
		$this->catch_up();
		$this->assertTrue( ( new Routing() )->matches( ( new Environment_Store() )->get() ) );
	}

	public function test_keeps_a_wake_up_that_was_set_during_a_call(): void {
		$this->caller->during_next = function (): void {
			$this->add_changes( 1 );
			( new Wake_Up() )->set_first( $this->clock->now + 10_000 );
		};
		$this->start_lagging();
		$this->start_manual_run();
		$this->catch_up();
		$this->assertNotFalse( wp_next_scheduled( Wake_Up::SINGLE_EVENT ) );
	}

	public function test_keeps_the_wake_up_of_a_change_that_an_outdated_read_lacks(): void {
		$this->start_lagging();
		$this->add_changes( 1 );
		( new Wake_Up() )->set_first( $this->clock->now + 10_000 );
		$this->dispatcher->dispatch_site();
		$after_site = wp_next_scheduled( Wake_Up::SINGLE_EVENT );
		$this->dispatcher->dispatch_network();
		$this->catch_up();
		$this->assertNotFalse( $after_site );
		$this->assertNotFalse( wp_next_scheduled( Wake_Up::SINGLE_EVENT ) );
	}

	public function test_tells_a_closing_page_of_a_change_that_an_outdated_read_lacks(): void {
		$this->start_lagging();
		$this->add_changes( 1 );
		$due = $this->dispatcher->next_due();
		$this->catch_up();
		$this->assertNotNull( $due );
	}

	public function test_deploys_pending_changes_now_despite_outdated_reads(): void {
		$this->start_lagging();
		$this->add_changes( 1 );
		$id = $this->manual_run->start_pending( $this->key(), Cause::Manual, 7 );
		$this->catch_up();
		$this->assertSame( (int) $this->runs()[0]->id, $id );
	}

	public function test_requires_the_capability_of_a_pending_action_that_an_outdated_read_lacks(): void {
		$this->start_lagging();
		$this->add_changes( 1, Action::CleanRebuild );
		$capability = $this->queue->lane( $this->key() )->capability();
		$this->catch_up();
		$this->assertSame( Action::CleanRebuild->capability(), $capability );
	}

	public function test_answers_with_the_run_that_an_outdated_read_lacks(): void {
		$this->start_plugin( $this->clock, $this->caller );
		wp_set_current_user( $this->user( 'administrator' ) );
		$this->start_lagging();
		$this->add_changes( 2 );
		$started = $this->rest( 'POST', self::ROUTE . '/environments/production/runs', array( 'action' => 'rebuild' ) );
		$id      = $started->get_data()['run']['id'] ?? 0;
		$shown   = $this->rest( 'GET', self::ROUTE . "/runs/$id" );
		$this->add_changes( 3 );
		$canceled = $this->rest( 'POST', self::ROUTE . '/environments/production/pending/build/cancel' );
		$this->catch_up();
		$this->assertSame( array( 201, 'accepted' ), array( $started->get_status(), $started->get_data()['run']['status'] ?? '' ) );
		$this->assertSame( 200, $shown->get_status() );
		$this->assertSame( 3, $canceled->get_data()['run']['changes'] ?? 0 );
	}

	public function test_shows_saved_settings_despite_outdated_reads(): void {
		$this->start_plugin( $this->clock, $this->caller );
		wp_set_current_user( $this->user( 'administrator' ) );
		$this->start_lagging();
		$saved = $this->rest( 'PUT', self::ROUTE . '/settings/environments/production', array( 'label' => 'Live' ), array( 'If-Match' => '*' ) );
		$shown = $this->rest( 'GET', self::ROUTE . '/settings' );
		$late  = $this->rest( 'PUT', self::ROUTE . '/settings/environments/production', array( 'label' => 'Late' ), array( 'If-Match' => 'old' ) );
		$this->catch_up();
		$this->assertSame( array( 200, 'Live' ), array( $saved->get_status(), $saved->get_data()['label'] ) );
		$this->assertSame( 'Live', $shown->get_data()['environments'][0]['label'] );
		$this->assertSame( 'Live', $late->get_data()['data']['environment']['label'] ?? '' );
	}

	public function test_sends_a_manual_run_right_after_the_call_in_which_it_started(): void {
		$this->caller->during_next = function (): void {
			$this->add_manual_run();
		};
		$this->start_lagging();
		$this->start_manual_run();
		$this->catch_up();
		$this->assertSame( array( 'accepted', 'accepted' ), $this->statuses() );
	}

	/**
	 * @param Closure(self): mixed $work
	 */
	#[DataProvider( 'work_on_the_primary' )]
	public function test_asks_hyperdb_to_read_from_the_primary( Closure $work ): void {
		global $wpdb;
		$original = $wpdb;
		$hyperdb  = new class ( $original ) {
			public bool $is_asked = false;

			public function __construct( private readonly \wpdb $wpdb ) {}

			public function send_reads_to_masters(): void {
				$this->is_asked = true;
			}

			public function __get( string $name ): mixed {
				return $this->wpdb->$name;
			}

			public function __call( string $name, array $arguments ): mixed {
				return $this->wpdb->$name( ...$arguments );
			}
		};
		try {
			$wpdb = $hyperdb;
			$work( $this );
		} finally {
			$wpdb = $original;
		}
		$this->assertTrue( $hyperdb->is_asked );
	}

	public static function work_on_the_primary(): iterable {
		yield 'the call itself' => array( static fn() => Database::read_from_primary() );
		yield 'taking a lease' => array( static fn( self $test ) => $test->leases->acquire( Lease::from_now( $test->key(), $test->clock ) ) );
		yield 'scheduling the wake-up' => array( static fn( self $test ) => $test->dispatcher->schedule_wake_up() );
		yield 'answering with what was saved' => array( static fn() => Database::on_primary( static fn(): bool => true ) );
		yield 'saving settings' => array( static fn( self $test ) => ( new Environments( new Encryption(), $test->clock ) )->hold( 'production', true ) );
		yield 'saving schedules' => array( static fn() => ( new Stored_Schedules() )->change( static fn( array $stored ): array => $stored ) );
	}

	public function test_saves_based_on_the_settings_of_the_primary(): void {
		global $wpdb;
		add_filter( 'query', static fn( string $query ): string => str_starts_with( $query, 'SELECT' ) && str_contains( $query, "FROM {$wpdb->options} " ) && ! str_ends_with( $query, 'FOR UPDATE' ) ? "SELECT option_name, option_value FROM {$wpdb->options} WHERE 1 = 0" : $query );
		$held = ( new Environments( new Encryption(), $this->clock ) )->hold( 'production', true );
		remove_all_filters( 'query' );
		$this->assertInstanceOf( Environment::class, $held, 'The save does not depend on a replica without environments.' );
		$this->assertTrue( ( new Environment_Store() )->get()->environments['production']->automation->hold );
	}

	private function start_lagging(): void {
		global $wpdb;
		$old = array();
		foreach ( array( ...Schema::tables(), $wpdb->options ) as $table ) {
			$old[ $table ] = "{$table}_old";
			// On MariaDB, only creating a temporary table does not commit the transaction of the test. The SQLite integration has no temporary tables.
			$columns = Test_Database::is_sqlite() ? $wpdb->get_var( "SHOW CREATE TABLE $table", 1 ) : "CREATE TEMPORARY TABLE $table LIKE $table";
			$this->assertNotFalse( $wpdb->query( (string) preg_replace( '/`?' . $table . '`?/', $old[ $table ], (string) $columns, 1 ) ) );
			$this->assertNotFalse( $wpdb->query( "INSERT INTO {$old[ $table ]} SELECT * FROM $table" ) );
		}
		add_filter( 'query', static fn( string $query ): string => self::is_sent_to_replica( $query ) ? strtr( $query, $old ) : $query );
	}

	/**
	 * Tells whether a replica answers a statement. Options that are not of the plugin are read from the primary.
	 */
	private static function is_sent_to_replica( string $query ): bool {
		return str_starts_with( $query, 'SELECT' ) && str_contains( $query, 'headless_deploy' ) && ! str_ends_with( $query, 'FOR UPDATE' ) && ! str_contains( $query, 'on the primary' );
	}

	private function catch_up(): void {
		global $wpdb;
		remove_all_filters( 'query' );
		foreach ( array( ...Schema::tables(), $wpdb->options ) as $table ) {
			$wpdb->query( ( Test_Database::is_sqlite() ? 'DROP TABLE ' : 'DROP TEMPORARY TABLE ' ) . "{$table}_old" );
		}
	}

	private function on_the_primary( string $statement ): string {
		return (string) wp_json_encode( Database::rows( "$statement WHERE 'on the primary' <> ''" ) );
	}
}
