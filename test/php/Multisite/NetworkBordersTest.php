<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Tests\Multisite;

use HeadlessDeploy\Environments\Environment;
use HeadlessDeploy\Environments\Environments;
use HeadlessDeploy\Environments\Stored_Environments;
use HeadlessDeploy\Hosting\Configured_Credentials;
use HeadlessDeploy\Hosting\Credential_Input;
use HeadlessDeploy\Hosting\Credential_Store;
use HeadlessDeploy\Hosting\Platform;
use HeadlessDeploy\Http\Calls;
use HeadlessDeploy\Lane;
use HeadlessDeploy\Providers\Local_Hosts;
use HeadlessDeploy\Queue\Wake_Up;
use HeadlessDeploy\Runs\Retention;
use HeadlessDeploy\Secrets\Encryption;
use HeadlessDeploy\Tracking\Build_Check;

final class NetworkBordersTest extends Network_Test_Case {
	private const CONSTANTS = array( 'apiUrl' => 'https://js.wpengineapi.com', 'user' => 'network-user', 'password' => 'network-password' );

	public function test_a_sub_site_administrator_can_connect_only_known_hosts(): void {
		wp_set_current_user( $this->on_site( 2, fn(): int => $this->user( 'administrator' ) ) );
		$refused = $this->connect_as_current_user( 'https://evil.example' );
		$this->assertSame( array( 403, 'headless_deploy_super_admin_only' ), array( $refused->get_status(), $refused->get_data()['code'] ), 'The path of the hosting service proves nothing.' );
		$this->assertSame( 403, $this->connect_as_current_user( 'https://js.wpengineapi.com:8443' )->get_status() );
		$this->assertSame( 201, $this->connect_as_current_user( 'https://js.wpengineapi.com' )->get_status() );
		wp_set_current_user( 1 );
		$this->assertSame( 201, $this->connect_as_current_user( 'https://hosting.example', 'other' )->get_status() );
	}

	public function test_a_sub_site_administrator_cannot_move_a_webhook_to_another_host(): void {
		wp_set_current_user( $this->on_site( 2, fn(): int => $this->user( 'administrator' ) ) );
		$id     = $this->connect_as_current_user( 'https://js.wpengineapi.com' )->get_data()['id'];
		$change = array( 'webhookUrl' => self::webhook( 'https://evil.example', 'site' ) );
		$this->assertSame( 403, $this->on_site( 2, fn() => $this->rest( 'PUT', self::API . "/settings/environments/$id", $change ) )->get_status() );
	}

	public function test_a_sub_site_administrator_cannot_send_refresh_requests_to_a_host(): void {
		wp_set_current_user( $this->on_site( 2, fn(): int => $this->user( 'administrator' ) ) );
		$id  = $this->connect_as_current_user( 'https://js.wpengineapi.com' )->get_data()['id'];
		$put = fn( string $url ): \WP_REST_Response => $this->on_site( 2, fn() => $this->rest( 'PUT', self::API . "/settings/environments/$id", array( 'refreshUrl' => $url ) ) );
		foreach ( array( 'https://evil.example/refresh', 'https://js.wpengineapi.com/refresh' ) as $url ) {
			$refused = $put( $url );
			$this->assertSame( array( 403, 'headless_deploy_super_admin_only' ), array( $refused->get_status(), $refused->get_data()['code'] ) );
		}
		$admin = get_current_user_id();
		wp_set_current_user( 1 );
		$this->assertSame( 200, $put( 'https://www.example.test/refresh' )->get_status() );
		wp_set_current_user( $admin );
		$this->assertSame( 403, $put( 'https://evil.example/refresh' )->get_status() );
		$this->assertSame( 'https://www.example.test/refresh', $this->on_site( 2, fn() => $this->rest( 'GET', self::API . '/settings' )->get_data()['environments'][0]['refresh']['url'] ) );
	}

	public function test_a_webhook_is_trusted_only_if_a_super_admin_entered_it(): void {
		$trusted = fn( string $id ): bool => $this->on_site( 2, static fn(): bool => get_option( Stored_Environments::OPTION )['environments'][ $id ]['isTrusted'] );
		$put     = fn( string $id, array $change ): int => $this->on_site( 2, fn() => $this->rest( 'PUT', self::API . "/settings/environments/$id", $change ) )->get_status();
		wp_set_current_user( 1 );
		$id = $this->connect_as_current_user( 'https://js.wpengineapi.com' )->get_data()['id'];
		$this->assertTrue( $trusted( $id ) );
		wp_set_current_user( $this->on_site( 2, fn(): int => $this->user( 'administrator' ) ) );
		$own = $this->connect_as_current_user( 'https://js.wpengineapi.com', 'own' )->get_data()['id'];
		$this->assertFalse( $trusted( $own ) );
		$this->assertSame( array( 200, true ), array( $put( $id, array( 'label' => 'Renamed' ) ), $trusted( $id ) ) );
		$this->assertSame( array( 200, false ), array( $put( $id, array( 'webhookUrl' => self::webhook( 'https://js.wpengineapi.com', 'another' ) ) ), $trusted( $id ) ) );
	}

	public function test_api_constants_apply_to_the_main_site_or_the_listed_sites(): void {
		$everywhere = new Configured_Credentials( self::CONSTANTS );
		$this->assertSame( array( true, false ), array( array() !== $everywhere->fields(), $this->on_site( 2, static fn(): bool => null !== $everywhere->get( 'password' ) ) ) );
		$named = new Configured_Credentials( self::CONSTANTS, array( 2 ) );
		$this->assertSame( array( array(), array( 'apiUrl', 'user', 'password' ), array() ), array( $named->fields(), $this->on_site( 2, $named->fields( ... ) ), $this->on_site( 3, $named->fields( ... ) ) ) );
	}

	public function test_reads_builds_only_from_the_host_of_the_api_or_for_a_super_admins_webhook(): void {
		$this->assertTrue( $this->is_followed( 'https://js.wpengineapi.com', false ), 'The host of the API: it took the run by its own token.' );
		$this->assertFalse( $this->is_followed( 'https://evil.example', false ), 'Another host takes any run, and names any account.' );
		$this->assertTrue( $this->is_followed( 'https://hosting.example', true ), 'A super admin answers for it.' );
	}

	public function test_a_sub_site_administrator_sees_neither_the_api_user_nor_paths_of_the_server(): void {
		$this->connect_on( 2 );
		wp_set_current_user( 1 );
		$input = Credential_Input::from_body( self::CONSTANTS, new Local_Hosts() );
		$this->assertInstanceOf( Credential_Input::class, $input );
		$this->on_site( 2, static fn() => ( new Credential_Store( new Encryption() ) )->save( $input, null ) );
		$seen = $this->on_site( 2, fn() => $this->rest( 'GET', self::API . '/settings' )->get_data() );
		$this->assertSame( 'network-user', $seen['credentials']['user'] );
		$this->assertStringContainsString( untrailingslashit( ABSPATH ), $seen['systemCron']['command'] );
		wp_set_current_user( $this->on_site( 2, fn(): int => $this->user( 'administrator' ) ) );
		$this->on_site( 2, fn(): int => $this->post() );
		do_action( 'shutdown' );
		$this->clock->pass( 86_400_000 );
		foreach ( array( '/settings', '/status' ) as $route ) {
			$text = (string) wp_json_encode( $this->on_site( 2, fn() => $this->rest( 'GET', self::API . $route )->get_data() ), JSON_UNESCAPED_SLASHES );
			$this->assertStringNotContainsString( 'network-user', $text, $route );
			$this->assertStringNotContainsString( untrailingslashit( ABSPATH ), $text, $route );
		}
	}

	public function test_a_sub_site_administrator_cannot_enter_or_check_credentials(): void {
		wp_set_current_user( $this->on_site( 2, fn(): int => $this->user( 'administrator' ) ) );
		$credentials = array( 'apiUrl' => 'https://api.hosting.example', 'user' => 'api-user', 'password' => 'a-long-password' );
		foreach ( array( array( 'PUT', '', $credentials ), array( 'DELETE', '', array() ), array( 'POST', '/check', array() ) ) as list( $method, $path, $body ) ) {
			$refused = $this->on_site( 2, fn() => $this->rest( $method, self::API . "/settings/credentials$path", $body ) );
			$this->assertSame( array( 403, 'headless_deploy_credentials_super_admin' ), array( $refused->get_status(), $refused->get_data()['code'] ), "$method $path" );
		}
	}

	public function test_a_site_deletes_its_old_runs_when_the_main_site_lacks_the_plugin(): void {
		update_site_option( 'active_sitewide_plugins', array() );
		foreach ( array( 2, 3 ) as $site ) {
			$this->on_site( $site, static fn(): bool => update_option( 'active_plugins', array( plugin_basename( \HeadlessDeploy\PLUGIN_FILE ) ) ) );
			$this->add_old_run( $site );
		}
		$this->on_site( 2, static fn() => do_action( Wake_Up::RECURRING_EVENT ) );
		$this->assertSame( array( 3 ), $this->sites_of_the_log() );
		$this->add_old_run( 2 );
		update_option( 'active_plugins', array( plugin_basename( \HeadlessDeploy\PLUGIN_FILE ) ) );
		$this->on_site( 2, static fn() => do_action( Wake_Up::RECURRING_EVENT ) );
		$this->assertSame( array( 2, 3 ), $this->sites_of_the_log(), 'The main site does it for all.' );
	}

	private static function webhook( string $origin, string $app ): string {
		return "$origin/wh/v1/accounts/victim/apps/$app/environments/7b0d2c54-11f0-4a3e-9c36-5f2f6f0a91d2/webhooks/webhook:rebuild?token=" . self::TOKEN;
	}

	private function connect_as_current_user( string $origin, string $app = 'site' ): \WP_REST_Response {
		return $this->on_site( 2, fn() => $this->rest( 'POST', self::API . '/settings/environments', array( 'label' => $app, 'webhookUrl' => self::webhook( $origin, $app ) ) ) );
	}

	private function is_followed( string $origin, bool $is_trusted ): bool {
		return $this->on_site(
			2,
			function () use ( $origin, $is_trusted ): bool {
				wp_set_current_user( 1 );
				$made   = $this->connect_as_current_user( $origin, 'site-' . ( (int) $is_trusted ) . strlen( $origin ) )->get_data();
				$stored = get_option( Stored_Environments::OPTION );
				$this->assertTrue( $stored['environments'][ $made['id'] ]['isTrusted'] );
				$stored['environments'][ $made['id'] ]['isTrusted'] = $is_trusted;
				update_option( Stored_Environments::OPTION, $stored );
				$environment = ( new Environments( new Encryption(), $this->clock ) )->get( $made['id'] );
				$this->assertInstanceOf( Environment::class, $environment );
				$store = new Credential_Store( new Encryption(), new Configured_Credentials( self::CONSTANTS, array( 2 ) ) );
				return ( new Build_Check( new Platform( new Calls( $this->clock ) ), $store, $this->clock ) )->is_possible( $environment, Lane::Build );
			},
		);
	}

	private function add_old_run( int $site ): void {
		global $wpdb;
		$run = array( 'blog_id' => $site, 'environment_id' => 'site', 'lane' => 'build', 'action' => 'rebuild', 'cause' => 'manual', 'status' => 'accepted', 'attempts' => '[]', 'service_message' => '""', 'excerpt' => '""', 'operation' => '""', 'created_at' => $this->clock->now - ( Retention::DAYS + 1 ) * 86_400_000 );
		$this->assertSame( 1, $wpdb->insert( $wpdb->headless_deploy_runs, $run ) );
	}

	/**
	 * @return list<int>
	 */
	private function sites_of_the_log(): array {
		global $wpdb;
		return array_map( intval( ... ), $wpdb->get_col( "SELECT DISTINCT blog_id FROM {$wpdb->headless_deploy_runs} ORDER BY blog_id" ) );
	}
}
