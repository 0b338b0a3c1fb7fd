<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Tests\Hosting;

use HeadlessDeploy\Action;
use HeadlessDeploy\Environments\Environments;
use HeadlessDeploy\Environments\Pause_Reason;
use HeadlessDeploy\Secrets\Encryption;
use HeadlessDeploy\Secrets\Webhook;
use PHPUnit\Framework\Attributes\DataProvider;

final class SiteConnectionTest extends Hosting_Test_Case {
	private const BODY = array(
		'environment' => 'e1',
		'app'         => 'shop',
		'account'     => 'acme',
	);
	private const NEW_TOKEN = 'new-token-that-is-secret-98765';
	private const PATH      = 'accounts/acme/apps/shop/environments/e1';
	private const HOOK      = self::API_URL . '/wh/v1/' . self::PATH . '/webhooks/webhook:rebuild?token=' . self::TOKEN;

	public function test_creates_the_webhooks_and_stores_them_without_showing_the_token(): void {
		$this->offer_webhooks();
		$response = $this->rest( 'POST', self::HOSTING . '/connect', self::BODY );
		$this->assertSame( array( 200, 'connected', 'Production', 'production-2' ), array( $response->get_status(), $response->get_data()['state'], $response->get_data()['label'], $response->get_data()['environment'] ) );
		$this->assertStringNotContainsString( self::TOKEN, (string) wp_json_encode( $response->get_data() ) );
		$this->assertStringNotContainsString( self::TOKEN, (string) wp_json_encode( wp_load_alloptions() ) );
		$environments = new Environments( new Encryption(), $this->clock );
		$webhook      = $environments->webhook( 'production-2', Action::PurgeCache );
		$this->assertInstanceOf( Webhook::class, $webhook );
		$this->assertStringStartsWith( str_replace( ':rebuild?', ':purgeCache?', self::HOOK ), $webhook->secret_url() );
		$this->assertSame( 'https://shop.example:8890', $environments->get( 'production-2' )?->front_end_url );
	}

	public function test_recognizes_an_environment_that_is_already_connected(): void {
		$this->offer_webhooks();
		$this->rest( 'POST', self::HOSTING . '/connect', self::BODY );
		$this->http_log = array();
		$again          = $this->rest( 'POST', self::HOSTING . '/connect', self::BODY )->get_data();
		$this->assertSame( array( 'existing', 'production-2', array() ), array( $again['state'], $again['environment'], $this->asked() ) );
	}

	public function test_lists_the_environments_of_the_host_that_are_connected(): void {
		$this->use_local_platform();
		$this->offer_webhooks();
		$this->rest( 'POST', self::API . '/settings/environments', array( 'webhookUrl' => str_replace( 'hosting.example', 'elsewhere.example', self::HOOK ) ) );
		$connections = fn(): array => array_column( $this->rest( 'GET', self::HOSTING . '/account' )->get_data()['connections'], 'message', 'environment' );
		$before      = $connections();
		$this->rest( 'POST', self::HOSTING . '/connect', self::BODY );
		$this->assertSame( array( 'e1' => '“Production” is already connected to this site.' ), array_diff_key( $connections(), $before ) );
	}

	public function test_reconnects_with_the_webhook_url_of_the_host_and_ends_the_pause(): void {
		$this->connect_by_api();
		$environments = new Environments( new Encryption(), $this->clock );
		$environments->pause( 'production-2', Pause_Reason::Token );
		$this->offer_webhooks( str_replace( self::TOKEN, self::NEW_TOKEN, self::HOOK ) );
		$response = $this->rest( 'POST', self::HOSTING . '/reconnect', array( 'environment' => 'production-2' ) );
		$this->assertSame( array( 200, 'connected', '“Production” is connected again with the webhook URL of the host.' ), array( $response->get_status(), $response->get_data()['state'], $response->get_data()['message'] ) );
		$this->assert_token( self::NEW_TOKEN );
		$this->assertNull( $environments->get( 'production-2' )?->paused );
		$this->assertSame( 'https://shop.example:8890', $environments->get( 'production-2' )->front_end_url, 'Other settings stay.' );
		$this->assertStringNotContainsString( self::NEW_TOKEN, (string) wp_json_encode( $response->get_data() ) );
	}

	#[DataProvider( 'other_webhooks' )]
	public function test_reconnects_to_nothing_else( string $url ): void {
		$this->connect_by_api();
		$this->offer_webhooks( $url );
		$response = $this->rest( 'POST', self::HOSTING . '/reconnect', array( 'environment' => 'production-2' ) );
		$this->assertSame( array( 502, 'headless_deploy_host_webhook_invalid' ), array( $response->get_status(), $response->get_data()['code'] ) );
		$this->assert_token( self::TOKEN );
	}

	public function test_new_webhooks_of_a_connected_environment_stay_on_the_server_and_are_stored(): void {
		$this->connect_by_api();
		$this->host_answers( 'POST /_local/' . self::PATH . '/webhooks:regenerate', 200, array( 'rebuild' => str_replace( self::TOKEN, self::NEW_TOKEN, self::HOOK ) ) );
		$response = $this->rest( 'POST', self::HOSTING . '/_local/' . self::PATH . '/webhooks:regenerate' );
		$this->assertSame( array( 204, null ), array( $response->get_status(), $response->get_data() ) );
		$this->assert_token( self::NEW_TOKEN );
	}

	public function test_new_webhooks_of_another_environment_change_nothing_here(): void {
		$this->connect_by_api();
		$other = str_replace( '/e1', '/e2', self::PATH );
		$this->host_answers( "POST /_local/$other/webhooks", 200, array( 'rebuild' => str_replace( array( '/e1/', self::TOKEN ), array( '/e2/', self::NEW_TOKEN ), self::HOOK ) ) );
		$response = $this->rest( 'POST', self::HOSTING . "/_local/$other/webhooks" );
		$this->assertSame( array( 204, null ), array( $response->get_status(), $response->get_data() ) );
		$this->assert_token( self::TOKEN );
	}

	public function test_sets_the_refresh_secret_as_a_variable_at_the_host(): void {
		$this->connect_by_api();
		$secret  = $this->rest( 'POST', self::API . '/settings/environments/production-2/refresh-secret' )->get_data()['secret'];
		$allowed = 'PATCH ' . '/v1/' . self::PATH . '/shellVariables';
		$this->host_answers( $allowed, 200, array( 'name' => self::PATH, 'echo' => $secret ) );
		$this->http_log = array();
		$response       = $this->rest( 'POST', self::HOSTING . '/refresh-secret', array( 'environment' => 'production-2' ) );
		$this->assertSame( array( 200, array( $allowed ) ), array( $response->get_status(), $this->asked() ) );
		$this->assertStringStartsWith( 'HEADLESS_DEPLOY_REFRESH_SECRET is set at the host.', $response->get_data()['message'] );
		$this->assertStringNotContainsString( $secret, (string) wp_json_encode( array( $response->get_data(), $this->http_log ) ), 'No plugin sees it.' );
	}

	public static function impossible(): array {
		return array(
			'no environment'   => array( 'unknown', 'headless_deploy_unknown_environment' ),
			'another host'     => array( 'elsewhere', 'headless_deploy_other_host' ),
			'without a secret' => array( 'production-2', 'headless_deploy_refresh_secret_missing' ),
		);
	}

	#[DataProvider( 'impossible' )]
	public function test_says_why_the_refresh_secret_cannot_be_set( string $id, string $code ): void {
		$this->connect_by_api();
		$this->connect_elsewhere();
		$this->http_log = array();
		$response       = $this->rest( 'POST', self::HOSTING . '/refresh-secret', array( 'environment' => $id ) );
		$this->assertSame( array( $code, array() ), array( $response->get_data()['code'], $this->asked() ) );
	}

	public function test_names_the_environments_at_the_host_in_the_settings(): void {
		$hosted = fn(): array => $this->rest( 'GET', self::API . '/settings' )->get_data()['hostedEnvironments'];
		$this->connect_elsewhere();
		$this->assertSame( array( 'production' ), $hosted() );
		$this->connect_by_api();
		$this->assertSame( array( 'production', 'production-2' ), $hosted() );
		$this->rest( 'DELETE', self::API . '/settings/credentials' );
		$this->assertSame( array(), $hosted() );
	}

	private function connect_elsewhere(): void {
		$this->rest( 'POST', self::API . '/settings/environments', array( 'label' => 'Elsewhere', 'webhookUrl' => str_replace( 'hosting.example', 'elsewhere.example', self::HOOK ) ) );
	}

	private function connect_by_api(): void {
		$this->offer_webhooks();
		$this->rest( 'POST', self::HOSTING . '/connect', self::BODY );
	}

	private function assert_token( string $token ): void {
		$webhook = ( new Environments( new Encryption(), $this->clock ) )->webhook( 'production-2', Action::PurgeCache );
		$this->assertInstanceOf( Webhook::class, $webhook );
		$this->assertStringEndsWith( $token, $webhook->secret_url() );
	}

	public function test_says_where_to_copy_the_url_if_the_host_has_no_api_for_webhooks(): void {
		$this->host_answers( 'GET /v1/' . self::PATH, 200, array( 'displayName' => 'Production' ) );
		$response = $this->rest( 'POST', self::HOSTING . '/connect', self::BODY );
		$this->assertSame( array( 200, 'manual', '' ), array( $response->get_status(), $response->get_data()['state'], $response->get_data()['environment'] ) );
		$this->assertStringContainsString( 'Paste it under Connections', $response->get_data()['message'] );
	}

	public function test_reports_an_environment_that_does_not_exist(): void {
		$this->host_answers( 'GET /v1/' . self::PATH, 404, array( 'message' => 'There is no environment “e1”.' ) );
		$response = $this->rest( 'POST', self::HOSTING . '/connect', self::BODY );
		$this->assertSame( array( 404, 'There is no environment “e1”.' ), array( $response->get_status(), $response->get_data()['message'] ) );
	}

	public static function other_webhooks(): array {
		return array(
			'another host'        => array( str_replace( 'hosting.example', 'elsewhere.example', self::HOOK ) ),
			'another environment' => array( str_replace( '/e1/', '/e2/', self::HOOK ) ),
			'no webhook'          => array( 'https://hosting.example/' ),
			'nothing'             => array( '' ),
		);
	}

	#[DataProvider( 'other_webhooks' )]
	public function test_stores_no_webhook_of_something_else( string $url ): void {
		$this->offer_webhooks( $url );
		$response = $this->rest( 'POST', self::HOSTING . '/connect', self::BODY );
		$this->assertSame( array( 502, 'headless_deploy_host_webhook_invalid' ), array( $response->get_status(), $response->get_data()['code'] ) );
		$this->assertCount( 1, ( new Environments( new Encryption(), $this->clock ) )->all() );
	}

	public static function incomplete_bodies(): array {
		return array(
			'no environment' => array( array( 'account' => 'acme', 'app' => 'shop' ), 'headless_deploy_hosting_environment_missing' ),
			'a folder above' => array( array( 'app' => '..' ) + self::BODY, 'rest_invalid_param' ),
			'another field'  => array( self::BODY + array( 'token' => 'x' ), 'headless_deploy_field_unknown' ),
		);
	}

	#[DataProvider( 'incomplete_bodies' )]
	public function test_refuses_a_body_that_names_no_environment( array $body, string $code ): void {
		$response = $this->rest( 'POST', self::HOSTING . '/connect', $body );
		$this->assertSame( array( 400, $code, array() ), array( $response->get_status(), $response->get_data()['code'], $this->asked() ) );
	}

	private function offer_webhooks( string $rebuild = self::HOOK ): void {
		$this->host_answers( 'GET /v1/' . self::PATH, 200, array( 'displayName' => 'Production', 'domains' => array( 'shop.example:8890' ) ) );
		$this->host_answers( 'POST /_local/' . self::PATH . '/webhooks', 200, array( 'rebuild' => $rebuild ) );
	}
}
