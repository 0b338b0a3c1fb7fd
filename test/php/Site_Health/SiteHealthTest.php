<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Tests\Site_Health;

use HeadlessDeploy\Action;
use HeadlessDeploy\Environments\Environment;
use HeadlessDeploy\Environments\Environment_Input;
use HeadlessDeploy\Environments\Environments;
use HeadlessDeploy\Environments\Routing;
use HeadlessDeploy\Environments\Send_Policy;
use HeadlessDeploy\Hosting\Configured_Credentials;
use HeadlessDeploy\Hosting\Credential_Input;
use HeadlessDeploy\Hosting\Credential_Store;
use HeadlessDeploy\Http\Response;
use HeadlessDeploy\Providers\Local_Hosts;
use HeadlessDeploy\Queue\Cause;
use HeadlessDeploy\Queue\Schema;
use HeadlessDeploy\Queue\Wake_Up;
use HeadlessDeploy\Queue\Write_Failure;
use HeadlessDeploy\Runs\Run_Log;
use HeadlessDeploy\Secrets\Encryption;
use HeadlessDeploy\Site_Health\Debug_Information;
use HeadlessDeploy\Site_Health\Health_Facts;
use HeadlessDeploy\Site_Health\Run_Checks;
use HeadlessDeploy\Site_Health\Site_Checks;
use PHPUnit\Framework\Attributes\DataProvider;
use PHPUnit\Framework\Attributes\Group;

#[Group( 'tables' )]
final class SiteHealthTest extends Health_Test_Case {
	public function test_all_tests_pass_on_a_healthy_site(): void {
		( new Wake_Up() )->ensure_recurring( $this->clock->now );
		( new Wake_Up() )->record_run( $this->clock->now );
		$this->manual_run->start( $this->environment->id, Action::Rebuild, Cause::Manual, 1 );
		$results = array_map( static fn( array $test ): string => $test['test']()['status'], $this->plugin_tests( 'direct' ) );
		// These two say what this machine has.
		unset( $results['headless_deploy_encryption_key'], $results['headless_deploy_server'] );
		$this->assertCount( 7, $results );
		$this->assertSame( array( 'good' ), array_values( array_unique( $results ) ) );
	}

	public function test_reports_a_notification_that_could_not_be_sent(): void {
		$settings = self::API . '/settings/notifications';
		$this->assertSame( array( 'good', 'Notifications are off' ), $this->notifications() );
		$this->rest( 'PUT', $settings, array( 'recipients' => array( get_current_user_id() ) ) );
		add_filter( 'pre_wp_mail', '__return_true' );
		$this->rest( 'POST', $settings . '/test' );
		$this->assertSame( array( 'good', 'Notifications are sent' ), $this->notifications() );
		add_filter( 'pre_wp_mail', '__return_false' );
		$this->clock->pass( 60_000 );
		$this->rest( 'POST', $settings . '/test' );
		$this->assertSame( array( 'recommended', 'A notification could not be sent' ), $this->notifications() );
		$this->assertStringContainsString( 'Check the mail settings of this site.', $this->examine( 'notifications' )['description'] );
	}

	/**
	 * @return array{string, string} Status and label.
	 */
	private function notifications(): array {
		$result = $this->examine( 'notifications' );
		return array( $result['status'], $result['label'] );
	}

	public function test_skips_tests_of_connections_without_environments(): void {
		delete_option( 'headless_deploy_environments' );
		delete_option( 'headless_deploy_routing' );
		$this->start_plugin( $this->clock, $this->caller );
		$this->assertSame( array( 'headless_deploy_scheduler', 'headless_deploy_database', 'headless_deploy_clocks', 'headless_deploy_server' ), array_keys( $this->plugin_tests( 'direct' ) ) );
		$this->assertSame( array(), $this->plugin_tests( 'async' ) );
	}

	#[DataProvider( 'roles_without_manage' )]
	public function test_only_managers_see_the_tests( string $role ): void {
		$this->log_in( $role );
		$this->assertSame( array(), $this->plugin_tests( 'direct' ) );
		$this->assertSame( array(), $this->plugin_tests( 'async' ) );
		$this->assertArrayNotHasKey( 'headless-deploy', (array) apply_filters( 'debug_information', array() ) );
		$this->assertSame( '' === $role ? 401 : 403, $this->rest( 'GET', self::API . '/site-health/hosts' )->get_status() );
	}

	public static function roles_without_manage(): iterable {
		foreach ( array( '', 'subscriber', 'author', 'editor' ) as $role ) {
			yield '' === $role ? 'visitor' : $role => array( $role );
		}
	}

	public function test_the_weekly_cron_check_includes_the_tests(): void {
		wp_set_current_user( 0 );
		add_filter( 'wp_doing_cron', '__return_true' );
		$this->assertCount( 9, $this->plugin_tests( 'direct' ) );
		$async = $this->plugin_tests( 'async' )['headless_deploy_hosts'];
		$this->assertTrue( $async['has_rest'] );
		$this->assertIsCallable( $async['async_direct_test'] );
		$this->assertSame( '', $this->examine( 'database' )['actions'], 'Cron has no user for a link.' );
	}

	public function test_the_page_costs_few_queries_regardless_of_the_data(): void {
		global $wpdb;
		$this->fill( 3 );
		$this->count_queries();
		$few = $this->count_queries();
		$this->fill( 10 );
		$this->assertSame( $few, $this->count_queries() );
		$this->assertLessThanOrEqual( 12, $few );
	}

	public function test_explains_a_stopped_scheduler_with_commands_for_a_system_cron(): void {
		wp_clear_scheduled_hook( Wake_Up::RECURRING_EVENT );
		$result = $this->examine( 'scheduler' );
		$this->assertSame( 'recommended', $result['status'] );
		$this->assertStringContainsString( '* * * * * wp --path=&#039;' . rtrim( ABSPATH, '/' ) . '&#039; headless-deploy dispatch &gt; /dev/null 2&gt;&amp;1', $result['description'] );
		$this->assertStringContainsString( '* * * * * curl -fsS &#039;http://example.test/wp-cron.php?doing_wp_cron&#039; &gt; /dev/null 2&gt;&amp;1', $result['description'] );
		$this->assertStringContainsString( 'DISABLE_WP_CRON', $result['description'], 'The tests set it.' );
	}

	#[DataProvider( 'kinds_of_cron' )]
	public function test_explains_the_constants_of_wp_cron( bool $is_disabled, bool $is_alternate, string $expected ): void {
		$this->run_wp_cron_event();
		$description = (string) $this->render( Site_Checks::scheduler( $this->facts(), new Wake_Up(), $is_disabled, $is_alternate ) )['description'];
		foreach ( array( 'DISABLE_WP_CRON is set', 'ALTERNATE_WP_CRON is set' ) as $sentence ) {
			$this->assertSame( $expected === $sentence, str_contains( $description, $sentence ), $sentence );
		}
	}

	public static function kinds_of_cron(): iterable {
		yield 'neither' => array( false, false, '' );
		yield 'disabled' => array( true, false, 'DISABLE_WP_CRON is set' );
		yield 'alternate' => array( false, true, 'ALTERNATE_WP_CRON is set' );
		yield 'both' => array( true, true, 'DISABLE_WP_CRON is set' );
	}

	public function test_a_run_is_overdue_after_15_minutes(): void {
		$this->add_changes();
		$this->clock->pass( 10_000 + 900_000 );
		$this->assertSame( 'good', $this->examine( 'overdue_runs' )['status'] );
		$this->clock->pass( 1_000 );
		$result = $this->examine( 'overdue_runs' );
		$this->assertSame( 'critical', $result['status'] );
		$this->assertStringContainsString( 'Production: Rebuild was due 15 min', $result['description'] );
		$this->assertStringContainsString( 'admin.php?page=headless-deploy"', $result['actions'] );
	}

	public function test_held_and_paused_changes_are_not_overdue(): void {
		$this->add_changes();
		$this->pause( 'person' );
		$this->clock->pass( 86_400_000 );
		$this->assertSame( 'good', $this->examine( 'overdue_runs' )['status'] );
		$this->pause( null );
		$this->assertSame( 'critical', $this->examine( 'overdue_runs' )['status'] );
		$this->make_copy();
		$this->assertSame( 'good', $this->examine( 'overdue_runs' )['status'] );
	}

	public function test_a_permanently_failed_run_is_critical_and_explains_the_solution(): void {
		$this->caller->answers = array( new Response( 422, 'headless_deploy_bad_request', 5, 'nothing uploaded' ) );
		$this->manual_run->start( $this->environment->id, Action::Rebuild, Cause::Manual, 1 );
		$result = $this->examine( 'last_runs' );
		$this->assertSame( 'critical', $result['status'] );
		$this->assertStringContainsString( 'Production: Rebuild, 1 second ago: The host rejected the request, often because', (string) preg_replace( '/, [^,:]+ ago:/', ', 1 second ago:', $result['description'] ) );
		$this->assertStringNotContainsString( 'nothing uploaded', $result['description'], 'What the service says stays in the log.' );
	}

	public function test_a_later_success_clears_the_failure(): void {
		$this->caller->answers = array( new Response( 422, 'headless_deploy_bad_request', 5 ) );
		$this->manual_run->start( $this->environment->id, Action::Rebuild, Cause::Manual, 1 );
		$this->manual_run->start( $this->environment->id, Action::Rebuild, Cause::Manual, 1 );
		$this->assertSame( 'good', $this->examine( 'last_runs' )['status'] );
	}

	public function test_recommends_checking_a_web_page_answer(): void {
		$this->caller->answers = array( new Response( 200, Response::WARNING, 5 ) );
		$this->manual_run->start( $this->environment->id, Action::Rebuild, Cause::Manual, 1 );
		$this->assertSame( 'recommended', $this->examine( 'last_runs' )['status'] );
	}

	#[DataProvider( 'pauses' )]
	public function test_explains_how_to_end_a_pause( string $reason, string $status, string $text ): void {
		$this->pause( $reason );
		$result = $this->examine( 'last_runs' );
		$this->assertSame( $status, $result['status'] );
		$this->assertStringContainsString( $text, $result['description'] );
		$this->assertStringContainsString( 'tab=connections', $result['actions'] );
	}

	public static function pauses(): iterable {
		yield 'token' => array( 'token', 'critical', 'Check the webhook URL at the host' );
		yield 'person' => array( 'person', 'recommended', 'Resume the environment under Connections' );
	}

	public function test_recommends_moving_the_key_out_of_the_database(): void {
		$result = $this->render( Site_Checks::encryption_key( $this->facts(), static fn(): string => 'generated', 0 ) );
		$this->assertSame( 'recommended', $result['status'] );
		$this->assertStringContainsString( 'in the same database', $result['description'] );
		$this->assertMatchesRegularExpression( '/define\( &#039;HEADLESS_DEPLOY_ENCRYPTION_KEY&#039;, &#039;[0-9a-f]{64}&#039; \);/', $result['description'] );
		$this->assertNotSame( $result['description'], $this->render( Site_Checks::encryption_key( $this->facts(), static fn(): string => 'generated', 0 ) )['description'], 'Each time with a key of its own.' );
		$this->assertSame( 'recommended', $this->render( Site_Checks::encryption_key( $this->facts(), static fn(): string => 'constant', 31 ) )['status'] );
		$this->assertSame( 'good', $this->render( Site_Checks::encryption_key( $this->facts(), static fn(): string => 'constant', 32 ) )['status'] );
	}

	public function test_a_lost_key_is_critical_and_requires_the_url_again(): void {
		update_option( Encryption::KEY_OPTION, base64_encode( random_bytes( 32 ) ) );
		$this->start_plugin( $this->clock, $this->caller );
		$result = $this->examine( 'encryption_key' );
		$this->assertSame( 'critical', $result['status'] );
		$this->assertStringContainsString( '<li>Production</li>', $result['description'] );
		$this->assertStringContainsString( 'paste the webhook URL again', $result['description'] );
		$this->assertStringContainsString( 'tab=connections', $result['actions'] );
	}

	public function test_asks_whether_a_site_at_another_address_is_a_copy(): void {
		$this->make_copy();
		$result = $this->examine( 'copy' );
		$this->assertSame( 'critical', $result['status'] );
		$this->assertStringContainsString( 'This is a copy', $result['description'] );
		$this->assertStringContainsString( 'This site moved', $result['description'] );
		$this->pause( 'copy' );
		$this->assertSame( 'good', $this->examine( 'copy' )['status'], 'A confirmed copy is no problem.' );
	}

	public function test_a_missing_table_is_critical_and_breaks_no_other_test(): void {
		global $wpdb;
		Schema::drop();
		$wpdb->last_error = '';
		$result           = $this->examine( 'database' );
		$this->assertSame( 'critical', $result['status'] );
		$this->assertStringContainsString( 'headless_deploy_runs', $result['description'] );
		foreach ( $this->plugin_tests( 'direct' ) as $test ) {
			$this->well_formed( $test['test']() );
		}
		$this->assertSame( '', $wpdb->last_error );
	}

	public function test_reports_no_success_when_a_read_fails(): void {
		$this->manual_run->start( $this->environment->id, Action::Rebuild, Cause::Manual, 1 );
		$refuse = static fn( string $query ): string => str_starts_with( ltrim( $query ), 'SELECT' ) && str_contains( $query, 'headless_deploy_' ) ? 'SELECT nothing FROM nowhere' : $query;
		wp_load_alloptions();
		add_filter( 'query', $refuse );
		$results           = $this->with_hidden_errors( fn(): array => array_map( fn( array $test ): array => $this->well_formed( $test['test']() ), $this->plugin_tests( 'direct' ) ) );
		$debug_information = $this->with_hidden_errors( static fn(): array => apply_filters( 'debug_information', array() ) );
		remove_filter( 'query', $refuse );
		foreach ( array( 'last_runs', 'overdue_runs', 'copy' ) as $id ) {
			$result = $results[ "headless_deploy_$id" ];
			$this->assertSame( array( 'critical', 'Headless Deploy could not read the database' ), array( $result['status'], $result['label'] ), $id );
		}
		$this->assertArrayNotHasKey( 'headless-deploy', $debug_information );
	}

	public function test_reports_a_failed_write_until_a_manual_run(): void {
		( new Write_Failure() )->remember( 3, $this->clock->now, 'no space left' );
		$result = $this->examine( 'database' );
		$this->assertSame( 'critical', $result['status'] );
		$this->assertStringContainsString( 'The database rejected 3 changes', $result['description'] );
		$this->assertStringNotContainsString( 'no space left', $result['description'] );
		$this->manual_run->start( $this->environment->id, Action::Rebuild, Cause::Manual, 1 );
		$this->assertSame( 'good', $this->examine( 'database' )['status'] );
	}

	public function test_reports_invalid_constants(): void {
		$this->assertSame( 'good', $this->render( Site_Checks::constant( array() ) )['status'] );
		$problem = array( 'environment' => 'production', 'field' => 'webhookUrl', 'message' => 'This is <b>not</b> a web address.' );
		$result  = $this->render( Site_Checks::constant( array( $problem ) ) );
		$this->assertSame( 'critical', $result['status'] );
		$this->assertStringContainsString( '<li>production: webhookUrl: This is &lt;b&gt;not&lt;/b&gt; a web address.</li>', $result['description'] );
	}

	#[DataProvider( 'servers' )]
	public function test_reports_missing_php_extensions( array $server, string $status, string $text ): void {
		$result = $this->render( Site_Checks::php( ...$server ) );
		$this->assertSame( $status, $result['status'] );
		$this->assertStringContainsString( $text, $result['description'] );
	}

	public static function servers(): iterable {
		yield 'all there' => array( array( true, true, true, 8 ), 'good', 'cURL' );
		yield 'no cURL' => array( array( false, true, true, 8 ), 'critical', 'nothing is deployed' );
		yield 'no sodium extension' => array( array( true, true, false, 8 ), 'recommended', 'sodium_compat' );
		yield 'no sodium at all' => array( array( true, false, false, 8 ), 'critical', 'webhook URLs cannot be stored' );
		yield '32 bits' => array( array( true, true, true, 4 ), 'critical', '64-bit' );
	}

	public function test_reports_a_refresh_url_to_which_nothing_can_be_sent(): void {
		$environments = new Environments( new Encryption(), $this->clock );
		$url          = 'https://www.acme.example/api/refresh';
		$input        = Environment_Input::from_body( array( 'refreshUrl' => $url ) );
		$this->assertInstanceOf( Environment_Input::class, $input );
		$this->assertInstanceOf( Environment::class, $environments->update( $this->environment->id, $input ) );
		$this->assertStringContainsString( 'the refresh URL has no secret', $this->examine( 'last_runs' )['description'] );
		$this->assertStringContainsString( 'refresh: www.acme.example, no secret', $this->copied() );
		$this->assertIsArray( $environments->generate_refresh_secret( $this->environment->id ) );
		$this->start_plugin( $this->clock, $this->caller );
		$this->assertSame( 'good', $this->examine( 'last_runs' )['status'] );
		$environments->stop_refresh( $this->environment->id, $url );
		$this->start_plugin( $this->clock, $this->caller );
		$result = $this->examine( 'last_runs' );
		$this->assertSame( 'recommended', $result['status'] );
		$this->assertStringContainsString( 'HTTP 410', $result['description'] );
		$this->assertMatchesRegularExpression( '/refresh: www\.acme\.example, gone since 20/', $this->copied() );
		$this->assertStringNotContainsString( '/api/refresh', $this->copied(), 'The path is not published.' );
	}

	public function test_reports_a_refresh_secret_that_the_front_end_does_not_know_yet(): void {
		$environments = new Environments( new Encryption(), $this->clock );
		$input        = Environment_Input::from_body( array( 'refreshUrl' => 'https://www.acme.example/api/refresh' ) );
		$this->assertInstanceOf( Environment_Input::class, $input );
		$this->assertInstanceOf( Environment::class, $environments->update( $this->environment->id, $input ) );
		$this->assertIsArray( $environments->generate_refresh_secret( $this->environment->id ) );
		$this->assertIsArray( $environments->generate_refresh_secret( $this->environment->id ) );
		foreach ( array( 0 => 'when the previous secret ends', 8 => 'the previous one ended on' ) as $days => $text ) {
			$this->clock->pass( $days * 86_400_000 );
			$this->start_plugin( $this->clock, $this->caller );
			$result = $this->examine( 'last_runs' );
			$this->assertSame( 'recommended', $result['status'] );
			$this->assertStringContainsString( 'Production: The front end has not accepted the new refresh secret yet', $result['description'] );
			$this->assertStringContainsString( $text, $result['description'] );
			$this->assertStringContainsString( 'refresh: www.acme.example, new secret not in use', $this->copied() );
		}
		$environments->end_previous_secrets( $this->environment->id, $environments->get( $this->environment->id )?->refresh->secret ?? '' );
		$this->start_plugin( $this->clock, $this->caller );
		$this->assertSame( 'good', $this->examine( 'last_runs' )['status'] );
	}

	public function test_names_are_escaped(): void {
		$this->edit_stored( array( 'label' => '<img src=x onerror=alert(1)>' ) );
		$this->pause( 'person' );
		$this->assertStringContainsString( '&lt;img src=x', $this->examine( 'last_runs' )['description'] );
	}

	public function test_the_information_for_support_has_the_facts_and_nothing_secret(): void {
		$this->add_changes( 4 );
		$this->manual_run->start( $this->environment->id, Action::PurgeCache, Cause::Manual, 1 );
		$copied = $this->copied();
		foreach ( array( 'host: hosting.example', 'provider: wpe-headless', 'quiet period: 10 s', 'on content: rebuild', 'lane build: 4 changes waiting', 'last cache: accepted 200', 'constants: DISABLE_WP_CRON', 'key: generated' ) as $fact ) {
			$this->assertStringContainsString( $fact, $copied );
		}
		$this->assertStringNotContainsString( rtrim( self::TOKEN, '=' ), $copied );
		$this->assertStringNotContainsString( 'token=', $copied );
		$this->assertStringNotContainsString( '/wh/v1/', $copied, 'The path of the webhook is not published.' );
		$this->assertStringNotContainsString( (string) ( (array) get_option( Encryption::KEY_OPTION ) )['key'], $copied );
	}

	public function test_the_information_for_support_says_that_each_change_refreshes(): void {
		$this->edit_stored( array( 'automation' => array( 'policy' => array( 'styles' => 'none', 'theme' => 'refresh', 'request' => 'none' ) ) ) );
		$this->add_refresh_url();
		$this->start_plugin( $this->clock, $this->caller );
		$copied = $this->copied();
		foreach ( array( 'on content: refresh, rebuild', 'on comments: refresh', 'on styles: refresh', 'on theme: refresh', 'on request: none' ) as $fact ) {
			$this->assertMatchesRegularExpression( "/$fact(?!,)/", $copied );
		}
	}

	public function test_the_information_for_support_says_whether_runs_can_be_tracked(): void {
		$this->assertStringContainsString( 'credentials: not set', $this->copied() );
		$this->assertStringContainsString( 'tables: version ' . Schema::VERSION . "\n", $this->copied() );
		( new Routing() )->save_schema_version( 1 );
		$this->manual_run->start( $this->environment->id, Action::Rebuild, Cause::Manual, 1 );
		$input = Credential_Input::from_body( array( 'apiUrl' => 'https://api.example', 'user' => 'user-of-the-api', 'password' => 'password-of-the-api' ), new Local_Hosts() );
		$this->assertInstanceOf( Credential_Input::class, $input );
		$store = new Credential_Store( new Encryption() );
		$this->assertNull( $store->save( $input, null ) );
		$this->start_plugin( $this->clock, $this->caller );
		foreach ( array( 'password: set', 'locked by: none', 'checked: never', 'works: not known' ) as $fact ) {
			$this->assertStringContainsString( $fact, $this->copied() );
		}
		$saved = $store->get();
		$this->assertNotNull( $saved );
		$store->note_check( $saved, false, 'headless_deploy_credentials_refused', array(), 1_795_000_000_000 );
		$copied = $this->copied();
		foreach ( array( 'host: api.example', 'user: set', 'checked: 2026-11-18T11:06:40Z', 'works: no', 'code: headless_deploy_credentials_refused', 'tracked: 1, next check 20', 'tables: version 1, to be upgraded to ' . Schema::VERSION ) as $fact ) {
			$this->assertStringContainsString( $fact, $copied );
		}
		$this->assertStringNotContainsString( '-of-the-api', $copied );
	}

	public function test_the_information_for_support_names_the_constants_that_hold_credentials(): void {
		$facts = Debug_Information::credentials( ( new Credential_Store( new Encryption(), new Configured_Credentials( array( 'apiUrl' => 'https://api.example', 'password' => 'secret' ) ) ) )->get() );
		$this->assertIsArray( $facts );
		$this->assertSame( array( 'not set', 'set', 'HEADLESS_DEPLOY_API_URL, HEADLESS_DEPLOY_API_PASSWORD' ), array( $facts['user'], $facts['password'], $facts['locked by'] ) );
	}

	private function copied(): string {
		require_once ABSPATH . 'wp-admin/includes/class-wp-debug-data.php';
		return \WP_Debug_Data::format( (array) apply_filters( 'debug_information', array() ), 'debug' );
	}

	#[DataProvider( 'clocks' )]
	public function test_compares_the_clocks_of_the_database_and_the_web_server( int $ahead, string $status, string $text ): void {
		$this->clock->database_ahead = $ahead;
		$result                      = $this->examine( 'clocks' );
		$this->assertSame( $status, $result['status'] );
		$this->assertStringContainsString( $text, $result['description'] );
		$this->assertSame( 'good' !== $status, str_contains( $result['description'], 'NTP' ) );
	}

	public static function clocks(): iterable {
		yield 'equal' => array( 0, 'good', 'clocks that agree' );
		yield '5 s ahead' => array( 5_000, 'good', 'clocks that agree' );
		yield 'ahead' => array( 6_000, 'recommended', 'is 6 seconds ahead of' );
		yield 'whole seconds' => array( -6_000, 'good', 'clocks that agree' );
		yield 'behind' => array( -65_000, 'recommended', 'is 64 seconds behind' );
	}

	public function test_a_slow_answer_of_the_database_is_no_difference_of_clocks(): void {
		$this->before_statement( 'SELECT found.* FROM (SELECT ' . $this->clock->sql_now_ms(), fn() => $this->clock->pass( 20_000 ) );
		$this->assertSame( 'good', $this->examine( 'clocks' )['status'] );
		$this->assertSame( 0, $this->clock->database_ahead );
	}

	public function test_says_that_the_clocks_could_not_be_compared(): void {
		$refuse = static fn( string $query ): string => str_contains( $query, 'now_ms' ) ? 'SELECT nothing FROM nowhere' : $query;
		add_filter( 'query', $refuse );
		$result = $this->with_hidden_errors( fn(): array => $this->examine( 'clocks' ) );
		$this->assertSame( array( 'recommended', 'The clocks of the web server and the database could not be compared' ), array( $result['status'], $result['label'] ) );
	}

	private function facts(): Health_Facts {
		return new Health_Facts( new Send_Policy( new Environments( new Encryption(), $this->clock ) ), $this->queue, new Run_Log(), $this->clock );
	}

	private function run_wp_cron_event(): void {
		( new Wake_Up() )->ensure_recurring( $this->clock->now );
		( new Wake_Up() )->record_run( $this->clock->now );
	}

	public function test_reports_a_site_with_too_many_builds(): void {
		global $wpdb;
		$add = function ( int $runs, int $hours_ago, string $cause ): void {
			global $wpdb;
			for ( $i = 0; $i < $runs; $i++ ) {
				$wpdb->insert( $wpdb->headless_deploy_runs, array( 'blog_id' => get_current_blog_id(), 'environment_id' => $this->environment->id, 'lane' => 'build', 'action' => 'rebuild', 'cause' => $cause, 'status' => 'accepted', 'created_at' => $this->clock->now - $hours_ago * 3_600_000 ) );
			}
		};
		$add( 144, 23, 'automatic' );
		$add( 100, 25, 'automatic' );
		$add( 100, 1, 'manual' );
		$this->assertSame( 'good', $this->render( Run_Checks::last_runs( $this->facts() ) )['status'] );
		$add( 1, 1, 'automatic' );
		$result = $this->render( Run_Checks::last_runs( $this->facts() ) );
		$this->assertSame( 'recommended', $result['status'] );
		$this->assertStringContainsString( '145 automatic runs in the last 24 hours', $result['description'] );
	}

	private function fill( int $count ): void {
		for ( $i = 0; $i < $count; $i++ ) {
			$this->environment     = $this->connect( "Environment $i" );
			$this->caller->answers = array( new Response( 422, 'headless_deploy_bad_request', 5 ) );
			$this->manual_run->start( $this->environment->id, Action::Rebuild, Cause::Manual, 1 );
			$this->add_changes( 5 );
			$this->add_changes( 2, Action::PurgeCache );
		}
		$this->clock->pass( 3_600_000 );
		$this->start_plugin( $this->clock, $this->caller );
	}

	private function count_queries(): int {
		$tests = $this->plugin_tests( 'direct' );
		get_option( 'headless_deploy_environments' );
		return count( $this->queries( static fn() => array_map( static fn( array $test ) => $test['test'](), $tests ) ) );
	}
}
