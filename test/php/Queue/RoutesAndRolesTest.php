<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Tests\Queue;

use HeadlessDeploy\Action;
use PHPUnit\Framework\Attributes\DataProvider;

final class RoutesAndRolesTest extends Rest_Queue_Test_Case {
	private const ROLES = array( '', 'subscriber', 'author', 'editor', 'administrator' );

	public static function routes(): array {
		$run = '/environments/production/runs';
		return array(
			'read the status'           => array( 'GET', '/status', array(), array( 401, 403, 200, 200, 200 ) ),
			'send due runs'             => array( 'POST', '/dispatch', array(), array( 401, 403, 200, 200, 200 ) ),
			'close a page'              => array( 'POST', '/dispatch', array( 'leaving' => true ), array( 401, 403, 202, 202, 202 ) ),
			'list the runs'             => array( 'GET', '/runs', array(), array( 401, 403, 200, 200, 200 ) ),
			'read a run'                => array( 'GET', '/runs/{build}', array(), array( 401, 403, 200, 200, 200 ) ),
			'rebuild'                   => array( 'POST', $run, array( 'action' => 'rebuild' ), array( 401, 403, 403, 201, 201 ) ),
			'clean rebuild'             => array( 'POST', $run, array( 'action' => 'cleanRebuild' ), array( 401, 403, 403, 403, 201 ) ),
			'purge'                     => array( 'POST', $run, array( 'action' => 'purgeCache' ), array( 401, 403, 403, 201, 201 ) ),
			'run a pending rebuild now' => array( 'POST', '/environments/production/pending/build/now', array(), array( 401, 403, 403, 201, 201 ) ),
			'cancel a pending rebuild'  => array( 'POST', '/environments/production/pending/build/cancel', array(), array( 401, 403, 403, 200, 200 ) ),
			'run a pending purge now'   => array( 'POST', '/environments/production/pending/cache/now', array(), array( 401, 403, 403, 201, 201 ) ),
			'retry a rebuild'           => array( 'POST', '/runs/{build}/retry', array(), array( 401, 403, 403, 201, 201 ) ),
			'retry a clean rebuild'     => array( 'POST', '/runs/{clean}/retry', array(), array( 401, 403, 403, 403, 201 ) ),
		);
	}

	/**
	 * @param string               $route    `{build}` and `{clean}` are the IDs of failed runs.
	 * @param array<string, mixed> $body
	 * @param list<int>            $statuses
	 */
	#[DataProvider( 'routes' )]
	public function test_each_role_gets_the_expected_status( string $method, string $route, array $body, array $statuses ): void {
		$this->caller->refuse();
		$this->caller->refuse();
		$build = $this->start_manual_run( Action::Rebuild, 1 );
		$clean = $this->start_manual_run( Action::CleanRebuild, 1 );
		$this->assertIsInt( $build );
		$this->assertIsInt( $clean );
		$route = strtr( self::API . $route, array( '{build}' => (string) $build, '{clean}' => (string) $clean ) );
		foreach ( self::ROLES as $number => $role ) {
			$this->add_changes( 1, Action::Rebuild );
			$this->add_changes( 1, Action::PurgeCache );
			$this->log_in( $role );
			$response = $this->rest( $method, $route, $body );
			$this->assertSame( $statuses[ $number ], $response->get_status(), "As '$role': " . wp_json_encode( $response->get_data() ) );
			$this->assertStringNotContainsString( self::TOKEN, (string) wp_json_encode( $response->get_data() ) );
		}
	}

	public function test_an_editor_cannot_send_cancel_or_restore_a_pending_clean_rebuild(): void {
		$this->add_changes( 1, Action::CleanRebuild );
		$this->log_in( 'editor' );
		foreach ( array( 'now', 'cancel' ) as $what ) {
			$this->assertSame( 403, $this->rest( 'POST', self::API . "/environments/production/pending/build/$what" )->get_status() );
		}
		$this->dispatcher->cancel( $this->key(), 1 );
		$this->assertSame( 403, $this->rest( 'POST', self::API . '/environments/production/pending/build/undo' )->get_status() );
		$this->assertSame( array(), $this->caller->calls );
	}

	public static function malformed(): array {
		$run = '/environments/production/runs';
		return array(
			'no action'                              => array( 'POST', $run, array(), 400, 'rest_missing_callback_param' ),
			'an action that does not exist'          => array( 'POST', $run, array( 'action' => 'restart' ), 400, 'rest_invalid_param' ),
			'an action in another case'              => array( 'POST', $run, array( 'action' => 'purgecache' ), 400, 'rest_invalid_param' ),
			'an action that is a list'               => array( 'POST', $run, array( 'action' => array( 'rebuild' ) ), 400, 'rest_invalid_param' ),
			'a field too many'                       => array( 'POST', $run, array( 'action' => 'rebuild', 'force' => true ), 400, 'headless_deploy_field_unknown' ),
			'an unknown environment'                 => array( 'POST', '/environments/nowhere/runs', array( 'action' => 'rebuild' ), 404, 'headless_deploy_unknown_environment' ),
			'an invalid environment'                 => array( 'POST', '/environments/Pro_duction/runs', array( 'action' => 'rebuild' ), 404, 'rest_no_route' ),
			'an unknown lane'                        => array( 'POST', '/environments/production/pending/fast/now', array(), 404, 'rest_no_route' ),
			'nothing to run'                         => array( 'POST', '/environments/production/pending/build/now', array(), 409, 'headless_deploy_nothing_pending' ),
			'nothing to cancel'                      => array( 'POST', '/environments/production/pending/cache/cancel', array(), 409, 'headless_deploy_nothing_pending' ),
			'nothing to undo'                        => array( 'POST', '/environments/production/pending/build/undo', array(), 409, 'headless_deploy_nothing_canceled' ),
			'pending runs of an unknown environment' => array( 'POST', '/environments/nowhere/pending/build/now', array(), 404, 'headless_deploy_unknown_environment' ),
			'a dispatch with a field'                => array( 'POST', '/dispatch', array( 'now' => true ), 400, 'headless_deploy_field_unknown' ),
			'leaving that is not a boolean'          => array( 'POST', '/dispatch', array( 'leaving' => 'perhaps' ), 400, 'rest_invalid_param' ),
			'an unknown run'                         => array( 'GET', '/runs/999999', array(), 404, 'headless_deploy_unknown_run' ),
			'retry of an unknown run'                => array( 'POST', '/runs/999999/retry', array(), 404, 'headless_deploy_unknown_run' ),
			'a run that is not a number'             => array( 'GET', '/runs/1e3', array(), 404, 'rest_no_route' ),
			'too many runs a page'                   => array( 'GET', '/runs', array( 'per_page' => 101 ), 400, 'rest_invalid_param' ),
			'page 0'                                 => array( 'GET', '/runs', array( 'page' => 0 ), 400, 'rest_invalid_param' ),
			'an unknown status'                      => array( 'GET', '/runs', array( 'status' => 'lost' ), 400, 'rest_invalid_param' ),
			'a filter with a quote'                  => array( 'GET', '/runs', array( 'environment' => "x' OR 1=1 --" ), 400, 'rest_invalid_param' ),
		);
	}

	#[DataProvider( 'malformed' )]
	public function test_refuses_a_malformed_request( string $method, string $route, array $body, int $status, string $code ): void {
		$this->log_in( 'administrator' );
		$response = $this->rest( $method, self::API . $route, $body );
		$expected = 'rest_missing_callback_param' === $code ? 'rest_missing_callback_param' : $code;
		$this->assertSame( array( $status, $expected ), array( $response->get_status(), $response->get_data()['code'] ) );
		$this->assertSame( array(), $this->caller->calls );
	}
}
