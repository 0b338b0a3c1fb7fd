<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Tests\Environments;

use HeadlessDeploy\Environments\Removed_Environment;
use HeadlessDeploy\Environments\Stored_Environments;
use HeadlessDeploy\Tests\Contract;
use HeadlessDeploy\Tests\Queue\Manual_Clock;
use HeadlessDeploy\Tests\Wp_Test_Case;
use PHPUnit\Framework\Attributes\DataProvider;
use WP_REST_Response;

final class SettingsControllerTest extends Wp_Test_Case {
	private const API  = '/headless-deploy/v1';
	private const BASE = 'https://hosting.example/wh/v1/accounts/acme/apps/storefront/environments/7b0d2c54-11f0-4a3e-9c36-5f2f6f0a91d2/webhooks/webhook:';

	protected function setUp(): void {
		parent::setUp();
		wp_set_current_user( $this->user( 'administrator' ) );
	}

	public function test_recognizes_a_pasted_url_and_stores_nothing(): void {
		$pasted = 'https://hosting.example/wh/v1/accounts/acme/apps/site/environments/e7/webhooks/webhook:rebuild?token=Qm9va3NoZWxmLXRva2Vu';
		$answer = $this->rest( 'POST', self::API . '/settings/recognize', array( 'webhookUrl' => $pasted ) );
		$this->assertSame( 200, $answer->get_status() );
		$this->assertSame(
			array(
				'webhook' => array(
					'provider' => 'wpe-headless',
					'target'   => array( 'host' => 'hosting.example', 'account' => 'acme', 'app' => 'site', 'environment' => 'e7' ),
					'actions'  => array( 'rebuild', 'cleanRebuild', 'purgeCache' ),
				),
				'message' => '',
			),
			$answer->get_data(),
		);
		$this->assertFalse( get_option( Stored_Environments::OPTION ) );
	}

	public function test_recognizes_the_url_of_a_curl_command_with_long_headers(): void {
		$command = "curl -X POST \\\n  -H 'Authorization: Bearer " . str_repeat( 'x', 4096 ) . "' \\\n  '" . self::BASE . 'rebuild?token=' . self::TOKEN . "'";
		$answer  = $this->rest( 'POST', self::API . '/settings/recognize', array( 'webhookUrl' => $command ) );
		$this->assertSame( 'storefront', $answer->get_data()['webhook']['target']['app'] ?? $answer->get_data() );
	}

	public function test_a_url_that_the_user_is_still_typing_is_no_error_of_the_request(): void {
		foreach ( array( 'h', 'https://', 'https://hosting.example/wh/v1/accounts/acme', 'http://hosting.example/hook', 'https://10.0.0.1/hook', 'https://hosting.example/' . str_repeat( 'x', 2048 ) ) as $typed ) {
			$answer = $this->rest( 'POST', self::API . '/settings/recognize', array( 'webhookUrl' => $typed ) );
			$this->assertSame( array( 200, null ), array( $answer->get_status(), $answer->get_data()['webhook'] ), $typed );
			$this->assertNotSame( '', $answer->get_data()['message'] );
		}
		foreach ( array( str_repeat( 'x', 8193 ), 7, array( 'x' ) ) as $value ) {
			$this->assertSame( 400, $this->rest( 'POST', self::API . '/settings/recognize', array( 'webhookUrl' => $value ) )->get_status() );
		}
	}

	public function test_the_answer_matches_the_golden_settings(): void {
		$this->start_plugin( new Manual_Clock() );
		$golden  = Contract::read( 'settings' );
		$created = $this->rest( 'POST', self::API . '/settings/environments', $golden['create'] + array( 'webhookUrl' => self::BASE . 'rebuild?token=' . self::TOKEN ) );
		$this->assertSame( 201, $created->get_status(), (string) wp_json_encode( $created->get_data() ) );
		$this->assertStringEndsWith( '/settings/environments/production', $created->get_headers()['Location'] );
		$settings = $this->rest( 'GET', self::API . '/settings' );
		$this->assertSame( 'no-store', $settings->get_headers()['Cache-Control'] );
		$body = $settings->get_data();
		$this->assertSame( $created->get_data(), $body['environments'][0] );
		$this->assertSame( $body['environments'][0]['webhook']['connectedAt'], $body['environments'][0]['lastSaved']['at'] );
		$body['environments'][0]['lastSaved'] = array_replace_recursive( $body['environments'][0]['lastSaved'], $golden['environments'][0]['lastSaved'] );
		$body['environments'][0]['etag']      = $golden['environments'][0]['etag'];
		$this->assertMatchesRegularExpression( '/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/', $body['environments'][0]['webhook']['connectedAt'] );
		$body['environments'][0]['webhook']['connectedAt'] = $golden['environments'][0]['webhook']['connectedAt'];
		$this->assertSame( $golden['environments'], $body['environments'] );
	}

	public function test_viewers_see_no_webhook(): void {
		$this->connect();
		wp_set_current_user( $this->user( 'author' ) );
		$answer = $this->rest( 'GET', self::API . '/environments' );
		$this->assertSame( 200, $answer->get_status() );
		$this->assertSame( array( 'id', 'label', 'provider', 'frontEndUrl', 'automation', 'paused', 'fallbacks' ), array_keys( $answer->get_data()['environments'][0] ) );
		$this->assertStringNotContainsString( 'hosting.example', (string) wp_json_encode( $answer->get_data() ) );
	}

	public function test_a_write_returns_the_whole_resource(): void {
		$this->connect();
		$before = $this->rest( 'GET', self::API . '/settings' )->get_data()['environments'][0];
		$put    = $this->put( array( 'label' => 'Live', 'automation' => array( 'policy' => array( 'content' => 'none' ) ) ), $before['etag'] );
		$this->assertSame( 200, $put->get_status() );
		$this->assertSame( $this->rest( 'GET', self::API . '/settings' )->get_data()['environments'][0], $put->get_data() );
		$this->assertSame( array( 'Live', 'none' ), array( $put->get_data()['label'], $put->get_data()['automation']['policy']['content'] ) );
		$this->assertNotSame( $before['etag'], $put->get_data()['etag'] );
	}

	public function test_answers_a_stale_write_with_412_and_the_current_resource(): void {
		$this->connect();
		$seen          = $this->rest( 'GET', self::API . '/settings' )->get_data()['environments'][0]['etag'];
		$newer_version = $this->put( array( 'label' => 'Other user' ), '"' . $seen . '"' )->get_data();
		foreach ( array( $this->put( array( 'label' => 'Mine' ), $seen ), $this->rest( 'DELETE', self::API . '/settings/environments/production', array(), array( 'If-Match' => 'W/"' . $seen . '"' ) ) ) as $refused ) {
			$this->assertSame( 412, $refused->get_status() );
			$this->assertSame( 'headless_deploy_edit_conflict', $refused->get_data()['code'] );
			$this->assertSame( $newer_version, $refused->get_data()['data']['environment'] );
			$this->assertSame( 412, $refused->get_data()['data']['status'] );
		}
		$this->assertSame( 200, $this->put( array( 'label' => 'Any' ), '' )->get_status() );
		$this->assertSame( 200, $this->put( array( 'label' => 'All' ), '*' )->get_status() );
	}

	public function test_returns_the_removed_environment(): void {
		$this->connect();
		$deleted = $this->rest( 'DELETE', self::API . '/settings/environments/production' );
		$this->assertSame( array( 200, true, 'production' ), array( $deleted->get_status(), $deleted->get_data()['deleted'], $deleted->get_data()['previous']['id'] ) );
		$this->assertSame( array(), $this->rest( 'GET', self::API . '/settings' )->get_data()['environments'] );
		$this->assertSame( 404, $this->rest( 'DELETE', self::API . '/settings/environments/production' )->get_status() );
		$this->assertSame( 404, $this->put( array( 'label' => 'x' ), '' )->get_status() );
	}

	public function test_restores_a_removed_environment_once_with_everything_that_was_stored(): void {
		$this->connect();
		$this->connect( 'Staging' );
		$before = $this->rest( 'GET', self::API . '/settings' )->get_data()['environments'];
		$this->assertSame( 'production', $before[0]['id'] );
		$this->rest( 'DELETE', self::API . '/settings/environments/production' );
		$this->assertSame( 412, $this->restore( $before[1]['etag'] )->get_status() );
		$restored = $this->restore( $before[0]['etag'] );
		$this->assertSame( array( 200, 'no-store' ), array( $restored->get_status(), $restored->get_headers()['Cache-Control'] ) );
		$this->assertStringContainsString( '“Production” was restored.', $restored->get_data()['message'] );
		$after   = $this->rest( 'GET', self::API . '/settings' )->get_data()['environments'];
		$differs = array( 'etag' => '', 'lastSaved' => '' );
		$this->assertSame( array_diff_key( $before[0], $differs ), array_diff_key( $after[0], $differs ), 'It is the first one again.' );
		$this->assertNotSame( $before[0]['etag'], $after[0]['etag'] );
		$again = $this->restore();
		$this->assertSame( array( 409, 'headless_deploy_not_removed' ), array( $again->get_status(), $again->get_data()['code'] ) );
		$this->assertSame( 200, $this->rest( 'DELETE', self::API . '/settings/environments/production' )->get_status() );
		$this->assertSame( array( 'production' ), get_option( Stored_Environments::OPTION )['retired'] );
		$this->assertSame( 404, $this->rest( 'POST', self::API . '/settings/environments/other/restore' )->get_status() );
	}

	public function test_deletes_the_webhooks_of_a_removed_environment_when_it_cannot_be_restored_any_more(): void {
		$clock = new Manual_Clock();
		$this->start_plugin( $clock );
		$this->connect();
		$this->rest( 'DELETE', self::API . '/settings/environments/production' );
		$this->assertIsInt( wp_next_scheduled( Removed_Environment::EXPIRY_EVENT ) );
		wp_clear_scheduled_hook( Removed_Environment::EXPIRY_EVENT );
		$clock->pass( 599_999 );
		do_action( Removed_Environment::EXPIRY_EVENT );
		$this->assertStringContainsString( 'hosting.example', serialize( get_option( Stored_Environments::OPTION ) ) );
		$this->assertIsInt( wp_next_scheduled( Removed_Environment::EXPIRY_EVENT ), 'It is deleted later.' );
		$clock->pass( 1 );
		$late = $this->restore();
		$this->assertSame( array( 410, 'headless_deploy_restore_expired' ), array( $late->get_status(), $late->get_data()['code'] ) );
		$this->assertStringContainsString( '“Production” can no longer be restored: a removed environment is kept for 10 minutes.', $late->get_data()['message'] );
		wp_clear_scheduled_hook( Removed_Environment::EXPIRY_EVENT );
		do_action( Removed_Environment::EXPIRY_EVENT );
		$this->assertStringNotContainsString( 'hosting.example', serialize( get_option( Stored_Environments::OPTION ) ) );
		$this->assertFalse( wp_next_scheduled( Removed_Environment::EXPIRY_EVENT ) );
		$this->assertSame( 410, $this->restore()->get_status() );
	}

	public function test_deletes_expired_webhooks_without_wp_cron_when_the_settings_are_read(): void {
		$clock = new Manual_Clock();
		$this->start_plugin( $clock );
		$this->connect();
		$this->rest( 'DELETE', self::API . '/settings/environments/production' );
		$clock->pass( 600_000 );
		$this->rest( 'GET', self::API . '/settings' );
		$this->assertStringNotContainsString( 'hosting.example', serialize( get_option( Stored_Environments::OPTION ) ) );
	}

	private function restore( string $etag = '' ): WP_REST_Response {
		return $this->rest( 'POST', self::API . '/settings/environments/production/restore', array(), '' === $etag ? array() : array( 'If-Match' => "\"$etag\"" ) );
	}

	#[DataProvider( 'bad_bodies' )]
	public function test_explains_an_invalid_body_and_changes_nothing( array $body, string $code, string $word ): void {
		$this->connect();
		$before = get_option( Stored_Environments::OPTION );
		$put    = $this->put( $body, '' );
		$post   = $this->rest( 'POST', self::API . '/settings/environments', $body + array( 'webhookUrl' => self::BASE . 'rebuild?token=' . self::TOKEN ) );
		foreach ( array( $put, $post ) as $response ) {
			$this->assertSame( array( 400, $code ), array( $response->get_status(), $response->get_data()['code'] ), (string) wp_json_encode( $response->get_data() ) );
			$this->assertStringContainsString( $word, $response->get_data()['message'] );
			$this->assertStringNotContainsString( 'c2VjcmV0', (string) wp_json_encode( $response->get_data() ) );
		}
		$this->assertSame( $before, get_option( Stored_Environments::OPTION ) );
	}

	public function test_an_error_of_a_field_names_the_field(): void {
		$this->connect();
		foreach ( array( 'label' => ' ', 'frontEndUrl' => 'javascript:alert(1)' ) as $field => $value ) {
			$error = $this->put( array( $field => $value ), '' )->get_data();
			$this->assertSame( array( $field => $error['message'] ), $error['data']['params'] );
		}
	}

	public static function bad_bodies(): iterable {
		yield 'an unknown field' => array( array( 'lable' => 'x' ), 'headless_deploy_field_unknown', 'lable' );
		yield 'a field that is answered only' => array( array( 'etag' => 'x' ), 'headless_deploy_field_unknown', 'etag' );
		yield 'an empty label' => array( array( 'label' => '' ), 'rest_invalid_param', 'label' );
		yield 'a label of blanks' => array( array( 'label' => " \n\u{200b} " ), 'headless_deploy_label_missing', 'name' );
		yield 'a label that is too long' => array( array( 'label' => str_repeat( 'x', 81 ) ), 'rest_invalid_param', '80' );
		yield 'a label as a list' => array( array( 'label' => array( 'x' ) ), 'rest_invalid_param', 'string' );
		yield 'a webhook as a number' => array( array( 'webhookUrl' => 7 ), 'rest_invalid_param', 'string' );
		yield 'a page of a portal' => array( array( 'webhookUrl' => 'https://app.netlify.com/sites/c2VjcmV0c2VjcmV0' ), 'headless_deploy_url_not_a_webhook', 'app.netlify.com' );
		yield 'a webhook over http' => array( array( 'webhookUrl' => 'http://hosting.example/wh/v1/accounts/a/apps/b/environments/c/webhooks/webhook:rebuild?token=c2VjcmV0c2VjcmV0c2Vj' ), 'headless_deploy_url_not_https', 'https://' );
		yield 'a token that was cut' => array( array( 'webhookUrl' => self::BASE . 'rebuild?token=c2VjcmV0' ), 'headless_deploy_token_invalid', '8' );
		yield 'no webhooks' => array( array( 'webhookUrls' => array() ), 'rest_invalid_param', 'webhookUrls' );
		yield 'a webhook of an unknown action' => array( array( 'webhookUrls' => array( 'restart' => 'x' ) ), 'rest_invalid_param', 'restart' );
		yield 'a webhook of the wrong action' => array( array( 'webhookUrls' => array( 'rebuild' => self::BASE . 'purgeCache?token=c2VjcmV0c2VjcmV0c2Vj' ) ), 'headless_deploy_action_mismatch', 'purgeCache' );
		yield 'a front end that is a script' => array( array( 'frontEndUrl' => 'javascript:alert(1)' ), 'headless_deploy_front_end_url_invalid', 'https://' );
		yield 'a front end of another scheme' => array( array( 'frontEndUrl' => 'ftp://x.example' ), 'headless_deploy_front_end_url_invalid', 'https://' );
		yield 'a front end that is a script with a host' => array( array( 'frontEndUrl' => 'javascript://x.example/%0aalert(1)' ), 'headless_deploy_front_end_url_invalid', 'https://' );
		yield 'a front end with a query' => array( array( 'frontEndUrl' => 'https://x.example/?token=c2VjcmV0' ), 'headless_deploy_front_end_url_invalid', 'https://' );
		yield 'a front end with a fragment' => array( array( 'frontEndUrl' => 'https://x.example/#c2VjcmV0' ), 'headless_deploy_front_end_url_invalid', 'https://' );
		yield 'a front end with a password' => array( array( 'frontEndUrl' => 'https://me:c2VjcmV0@x.example' ), 'headless_deploy_front_end_url_invalid', 'https://' );
		yield 'an unknown action in the policy' => array( array( 'automation' => array( 'policy' => array( 'content' => 'restart' ) ) ), 'rest_invalid_param', 'content' );
		yield 'an unknown source in the policy' => array( array( 'automation' => array( 'policy' => array( 'weather' => 'rebuild' ) ) ), 'rest_invalid_param', 'weather' );
		yield 'a negative quiet period' => array( array( 'automation' => array( 'quietPeriodSeconds' => -1 ) ), 'rest_invalid_param', 'quietPeriodSeconds' );
		yield 'an endless wait' => array( array( 'automation' => array( 'maximumWaitSeconds' => 3601 ) ), 'rest_invalid_param', 'maximumWaitSeconds' );
		yield 'a hold that is no yes or no' => array( array( 'automation' => array( 'hold' => 'perhaps' ) ), 'rest_invalid_param', 'hold' );
	}

	/**
	 * @param array<string, mixed> $body
	 * @param string               $etag Value of `If-Match`, or empty.
	 */
	private function put( array $body, string $etag ): WP_REST_Response {
		return $this->rest( 'PUT', self::API . '/settings/environments/production', $body, '' === $etag ? array() : array( 'If-Match' => $etag ) );
	}
}
