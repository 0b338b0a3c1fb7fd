<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Tests\Hosting;

use HeadlessDeploy\Hosting\Hosting_Operation;
use HeadlessDeploy\Hosting\Hosting_Operations;
use PHPUnit\Framework\Attributes\DataProvider;
use TypeError;
use WP_Error;
use WP_REST_Request;

final class HostingControllerTest extends Hosting_Test_Case {
	private const APPS        = '/v1/accounts/acme/apps';
	private const ENVIRONMENT = self::APPS . '/shop/environments/e1';

	public function test_describes_the_local_platform_and_this_install(): void {
		$this->use_local_platform();
		$account = $this->rest( 'GET', self::HOSTING . '/account' )->get_data();
		$this->assert_fields( array( 'hasCredentials' => true, 'mayEnterCredentials' => true, 'apiUrl' => self::API_URL, 'user' => 'api-user', 'isLocal' => true, 'isListed' => true, 'install' => 'blog' ), $account );
		$this->assertSame( array( array( array( 'name' => 'acme', 'id' => 'u-u-i-d', 'role' => 'read' ) ), 1000 ), array( $account['accounts'], $account['maxUploadBytes'] ) );
		$this->assertSame( array(), array_diff( array( ...array_keys( Hosting_Operations::all() ), 'upload', 'connect' ), $account['operations'] ) );
		$this->assertStringNotContainsString( self::PASSWORD, (string) wp_json_encode( $account ) );
	}

	public function test_offers_only_what_another_host_has(): void {
		$this->host_answers( 'GET ' . self::APPS, 200, array( 'apps' => array() ) );
		$this->rest( 'POST', self::API . '/settings/environments', array( 'webhookUrl' => self::API_URL . '/wh/v1/accounts/acme/apps/site/environments/e1/webhooks/webhook:rebuild?token=' . self::TOKEN ) );
		$account = $this->rest( 'GET', self::HOSTING . '/account' )->get_data();
		$this->assert_fields( array( 'accounts' => array( array( 'name' => 'acme', 'id' => '', 'role' => 'write' ) ), 'isListed' => false, 'isLocal' => false ), $account );
		$this->assertSame( array(), array_intersect( array( 'listRegions', 'listAccountIds', 'listLocalAccounts', 'connect' ), $account['operations'] ) );
		$this->assertSame( array(), array_diff( array( 'listApps', 'createApp', 'createEnvironment', 'upload' ), $account['operations'] ) );
	}

	public static function unclear_hosts(): array {
		return array(
			'no accounts'    => array( 'GET /_local/session', array( 'user' => 'x' ) ),
			'no installs'    => array( 'GET /_local/installs', array( 'installs' => 'x' ) ),
			'no listed ones' => array( 'GET /v1/accounts', array( 'count' => 1 ) ),
		);
	}

	#[DataProvider( 'unclear_hosts' )]
	public function test_a_response_without_the_list_is_no_empty_list( string $request, array $json ): void {
		if ( str_contains( $request, '_local' ) ) {
			$this->use_local_platform();
		}
		$this->host_answers( $request, 200, $json );
		$response = $this->rest( 'GET', self::HOSTING . '/account' );
		$this->assertSame( array( 502, 'headless_deploy_credentials_unclear' ), array( $response->get_status(), $response->get_data()['code'] ?? '' ) );
	}

	public function test_asks_the_host_again_after_ten_minutes_or_on_request(): void {
		$this->use_local_platform();
		$ask = fn( array $query = array() ): int => count( $this->asked_during( fn() => $this->rest( 'GET', self::HOSTING . '/account', $query ) ) );
		$this->assertSame( array( 2, 0, 2 ), array( $ask(), $ask(), $ask( array( 'refresh' => '1' ) ) ) );
		$this->clock->pass( 600_000 );
		$this->assertSame( 2, $ask() );
		$this->enter_credentials();
		$this->assertSame( 2, $ask(), 'Other credentials may have other accounts.' );
	}

	public function test_reports_missing_credentials_as_a_fact(): void {
		$this->rest( 'DELETE', self::API . '/settings/credentials' );
		$account = $this->rest( 'GET', self::HOSTING . '/account' )->get_data();
		$this->assert_fields( array( 'hasCredentials' => false, 'mayEnterCredentials' => true, 'operations' => array() ), $account );
		$this->assertSame( 'headless_deploy_credentials_missing', $this->rest( 'GET', self::HOSTING . '/v1/regions' )->get_data()['code'] );
		$this->assertSame( array(), $this->asked() );
	}

	public function test_no_longer_offers_a_request_that_the_host_lacks(): void {
		$this->use_local_platform();
		$this->assertContains( 'readOperation', $this->rest( 'GET', self::HOSTING . '/account' )->get_data()['operations'] );
		$lacking = $this->rest( 'GET', self::HOSTING . self::ENVIRONMENT . '/operations/no_build' );
		$this->assertSame( array( 404, 'headless_deploy_host_lacks_route' ), array( $lacking->get_status(), $lacking->get_data()['code'] ) );
		$this->assertNotContains( 'readOperation', $this->rest( 'GET', self::HOSTING . '/account' )->get_data()['operations'] );
	}

	public static function forwarded(): iterable {
		foreach ( Hosting_Operations::all() as $id => $operation ) {
			$path = '/' . strtr( $operation->path, array( '{account}' => 'acme', '{app}' => 'shop', '{environment}' => 'e1', '{build}' => 'b1', '{operation}' => 'no_build', '{install}' => 'i1' ) );
			yield $id => array( $id, $operation->method, $path );
		}
	}

	#[DataProvider( 'forwarded' )]
	public function test_forwards_a_request_of_the_list( string $id, string $method, string $path ): void {
		$this->host_answers( "$method $path", 200, array( 'empty' => (object) array(), 'list' => array(), 'n' => 1 ) );
		$query    = 'createApp' === $id ? '?appId=shop' : '';
		$response = $this->forward( $method, $path . $query, array( 'createApp' => '{"region":"regions/US-C","uploadable":{}}', 'createEnvironment' => '{"displayName":"Production","branch":"uploadable","wpEnvironment":"blog"}', 'startBuild' => '{"action":"rebuild"}', 'invalidateCacheGroup' => '{"group":"post-1"}', 'changeEnvironment' => '{"rootDirectory":"apps/web"}', 'changeShellVariables' => '{"set":[{"key":"A","value":"b"}],"remove":["C"]}' )[ $id ] ?? '' );
		$shown    = Hosting_Operations::all()[ $id ]->is_webhook ? array( 204, 'null' ) : array( 200, '{"empty":{},"list":[],"n":1}' );
		$this->assertSame( $shown, array( $response->get_status(), wp_json_encode( $response->get_data() ) ), (string) wp_json_encode( $response->get_data() ) );
		$this->assertSame( array( "$method $path$query" ), $this->asked() );
		$this->assertSame( array( 'Cache-Control' => 'no-store' ), array_diff_key( $response->get_headers(), array( 'Allow' => 1 ) ) );
	}

	public function test_responses_with_webhooks_stay_on_the_server(): void {
		$webhooks = array_filter( Hosting_Operations::all(), static fn( Hosting_Operation $one ): bool => $one->is_webhook );
		$this->assertSame( array( 'createWebhooks', 'regenerateWebhooks' ), array_keys( $webhooks ) );
	}

	public static function refused(): array {
		return array(
			'an unknown path'         => array( 'GET', '/v1/accounts/acme/users', '', 'headless_deploy_hosting_operation_unknown', 404 ),
			'the secrets of webhooks' => array( 'GET', '/_local/accounts/acme/apps/shop/environments/e1/webhooks', '', 'headless_deploy_hosting_operation_unknown', 404 ),
			'a replaced document'     => array( 'PUT', self::ENVIRONMENT, '', 'rest_no_route', 404 ),
			'a deleted account'       => array( 'DELETE', '/v1/accounts/acme', '', 'headless_deploy_hosting_operation_unknown', 404 ),
			'another branch'          => array( 'PATCH', self::ENVIRONMENT, '{"branch":"main"}', 'headless_deploy_field_unknown', 400 ),
			'a variable and more'     => array( 'PATCH', self::ENVIRONMENT . '/shellVariables', '{"set":[{"key":"A","value":"b","c":"d"}]}', 'rest_invalid_param', 400 ),
			'users of the host'       => array( 'GET', '/_local/users', '', 'headless_deploy_hosting_operation_unknown', 404 ),
			'another method'          => array( 'POST', '/v1/regions', '', 'headless_deploy_hosting_operation_unknown', 404 ),
			'a folder above'          => array( 'GET', '/v1/accounts/../apps', '', 'headless_deploy_hosting_operation_unknown', 404 ),
			'an encoded slash'        => array( 'GET', '/v1/accounts/a%2Fb/apps', '', 'rest_no_route', 404 ),
			'a query'                 => array( 'GET', '/v1/regions?x=1', '', 'headless_deploy_field_unknown', 400 ),
			'a list in a query'       => array( 'GET', self::ENVIRONMENT . '/builds?pageToken[]=1', '', 'rest_invalid_param', 400 ),
			'a size that is no size'  => array( 'GET', self::ENVIRONMENT . '/builds?pageSize=x', '', 'rest_invalid_param', 400 ),
			'a body without a schema' => array( 'POST', self::ENVIRONMENT . ':clearCache', '{"x":1}', 'headless_deploy_field_unknown', 400 ),
			'an unknown field'        => array( 'POST', self::APPS . '?appId=shop', '{"region":"regions/UK","uploadable":{},"token":"x"}', 'headless_deploy_field_unknown', 400 ),
			'a field in a field'      => array( 'POST', self::APPS . '?appId=shop', '{"region":"regions/UK","uploadable":{"x":1}}', 'rest_invalid_param', 400 ),
			'a missing field'         => array( 'POST', self::APPS . '?appId=shop', '{"region":"regions/UK"}', 'rest_invalid_param', 400 ),
			'no query'                => array( 'POST', self::APPS, '{"region":"regions/UK","uploadable":{}}', 'rest_invalid_param', 400 ),
		);
	}

	#[DataProvider( 'refused' )]
	public function test_sends_nothing_that_is_not_in_the_list( string $method, string $path, string $body, string $code, int $status ): void {
		$response = $this->forward( $method, $path, $body );
		$this->assertSame( array( $status, $code ), array( $response->get_status(), $response->get_data()['code'] ?? '' ) );
		$this->assertSame( array(), $this->asked() );
	}

	public static function failures(): array {
		return array(
			'no such application'   => array( 404, '{"message":"There is no application “shop”."}', 404, 'headless_deploy_host_error', 'There is no application' ),
			'a taken name'          => array( 409, '{"message":"The name is taken.","documentation_url":"x"}', 409, 'headless_deploy_host_error', 'The name is taken.' ),
			'busy'                  => array( 503, '{"message":"Busy."}', 503, 'headless_deploy_host_error', 'Busy.' ),
			'refused credentials'   => array( 401, '{"message":"Bad Credentials"}', 502, 'headless_deploy_credentials_refused', 'does not accept this user' ),
			'no such route'         => array( 404, '{"message":"Not Found"}', 404, 'headless_deploy_host_lacks_route', 'does not offer' ),
			'a 404 page'            => array( 404, '<html>', 404, 'headless_deploy_host_lacks_route', 'does not offer' ),
			'another method'        => array( 405, '{"message":"GET is not allowed here. Use POST."}', 404, 'headless_deploy_host_lacks_route', 'does not offer' ),
			'a redirect'            => array( 302, '', 502, 'headless_deploy_credentials_unclear', 'HTTP 302' ),
			'a page'                => array( 200, '<html>', 502, 'headless_deploy_credentials_unclear', 'HTTP 200' ),
			'an error page'         => array( 500, '<html>', 502, 'headless_deploy_credentials_unclear', 'HTTP 500' ),
			'an echo of a password' => array( 400, '{"message":"No ' . self::PASSWORD . '."}', 400, 'headless_deploy_host_error', 'No ••••.' ),
		);
	}

	#[DataProvider( 'failures' )]
	public function test_words_a_failure_and_never_returns_an_empty_result( int $status, string $body, int $expected_status, string $code, string $message ): void {
		$this->host[ 'GET ' . self::APPS ] = $this->answer( $status, $body );
		$response                          = $this->rest( 'GET', self::HOSTING . self::APPS );
		$this->assertSame( array( $expected_status, $code ), array( $response->get_status(), $response->get_data()['code'] ) );
		$this->assertStringContainsString( $message, $response->get_data()['message'] );
	}

	public static function connection_failures(): array {
		return array(
			'timeout'        => array( 'cURL error 28: timed out', 'headless_deploy_host_timeout', 504 ),
			'no such name'   => array( 'cURL error 6: no such host', 'headless_deploy_credentials_unreachable', 502 ),
			'no connection'  => array( 'cURL error 7: refused', 'headless_deploy_credentials_unreachable', 502 ),
			'no certificate' => array( 'cURL error 60: SSL certificate problem', 'headless_deploy_tls_failed', 502 ),
		);
	}

	#[DataProvider( 'connection_failures' )]
	public function test_says_why_there_is_no_response( string $error, string $code, int $status ): void {
		$this->mock_http( self::API_URL, new WP_Error( 'http_request_failed', $error ) );
		foreach ( array( '/v1/regions', '/account' ) as $route ) {
			$response = $this->rest( 'GET', self::HOSTING . $route );
			$this->assertSame( array( $status, $code ), array( $response->get_status(), $response->get_data()['code'] ), $route );
		}
	}

	public static function invalid_fields(): array {
		return array(
			'a long name'       => array( 'POST', self::APPS . '?appId=' . str_repeat( 'x', 64 ), '{"region":"regions/UK","uploadable":{}}', 'appId' ),
			'a missing name'    => array( 'POST', self::APPS, '{"region":"regions/UK","uploadable":{}}', 'appId' ),
			'a wrong type'      => array( 'PATCH', self::ENVIRONMENT, '{"rootDirectory":[]}', 'rootDirectory' ),
			'an empty variable' => array( 'PATCH', self::ENVIRONMENT . '/shellVariables', '{"set":[{"key":"","value":"x"}]}', 'set.0.key' ),
		);
	}

	#[DataProvider( 'invalid_fields' )]
	public function test_names_an_invalid_field_as_the_host_does( string $method, string $path, string $body, string $field ): void {
		$response = $this->forward( $method, $path, $body );
		$this->assertSame( array( 400, $field ), array( $response->get_status(), $response->get_data()['field'] ?? '' ), (string) wp_json_encode( $response->get_data() ) );
		$this->assertStringStartsWith( "$field ", $response->get_data()['message'] );
		$this->assertStringNotContainsString( 'request[', $response->get_data()['message'] );
	}

	public static function filters_of_other_plugins(): array {
		return array(
			'of the request'     => array( 'http_request_args', 'GET', '/v1/regions', array() ),
			'of the folder'      => array( 'upload_dir', 'POST', '/uploads', array( 'account' => 'acme', 'app' => 'shop', 'environment' => 'e1', 'fileName' => 'shop.zip', 'size' => 1 ) ),
			'of the home page'   => array( 'home_url', 'GET', '/account', array() ),
			'of the environment' => array( 'http_request_args', 'POST', '/connect', array( 'account' => 'acme', 'app' => 'shop', 'environment' => 'e1' ) ),
		);
	}

	#[DataProvider( 'filters_of_other_plugins' )]
	public function test_an_exception_of_another_plugin_is_an_error_message( string $hook, string $method, string $route, array $body ): void {
		$file = (string) tempnam( get_temp_dir(), 'log' );
		$log  = (string) ini_set( 'error_log', $file );
		$this->use_local_platform();
		add_filter( $hook, static fn(): mixed => throw new TypeError( self::PASSWORD ) );
		$response = $this->rest( $method, self::HOSTING . $route, $body );
		remove_all_filters( $hook );
		ini_set( 'error_log', $log );
		$logged = (string) file_get_contents( $file );
		unlink( $file );
		$this->assertSame( array( 500, 'headless_deploy_call_failed' ), array( $response->get_status(), $response->get_data()['code'] ) );
		$this->assertStringContainsString( 'Check the PHP error log', $response->get_data()['message'] );
		$this->assertStringNotContainsString( self::PASSWORD, wp_json_encode( $response->get_data() ) . $logged );
		$this->assertFalse( doing_filter( $hook ) );
	}

	public function test_passes_on_which_field_the_host_rejects(): void {
		$this->host_answers( 'POST ' . self::APPS, 400, array( 'message' => 'No such region.', 'field' => 'region' ) );
		$response = $this->forward( 'POST', self::APPS . '?appId=shop', '{"region":"regions/X","uploadable":{}}' );
		$this->assertSame( array( 400, 'region', 'headless_deploy_host_error' ), array( $response->get_status(), $response->get_data()['field'], $response->get_data()['code'] ) );
	}

	public function test_a_404_of_the_usage_api_is_about_the_account(): void {
		$missing = $this->rest( 'GET', self::HOSTING . '/v1/accounts/0B8E1C1E-3f0a-4f4e-9d39-5d7c2c1d9c55/usage' );
		$this->assertSame( array( 404, 'headless_deploy_host_error' ), array( $missing->get_status(), $missing->get_data()['code'] ) );
	}

	public function test_an_empty_body_and_null_become_204(): void {
		foreach ( array( '', 'null' ) as $body ) {
			$this->host['POST /v1/accounts/u1/usage/refresh_disk_usage'] = $this->answer( 200, $body );
			$response                                                    = $this->forward( 'POST', '/v1/accounts/u1/usage/refresh_disk_usage' );
			$this->assertSame( array( 204, null ), array( $response->get_status(), $response->get_data() ) );
		}
	}

	/**
	 * @param string $path With its query.
	 */
	private function forward( string $method, string $path, string $body = '' ): \WP_REST_Response {
		$parts   = explode( '?', $path, 2 );
		$request = new WP_REST_Request( $method, self::HOSTING . $parts[0] );
		wp_parse_str( $parts[1] ?? '', $query );
		// As apiFetch and plain permalinks add them.
		$request->set_query_params( $query + array( '_locale' => 'user', 'rest_route' => 'x' ) );
		if ( '' !== $body ) {
			$request->set_header( 'Content-Type', 'application/json' );
			$request->set_body( $body );
		}
		return rest_do_request( $request );
	}

	/**
	 * @return list<string>
	 */
	private function asked_during( callable $work ): array {
		$this->http_log = array();
		$work();
		return $this->asked();
	}
}
