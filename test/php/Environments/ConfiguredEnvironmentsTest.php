<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Tests\Environments;

use HeadlessDeploy\Action;
use HeadlessDeploy\Environments\Configured_Environments;
use HeadlessDeploy\Environments\Environment;
use HeadlessDeploy\Environments\Environment_Input;
use HeadlessDeploy\Environments\Environment_Schema;
use HeadlessDeploy\Environments\Environment_View;
use HeadlessDeploy\Environments\Environments;
use HeadlessDeploy\Environments\Pause_Reason;
use HeadlessDeploy\Environments\Routing;
use HeadlessDeploy\Environments\Send_Policy;
use HeadlessDeploy\Environments\Site_Fingerprint;
use HeadlessDeploy\Environments\Stored_Environments;
use HeadlessDeploy\Providers\Local_Hosts;
use HeadlessDeploy\Queue\Cause;
use HeadlessDeploy\Queue\Dispatcher;
use HeadlessDeploy\Queue\Manual_Run;
use HeadlessDeploy\Queue\Queue_Reader;
use HeadlessDeploy\Queue\Wake_Up;
use HeadlessDeploy\Queue\Write_Failure;
use HeadlessDeploy\Secrets\Encryption;
use HeadlessDeploy\Secrets\Webhook;
use HeadlessDeploy\Tests\Queue\Fake_Caller;
use HeadlessDeploy\Tests\Queue\Manual_Clock;
use HeadlessDeploy\Tests\Wp_Test_Case;
use WP_Error;

final class ConfiguredEnvironmentsTest extends Wp_Test_Case {
	private const BASE  = 'https://hosting.example/wh/v1/accounts/acme/apps/site/environments/e1/webhooks/webhook:';
	private const URL   = self::BASE . 'rebuild?token=' . self::TOKEN;
	private const OTHER = 'https://hosting.example/wh/v1/accounts/acme/apps/other/environments/e2/webhooks/webhook:rebuild?token=' . self::TOKEN;
	private const ENTRY = array(
		'label'      => 'Production',
		'webhookUrl' => self::URL,
		'automation' => array( 'policy' => array( 'content' => 'purgeCache' ), 'quietPeriodSeconds' => 3 ),
	);

	private Manual_Clock $clock;

	protected function setUp(): void {
		parent::setUp();
		$this->clock = new Manual_Clock();
	}

	public function test_an_entry_is_an_environment_like_any_other(): void {
		$environments = $this->environments( array( 'production' => self::ENTRY ) );
		$environment  = $this->assert_environment( $environments->get( 'production' ) );
		$this->assertSame( array( 'Production', 'wpe-headless', 'HEADLESS_DEPLOY_ENVIRONMENTS', null ), array( $environment->label, $environment->provider, $environment->locked_by, $environment->paused ) );
		$this->assertEqualsCanonicalizing( array( 'label', 'webhookUrl', 'automation.quietPeriodSeconds', 'automation.policy.content' ), $environment->locked_fields );
		$this->assertTrue( Site_Fingerprint::allows( $environment ) );
		foreach ( Action::hosted() as $action ) {
			$webhook = $environments->webhook( 'production', $action );
			$this->assertInstanceOf( Webhook::class, $webhook );
			$this->assertSame( self::BASE . $action->value . '?token=' . self::TOKEN, $webhook->secret_url() );
			$this->assertSame( array( self::TOKEN ), $webhook->secrets() );
		}
		$view = Environment_View::for_managers( $environment );
		$this->assertTrue( rest_validate_value_from_schema( $view, Environment_Schema::settings()->to_array(), 'environment' ) );
		$this->assertSame( array( 'HEADLESS_DEPLOY_ENVIRONMENTS', 'HEADLESS_DEPLOY_ENVIRONMENTS' ), array( $view['lockedBy'], $view['webhook']['lockedBy'] ) );
		$this->assertNotNull( $view['webhook']['connectedAt'] );
	}

	public function test_secrets_of_an_entry_are_neither_stored_nor_shown(): void {
		$entry        = array( 'webhookUrl' => 'https://ci.acme.example/hooks/' . self::TOKEN, 'headers' => array( 'X-Key' => 'k' . self::TOKEN ), 'body' => 'b' . self::TOKEN );
		$environments = $this->environments( array( 'production' => $entry ) );
		$environments->all();
		$environments->webhook( 'production', Action::Rebuild );
		$environments->pause( 'production', Pause_Reason::Person );
		$environments->hold( 'production', true );
		$seen = print_r( $environments, true ) . wp_json_encode( array_map( Environment_View::for_managers( ... ), $environments->all() ) );
		global $wpdb;
		$seen .= print_r( $wpdb->get_results( "SELECT * FROM {$wpdb->options} WHERE option_name LIKE 'headless%'", ARRAY_A ), true );
		$this->assertStringContainsString( 'X-Key', $seen );
		$this->assertStringNotContainsString( substr( self::TOKEN, 0, 20 ), $seen );
		$this->assertStringNotContainsString( substr( base64_encode( self::TOKEN ), 0, 20 ), $seen );
		$this->assertStringNotContainsString( '1:k', $seen, 'No secret of the entry is stored, not even encrypted.' );
	}

	public function test_the_routing_reads_an_entry_without_a_query_or_a_write(): void {
		$routing = new Routing( new Configured_Environments( null, array( 'production' => self::ENTRY, 'hook' => array( 'webhookUrl' => 'https://api.netlify.com/build_hooks/5f3e9c36a1b2c3d4e5f60718' ) ) ) );
		$routing->load();
		$queries    = get_num_queries();
		$automation = $routing->environments()['production'];
		$this->assertSame( array( Action::PurgeCache, Action::Rebuild, 3, 120 ), array( $automation->policy['content'], $automation->policy['menus'], $automation->quiet_period_seconds, $automation->maximum_wait_seconds ) );
		$this->assertSame( array( Action::PurgeCache, Action::CleanRebuild, null ), array( $routing->offered( 'production', Action::PurgeCache ), $routing->offered( 'hook', Action::CleanRebuild ), $routing->offered( 'hook', Action::PurgeCache ) ) );
		$this->assertSame( $queries, get_num_queries() );
		$this->assertFalse( get_option( Stored_Environments::OPTION ) );
	}

	public function test_stores_fields_that_the_constant_does_not_define(): void {
		$entries = array( 'production' => self::ENTRY );
		$changed = $this->environments( $entries )->update( 'production', $this->input( array( 'frontEndUrl' => 'https://www.example.test', 'automation' => array( 'maximumWaitSeconds' => 30, 'policy' => array( 'menus' => 'none' ) ) ) ) );
		$this->assertSame( array( 'https://www.example.test', 30 ), array( $this->assert_environment( $changed )->front_end_url, $this->assert_environment( $changed )->automation->maximum_wait_seconds ) );
		$this->assert_environment( $this->environments( $entries )->pause( 'production', Pause_Reason::Person ) );
		$this->assert_environment( $this->environments( $entries )->hold( 'production', true ) );
		$again = $this->assert_environment( $this->environments( $entries )->get( 'production' ) );
		$this->assertSame( array( 'https://www.example.test', 30, 'person', true, 3, null ), array( $again->front_end_url, $again->automation->maximum_wait_seconds, $again->paused?->reason->value, $again->automation->hold, $again->automation->quiet_period_seconds, $again->automation->policy['menus'] ) );
		$routing = new Routing( new Configured_Environments( null, $entries ) );
		$this->assertSame( array( 3, 30, true, null ), array( $routing->environments()['production']->quiet_period_seconds, $routing->environments()['production']->maximum_wait_seconds, $routing->environments()['production']->hold, $routing->environments()['production']->policy['menus'] ) );
	}

	/**
	 * @dataProvider parts_of_a_refresh_target
	 *
	 * @param array<string, string> $entry
	 * @param array<string, string> $entered
	 */
	public function test_a_refresh_url_and_a_secret_may_come_from_different_places( array $entry, array $entered ): void {
		$entries      = array( 'production' => $entry + self::ENTRY );
		$environments = $this->environments( $entries );
		if ( array() === $entered ) {
			$this->assertIsArray( $environments->generate_refresh_secret( 'production' ) );
		} else {
			$this->assert_environment( $environments->update( 'production', $this->input( $entered ) ) );
		}
		$environment = $this->assert_environment( $this->environments( $entries )->get( 'production' ) );
		$this->assertSame( array( 'https://www.acme.example/refresh', true ), array( $environment->refresh?->url, $environment->refresh?->is_usable() ) );
		$this->assertCount( 1, $this->environments( $entries )->refresh_secrets( 'production' ) );
		$this->assertSame( Action::Refresh, ( new Routing( new Configured_Environments( null, $entries ) ) )->offered( 'production', Action::Refresh ) );
		$this->assertSame( Action::PurgeCache, ( new Routing( new Configured_Environments( null, array( 'production' => self::ENTRY ) ) ) )->offered( 'production', Action::Refresh ), 'Neither place alone has both.' );
	}

	public static function parts_of_a_refresh_target(): array {
		return array(
			'URL of wp-config.php, generated secret' => array( array( 'refreshUrl' => 'https://www.acme.example/refresh' ), array() ),
			'secret of wp-config.php, entered URL'   => array( array( 'refreshSecret' => 'whsec_' . base64_encode( str_repeat( 's', 32 ) ) ), array( 'refreshUrl' => 'https://www.acme.example/refresh' ) ),
		);
	}

	public function test_refuses_to_change_fields_of_the_constant_and_names_it(): void {
		$environments = $this->environments( array( 'production' => array( 'automation' => array( 'hold' => false ) + self::ENTRY['automation'] ) + self::ENTRY ) );
		$before       = $this->assert_environment( $environments->get( 'production' ) );
		$refused      = array(
			'label'                         => array( 'label' => 'Mine' ),
			'webhookUrl'                    => array( 'webhookUrl' => self::OTHER ),
			'automation.quietPeriodSeconds' => array( 'automation' => array( 'quietPeriodSeconds' => 4, 'maximumWaitSeconds' => 5 ) ),
			'automation.policy.content'     => array( 'automation' => array( 'policy' => array( 'content' => 'none' ) ) ),
			'automation.hold'               => array( 'automation' => array( 'hold' => true ) ),
		);
		foreach ( $refused as $field => $body ) {
			$error = $environments->update( 'production', $this->input( $body ) );
			$this->assertInstanceOf( WP_Error::class, $error, $field );
			$this->assertSame( array( 'headless_deploy_field_locked', 409 ), array( $error->get_error_code(), $error->get_error_data()['status'] ) );
			$this->assertStringContainsString( "“{$field}”", $error->get_error_message() );
			$this->assertStringContainsString( 'HEADLESS_DEPLOY_ENVIRONMENTS', $error->get_error_message() );
		}
		$this->assertInstanceOf( WP_Error::class, $environments->hold( 'production', true ) );
		$this->assertInstanceOf( WP_Error::class, $environments->update( 'production', $this->input( array( 'webhookUrls' => array( 'rebuild' => self::URL ) ) ) ) );
		$same = $environments->update( 'production', $this->input( array( 'label' => 'Production', 'automation' => $before->automation->to_array() ) ) );
		$this->assertSame( print_r( $before, true ), print_r( $same, true ), 'A form may send locked fields back unchanged.' );
	}

	public function test_an_entry_cannot_be_removed_and_reserves_its_id(): void {
		$environments = $this->environments( array( 'production' => self::ENTRY ) );
		$error        = $environments->delete( 'production' );
		$this->assertInstanceOf( WP_Error::class, $error );
		$this->assertSame( array( 'headless_deploy_environment_locked', 409 ), array( $error->get_error_code(), $error->get_error_data()['status'] ) );
		$created = $environments->create( $this->input( array( 'label' => 'Production', 'webhookUrl' => self::OTHER ) ) );
		$this->assertSame( 'production-2', $this->assert_environment( $created )->id );
		$twice = $environments->create( $this->input( array( 'label' => 'Again', 'webhookUrl' => self::URL ) ) );
		$this->assert_error( 'headless_deploy_already_connected', $twice );
	}

	public function test_ignores_the_stored_fields_of_an_entry_that_was_deleted(): void {
		$this->environments( array( 'production' => self::ENTRY ) )->pause( 'production', Pause_Reason::Person );
		$without = $this->environments( array() );
		$this->assertSame( array(), $without->all() );
		$this->assertNull( $without->get( 'production' ) );
		$this->assert_error( 'headless_deploy_unknown_environment', $without->webhook( 'production', Action::Rebuild ) );
		$this->assertInstanceOf( WP_Error::class, $without->resume( 'production' ) );
		$this->assertSame( array(), ( new Routing( new Configured_Environments( null, array() ) ) )->environments() );
		$this->assertFalse( $without->was_removed( 'production' ), 'The entry may be defined again.' );
		$back = $this->environments( array( 'production' => self::ENTRY ) );
		$this->assertSame( 'person', $this->assert_environment( $back->get( 'production' ) )->paused?->reason->value );
	}

	public function test_overrides_a_connected_environment(): void {
		$this->assert_environment( $this->environments( array() )->create( $this->input( array( 'label' => 'Production', 'webhookUrl' => self::OTHER ) ) ) );
		$over = $this->environments( array( 'production' => array( 'label' => 'Live', 'automation' => array( 'quietPeriodSeconds' => 1 ) ) ) );
		$this->assertSame( array( 'Live', 'other', 1, null ), array( $this->assert_environment( $over->get( 'production' ) )->label, $this->assert_environment( $over->get( 'production' ) )->target['app'], $this->assert_environment( $over->get( 'production' ) )->automation->quiet_period_seconds, $this->assert_environment( $over->get( 'production' ) )->paused ) );
		$this->assertNull( Environment_View::for_managers( $this->assert_environment( $over->get( 'production' ) ) )['webhook']['lockedBy'] );
		$this->assertInstanceOf( Webhook::class, $over->webhook( 'production', Action::Rebuild ) );
		$full = $this->environments( array( 'production' => self::ENTRY ) );
		$this->assertSame( 'site', $this->assert_environment( $full->get( 'production' ) )->target['app'] );
		$full->pause( 'production', Pause_Reason::Person );
		$this->assertSame( 'other', $this->assert_environment( $this->environments( array() )->get( 'production' ) )->target['app'], 'Without the entry, the stored webhook is used again.' );
	}

	public function test_a_copy_of_the_whole_site_with_the_same_wp_config_sends_nothing(): void {
		$entries = array( 'production' => self::ENTRY );
		$this->environments( $entries )->all();
		$this->become_a_copy();
		$copy = $this->environments( $entries );
		$this->assertFalse( Site_Fingerprint::allows( $this->assert_environment( $copy->get( 'production' ) ) ) );
		$this->assertInstanceOf( WP_Error::class, $copy->resume( 'production' ) );
		$moved = $this->assert_environment( $copy->confirm_move( 'production' ) );
		$this->assertTrue( Site_Fingerprint::allows( $moved ) );
		$this->assertContains( Site_Fingerprint::of( 'https://original.example' ), $moved->fingerprints, 'The first address still counts.' );
	}

	public function test_a_copy_with_a_new_token_of_the_same_webhook_sends_nothing_either(): void {
		$this->environments( array( 'production' => self::ENTRY ) )->all();
		$this->become_a_copy();
		$renewed = $this->environments( array( 'production' => array( 'webhookUrl' => str_replace( 'dGhp', 'xGhp', self::URL ) ) + self::ENTRY ) );
		$this->assertFalse( Site_Fingerprint::allows( $this->assert_environment( $renewed->get( 'production' ) ) ) );
	}

	public function test_a_copy_of_the_database_with_another_webhook_sends_to_that_webhook(): void {
		$this->environments( array( 'production' => self::ENTRY ) )->all();
		$this->become_a_copy();
		$staging = $this->environments( array( 'production' => array( 'webhookUrl' => self::OTHER ) + self::ENTRY ) );
		$this->assertTrue( Site_Fingerprint::allows( $this->assert_environment( $staging->get( 'production' ) ) ) );
	}

	public function test_defining_a_webhook_that_another_site_stored_keeps_the_copy_paused(): void {
		$this->assert_environment( $this->environments( array() )->create( $this->input( array( 'label' => 'Production', 'webhookUrl' => self::URL ) ) ) );
		$this->become_a_copy();
		$this->assertFalse( Site_Fingerprint::allows( $this->assert_environment( $this->environments( array( 'production' => self::ENTRY ) )->get( 'production' ) ) ) );
	}

	public function test_a_new_token_lifts_a_token_pause_and_makes_waiting_runs_due(): void {
		$entries = array( 'production' => self::ENTRY );
		$first   = $this->assert_environment( $this->environments( $entries )->get( 'production' ) );
		$this->assertSame( $this->clock->now, $first->connected_at );
		$this->environments( $entries )->pause( 'production', Pause_Reason::Token, 7 );
		$this->clock->pass( 5000 );
		$this->assertSame( array( 'token', $first->connected_at ), array( $this->assert_environment( $this->environments( $entries )->get( 'production' ) )->paused?->reason->value, $this->assert_environment( $this->environments( $entries )->get( 'production' ) )->connected_at ) );
		$renewed = $this->assert_environment( $this->environments( array( 'production' => array( 'webhookUrl' => str_replace( 'dGhp', 'xGhp', self::URL ) ) + self::ENTRY ) )->get( 'production' ) );
		$this->assertSame( array( null, $this->clock->now ), array( $renewed->paused, $renewed->connected_at ) );
	}

	public function test_an_invalid_entry_is_reported_and_does_not_affect_others(): void {
		$environments = $this->environments(
			array(
				'production' => self::ENTRY,
				'typo'       => array( 'webhookURL' => self::OTHER, 'label' => 'Typo' ),
				'http'       => array( 'webhookUrl' => str_replace( 'https', 'http', self::OTHER ) ),
				'policy'     => array( 'webhookUrl' => self::OTHER, 'automation' => array( 'quietPeriodSeconds' => -1 ) ),
				'header'     => array( 'webhookUrl' => 'https://ci.acme.example/hooks/x', 'headers' => array( 'Host' => 'evil.example' ) ),
				'No id'      => self::ENTRY,
				7            => self::ENTRY,
				'text'       => 'nonsense',
			),
		);
		$problems = array_map( static fn( array $one ): string => $one['environment'] . ' ' . $one['field'], $environments->problems() );
		$this->assertSame( array( 'No id ', '7 ', 'text ', 'typo webhookURL', 'http webhookUrl', 'policy automation', 'header headers' ), $problems );
		foreach ( $environments->problems() as $problem ) {
			$this->assertStringNotContainsString( 'An unexpected error occurred', $problem['message'] );
			$this->assertStringNotContainsString( substr( self::TOKEN, 0, 10 ), (string) wp_json_encode( $problem ) );
		}
		$paused = array_map( static fn( Environment $one ): ?string => $one->paused?->reason->value, $environments->all() );
		$this->assertSame( array( 'production' => null, 'typo' => 'constant', 'http' => 'constant', 'policy' => null, 'header' => 'constant' ), $paused, 'No run is sent to an environment with an invalid webhook.' );
		foreach ( array( 'http', 'header' ) as $id ) {
			$error = $environments->webhook( $id, Action::Rebuild );
			$this->assert_error( 'headless_deploy_constant_broken', $error );
			$this->assertSame( 'constant', Environment_View::for_viewers( $this->assert_environment( $environments->get( $id ) ) )['paused']['reason'] ?? null );
		}
		$this->assertSame( 'Typo', $this->assert_environment( $environments->get( 'typo' ) )->label );
		$this->assertArrayHasKey( 'http', ( new Routing( new Configured_Environments( null, array( 'http' => array( 'webhookUrl' => 'x' ) ) ) ) )->environments(), 'Changes for an invalid entry are counted.' );
	}

	public function test_an_entry_without_a_webhook_accepts_one_in_the_panel(): void {
		$entries = array( 'production' => array( 'label' => 'Production' ) );
		$paused  = $this->assert_environment( $this->environments( $entries )->get( 'production' ) );
		$this->assertSame( 'constant', Environment_View::for_viewers( $paused )['paused']['reason'] ?? null );
		$result = ( new Manual_Run( new Queue_Reader( $this->clock ), $this->dispatcher( $entries ), $this->send_policy( $entries ), $this->clock, new Write_Failure() ) )->start( 'production', Action::Rebuild, Cause::Manual, 1 );
		$this->assert_error( 'headless_deploy_constant_broken', $result );
		$pasted = $this->environments( $entries )->update( 'production', $this->input( array( 'webhookUrl' => self::URL ) ) );
		$this->assertNull( $this->assert_environment( $pasted )->paused );
		$this->assertInstanceOf( Webhook::class, $this->environments( $entries )->webhook( 'production', Action::Rebuild ) );
	}

	public function test_reports_a_constant_that_is_not_an_array(): void {
		foreach ( array( 'nonsense', 7, true ) as $nonsense ) {
			$environments = new Environments( new Encryption(), $this->clock, null, null, new Configured_Environments( null, $nonsense ) );
			$this->assertSame( array(), $environments->all() );
			$this->assertStringContainsString( 'not an array', $environments->problems()[0]['message'] );
		}
		$this->assertSame( array(), $this->environments( array() )->problems() );
	}

	public function test_the_etag_changes_with_the_constant(): void {
		$etag = $this->assert_environment( $this->environments( array( 'production' => self::ENTRY ) )->get( 'production' ) )->etag;
		$this->assertSame( $etag, $this->assert_environment( $this->environments( array( 'production' => self::ENTRY ) )->get( 'production' ) )->etag );
		$changed = $this->environments( array( 'production' => array( 'label' => 'Other' ) + self::ENTRY ) );
		$this->assertNotSame( $etag, $this->assert_environment( $changed->get( 'production' ) )->etag );
		$this->assertInstanceOf( WP_Error::class, $changed->pause( 'production', Pause_Reason::Person, null, $etag ) );
		$this->assertInstanceOf( Environment::class, $changed->pause( 'production', Pause_Reason::Person, null, $this->assert_environment( $changed->get( 'production' ) )->etag ) );
	}

	private function environments( array $entries ): Environments {
		return new Environments( new Encryption(), $this->clock, null, new Local_Hosts( '', 'production' ), new Configured_Environments( new Local_Hosts( '', 'production' ), $entries ) );
	}

	private function send_policy( array $entries ): Send_Policy {
		return new Send_Policy( $this->environments( $entries ), static fn() => null );
	}

	private function dispatcher( array $entries ): Dispatcher {
		return new Dispatcher( new Queue_Reader( $this->clock ), $this->send_policy( $entries ), new Fake_Caller(), $this->clock, new Wake_Up() );
	}

	private function become_a_copy(): void {
		$here      = Site_Fingerprint::current();
		$elsewhere = Site_Fingerprint::of( 'https://original.example' );
		update_option( Stored_Environments::OPTION, unserialize( str_replace( $here, $elsewhere, serialize( get_option( Stored_Environments::OPTION ) ) ) ), false );
	}

	private function input( array $body ): Environment_Input {
		$input = Environment_Input::from_body( $body );
		$this->assertInstanceOf( Environment_Input::class, $input );
		return $input;
	}

	private function assert_environment( Environment|WP_Error|null $result ): Environment {
		$this->assertInstanceOf( Environment::class, $result, is_wp_error( $result ) ? $result->get_error_message() : '' );
		return $result;
	}
}
