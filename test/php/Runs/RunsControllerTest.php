<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Tests\Runs;

use HeadlessDeploy\Action;
use HeadlessDeploy\Environments\Environment;
use HeadlessDeploy\Environments\Environments;
use HeadlessDeploy\Queue\Cause;
use HeadlessDeploy\Queue\New_Change;
use HeadlessDeploy\Queue\Stored_Reason;
use HeadlessDeploy\Runs\Export;
use HeadlessDeploy\Runs\Run_Filter;
use HeadlessDeploy\Runs\Run_Log;
use HeadlessDeploy\Secrets\Encryption;
use HeadlessDeploy\Services;
use HeadlessDeploy\Tests\Queue\Rest_Queue_Test_Case;

final class RunsControllerTest extends Rest_Queue_Test_Case {
	protected function setUp(): void {
		parent::setUp();
		$this->log_in( 'administrator' );
	}

	public function test_lists_the_newest_runs_first_in_pages(): void {
		foreach ( array( Action::Rebuild, Action::PurgeCache, Action::CleanRebuild ) as $action ) {
			$this->start_manual_run( $action );
		}
		$first = $this->rest( 'GET', self::API . '/runs', array( 'per_page' => 2 ) );
		$this->assertSame( array( 'cleanRebuild', 'purgeCache' ), array_column( $first->get_data()['runs'], 'action' ) );
		$this->assertSame( array( '3', '2' ), array( $first->get_headers()['X-WP-Total'], $first->get_headers()['X-WP-TotalPages'] ) );
		$second = $this->rest( 'GET', self::API . '/runs', array( 'per_page' => 2, 'page' => 2 ) );
		$this->assertSame( array( 'rebuild' ), array_column( $second->get_data()['runs'], 'action' ) );
	}

	public function test_keeps_the_name_of_a_removed_environment(): void {
		$staging = $this->connect( 'Staging for “Kunden”' );
		$this->manual_run->start( $staging->id, Action::Rebuild, Cause::Manual, 7 );
		$environments = new Environments( new Encryption(), $this->clock );
		$this->assertInstanceOf( Environment::class, $environments->delete( $staging->id ) );
		wp_cache_flush();
		$answer = $this->rest( 'GET', self::API . '/runs' )->get_data();
		$run    = $answer['runs'][0];
		$this->assertSame( array( array( 'id' => $staging->id, 'label' => 'Staging for “Kunden”' ) ), $answer['removedEnvironments'] );
		$this->assertSame( array( $staging->id, 'Staging for “Kunden”' ), array( $run['environment'], $run['environmentLabel'] ) );
		$this->assertSame( $run['environmentLabel'], $this->rest( 'GET', self::API . "/runs/{$run['id']}" )->get_data()['environmentLabel'] );
		$file = '';
		( new Export( new Run_Log(), ( new Services( $this->clock, $this->caller ) )->run_view() ) )->write( Export::CSV, new Run_Filter(), static function ( string $piece ) use ( &$file ): void {
			$file .= $piece;
		} );
		$this->assertStringContainsString( 'Staging for “Kunden”', $file );
	}

	public function test_lists_no_removed_environment_without_runs(): void {
		$staging = $this->connect( 'Staging' );
		( new Environments( new Encryption(), $this->clock ) )->delete( $staging->id );
		wp_cache_flush();
		$this->start_manual_run();
		$this->assertSame( array(), $this->rest( 'GET', self::API . '/runs' )->get_data()['removedEnvironments'] );
	}

	public function test_filters_by_action_cause_status_and_user(): void {
		$this->start_manual_run();
		$this->manual_run->start( 'production', Action::PurgeCache, Cause::Cli, 8 );
		$list = fn( array $filter ): array => array_column( $this->rest( 'GET', self::API . '/runs', $filter )->get_data()['runs'], 'action' );
		$this->assertSame( array( 'purgeCache' ), $list( array( 'action' => 'purgeCache' ) ) );
		$this->assertSame( array( 'rebuild' ), $list( array( 'cause' => 'manual' ) ) );
		$this->assertSame( array( 'purgeCache' ), $list( array( 'user' => 8 ) ) );
		$this->assertSame( array( 'purgeCache', 'rebuild' ), $list( array( 'status' => 'accepted' ) ) );
		$this->assertSame( array(), $list( array( 'status' => 'live' ) ) );
		$this->assertSame( array(), $list( array( 'action' => 'rebuild', 'user' => 8 ) ) );
		$this->assertSame( '1', $this->rest( 'GET', self::API . '/runs', array( 'user' => 8 ) )->get_headers()['X-WP-Total'] );
		$this->assertSame( 400, $this->rest( 'GET', self::API . '/runs', array( 'action' => 'restart' ) )->get_status() );
	}

	public function test_many_manual_runs_of_deleted_users_do_not_cost_a_query_each(): void {
		$queries = function (): int {
			wp_cache_flush();
			return count( $this->queries( fn() => $this->rest( 'GET', self::API . '/runs' ) ) );
		};
		$this->start_manual_run( Action::Rebuild, 4711 );
		$one = $queries();
		for ( $run_number = 0; $run_number < 10; $run_number++ ) {
			$this->start_manual_run( Action::Rebuild, 4711 );
		}
		$this->assertLessThanOrEqual( $one, $queries() );
	}

	public function test_keeps_the_reasons_of_a_run_that_was_refused_and_retried(): void {
		$post = $this->post();
		$this->caller->refuse();
		$refused = $this->start_manual_run();
		$again   = $this->start_manual_run();
		foreach ( array( $refused, $again ) as $id ) {
			$reasons = $this->rest( 'GET', self::API . "/runs/$id" )->get_data()['reasons'];
			$this->assertSame( array( 'Post “Hello” published' ), array_column( $reasons, 'text' ) );
			$this->assertStringContainsString( (string) $post, $reasons[0]['link'] );
		}
	}

	public function test_describes_a_reason_whose_post_or_post_type_is_gone(): void {
		register_post_type( 'event', array( 'public' => true ) );
		$this->post( array( 'post_type' => 'event', 'post_title' => 'Fair' ) );
		do_action( 'shutdown' );
		unregister_post_type( 'event' );
		$GLOBALS['post'] = get_post( $this->post( array( 'post_status' => 'draft', 'post_title' => 'Shown by chance' ) ) );
		$this->changes->insert( array( new New_Change( $this->key(), Action::Rebuild, $this->clock->now, 1, array( new Stored_Reason( 'deleted', 'post' ) ) ) ) );
		$id = $this->start_manual_run();
		$this->assertSame( array( 'Content deleted', 'Content published' ), array_column( $this->rest( 'GET', self::API . "/runs/$id" )->get_data()['reasons'], 'text' ) );
	}

	public function test_shows_the_response_of_the_host_to_administrators_only(): void {
		$this->caller->refuse();
		$id       = $this->start_manual_run();
		$response = fn() => $this->rest( 'GET', self::API . "/runs/$id" )->get_data()['response'];
		$this->assertSame( array( 'message' => 'Out of order', 'excerpt' => '{"message":"Out of order"}' ), $response() );
		$this->log_in( 'editor' );
		$this->assertNull( $response() );
	}

	public function test_does_not_retry_a_run_that_did_not_fail(): void {
		$id       = $this->start_manual_run();
		$response = $this->rest( 'POST', self::API . "/runs/$id/retry" );
		$this->assertSame( array( 409, 'headless_deploy_not_failed' ), array( $response->get_status(), $response->get_data()['code'] ) );
		$this->assertCount( 1, $this->caller->calls );
	}
}
