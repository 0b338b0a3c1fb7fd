<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Tests\Environments;

use Closure;
use HeadlessDeploy\Action;
use HeadlessDeploy\Environments\Environment;
use HeadlessDeploy\Environments\Environment_Input;
use HeadlessDeploy\Environments\Environment_Store;
use HeadlessDeploy\Environments\Environments;
use HeadlessDeploy\Environments\Pause_Reason;
use HeadlessDeploy\Environments\Routing;
use HeadlessDeploy\Environments\Send_Policy;
use HeadlessDeploy\Environments\Stored_Environments;
use HeadlessDeploy\Hosting\Credential_Input;
use HeadlessDeploy\Hosting\Credential_Store;
use HeadlessDeploy\Installation;
use HeadlessDeploy\Option_Row;
use HeadlessDeploy\Providers\Local_Hosts;
use HeadlessDeploy\Queue\Schema;
use HeadlessDeploy\Queue\Wake_Up;
use HeadlessDeploy\Read_Failed;
use HeadlessDeploy\Schedules\Stored_Schedules;
use HeadlessDeploy\Secrets\Encryption;
use HeadlessDeploy\System_Clock;
use HeadlessDeploy\Tests\Queue\Crash;
use HeadlessDeploy\Tests\Wp_Test_Case;
use PHPUnit\Framework\Attributes\DataProvider;
use PHPUnit\Framework\Attributes\Group;
use WP_Error;

#[Group( 'mariadb' )]
final class SettingsStorageTest extends Wp_Test_Case {
	private const API = '/headless-deploy/v1';

	public static function readers(): iterable {
		yield 'all environments' => array( static fn( Environments $environments ): mixed => $environments->all() );
		yield 'one environment' => array( static fn( Environments $environments ): mixed => $environments->get( 'production' ) );
		yield 'whether one was removed' => array( static fn( Environments $environments ): mixed => $environments->was_removed( 'production' ) );
		yield 'a webhook' => array( static fn( Environments $environments ): mixed => $environments->webhook( 'production', Action::Rebuild ) );
		yield 'all send permissions' => array( static fn( Environments $environments ): mixed => ( new Send_Policy( $environments ) )->all() );
		yield 'one send permission' => array( static fn( Environments $environments ): mixed => ( new Send_Policy( $environments ) )->from_primary( 'production' ) );
		yield 'the credentials' => array( static fn(): mixed => ( new Credential_Store( new Encryption() ) )->get() );
		yield 'the key' => array( static fn(): mixed => ( new Encryption() )->open( '1:k123456789012:AAAA' ) );
		yield 'the schedules' => array( static fn(): mixed => ( new Stored_Schedules() )->get() );
	}

	/**
	 * @param Closure(Environments): mixed $read
	 */
	#[DataProvider( 'readers' )]
	public function test_throws_when_a_read_fails( Closure $read ): void {
		$this->connect();
		$environments = new Environments( new Encryption(), new System_Clock() );
		$this->assertInstanceOf( Read_Failed::class, $this->failure_while_reads_fail( static fn() => $read( $environments ) ) );
	}

	public function test_a_write_after_a_failed_read_stores_nothing(): void {
		$this->connect();
		$before  = $this->row( Stored_Environments::OPTION );
		$failure = $this->failure_while_reads_fail( fn() => ( new Environments( new Encryption(), new System_Clock() ) )->create( $this->input( 'Second' ) ) );
		$this->assertInstanceOf( Read_Failed::class, $failure );
		$this->assertSame( $before, $this->row( Stored_Environments::OPTION ) );
	}

	public function test_routes_answer_503_when_the_database_does_not(): void {
		$this->connect();
		$this->start_plugin();
		wp_set_current_user( $this->user( 'administrator' ) );
		foreach ( array( '/status', '/settings', '/environments' ) as $route ) {
			$answer = $this->while_reads_fail( fn() => $this->rest( 'GET', self::API . $route ) );
			$this->assertSame( array( 503, 'headless_deploy_database_unavailable' ), array( $answer->get_status(), $answer->get_data()['code'] ), $route );
		}
	}

	public function test_a_cron_event_survives_a_failed_read(): void {
		$this->connect();
		$this->start_plugin();
		$this->while_reads_fail( static fn() => do_action( 'headless_deploy_scheduler' ) );
		$this->assertSame( array( 'production' ), array_keys( ( new Environments( new Encryption(), new System_Clock() ) )->all() ) );
	}

	public function test_all_settings_are_read_in_one_query(): void {
		$this->connect();
		wp_load_alloptions();
		$environments = new Environments( new Encryption(), new System_Clock() );
		$this->assertCount( 1, $this->queries( fn() => $this->assertNull( $environments->all()['production']->paused, 'The key is known.' ) ) );
	}

	/**
	 * What a persistent object cache may hold after one killed SELECT, or after two requests that load and save at once.
	 */
	public static function poisoned_caches(): iterable {
		yield 'nothing is there' => array(
			static function (): void {
				$names = array( Stored_Environments::OPTION, Routing::OPTION, Encryption::KEY_OPTION, Credential_Store::OPTION, Stored_Schedules::OPTION );
				wp_cache_set( 'alloptions', array_diff_key( wp_load_alloptions(), array_flip( $names ) ), 'options' );
				array_map( static fn( string $name ): bool => wp_cache_delete( $name, 'options' ), $names );
				wp_cache_set( 'notoptions', array_fill_keys( $names, true ), 'options' );
			},
		);
		yield 'older values' => array(
			static function (): void {
				$routing = array( 'environments' => array() ) + get_option( Routing::OPTION );
				wp_cache_set( 'alloptions', array( Routing::OPTION => serialize( $routing ) ) + wp_load_alloptions(), 'options' );
				wp_cache_set( Stored_Environments::OPTION, serialize( array( 'environments' => array() ) ), 'options' );
				wp_cache_set( Encryption::KEY_OPTION, serialize( array( 'key' => base64_encode( str_repeat( 'x', 32 ) ) ) ), 'options' );
				wp_cache_set( Credential_Store::OPTION, serialize( array() ), 'options' );
			},
		);
	}

	/**
	 * @param Closure(): void $poison
	 */
	#[DataProvider( 'poisoned_caches' )]
	public function test_a_poisoned_object_cache_decides_nothing_and_is_repaired( Closure $poison ): void {
		$this->connect();
		$credentials = new Credential_Store( new Encryption() );
		$input       = Credential_Input::from_body( array( 'apiUrl' => 'https://api.hosting.example', 'user' => 'wordpress', 'password' => 'correct horse' ), new Local_Hosts() );
		$this->assertInstanceOf( Credential_Input::class, $input );
		$this->assertNull( $credentials->save( $input, null ) );
		wp_set_current_user( $this->user( 'administrator' ) );
		foreach ( array( '/status', '/settings', 'headless_deploy_scheduler' ) as $repairer ) {
			$this->with_persistent_cache( $poison );
			$this->assertSame( array(), $this->recorded_environments(), 'The cache is poisoned.' );
			$this->start_plugin();
			$answer = str_starts_with( $repairer, '/' ) ? $this->rest( 'GET', self::API . $repairer )->get_data() : do_action( $repairer );
			if ( is_array( $answer ) ) {
				$this->assertSame( array( 'Production', null ), array( $answer['environments'][0]['label'], $answer['environments'][0]['paused'] ), $repairer );
			}
			$this->assertSame( array( 'production' ), $this->recorded_environments(), "$repairer repairs the routing for the next request." );
		}
		$this->with_persistent_cache( $poison );
		$this->assertTrue( ( new Credential_Store( new Encryption() ) )->get()?->is_complete() );
		$this->assertInstanceOf( Environment::class, ( new Environments( new Encryption(), new System_Clock() ) )->create( $this->input( 'Second' ) ), 'A paste is taken.' );
		$this->assertNotInstanceOf( WP_Error::class, ( new Environments( new Encryption(), new System_Clock() ) )->webhook( 'production', Action::Rebuild ), 'The first one can still be opened.' );
		wp_using_ext_object_cache( false );
	}

	public function test_opening_the_settings_and_cron_refresh_the_routing(): void {
		$this->connect();
		wp_set_current_user( $this->user( 'administrator' ) );
		foreach ( array( fn() => $this->rest( 'GET', self::API . '/settings' ), static fn() => do_action( Wake_Up::RECURRING_EVENT ) ) as $repair ) {
			$this->with_persistent_cache(
				static function (): void {
					$routing = array( 'postTypes' => array( 'old' ) ) + get_option( Routing::OPTION );
					wp_cache_set( 'alloptions', array( Routing::OPTION => serialize( $routing ) ) + wp_load_alloptions(), 'options' );
				},
			);
			$this->start_plugin();
			$this->assertSame( array( 'old' ), ( new Routing() )->post_types() );
			$repair();
			$this->assertNull( ( new Routing() )->post_types(), 'As the database has it.' );
		}
		wp_using_ext_object_cache( false );
	}

	public static function writers(): iterable {
		yield 'the first environment' => array( static fn( Environments $environments, self $test ): mixed => $environments->create( $test->input( 'First' ) ), false );
		yield 'another environment' => array( static fn( Environments $environments, self $test ): mixed => $environments->create( $test->input( 'Second' ) ), true );
		yield 'a hold' => array( static fn( Environments $environments ): mixed => $environments->hold( 'production', true ), true );
		yield 'a pause' => array( static fn( Environments $environments ): mixed => $environments->pause( 'production', Pause_Reason::Person ), true );
		yield 'a removal' => array( static fn( Environments $environments ): mixed => $environments->delete( 'production' ), true );
	}

	/**
	 * @param Closure(Environments, self): mixed $write
	 * @param bool                               $is_connected Whether an environment exists before.
	 */
	#[DataProvider( 'writers' )]
	public function test_settings_and_routing_match_after_a_crash_at_any_statement( Closure $write, bool $is_connected ): void {
		if ( $is_connected ) {
			$this->connect();
		}
		$this->start_plugin();
		$statements = 0;
		do {
			$has_crashed = $this->crashes_at( ++$statements, fn() => $write( new Environments( new Encryption(), new System_Clock() ), $this ) );
			wp_cache_flush();
			$stored  = ( new Environment_Store() )->get();
			$routing = new Routing();
			$this->assertTrue( $routing->matches( $stored ), "Dead before statement $statements." );
			$this->assertSame( array_keys( $stored->environments ), array_keys( $routing->environments() ) );
		} while ( $has_crashed );
		$this->assertGreaterThan( 2, $statements );
	}

	public function test_a_save_survives_a_concurrent_change_of_the_routing(): void {
		$this->connect();
		$crossed = false;
		add_filter(
			'query',
			static function ( string $query ) use ( &$crossed ): string {
				if ( ! $crossed && str_starts_with( $query, 'UPDATE' ) && str_contains( $query, Routing::OPTION ) ) {
					$crossed = true;
					( new Routing() )->save_schema_version( 99 );
				}
				return $query;
			},
		);
		$this->assertInstanceOf( Environment::class, ( new Environments( new Encryption(), new System_Clock() ) )->create( $this->input( 'Second' ) ) );
		wp_cache_flush();
		$routing = new Routing();
		$this->assertSame( array( true, 99 ), array( $crossed, $routing->schema_version() ) );
		$this->assertSame( array( 'production', 'second' ), array_keys( $routing->environments() ) );
		$this->assertCount( 2, ( new Environment_Store() )->get()->environments, 'It was not saved twice.' );
	}

	public function test_keeps_fields_and_values_of_a_newer_version(): void {
		$this->connect();
		$pause = array( 'reason' => 'maintenance', 'since' => 7, 'until' => 9 );
		foreach ( Stored_Environments::OPTIONS as $option ) {
			$stored                                           = array( 'newTopField' => array( 'a' => 1 ) ) + get_option( $option );
			$stored['environments']['production']['newField'] = 'kept';
			update_option( $option, $stored );
		}
		$this->edit_environment( array( 'provider' => 'new-provider', 'automation' => array( 'policy' => array( 'content' => 'new', 'newSource' => 'new' ) ), 'paused' => $pause ) );
		$environments = new Environments( new Encryption(), new System_Clock() );
		$read         = $environments->get( 'production' );
		$this->assertSame( Pause_Reason::Unknown, $read->paused?->reason, 'A pause that is not known still pauses.' );
		$this->assertSame( Action::Rebuild, $read->automation->policy['content'] );
		$environments->pause( 'production', Pause_Reason::Token, 9_000 );
		$environments->resume_from_token( 'production' );
		$this->assertInstanceOf( Environment::class, $environments->hold( 'production', true ) );
		$refused = $environments->resume( 'production' );
		$this->assertSame( 'headless_deploy_newer_version', is_wp_error( $refused ) ? $refused->get_error_code() : '' );
		$records = array();
		foreach ( Stored_Environments::OPTIONS as $option ) {
			$this->assertSame( array( 'a' => 1 ), get_option( $option )['newTopField'], $option );
			$records[ $option ] = get_option( $option )['environments']['production'];
			$this->assertSame( 'kept', $records[ $option ]['newField'], $option );
		}
		$this->assertSame( array( 'new-provider', true, $pause ), array( $records[ Stored_Environments::OPTION ]['provider'], $records[ Routing::OPTION ]['hold'], $records[ Stored_Environments::STATE_OPTION ]['paused'] ) );
		$this->assertSame( array( 'content' => 'new', 'newSource' => 'new' ), array_intersect_key( $records[ Routing::OPTION ]['policy'], array( 'content' => 1, 'newSource' => 1 ) ) );
	}

	public function test_a_new_webhook_keeps_the_actions_of_the_old_one(): void {
		$this->connect();
		$stored = get_option( Stored_Environments::OPTION );
		foreach ( array( 'urls', 'masked', 'sealed' ) as $field ) {
			$stored['environments']['production'][ $field ]['newAction'] = 'of the old webhook';
		}
		update_option( Stored_Environments::OPTION, $stored );
		$environments = new Environments( new Encryption(), new System_Clock() );
		$environments->hold( 'production', true );
		$this->assertArrayHasKey( 'newAction', get_option( Stored_Environments::OPTION )['environments']['production']['sealed'] );
		$this->assertInstanceOf( Environment::class, $environments->update( 'production', $this->input( 'Production' ) ) );
		$this->assertArrayNotHasKey( 'newAction', get_option( Stored_Environments::OPTION )['environments']['production']['sealed'] );
	}

	public function test_reads_a_record_of_a_newer_version_without_writing_it(): void {
		$this->connect();
		update_option( Stored_Environments::OPTION, array( 'version' => 2 ) + get_option( Stored_Environments::OPTION ) );
		$before       = $this->row( Stored_Environments::OPTION );
		$environments = new Environments( new Encryption(), new System_Clock() );
		$this->assertSame( 'Production', $environments->get( 'production' )?->label );
		foreach ( array( $environments->create( $this->input( 'Second' ) ), $environments->hold( 'production', true ), $environments->delete( 'production' ) ) as $answer ) {
			$this->assertSame( 'headless_deploy_newer_version', is_wp_error( $answer ) ? $answer->get_error_code() : '' );
		}
		$this->assertSame( $before, $this->row( Stored_Environments::OPTION ) );
	}

	public function test_routing_fields_and_schedules_of_a_newer_version_are_kept(): void {
		$this->connect();
		update_option( Routing::OPTION, array( 'newField' => 'kept' ) + get_option( Routing::OPTION ) );
		update_option( Stored_Schedules::OPTION, array( 'schedules' => array( 'hourly' => array( 'frequency' => 'hourly' ) ) ) );
		( new Environments( new Encryption(), new System_Clock() ) )->hold( 'production', true );
		( new Routing() )->save_schema_version( 9 );
		( new Stored_Schedules() )->change( static fn( array $stored ): array => array_merge( $stored, array( 'retired' => array( 'old' ) ) ) );
		$this->assertSame( 'kept', get_option( Routing::OPTION )['newField'] );
		$this->assertArrayHasKey( 'hourly', get_option( Stored_Schedules::OPTION )['schedules'] );
	}

	public function test_does_not_change_tables_of_a_newer_version(): void {
		( new Routing() )->save_schema_version( Schema::VERSION + 1 );
		( new Installation( new Wake_Up(), new Routing() ) )->repair();
		$this->assertSame( Schema::VERSION + 1, ( new Routing() )->schema_version() );
	}

	public function input( string $label ): Environment_Input {
		$url   = 'https://hosting.example/wh/v1/accounts/acme/apps/site/environments/' . wp_generate_uuid4() . '/webhooks/webhook:rebuild?token=' . self::TOKEN;
		$input = Environment_Input::from_body( array( 'label' => $label, 'webhookUrl' => $url ) );
		$this->assertInstanceOf( Environment_Input::class, $input );
		return $input;
	}

	private function row( string $name ): ?string {
		return ( new Option_Row( $name ) )->read();
	}

	/**
	 * Returns the environments for which the next request records changes.
	 *
	 * @return list<string>
	 */
	private function recorded_environments(): array {
		return array_keys( ( new Routing() )->environments() );
	}

	/**
	 * Starts a request with a poisoned persistent object cache.
	 *
	 * @param Closure(): void $poison
	 */
	private function with_persistent_cache( Closure $poison ): void {
		wp_using_ext_object_cache( true );
		wp_cache_delete( 'alloptions', 'options' );
		wp_load_alloptions();
		$poison();
	}

	private function while_reads_fail( Closure $work ): mixed {
		$fail = static fn( string $query ): string => str_contains( $query, 'SELECT option_name' ) && str_contains( $query, 'headless_deploy_' ) ? '' : $query;
		wp_load_alloptions();
		add_filter( 'query', $fail );
		try {
			return $work();
		} finally {
			remove_filter( 'query', $fail );
		}
	}

	private function failure_while_reads_fail( Closure $work ): ?Read_Failed {
		try {
			$this->while_reads_fail( $work );
		} catch ( Read_Failed $failure ) {
			return $failure;
		}
		return null;
	}

	/**
	 * Runs some work in a process that crashes before one of its statements.
	 *
	 * @param int              $number Number of the statement, from 1.
	 * @param Closure(): mixed $work
	 */
	private function crashes_at( int $number, Closure $work ): bool {
		$count = 0;
		$die   = static function ( string $query ) use ( &$count, $number ): string {
			if ( ++$count >= $number ) {
				throw new Crash( 'dead' );
			}
			return $query;
		};
		add_filter( 'query', $die );
		try {
			$work();
			return false;
		} catch ( Crash ) {
			return true;
		} finally {
			remove_filter( 'query', $die );
		}
	}
}
