<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Tests\Hosting;

use HeadlessDeploy\Environments\Environments;
use HeadlessDeploy\Hosting\Configured_Credentials;
use HeadlessDeploy\Hosting\Credential_Check;
use HeadlessDeploy\Hosting\Credential_Store;
use HeadlessDeploy\Hosting\Credentials;
use HeadlessDeploy\Hosting\Credentials_Controller;
use HeadlessDeploy\Hosting\Platform;
use HeadlessDeploy\Http\Calls;
use HeadlessDeploy\Iso_Time;
use HeadlessDeploy\Secrets\Encryption;
use HeadlessDeploy\Tests\Queue\Rest_Queue_Test_Case;
use PHPUnit\Framework\Attributes\DataProvider;
use WP_REST_Response;

final class CredentialsControllerTest extends Rest_Queue_Test_Case {
	private const ROUTE    = self::API . '/settings/credentials';
	private const API_URL  = 'https://api.hosting.example';
	private const PASSWORD = 'a-password-that-is-secret-1234';
	private const ENTERED  = array(
		'apiUrl'   => self::API_URL . '/v1/',
		'user'     => ' api-user ',
		'password' => self::PASSWORD,
	);

	protected function setUp(): void {
		parent::setUp();
		$this->log_in( 'administrator' );
	}

	public function test_saves_shows_and_removes_credentials_without_showing_the_password(): void {
		$this->assertNull( $this->rest( 'GET', self::API . '/settings' )->get_data()['credentials'] );
		$entered = $this->rest( 'PUT', self::ROUTE, self::ENTERED )->get_data();
		$expect  = array(
			'apiUrl'       => self::API_URL,
			'user'         => 'api-user',
			'hasPassword'  => true,
			'lockedBy'     => null,
			'lockedFields' => array(),
			'works'        => null,
			'checkedAt'    => null,
			'message'      => '',
		);
		$this->assertSame( $expect, array_diff_key( $entered, array( 'etag' => 0, 'lastSaved' => 0 ) ) );
		$this->assertSame( $entered, $this->rest( 'GET', self::API . '/settings' )->get_data()['credentials'] );
		$this->assertStringNotContainsString( self::PASSWORD, (string) wp_json_encode( array( $entered, get_option( Credential_Store::OPTION ) ) ) );
		$this->assertSame( array( 'deleted' => true ), $this->rest( 'DELETE', self::ROUTE )->get_data() );
		$this->assertNull( $this->rest( 'GET', self::API . '/settings' )->get_data()['credentials'] );
	}

	public static function refused(): array {
		return array(
			'plain http'        => array( array( 'apiUrl' => 'http://api.hosting.example' ), 'headless_deploy_url_not_https' ),
			'a private address' => array( array( 'apiUrl' => 'https://127.0.0.1:8889' ), 'headless_deploy_url_private' ),
			'no address'        => array( array( 'apiUrl' => 'hosting' ), 'headless_deploy_api_url_invalid' ),
			'a query'           => array( array( 'apiUrl' => self::API_URL . '/?a=b' ), 'headless_deploy_api_url_invalid' ),
			'credentials in it' => array( array( 'apiUrl' => 'https://user:pass@api.hosting.example' ), 'headless_deploy_api_url_invalid' ),
			'a list'            => array( array( 'apiUrl' => array( 'x' ) ), 'headless_deploy_api_url_invalid' ),
			'no user'           => array( array( 'user' => ' ' ), 'headless_deploy_api_user_invalid' ),
			'a colon'           => array( array( 'user' => 'a:b' ), 'headless_deploy_api_user_invalid' ),
			'a line break'      => array( array( 'user' => "a\nb" ), 'headless_deploy_api_user_invalid' ),
			'no password'       => array( array( 'password' => '' ), 'headless_deploy_api_password_missing' ),
			'a masked password' => array( array( 'password' => '••••1234' ), 'headless_deploy_api_password_missing' ),
			'an unknown field'  => array( array( 'token' => 'x' ), 'headless_deploy_field_unknown' ),
		);
	}

	#[DataProvider( 'refused' )]
	public function test_explains_invalid_credentials_and_does_not_save_them( array $field, string $code ): void {
		$response = $this->rest( 'PUT', self::ROUTE, $field + self::ENTERED );
		$this->assertSame( array( 400, $code ), array( $response->get_status(), $response->get_data()['code'] ) );
		$this->assertNull( $this->rest( 'GET', self::API . '/settings' )->get_data()['credentials'] );
	}

	public function test_the_stored_password_goes_to_no_other_address_and_no_other_user(): void {
		$this->rest( 'PUT', self::ROUTE, self::ENTERED );
		foreach ( array( array( 'apiUrl' => 'https://elsewhere.example' ), array( 'user' => 'other' ) ) as $change ) {
			$this->assertSame( 'headless_deploy_api_password_missing', $this->rest( 'PUT', self::ROUTE, $change )->get_data()['code'] );
		}
		$this->assertSame( 200, $this->rest( 'PUT', self::ROUTE, array( 'user' => 'api-user' ) )->get_status() );
		update_option( Credential_Store::OPTION, array( 'apiUrl' => 'https://elsewhere.example' ) + (array) get_option( Credential_Store::OPTION ) );
		$this->assertFalse( $this->rest( 'GET', self::API . '/settings' )->get_data()['credentials']['hasPassword'] );
	}

	public function test_tells_the_second_of_two_users_about_the_conflict(): void {
		$seen = $this->rest( 'PUT', self::ROUTE, self::ENTERED )->get_data()['etag'];
		$this->assertSame( 200, $this->rest( 'PUT', self::ROUTE, array( 'user' => 'x', 'password' => 'another-password' ), array( 'If-Match' => "\"$seen\"" ) )->get_status() );
		foreach ( array( 'PUT', 'DELETE' ) as $method ) {
			$late = $this->rest( $method, self::ROUTE, 'PUT' === $method ? self::ENTERED : array(), array( 'If-Match' => "\"$seen\"" ) );
			$this->assertSame( array( 412, 'x' ), array( $late->get_status(), $late->get_data()['data']['credentials']['user'] ) );
			$saved = $late->get_data()['data']['credentials']['lastSaved'];
			$this->assertSame( array( wp_get_current_user()->display_name, Iso_Time::of( $this->clock->now ) ), array( $saved['by']['name'], $saved['at'] ) );
		}
	}

	public static function answers(): array {
		return array(
			'it works'        => array( 200, '{"apps":[{},{}]}', true, 'the account “acme” has 2 apps' ),
			'wrong password'  => array( 401, '{"message":"Bad Credentials"}', false, 'does not accept this user and password' ),
			'another account' => array( 404, '{"message":"Not Found"}', false, 'has no access to the account “acme”' ),
			'out of order'    => array( 503, '', null, 'HTTP 503' ),
			'something else'  => array( 200, '<html>', null, 'unexpected response' ),
		);
	}

	#[DataProvider( 'answers' )]
	public function test_a_check_explains_the_result( int $status, string $body, ?bool $works, string $message ): void {
		$this->rest( 'PUT', self::ROUTE, self::ENTERED );
		$this->mock_http( self::API_URL, $this->answer( $status, $body ) );
		$checked = $this->rest( 'POST', self::ROUTE . '/check' )->get_data();
		$this->assertSame( array( self::API_URL . '/v1/accounts/acme/apps', $works ), array( $this->http_log[0]['url'], $checked['works'] ) );
		$this->assertStringContainsString( $message, $checked['message'] );
		$this->assertNotNull( $checked['checkedAt'] );
		$this->assertSame( $checked, $this->rest( 'GET', self::API . '/settings' )->get_data()['credentials'] );
		$this->assertNull( $this->rest( 'PUT', self::ROUTE, array( 'password' => 'a-new-password' ) )->get_data()['works'], 'New ones have not been checked.' );
	}

	public function test_a_check_reports_missing_credentials_or_environments(): void {
		$this->assertSame( 'headless_deploy_credentials_missing', $this->rest( 'POST', self::ROUTE . '/check' )->get_data()['code'] );
		$this->rest( 'DELETE', self::API . '/settings/environments/production' );
		$this->rest( 'PUT', self::ROUTE, self::ENTERED );
		$checked = $this->rest( 'POST', self::ROUTE . '/check' )->get_data();
		$this->assertNull( $checked['works'] );
		$this->assertStringContainsString( 'No connected environment', $checked['message'] );
	}

	public function test_a_lost_key_requires_the_password_again(): void {
		$this->rest( 'PUT', self::ROUTE, self::ENTERED );
		delete_option( Encryption::KEY_OPTION );
		$this->start_plugin( $this->clock, $this->caller );
		$shown = $this->rest( 'GET', self::API . '/settings' )->get_data()['credentials'];
		$this->assertSame( array( false, false ), array( $shown['hasPassword'], $shown['works'] ) );
		$this->assertStringContainsString( 'Enter it again', $shown['message'] );
		$this->assertSame( 200, $this->rest( 'PUT', self::ROUTE, self::ENTERED )->get_status() );
	}

	public function test_constants_win_and_lock_their_fields(): void {
		$configured = new Configured_Credentials( array( 'apiUrl' => self::API_URL, 'password' => self::PASSWORD ) );
		$controller = $this->controller( $configured );
		$refused    = $this->put( $controller, array( 'password' => 'x' ) );
		$this->assertSame( array( 409, 'headless_deploy_credentials_locked' ), array( $refused->get_status(), $refused->get_data()['code'] ) );
		$this->assertStringContainsString( 'HEADLESS_DEPLOY_API_PASSWORD', $refused->get_data()['message'] );
		$saved = $this->put( $controller, array( 'user' => 'api-user' ) )->get_data();
		$this->assert_fields( array( 'apiUrl' => self::API_URL, 'user' => 'api-user', 'hasPassword' => true, 'lockedBy' => 'HEADLESS_DEPLOY_API_URL', 'lockedFields' => array( 'apiUrl', 'password' ) ), $saved );
	}

	public function test_the_result_of_a_check_counts_only_for_what_was_checked(): void {
		$store = static fn( string $user ): Credential_Store => new Credential_Store( new Encryption(), new Configured_Credentials( array( 'apiUrl' => self::API_URL, 'user' => $user, 'password' => 'a-long-password' ) ) );
		$one   = $store( 'one' )->get();
		$two   = $store( 'two' )->get();
		$this->assertInstanceOf( Credentials::class, $one );
		$this->assertInstanceOf( Credentials::class, $two );
		$this->assertTrue( $store( 'one' )->note_check( $one, true, 'headless_deploy_credentials_work', array(), $this->clock->now )?->checked['works'] ?? null );
		$this->assertNull( $store( 'two' )->get()?->checked );
		$store( 'two' )->note_check( $two, true, 'headless_deploy_credentials_work', array(), $this->clock->now );
		$store( 'two' )->note_check( $one, false, 'headless_deploy_credentials_refused', array(), $this->clock->now );
		$this->assertTrue( $store( 'two' )->get()?->checked['works'] ?? null, 'A late answer about older credentials.' );
	}

	public function test_sends_a_configured_password_only_to_the_configured_url(): void {
		$configured = new Configured_Credentials( array( 'user' => 'api-user', 'password' => self::PASSWORD ) );
		$controller = $this->controller( $configured );
		$refused    = $this->put( $controller, array( 'apiUrl' => 'https://collects-passwords.example' ) );
		$this->assertSame( array( 400, 'headless_deploy_api_password_missing' ), array( $refused->get_status(), $refused->get_data()['code'] ) );
		$saved = $this->put( $controller, array( 'apiUrl' => 'https://collects-passwords.example', 'password' => 'another-password' ) )->get_data();
		$this->assertSame( array( 'user' ), $saved['lockedFields'] );
		$used = ( new Credential_Store( new Encryption(), $configured ) )->get();
		$this->assertNotNull( $used );
		$this->assertSame( array( 'Authorization' => 'Basic ' . base64_encode( 'api-user:another-password' ) ), $used->sign_in()->headers() );
	}

	private function controller( Configured_Credentials $configured ): Credentials_Controller {
		$secrets = new Encryption();
		$store   = new Credential_Store( $secrets, $configured );
		$check   = new Credential_Check( new Platform( new Calls( $this->clock ) ), new Environments( $secrets, $this->clock ), $store, $this->clock );
		return new Credentials_Controller( $store, $check );
	}

	private function put( Credentials_Controller $controller, array $body ): WP_REST_Response {
		$this->stop_plugin();
		add_filter( 'user_has_cap', ( new \HeadlessDeploy\Capabilities() )->grant( ... ), 10, 4 );
		add_action( 'rest_api_init', $controller->register_routes( ... ) );
		return $this->rest( 'PUT', self::ROUTE, $body );
	}
}
