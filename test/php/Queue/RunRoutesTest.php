<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Tests\Queue;

use HeadlessDeploy\Action;
use PHPUnit\Framework\Attributes\DataProvider;

final class RunRoutesTest extends Rest_Queue_Test_Case {
	public function test_an_editor_can_purge_but_not_start_or_retry_a_clean_rebuild(): void {
		$this->caller->refuse();
		$id = $this->start_manual_run( Action::CleanRebuild, 1 );
		$this->assertIsInt( $id );
		$this->log_in( 'editor' );
		$this->assertSame( 201, $this->rest( 'POST', self::API . '/environments/production/runs', array( 'action' => 'purgeCache' ) )->get_status() );
		$this->assertSame( 403, $this->rest( 'POST', self::API . '/environments/production/runs', array( 'action' => 'cleanRebuild' ) )->get_status() );
		$this->assertSame( 403, $this->rest( 'POST', self::API . "/runs/$id/retry" )->get_status() );
		$this->log_in( 'author' );
		$this->assertSame( 403, $this->rest( 'POST', self::API . '/environments/production/runs', array( 'action' => 'purgeCache' ) )->get_status() );
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
			'no action'                     => array( 'POST', $run, array(), 400, 'rest_missing_callback_param' ),
			'an action that does not exist' => array( 'POST', $run, array( 'action' => 'restart' ), 400, 'rest_invalid_param' ),
			'an action that is a list'      => array( 'POST', $run, array( 'action' => array( 'rebuild' ) ), 400, 'rest_invalid_param' ),
			'nothing to run'                => array( 'POST', '/environments/production/pending/build/now', array(), 409, 'headless_deploy_nothing_pending' ),
			'nothing to cancel'             => array( 'POST', '/environments/production/pending/cache/cancel', array(), 409, 'headless_deploy_nothing_pending' ),
			'nothing to undo'               => array( 'POST', '/environments/production/pending/build/undo', array(), 409, 'headless_deploy_nothing_canceled' ),
			'leaving that is not a boolean' => array( 'POST', '/dispatch', array( 'leaving' => 'perhaps' ), 400, 'rest_invalid_param' ),
			'too many runs a page'          => array( 'GET', '/runs', array( 'per_page' => 101 ), 400, 'rest_invalid_param' ),
			'page 0'                        => array( 'GET', '/runs', array( 'page' => 0 ), 400, 'rest_invalid_param' ),
			'an unknown status'             => array( 'GET', '/runs', array( 'status' => 'lost' ), 400, 'rest_invalid_param' ),
			'a filter with a quote'         => array( 'GET', '/runs', array( 'environment' => "x' OR 1=1 --" ), 400, 'rest_invalid_param' ),
		);
	}

	#[DataProvider( 'malformed' )]
	public function test_refuses_a_malformed_request( string $method, string $route, array $body, int $status, string $code ): void {
		$this->log_in( 'administrator' );
		$response = $this->rest( $method, self::API . $route, $body );
		$this->assertSame( array( $status, $code ), array( $response->get_status(), $response->get_data()['code'] ) );
		$this->assertSame( array(), $this->caller->calls );
	}
}
