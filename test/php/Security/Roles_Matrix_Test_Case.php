<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Tests\Security;

use ErrorException;
use HeadlessDeploy\Action;
use HeadlessDeploy\Hosting\Uploads\Upload_Folder;
use HeadlessDeploy\Tests\Queue\Rest_Queue_Test_Case;
use WP_REST_Request;
use WP_REST_Response;

/**
 * Every route of the plugin: who may use it, and how. Creates the objects of the routes and one user of each role;
 * PHP's warnings become exceptions.
 */
abstract class Roles_Matrix_Test_Case extends Rest_Queue_Test_Case {
	protected const ROLES = array( 'none', 'subscriber', 'author', 'editor', 'administrator' );

	/**
	 * Roles by capability.
	 */
	protected const ROLES_BY_CAPABILITY = array(
		'view'          => array( 'author', 'editor', 'administrator' ),
		'rebuild'       => array( 'editor', 'administrator' ),
		'purge_cache'   => array( 'editor', 'administrator' ),
		'clean_rebuild' => array( 'administrator' ),
		'manage'        => array( 'administrator' ),
		// No capability: `FeedControllerTest` sends signed requests.
		'signature' => self::ROLES,
		// WordPress redirects old addresses for every visitor.
		'public' => self::ROLES,
	);

	/**
	 * Route => capability, status on success, valid body if the route reads one, and whether that is optional.
	 */
	protected const ROUTES = array(
		'GET /environments'                               => array( 'view', 200 ),
		'GET /status'                                     => array( 'view', 200 ),
		'POST /dispatch'                                  => array( 'view', 200, array( 'leaving' => false ), 'optional' ),
		'GET /changes'                                    => array( 'signature', 400 ),
		'GET /moved'                                      => array( 'public', 400 ),
		'GET /runs'                                       => array( 'view', 200 ),
		'GET /runs/{id}'                                  => array( 'view', 200 ),
		'GET /runs/export'                                => array( 'manage', 200 ),
		'POST /runs/{id}/retry'                           => array( 'rebuild', 201 ),
		'POST /environments/{id}/runs'                    => array( 'rebuild', 201, array( 'action' => 'rebuild' ) ),
		'POST /environments/{id}/pending/{lane}/now'      => array( 'rebuild', 201 ),
		'POST /environments/{id}/pending/{lane}/cancel'   => array( 'rebuild', 200 ),
		'POST /environments/{id}/pending/{lane}/undo'     => array( 'rebuild', 200 ),
		'POST /environments/{id}/hold'                    => array( 'rebuild', 200 ),
		'POST /environments/{id}/release'                 => array( 'rebuild', 200 ),
		'GET /site-health/hosts'                          => array( 'manage', 200 ),
		'GET /site-health/change-feed'                    => array( 'manage', 200 ),
		'GET /settings'                                   => array( 'manage', 200 ),
		'POST /settings/recognize'                        => array( 'manage', 200, array( 'webhookUrl' => self::ENVIRONMENT['webhookUrl'] ), 'optional' ),
		'PUT /settings/general'                           => array( 'manage', 200, array( 'postTypes' => array( 'post' ), 'optionNames' => array( 'blogname' ) ) ),
		'PUT /settings/notifications'                     => array( 'manage', 200, array( 'digestMinutes' => 30 ) ),
		'POST /settings/notifications/test'               => array( 'manage', 409 ),
		'PUT /settings/credentials'                       => array( 'manage', 200, self::CREDENTIALS ),
		'DELETE /settings/credentials'                    => array( 'manage', 200 ),
		'POST /settings/credentials/check'                => array( 'manage', 200 ),
		'GET /hosting/account'                            => array( 'manage', 200 ),
		'POST /hosting/connect'                           => array( 'manage', 200, self::HOSTED_ENVIRONMENT ),
		'POST /hosting/reconnect'                         => array( 'manage', 200, array( 'environment' => 'production' ) ),
		'POST /hosting/refresh-secret'                    => array( 'manage', 409, array( 'environment' => 'production' ) ),
		'GET /hosting/uploads'                            => array( 'manage', 200 ),
		'POST /hosting/uploads'                           => array( 'manage', 201, self::UPLOAD ),
		'GET /hosting/uploads/{id}'                       => array( 'manage', 200 ),
		'PUT /hosting/uploads/{id}'                       => array( 'manage', 400 ),
		'POST /hosting/uploads/{id}/send'                 => array( 'manage', 409 ),
		'DELETE /hosting/uploads/{id}'                    => array( 'manage', 200 ),
		'GET /hosting/{path}'                             => array( 'manage', 404 ),
		'POST /hosting/{path}'                            => array( 'manage', 404 ),
		'PATCH /hosting/{path}'                           => array( 'manage', 404 ),
		'DELETE /hosting/{path}'                          => array( 'manage', 404 ),
		'POST /settings/environments'                     => array( 'manage', 201, self::ENVIRONMENT ),
		'PUT /settings/environments/{id}'                 => array( 'manage', 200, self::ENVIRONMENT ),
		'DELETE /settings/environments/{id}'              => array( 'manage', 200 ),
		'POST /settings/environments/{id}/pause'          => array( 'manage', 200 ),
		'POST /settings/environments/{id}/resume'         => array( 'manage', 200 ),
		'POST /settings/environments/{id}/confirm-copy'   => array( 'manage', 200 ),
		'POST /settings/environments/{id}/confirm-move'   => array( 'manage', 200 ),
		'POST /settings/environments/{id}/restore'        => array( 'manage', 409 ),
		'GET /settings/schedules'                         => array( 'manage', 200 ),
		'POST /settings/schedules'                        => array( 'manage', 201, self::SCHEDULE ),
		'GET /settings/schedules/{id}'                    => array( 'manage', 200 ),
		'PUT /settings/schedules/{id}'                    => array( 'manage', 200, self::SCHEDULE ),
		'DELETE /settings/schedules/{id}'                 => array( 'manage', 200 ),
		'POST /settings/environments/{id}/refresh-secret' => array( 'manage', 200 ),
		'POST /settings/environments/{id}/refresh-test'   => array( 'manage', 409 ),
	);

	protected const ENVIRONMENT = array(
		'label'       => 'Other',
		'webhookUrl'  => 'https://hosting.example/wh/v1/accounts/acme/apps/site/environments/e7/webhooks/webhook:rebuild?token=' . self::TOKEN,
		'frontEndUrl' => 'https://www.example.test',
		'automation'  => array( 'hold' => false ),
	);

	protected const CREDENTIALS = array(
		'apiUrl'   => 'https://hosting.example',
		'user'     => 'api-user',
		'password' => self::TOKEN,
	);

	protected const HOSTED_ENVIRONMENT = array(
		'account'     => 'acme',
		'app'         => 'shop',
		'environment' => 'e1',
	);

	protected const UPLOAD = self::HOSTED_ENVIRONMENT + array(
		'fileName' => 'shop.zip',
		'size'     => 10,
	);

	protected const SCHEDULE = array(
		'label'       => 'Nightly',
		'environment' => 'production',
		'action'      => 'rebuild',
		'frequency'   => 'weekly',
		'weekday'     => 'monday',
		'time'        => '03:00',
	);

	/**
	 * IDs in paths.
	 *
	 * @var array<string, string>
	 */
	private array $ids = array();

	/**
	 * Users by role.
	 *
	 * @var array<string, int>
	 */
	private array $users = array();

	protected function setUp(): void {
		parent::setUp();
		$this->mock_http( 'https://hosting.example', $this->answer( 405 ) );
		foreach ( self::ROLES as $role ) {
			$this->users[ $role ] = 'none' === $role ? 0 : $this->user( $role );
		}
		$this->create_objects_of_routes();
		set_error_handler(
			static function ( int $level, string $message, string $file, int $line ): bool {
				if ( 0 === ( error_reporting() & $level ) ) {
					return false;
				}
				throw new ErrorException( $message, 0, $level, $file, $line );
			},
		);
	}

	protected function tearDown(): void {
		restore_error_handler();
		( new Upload_Folder() )->delete();
		parent::tearDown();
	}

	private function create_objects_of_routes(): void {
		$this->caller->refuse();
		$failed = $this->start_manual_run( Action::Rebuild, 1 );
		$this->assertIsInt( $failed );
		// On a network, only super admins enter credentials.
		wp_set_current_user( is_multisite() ? 1 : $this->users['administrator'] );
		$schedule = $this->rest( 'POST', self::API . '/settings/schedules', array( 'label' => 'Weekly' ) + self::SCHEDULE );
		$this->assertSame( 201, $schedule->get_status(), (string) wp_json_encode( $schedule->get_data() ) );
		$this->assertSame( 200, $this->rest( 'PUT', self::API . '/settings/credentials', self::CREDENTIALS )->get_status() );
		$upload = $this->rest( 'POST', self::API . '/hosting/uploads', self::UPLOAD );
		$this->assertSame( 201, $upload->get_status(), (string) wp_json_encode( $upload->get_data() ) );
		$this->ids = array(
			'/runs'               => (string) $failed,
			'/hosting/uploads'    => $upload->get_data()['id'],
			'/settings/schedules' => $schedule->get_data()['id'],
		);
		$this->caller->calls = array();
	}

	/**
	 * @param string               $route Method and path with placeholders.
	 * @param string               $body  Raw body.
	 * @param array<string, mixed> $query
	 */
	protected function send( string $route, string $role, string $body, array $query = array() ): WP_REST_Response {
		return $this->send_as( $route, $this->users[ $role ], $body, $query );
	}

	/**
	 * @param string               $route Method and path with placeholders.
	 * @param string               $body  Raw body.
	 * @param array<string, mixed> $query
	 */
	protected function send_as( string $route, int $user_id, string $body, array $query = array() ): WP_REST_Response {
		list( $method, $path ) = explode( ' ', $route, 2 );
		$id                    = 'production';
		foreach ( $this->ids as $prefix => $other ) {
			$id = str_starts_with( $path, $prefix ) ? $other : $id;
		}
		wp_set_current_user( $user_id );
		$request = new WP_REST_Request( $method, self::API . strtr( $path, array( '{id}' => $id, '{lane}' => 'build', '{path}' => in_array( $method, array( 'PATCH', 'DELETE' ), true ) ? 'v1/accounts/acme/apps/shop/environments/e1' : 'v1/accounts/acme/usage/refresh_disk_usage' ) ) );
		$request->set_query_params( $query );
		if ( '' !== $body ) {
			$request->set_header( 'Content-Type', 'application/json' );
			$request->set_body( $body );
		}
		// As a request from outside: WordPress asks for the permission once more, for the Allow header.
		$response = apply_filters( 'rest_post_dispatch', rest_do_request( $request ), rest_get_server(), $request );
		$this->assertInstanceOf( WP_REST_Response::class, $response );
		return $response;
	}

	/**
	 * Expects no server error, no token, and for a refusal a code and a message.
	 */
	protected function assert_sound( WP_REST_Response $response, string $message ): void {
		$status = $response->get_status();
		$data   = $response->get_data();
		$this->assertLessThan( 500, $status, $message );
		$this->assertStringNotContainsString( self::TOKEN, (string) wp_json_encode( $data ), $message );
		if ( $status >= 400 ) {
			$this->assertMatchesRegularExpression( '/^(headless_deploy|rest)_[a-z_]+$/', $data['code'] ?? '', $message );
			$this->assertNotSame( '', trim( $data['message'] ?? '' ), $message );
			$this->assertSame( $status, $data['data']['status'] ?? 0, $message );
		}
	}

	protected static function refusal( string $role ): int {
		return 'none' === $role ? 401 : 403;
	}
}
