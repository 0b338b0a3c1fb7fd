<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Tests\Notifications;

use HeadlessDeploy\Notifications\Announced_Runs;
use HeadlessDeploy\Notifications\Run_Event;
use HeadlessDeploy\Tests\Tracking\Tracking_Test_Case;
use RuntimeException;

final class RunActionsTest extends Tracking_Test_Case {
	/**
	 * What the callbacks received, by action.
	 *
	 * @var array<string, list<Run_Event>>
	 */
	private array $events = array(
		'live'   => array(),
		'failed' => array(),
	);

	public function test_a_live_run_is_announced_once_with_its_posts_address_and_seconds(): void {
		$this->listen();
		$post = $this->deploy_live();
		$this->assertCount( 1, $this->events['live'] );
		$event = $this->events['live'][0];
		$this->assertSame(
			array( $this->last_run()['id'], 'production', 'Production', 'rebuild', array( array( 'id' => $post, 'type' => 'post' ) ), 1, self::PAGE, 15.0, '', '' ),
			array( $event->run, $event->environment, $event->environment_label, $event->action, $event->posts, $event->changes, $event->url, $event->seconds, $event->error_code, $event->error_message ),
		);
		$this->dispatch_after( 60 );
		$this->assertCount( 1, $this->events['live'] );
		$this->assertSame( array(), $this->events['failed'] );
	}

	public function test_an_accepted_run_is_not_announced_before_its_page_is_live(): void {
		$this->listen();
		$this->deploy( fn() => $this->post() );
		$this->dispatch_after();
		$this->assertSame( array( array(), array() ), array_values( $this->events ) );
	}

	public function test_a_failed_run_is_announced_once_with_the_posts_that_it_had(): void {
		$this->listen();
		$this->caller->refuse();
		$this->deploy( fn() => $this->post( array( 'post_type' => 'page' ) ) );
		$this->dispatch_after( 30 );
		$this->assertCount( 1, $this->events['failed'] );
		$event = $this->events['failed'][0];
		$this->assertSame( array( 'headless_deploy_bad_request', null, 'https://www.example.test' ), array( $event->error_code, $event->seconds, $event->url ) );
		$this->assertSame( array( 'page' ), array_column( $event->posts, 'type' ) );
		$this->assertStringContainsString( 'The activity log shows the host’s message.', $event->error_message );
		$this->assertSame( array(), $this->events['live'] );
	}

	public function test_a_run_that_is_retried_is_not_announced(): void {
		$this->listen();
		$this->caller->break_down();
		$this->deploy( fn() => $this->post() );
		$this->assertSame( array( 'retrying', array() ), array( $this->last_run()['status'], $this->events['failed'] ) );
	}

	public function test_a_failed_run_that_becomes_live_is_announced_as_live_too(): void {
		$this->listen();
		$this->caller->refuse();
		$post = 0;
		$this->deploy( function () use ( &$post ): void {
			$post = $this->post();
		} );
		$this->serve_page( $this->mark( $post ) );
		$this->dispatch_after( 30 );
		$this->assertSame( array( 1, 1 ), array( count( $this->events['failed'] ), count( $this->events['live'] ) ) );
	}

	public function test_of_a_refresh_and_the_purge_that_replaces_it_only_the_purge_is_announced(): void {
		$this->listen();
		$settings = self::API . '/settings/environments/production';
		$this->assertSame( 200, $this->rest( 'PUT', $settings, array( 'refreshUrl' => 'https://www.example.test/refresh', 'refreshSecret' => 'whsec_AAcOFRwjKjE4P0ZNVFtiaXB3foWMk5qhqK+2vcTL0tk=', 'automation' => array( 'policy' => array( 'content' => 'refresh' ) ) ) )->get_status() );
		$this->start_plugin( $this->clock, $this->caller );
		$this->caller->break_down( 2 );
		$post = 0;
		$this->deploy( function () use ( &$post ): void {
			$post = $this->post( array( 'post_name' => 'hello' ) );
		} );
		$this->dispatch_after( 10 );
		$this->dispatch_after( 0 );
		$this->serve_page( $this->mark( $post ) );
		$this->dispatch_after( 10 );
		$this->assertSame( array( 'production refresh', 'production refresh', 'production purgeCache' ), $this->caller->calls );
		$this->assertSame( array( array(), array( 'purgeCache' ) ), array( $this->events['failed'], array_column( $this->events['live'], 'action' ) ) );
		$this->assertSame( $post, $this->events['live'][0]->posts[0]['id'] );
	}

	public function test_an_exception_of_a_callback_ends_neither_the_dispatch_nor_the_other_results(): void {
		add_action( 'headless_deploy_run_failed', static fn() => throw new RuntimeException( 'Broken' ) );
		$this->listen();
		$log = ini_set( 'error_log', '/dev/null' );
		$this->caller->refuse();
		$this->deploy( fn() => $this->post() );
		$this->deploy_live();
		ini_set( 'error_log', (string) $log );
		$this->assertCount( 1, $this->events['live'] );
	}

	public function test_two_servers_announce_a_run_once(): void {
		$this->listen();
		$this->caller->refuse();
		$this->deploy( fn() => $this->post() );
		delete_option( Announced_Runs::OPTION );
		$this->events['failed'] = array();
		$one                    = new Announced_Runs();
		$other                  = new Announced_Runs();
		$this->assertSame( array( 1, 1 ), array( count( $one->read( $this->clock->now ) ), count( $other->read( $this->clock->now ) ) ) );
		$this->assertSame( array( true, false ), array( $one->claim(), $other->claim() ) );
		$this->assertSame( array(), $other->read( $this->clock->now ) );
	}

	public function test_of_two_dispatches_at_the_same_time_one_announces(): void {
		$this->listen();
		$is_nested = false;
		add_filter(
			'query',
			function ( string $query ) use ( &$is_nested ): string {
				if ( ! $is_nested && str_contains( $query, Announced_Runs::OPTION ) && ! str_starts_with( $query, 'SELECT' ) ) {
					$is_nested = true;
					$this->dispatch();
				}
				return $query;
			},
		);
		$this->caller->refuse();
		$this->deploy( fn() => $this->post() );
		$this->assertSame( array( true, 1 ), array( $is_nested, count( $this->events['failed'] ) ) );
	}

	public function test_a_run_that_another_server_inserts_late_with_a_lower_id_is_announced(): void {
		$rows = static function ( int $id, int $created_at ): void {
			global $wpdb;
			$row = array( 'id' => $id, 'blog_id' => get_current_blog_id(), 'environment_id' => 'production', 'lane' => 'build', 'action' => 'rebuild', 'cause' => 'manual', 'status' => 'failed', 'attempts' => '[]', 'service_message' => '""', 'excerpt' => '""', 'operation' => '""', 'created_at' => $created_at, 'finished_at' => $created_at, 'next_check_at' => -1 );
			self::assertSame( 1, $wpdb->insert( $wpdb->headless_deploy_runs, $row ) );
		};
		$read = function (): array {
			$announced = new Announced_Runs();
			$found     = array_keys( $announced->read( $this->clock->now ) );
			$this->assertTrue( $announced->claim() );
			return $found;
		};
		$rows( 902, $this->clock->now );
		$this->assertSame( array( 902 ), $read() );
		$rows( 901, $this->clock->now );
		$this->assertSame( array( 901 ), $read() );
		$this->clock->pass( 300_000 );
		$this->assertSame( array(), $read() );
		$rows( 900, $this->clock->now );
		$this->assertSame( array(), $read(), 'Five minutes later a run has a higher id.' );
	}

	public function test_a_run_that_is_followed_for_a_long_time_is_announced_when_it_is_live(): void {
		$this->listen();
		$this->caller->refuse();
		$post = 0;
		$this->deploy( function () use ( &$post ): void {
			$post = $this->post( array( 'post_name' => 'hello' ) );
		} );
		$this->dispatch_after( 30 );
		$this->dispatch_after( 1_200 );
		$this->serve_page( $this->mark( $post ) );
		$this->dispatch_after( 300 );
		$this->assertSame( array( 1, 1 ), array( count( $this->events['failed'] ), count( $this->events['live'] ) ) );
	}

	public function test_results_from_before_the_first_callback_are_not_announced(): void {
		$this->deploy_live();
		$this->clock->pass( 120_000 );
		$this->listen();
		$this->dispatch();
		$this->assertSame( array(), $this->events['live'] );
		$this->deploy_live();
		$this->assertCount( 1, $this->events['live'] );
	}

	public function test_without_a_callback_a_dispatch_reads_and_stores_nothing_for_it(): void {
		$queries = $this->queries( $this->dispatch( ... ) );
		$this->assertSame( array(), array_filter( $queries, static fn( string $query ): bool => str_contains( $query, Announced_Runs::OPTION ) ) );
		$this->assertFalse( get_option( Announced_Runs::OPTION ) );
	}

	public function test_a_failed_read_leaves_the_result_to_the_next_dispatch(): void {
		$this->listen();
		$this->caller->refuse();
		$this->before_statement( 'SELECT id, recorded_at, reasons', static fn() => add_filter( 'query', static fn( string $query ): string => str_starts_with( $query, 'SELECT id, recorded_at, reasons' ) ? 'SELECT nothing FROM nowhere' : $query, 20 ) );
		$this->with_hidden_errors( fn() => $this->deploy( fn() => $this->post() ) );
		$this->assertSame( array(), $this->events['failed'] );
		remove_all_filters( 'query', 20 );
		$this->dispatch_after( 30 );
		$this->assertCount( 1, $this->events['failed'] );
	}

	private function listen(): void {
		add_action( 'headless_deploy_run_live', function ( Run_Event $event ): void {
			$this->events['live'][] = $event;
		} );
		add_action( 'headless_deploy_run_failed', function ( Run_Event $event ): void {
			$this->events['failed'][] = $event;
		} );
	}

	/**
	 * @return int The post that is live 15 seconds after it was saved.
	 */
	private function deploy_live(): int {
		$post = 0;
		$this->deploy( function () use ( &$post ): void {
			$post = $this->post( array( 'post_title' => 'Hello', 'post_name' => 'hello' ) );
		} );
		$this->serve_page( $this->mark( $post ) );
		$this->dispatch_after();
		return $post;
	}
}
