<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Tests\Providers;

use HeadlessDeploy\Action;
use HeadlessDeploy\Environments\Automation;
use HeadlessDeploy\Environments\Environment_Schema;
use HeadlessDeploy\Environments\Environments;
use HeadlessDeploy\Environments\Pause_Reason;
use HeadlessDeploy\Environments\Routing;
use HeadlessDeploy\Environments\Stored_Environments;
use HeadlessDeploy\Secrets\Encryption;
use HeadlessDeploy\Secrets\Request_Extras;
use HeadlessDeploy\Secrets\Webhook;
use HeadlessDeploy\System_Clock;
use HeadlessDeploy\Tests\Wp_Test_Case;
use PHPUnit\Framework\Attributes\DataProvider;
use WP_REST_Response;

final class PlainUrlTest extends Wp_Test_Case {
	private const API = '/headless-deploy/v1';
	private const URL = 'https://ci.acme.example/hooks/r7Kq2mXw9Lp4';
	private const KEY = 'key-4f8a1c9e7b';

	protected function setUp(): void {
		parent::setUp();
		$this->start_plugin();
		wp_set_current_user( $this->user( 'administrator' ) );
		if ( is_multisite() ) {
			grant_super_admin( get_current_user_id() );
		}
	}

	public function test_encrypts_headers_and_body_and_shows_only_names(): void {
		$answer = $this->create( array( 'headers' => array( 'X-Api-Key' => self::KEY ), 'body' => '{"ref":"main"}' ) );
		$this->assertSame( 201, $answer->get_status(), (string) wp_json_encode( $answer->get_data() ) );
		$shown = $answer->get_data();
		$this->assertSame( array( 'generic', array( array( 'name' => 'X-Api-Key', 'value' => '••••' ) ), '••••' ), array( $shown['provider'], $shown['webhook']['headers'], $shown['webhook']['body'] ) );
		$this->assertSame( array( 'rebuild' => 'https://ci.acme.example/••••9Lp4' ), $shown['webhook']['urls'] );
		$this->assertTrue( rest_validate_value_from_schema( $shown, Environment_Schema::settings()->to_array(), 'environment' ) );
		$stored = serialize( get_option( Stored_Environments::OPTION ) ) . wp_json_encode( $shown );
		foreach ( array( self::KEY, 'main', 'r7Kq2m' ) as $secret ) {
			$this->assertStringNotContainsString( $secret, $stored );
		}
		$webhook = $this->webhook();
		$this->assertSame( array( 'X-Api-Key' => self::KEY, 'Content-Type' => 'application/json' ), $webhook->extras?->sent_headers() );
		$this->assertSame( '{"ref":"main"}', $webhook->extras?->body() );
		$this->assertContains( self::KEY, $webhook->secrets() );
		$this->assertFalse( $webhook->is_known );
		$this->assertStringNotContainsString( self::KEY, print_r( $webhook, true ) );
	}

	public function test_a_change_replaces_given_headers_and_keeps_masked_ones(): void {
		$this->create( array( 'headers' => array( 'X-Api-Key' => self::KEY, 'X-Old' => 'old-value' ), 'body' => 'first' ) );
		$this->put( array( 'label' => 'Renamed' ) );
		$this->assertSame( array( self::KEY, 'first' ), array( $this->webhook()->extras?->headers()['X-Api-Key'], $this->webhook()->extras?->body() ) );
		$put = $this->put( array( 'headers' => array( 'x-api-key' => '••••', 'X-New' => 'new-value' ), 'body' => '••••' ) );
		$this->assertSame( array( 'x-api-key', 'X-New' ), array_column( $put->get_data()['webhook']['headers'], 'name' ) );
		$this->assertSame( array( 'x-api-key' => self::KEY, 'X-New' => 'new-value' ), $this->webhook()->extras?->headers() );
		$this->assertSame( array( 'x-api-key' => self::KEY, 'X-New' => 'new-value', 'Content-Type' => 'text/plain; charset=utf-8' ), $this->webhook()->extras?->sent_headers() );
		$empty = $this->put( array( 'headers' => array(), 'body' => '' ) );
		$this->assertSame( array( array(), '' ), array( $empty->get_data()['webhook']['headers'], $empty->get_data()['webhook']['body'] ) );
		$this->assertSame( '', get_option( Stored_Environments::OPTION )['environments']['build']['extras'] );
	}

	public function test_headers_do_not_go_to_another_host(): void {
		$this->create( array( 'headers' => array( 'X-Api-Key' => self::KEY ), 'body' => 'first' ) );
		$this->put( array( 'webhookUrl' => 'https://ci.acme.example/other-hook' ) );
		$this->assertSame( array( 'X-Api-Key' => self::KEY ), $this->webhook()->extras?->headers(), 'Another path of the same host gets them.' );
		$kept = $this->put( array( 'webhookUrl' => 'https://evil.example/take', 'headers' => array( 'X-Api-Key' => '••••' ) ) );
		$this->assertSame( array( 400, 'headless_deploy_header_masked' ), array( $kept->get_status(), $kept->get_data()['code'] ) );
		$kept = $this->put( array( 'webhookUrl' => 'https://evil.example/take', 'body' => '••••' ) );
		$this->assertSame( array( 400, 'headless_deploy_body_masked' ), array( $kept->get_status(), $kept->get_data()['code'] ) );
		$moved = $this->put( array( 'webhookUrl' => 'https://evil.example/take' ) );
		$this->assertSame( array( array(), '' ), array( $moved->get_data()['webhook']['headers'], $moved->get_data()['webhook']['body'] ) );
		$this->assertTrue( $this->webhook()->extras?->is_empty() );
	}

	public function test_sends_no_headers_to_a_url_that_was_changed_in_the_database(): void {
		$this->create( array( 'headers' => array( 'X-Api-Key' => self::KEY ) ) );
		$this->create( array( 'label' => 'Evil', 'webhookUrl' => 'https://evil.example/take' ) );
		$stored = get_option( Stored_Environments::OPTION );

		$stored['environments']['build']['sealed'] = $stored['environments']['evil']['sealed'];
		update_option( Stored_Environments::OPTION, $stored, false );
		$this->assertStringStartsWith( 'https://evil.example/', $this->webhook()->secret_url() );
		$this->assertTrue( $this->webhook()->extras?->is_empty() );
	}

	public function test_refuses_headers_and_a_body_for_a_known_host(): void {
		$netlify = 'https://api.netlify.com/build_hooks/5f3e9c36a1b2c3d4e5f60718';
		foreach ( array( array( 'headers' => array( 'X-Api-Key' => self::KEY ) ), array( 'body' => 'x' ) ) as $extras ) {
			$refused = $this->create( $extras + array( 'webhookUrl' => $netlify ) );
			$this->assertSame( array( 400, 'headless_deploy_extras_not_offered' ), array( $refused->get_status(), $refused->get_data()['code'] ) );
		}
		$this->assertSame( 201, $this->create( array( 'webhookUrl' => $netlify, 'headers' => array(), 'body' => '' ) )->get_status(), 'Empty fields of a form do no harm.' );
		$this->create( array( 'label' => 'Other', 'headers' => array( 'X-Api-Key' => self::KEY ) ) );
		$this->put( array( 'webhookUrl' => 'https://api.cloudflare.com/client/v4/pages/webhooks/deploy_hooks/7b0d2c54-11f0-4a3e-9c36-5f2f6f0a91d2' ), 'other' );
		$this->assertSame( '', get_option( Stored_Environments::OPTION )['environments']['other']['extras'] );
	}

	#[DataProvider( 'bad_extras' )]
	public function test_explains_invalid_headers_and_bodies( array $extras, string $code ): void {
		$refused = $this->create( $extras );
		$this->assertSame( array( 400, $code ), array( $refused->get_status(), $refused->get_data()['code'] ), (string) wp_json_encode( $refused->get_data() ) );
		$this->assertStringNotContainsString( 'An unexpected error occurred', $refused->get_data()['message'] );
		$this->assertStringNotContainsString( 'c2VjcmV0', (string) wp_json_encode( $refused->get_data() ) );
		$this->assertFalse( get_option( Stored_Environments::OPTION ) );
	}

	public static function bad_extras(): iterable {
		foreach ( array( 'Host', 'content-length', 'Transfer-Encoding', 'CONNECTION', 'Cookie', 'Expect', 'TE', 'Upgrade', 'Accept-Encoding', 'Proxy-Authorization' ) as $name ) {
			yield "a header named $name" => array( array( 'headers' => array( $name => 'c2VjcmV0' ) ), 'headless_deploy_header_forbidden' );
		}
		foreach ( array( 'X Key', 'X-Key:', "X-Key\r\nHost", 'Schlüssel', '', str_repeat( 'x', 65 ) ) as $name ) {
			yield 'a header named ' . wp_json_encode( $name ) => array( array( 'headers' => array( $name => 'c2VjcmV0' ) ), 'headless_deploy_header_name_invalid' );
		}
		foreach ( array( "c2VjcmV0\r\nHost: evil.example", "c2VjcmV0\n", "c2VjcmV0\0", 'c2VjcmV0ü', '', '   ' ) as $value ) {
			yield 'a value ' . wp_json_encode( $value ) => array( array( 'headers' => array( 'X-Key' => $value ) ), 'headless_deploy_header_value_invalid' );
		}
		yield 'a value that is too long' => array( array( 'headers' => array( 'X-Key' => str_repeat( 'x', Request_Extras::MAX_VALUE_LENGTH + 1 ) ) ), 'rest_invalid_param' );
		yield 'a value as a list' => array( array( 'headers' => array( 'X-Key' => array( 'c2VjcmV0' ) ) ), 'rest_invalid_param' );
		yield 'headers as a text' => array( array( 'headers' => 'X-Key: c2VjcmV0' ), 'rest_invalid_param' );
		yield 'too many headers' => array( array( 'headers' => array_combine( array_map( static fn( int $one ): string => "X-$one", range( 1, 21 ) ), array_fill( 0, 21, 'c2VjcmV0' ) ) ), 'rest_invalid_param' );
		yield 'a header named twice' => array( array( 'headers' => array( 'X-Key' => 'c2VjcmV0', 'x-key' => 'c2VjcmV0' ) ), 'headless_deploy_header_twice' );
		yield 'a display without a value behind it' => array( array( 'headers' => array( 'X-Key' => '••••' ) ), 'headless_deploy_header_masked' );
		yield 'a display without a body behind it' => array( array( 'body' => '••••' ), 'headless_deploy_body_masked' );
		yield 'a body that is too long in bytes' => array( array( 'body' => str_repeat( 'ü', 10_000 ) ), 'headless_deploy_body_too_long' );
		yield 'a body that is too long' => array( array( 'body' => str_repeat( 'x', Request_Extras::MAX_BODY_BYTES + 1 ) ), 'rest_invalid_param' );
		yield 'a body as an object' => array( array( 'body' => array( 'key' => 'c2VjcmV0' ) ), 'rest_invalid_param' );
	}

	public function test_each_action_can_have_its_own_url(): void {
		$answer = $this->create( array( 'webhookUrl' => null, 'webhookUrls' => array( 'rebuild' => self::URL, 'purgeCache' => 'https://cdn.acme.example/purge?key=' . self::KEY ) ) );
		$this->assertSame( array( 'rebuild' => 'https://ci.acme.example/••••9Lp4', 'purgeCache' => 'https://cdn.acme.example/••••9e7b' ), $answer->get_data()['webhook']['urls'], (string) wp_json_encode( $answer->get_data() ) );
		$this->assertSame( self::URL, $this->webhook( Action::CleanRebuild )->secret_url(), 'What is not there is done by the nearest.' );
		$this->assertSame( 'https://cdn.acme.example/purge?key=' . self::KEY, $this->webhook( Action::PurgeCache )->secret_url() );
		$this->assertSame( 'https://cdn.acme.example/', $this->webhook( Action::PurgeCache )->public_url );
	}

	public function test_accepts_webhooks_of_several_known_hosts_as_plain_urls(): void {
		$vercel = 'https://api.vercel.com/v1/integrations/deploy/prj_8a7B6c5D4e3F/Zx9Yw8Vu7TsR6q';
		$answer = $this->create( array( 'webhookUrl' => $vercel, 'webhookUrls' => array( 'cleanRebuild' => "$vercel?buildCache=false" ) ) );
		$this->assertSame( array( 'generic', array( 'rebuild', 'cleanRebuild' ) ), array( $answer->get_data()['provider'], array_keys( $answer->get_data()['webhook']['urls'] ) ) );
		$this->assertSame( "$vercel?buildCache=false", $this->webhook( Action::CleanRebuild )->secret_url() );
		$alone = $this->create( array( 'label' => 'Alone', 'webhookUrl' => null, 'webhookUrls' => array( 'cleanRebuild' => "$vercel?buildCache=0" ) ) );
		$this->assertSame( array( 'generic', array( 'cleanRebuild' ) ), array( $alone->get_data()['provider'], array_keys( $alone->get_data()['webhook']['urls'] ) ), 'What the host is not known for is a plain address.' );
		$mixed = $this->create( array( 'label' => 'Mixed', 'webhookUrls' => array( 'purgeCache' => 'https://hosting.example/wh/v1/accounts/a/apps/b/environments/c/webhooks/webhook:purgeCache?token=' . self::TOKEN ) ) );
		$this->assertSame( 'headless_deploy_urls_differ', $mixed->get_data()['code'] );
		$same = $this->create( array( 'label' => 'Same', 'webhookUrl' => null, 'webhookUrls' => array( 'cleanRebuild' => 'https://api.netlify.com/build_hooks/5f3e9c36a1b2c3d4e5f60718' ) ) );
		$this->assertSame( array( 'netlify', array( 'rebuild', 'cleanRebuild' ) ), array( $same->get_data()['provider'], array_keys( $same->get_data()['webhook']['urls'] ) ) );
	}

	public function test_does_not_connect_the_same_url_twice(): void {
		$this->create( array() );
		$again = $this->create( array( 'label' => 'Again', 'webhookUrls' => array( 'purgeCache' => self::URL ), 'webhookUrl' => null ) );
		$this->assertSame( array( 409, 'headless_deploy_already_connected' ), array( $again->get_status(), $again->get_data()['code'] ) );
		$this->assertSame( 201, $this->create( array( 'label' => 'Another', 'webhookUrl' => self::URL . '2' ) )->get_status(), 'Another hook of the same host is another one.' );
		$this->assertSame( 200, $this->put( array( 'webhookUrl' => self::URL ) )->get_status(), 'Its own may be pasted again.' );
	}

	public function test_replaces_an_action_without_a_webhook_and_shows_it_in_the_settings(): void {
		$answer    = $this->create( array( 'automation' => array( 'policy' => array( 'content' => 'cleanRebuild', 'menus' => 'purgeCache', 'terms' => 'none' ) ) ) );
		$fallbacks = array_column( $answer->get_data()['fallbacks'], 'action', 'source' );
		$this->assertSame( array( 'content' => 'rebuild', 'menus' => 'none' ), $fallbacks );
		$defaults = $answer->get_data()['defaultPolicy'];
		$this->assertSame( array( Automation::SOURCES, 'rebuild', 'none' ), array( array_keys( $defaults ), $defaults['content'], $defaults['comments'] ) );
		$routing = new Routing();
		$this->assertSame( array( Action::Rebuild, Action::Rebuild, null ), array( $routing->offered( 'build', Action::Rebuild ), $routing->offered( 'build', Action::CleanRebuild ), $routing->offered( 'build', Action::PurgeCache ) ) );
		$cache = $this->create( array( 'label' => 'Cache', 'webhookUrl' => null, 'webhookUrls' => array( 'purgeCache' => 'https://cdn.acme.example/purge' ) ) );
		$this->assertSame( array( 'purgeCache', 'none' ), array( $cache->get_data()['defaultPolicy']['content'], $cache->get_data()['defaultPolicy']['comments'] ) );
		$this->assertSame( array( Action::PurgeCache, Action::PurgeCache ), array( ( new Routing() )->offered( 'cache', Action::Rebuild ), ( new Routing() )->offered( 'cache', Action::PurgeCache ) ), 'Where there is nothing else, a change purges.' );
	}

	public function test_records_changes_with_an_available_action(): void {
		global $wpdb;
		$this->create( array( 'automation' => array( 'policy' => array( 'content' => 'cleanRebuild' ) ) ) );
		$this->create( array( 'label' => 'Cache', 'webhookUrl' => null, 'webhookUrls' => array( 'purgeCache' => 'https://cdn.acme.example/purge' ) ) );
		$this->create( array( 'label' => 'None', 'webhookUrl' => self::URL . '2', 'automation' => array( 'policy' => array( 'content' => 'purgeCache' ) ) ) );
		$this->start_plugin();
		$this->post();
		do_action( 'shutdown' );
		$noted = $wpdb->get_results( "SELECT environment_id, lane, action FROM {$wpdb->base_prefix}headless_deploy_changes ORDER BY environment_id", ARRAY_N );
		$this->assertSame( array( array( 'build', 'build', 'rebuild' ), array( 'cache', 'cache', 'purgeCache' ) ), $noted );
	}

	public function test_the_status_and_manual_runs_know_the_available_actions(): void {
		$this->create( array() );
		$this->start_plugin();
		$this->assertSame( array( 'rebuild' ), array_column( $this->rest( 'GET', self::API . '/status' )->get_data()['environments'][0]['actions'], 'action' ) );
		$press = $this->rest( 'POST', self::API . '/environments/build/runs', array( 'action' => 'purgeCache' ) );
		$this->assertSame( array( 422, 'headless_deploy_action_not_offered' ), array( $press->get_status(), $press->get_data()['code'] ) );
	}

	public function test_a_lost_key_loses_only_the_headers_and_is_reported(): void {
		$this->create( array( 'headers' => array( 'X-Api-Key' => self::KEY ) ) );
		$environments = new Environments( new Encryption(), new System_Clock() );
		$this->assertSame( array( 'generated', null ), array( $environments->key_source(), $environments->get( 'build' )?->paused ) );
		update_option( Encryption::KEY_OPTION, base64_encode( random_bytes( 32 ) ), false );
		$this->start_plugin();
		$lost = new Environments( new Encryption(), new System_Clock() );
		$this->assertSame( Pause_Reason::Key, $lost->get( 'build' )?->paused?->reason );
		$error = $lost->webhook( 'build', Action::Rebuild );
		$this->assert_error( 'headless_deploy_key_lost', $error );
		$this->assertSame( array( 400, 'headless_deploy_key_lost' ), array( $this->put( array( 'headers' => array( 'X-Api-Key' => self::KEY ) ) )->get_status(), $this->put( array( 'body' => 'x' ) )->get_data()['code'] ) );
		$this->assertSame( 200, $this->put( array( 'webhookUrl' => self::URL, 'headers' => array( 'X-Api-Key' => self::KEY ) ) )->get_status() );
		$this->assertNull( ( new Environments( new Encryption(), new System_Clock() ) )->get( 'build' )?->paused );
		$this->assertSame( 'constant', ( new Environments( new Encryption( 'a key of wp-config.php' ), new System_Clock() ) )->key_source() );
		delete_option( Encryption::KEY_OPTION );
		$this->assertSame( 'none', ( new Environments( new Encryption( '' ), new System_Clock() ) )->key_source() );
	}

	public function test_headers_are_encrypted_again_with_a_configured_key(): void {
		$this->create( array( 'headers' => array( 'X-Api-Key' => self::KEY ) ) );
		( new Environments( new Encryption( 'a key of wp-config.php' ), new System_Clock() ) )->reseal();
		delete_option( Encryption::KEY_OPTION );
		$webhook = ( new Environments( new Encryption( 'a key of wp-config.php' ), new System_Clock() ) )->webhook( 'build', Action::Rebuild );
		$this->assertInstanceOf( Webhook::class, $webhook );
		$this->assertSame( array( 'X-Api-Key' => self::KEY ), $webhook->extras?->headers() );
	}

	/**
	 * Connects an environment through REST.
	 *
	 * @param array<string, mixed> $body Written fields; null takes one away.
	 */
	private function create( array $body ): WP_REST_Response {
		return $this->rest( 'POST', self::API . '/settings/environments', array_filter( $body + array( 'label' => 'Build', 'webhookUrl' => self::URL ), static fn( mixed $value ): bool => null !== $value ) );
	}

	private function put( array $body, string $id = 'build' ): WP_REST_Response {
		return $this->rest( 'PUT', self::API . "/settings/environments/$id", $body );
	}

	private function webhook( Action $action = Action::Rebuild ): Webhook {
		$webhook = ( new Environments( new Encryption(), new System_Clock() ) )->webhook( 'build', $action );
		$this->assertInstanceOf( Webhook::class, $webhook );
		return $webhook;
	}
}
