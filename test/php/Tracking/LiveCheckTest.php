<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Tests\Tracking;

use HeadlessDeploy\Action;
use HeadlessDeploy\Queue\Cause;
use HeadlessDeploy\Queue\Wake_Up;
use WP_Error;

final class LiveCheckTest extends Tracking_Test_Case {
	public function test_a_published_post_is_live_when_its_page_prints_the_mark(): void {
		$this->run_after( fn() => $this->post( array( 'post_title' => 'Hello' ) ) );
		$this->assertSame( array( 'accepted', null, array() ), array( $this->last_run()['status'], $this->last_run()['live'], $this->asked() ) );
		$this->assertNotNull( $this->state_now()['nextCheckAt'] );
		$this->look_after();
		$this->assertSame( array( 'accepted', array( self::PAGE ) ), array( $this->last_run()['status'], $this->asked() ) );
		$post = (int) get_page_by_path( 'hello', OBJECT, 'post' )?->ID;
		$this->show( $this->mark( $post ) );
		$this->look_after();
		$run = $this->last_run();
		$this->assertSame( array( 'live', array( 'url' => self::PAGE, 'what' => 'live', 'post' => $post ) ), array( $run['status'], $run['live'] ) );
		$this->assertNotNull( $run['trackedAt'] );
		$this->assertSame( array( 'upToDate', null ), array( $this->state_now()['state'], $this->state_now()['nextCheckAt'] ) );
		$this->look_after( 60 );
		$this->assertCount( 2, $this->asked(), 'What is proved is not asked about again.' );
	}

	public function test_an_older_mark_is_the_page_from_before(): void {
		$id = $this->post();
		$this->run_after( static fn() => wp_update_post( array( 'ID' => $id, 'post_content' => 'New' ) ) );
		$this->show( gmdate( 'Y-m-d\TH:i:s', time() - 3600 ) );
		$this->look_after();
		$this->assertSame( 'accepted', $this->last_run()['status'] );
		$this->show( gmdate( 'Y-m-d\TH:i:s', time() + 3600 ) );
		$this->look_after();
		$this->assertSame( 'live', $this->last_run()['status'], 'A newer one has this change too.' );
	}

	public function test_a_change_of_meta_alone_is_not_proved_by_the_mark_from_before(): void {
		$id   = $this->post();
		$mark = $this->mark( $id );
		$this->run_after( static fn() => null );
		$this->clock->pass( 600_000 );
		$this->start_plugin( $this->clock, $this->caller );
		$_SERVER['REQUEST_METHOD'] = 'POST';
		$this->run_after( static fn() => update_post_meta( $id, 'price', '12' ) );
		$_SERVER['REQUEST_METHOD'] = 'GET';
		$this->assertSame( 'updated', $this->last_run()['reasons'][0]['event'] ?? '' );
		$this->show( $mark );
		$this->look_after();
		$this->assertSame( 'accepted', $this->last_run()['status'] );
	}

	public function test_a_page_that_was_away_and_is_there_proves_it_without_a_mark(): void {
		$this->run_after( fn() => $this->post() );
		$this->look_after();
		$this->show( null );
		$this->look_after();
		$this->assertSame( 'live', $this->last_run()['status'] );
	}

	public function test_without_a_mark_a_steady_page_that_changes_proves_it_and_a_restless_one_does_not(): void {
		$id     = $this->post();
		$update = static fn( string $text ): callable => static fn() => wp_update_post( array( 'ID' => $id, 'post_content' => $text ) );
		$this->run_after( $update( 'One' ) );
		foreach ( array( 'Old', 'Old', 'New' ) as $body ) {
			$this->assertSame( 'accepted', $this->last_run()['status'] );
			$this->show( null, $body );
			$this->look_after();
		}
		$this->assertSame( 'live', $this->last_run()['status'] );
		$this->run_after( $update( 'Two' ) );
		foreach ( array( '12:00', '12:01', '12:02', '12:03' ) as $body ) {
			$this->show( null, $body );
			$this->look_after();
		}
		$this->assertSame( 'accepted', $this->last_run()['status'] );
	}

	public function test_an_unpublished_a_trashed_and_a_deleted_post_are_gone_when_their_page_is(): void {
		$acts = array(
			'draft'  => static fn( int $id ) => wp_update_post( array( 'ID' => $id, 'post_status' => 'draft' ) ),
			'trash'  => static fn( int $id ) => wp_trash_post( $id ),
			'delete' => static fn( int $id ) => wp_delete_post( $id, true ),
		);
		foreach ( $acts as $name => $act ) {
			$id = $this->post( array( 'post_name' => "page-$name" ) );
			$this->run_after( static fn() => $act( $id ) );
			$this->show( null );
			$this->look_after();
			$this->assertSame( 'accepted', $this->last_run()['status'], $name );
			$this->show( null, 'Gone', 410 );
			$this->look_after();
			$run = $this->last_run();
			$this->assertSame( array( 'live', array( 'url' => "https://www.example.test/page-$name/", 'what' => 'gone', 'post' => $id ) ), array( $run['status'], $run['live'] ), $name );
		}
	}

	public function test_a_redirect_is_followed_on_the_same_host_alone(): void {
		$this->run_after( fn() => $this->post() );
		$leads_to = fn( string $location ) => $this->mock_http( 'https://www.example.test/', fn( array $args, string $url ): array => self::PAGE === $url ? $this->answer( 308, '', array( 'location' => $location ) ) : $this->answer( 404 ) );
		$leads_to( '/hello' );
		$this->look_after();
		$this->assertSame( array( self::PAGE, 'https://www.example.test/hello' ), $this->asked() );
		$leads_to( 'https://elsewhere.example/hello' );
		$this->look_after();
		$this->assertSame( self::PAGE, $this->asked()[2] ?? '' );
		$this->assertCount( 3, $this->asked() );
	}

	public function test_a_run_costs_three_pages_and_a_dispatch_five_requests(): void {
		$this->run_after( fn() => array_map( fn( int $n ) => $this->post( array( 'post_name' => "one-$n" ) ), range( 1, 5 ) ) );
		$this->run_after( fn() => array_map( fn( int $n ) => $this->post( array( 'post_name' => "two-$n" ) ), range( 1, 5 ) ) );
		$this->http_log = array();
		$this->look_after( 20 );
		$this->assertCount( 5, $this->asked() );
		$this->assertCount( 3, preg_grep( '/two-/', $this->asked() ) ?: array(), 'The newest run first.' );
	}

	public function test_a_front_end_that_hangs_keeps_a_dispatch_for_fifteen_seconds_at_most(): void {
		foreach ( array( 'one', 'two' ) as $name ) {
			$this->run_after( fn() => array_map( fn( int $n ) => $this->post( array( 'post_name' => "$name-$n" ) ), range( 1, 3 ) ) );
		}
		$this->mock_http(
			'https://www.example.test/',
			function (): array {
				$this->clock->pass( 5_000 );
				return $this->answer( 504 );
			},
		);
		$this->clock->pass( 20_000 );
		$began = $this->clock->monotonic;
		$this->dispatch();
		$this->assertLessThanOrEqual( 15_000, $this->clock->monotonic - $began );
		$this->assertNotSame( array(), $this->asked() );
		$this->assertNotNull( $this->state_now()['nextCheckAt'], 'The next dispatch looks at the others.' );
	}

	public function test_looks_become_rarer_and_end_after_a_quarter_of_an_hour(): void {
		$this->run_after( fn() => $this->post() );
		for ( $second = 0; $second < 1200; $second += 5 ) {
			$this->look_after();
		}
		$this->assertLessThan( 45, count( $this->asked() ) );
		$this->assertGreaterThan( 25, count( $this->asked() ) );
		$this->assertSame( array( 'accepted', null ), array( $this->last_run()['status'], $this->state_now()['nextCheckAt'] ) );
	}

	public function test_no_save_and_no_get_looks(): void {
		$this->run_after( fn() => $this->post() );
		$this->clock->pass( 60_000 );
		$this->rest( 'GET', self::API . '/status' );
		$this->rest( 'GET', self::API . '/runs' );
		$this->post( array( 'post_name' => 'another' ) );
		do_action( 'shutdown' );
		$this->assertSame( array(), $this->asked() );
	}

	public function test_cron_looks_and_is_set_for_it(): void {
		$this->run_after( fn() => $this->post() );
		$this->assertNotFalse( wp_next_scheduled( Wake_Up::SINGLE_EVENT ) );
		$this->clock->pass( 6_000 );
		do_action( Wake_Up::SINGLE_EVENT );
		$this->assertSame( array( self::PAGE ), $this->asked() );
	}

	public function test_a_request_is_that_of_a_visitor_who_is_nobody(): void {
		$this->run_after( fn() => $this->post() );
		$this->look_after();
		$request = $this->http_log[0];
		$this->assertSame( array( 'GET', 0, array(), '' ), array( $request['method'], $request['redirection'], $request['cookies'], $request['body'] ) );
		$this->assertLessThanOrEqual( 5.0, $request['timeout'] );
		$this->assertSame( 262_144, $request['limit_response_size'] );
		$this->assertSame( array( 'Accept' ), array_keys( $request['headers'] ) );
	}

	public function test_a_private_address_is_not_asked(): void {
		$this->edit_stored( array( 'frontEndUrl' => 'http://localhost:3000' ) );
		$this->run_after( fn() => $this->post() );
		$this->look_after();
		$this->assertSame( 'accepted', $this->last_run()['status'] );
	}

	public function test_a_front_end_that_is_down_and_a_plugin_that_throws_hurt_nobody(): void {
		$this->run_after( fn() => $this->post() );
		$this->mock_http( 'https://www.example.test/', new WP_Error( 'http_request_failed', 'cURL error 28: Operation timed out' ) );
		$this->look_after();
		$this->mock_http( 'https://www.example.test/', static fn() => throw new \RuntimeException( 'Broken' ) );
		$this->look_after();
		$this->assertSame( 'accepted', $this->last_run()['status'] );
		$this->assertNotNull( $this->state_now()['nextCheckAt'] );
	}

	public function test_a_hostile_page_is_read_in_no_time_without_the_compiler_of_patterns(): void {
		$post = $this->post();
		$this->run_after( static fn() => wp_update_post( array( 'ID' => $post, 'post_content' => 'New' ) ) );
		$page = str_repeat( '<meta ', 10_000 ) . 'headless-deploy >' . sprintf( '<meta content="%s" name=headless-deploy />', $this->mark( $post ) );
		$this->show( null, $page );
		// As on servers that forbid it.
		$jit     = (string) ini_set( 'pcre.jit', '0' );
		$started = microtime( true );
		$this->look_after();
		$took = microtime( true ) - $started;
		ini_set( 'pcre.jit', $jit );
		$this->assertSame( 'live', $this->last_run()['status'] );
		$this->assertLessThan( 2.0, $took );
	}

	public function test_a_copy_a_press_without_changes_and_no_front_end_are_not_followed(): void {
		$this->manual_run->start( 'production', Action::Rebuild, Cause::Manual, 1 );
		$this->look_after();
		$this->assertNull( $this->state_now()['nextCheckAt'] );
		$this->run_after( fn() => $this->post() );
		$this->make_copy();
		$this->look_after();
		$this->make_copy( false );
		$this->edit_stored( array( 'frontEndUrl' => '' ) );
		$this->run_after( fn() => $this->post() );
		$this->look_after();
		$this->assertSame( array(), $this->asked() );
	}

	public function test_a_purge_is_live_only_when_a_page_proves_it(): void {
		$this->rest( 'PUT', self::API . '/settings/environments/production', array( 'automation' => array( 'policy' => array( 'content' => 'purgeCache' ) ) ) );
		$this->start_plugin( $this->clock, $this->caller );
		$this->run_after( fn() => $this->post() );
		$this->assertSame( array( 'purgeCache', 'accepted' ), array( $this->last_run()['action'], $this->last_run()['status'] ) );
		$this->look_after();
		$this->show( null );
		$this->look_after();
		$this->assertSame( 'live', $this->last_run()['status'] );
	}

	public function test_two_who_look_at_once_ask_once(): void {
		$this->run_after( fn() => $this->post() );
		$this->clock->pass( 5_000 );
		$is_inside = false;
		$this->mock_http(
			'https://www.example.test/',
			function () use ( &$is_inside ): array {
				if ( ! $is_inside ) {
					$is_inside = true;
					$this->dispatch();
				}
				return $this->answer( 404 );
			},
		);
		$this->dispatch();
		$this->assertCount( 1, $this->asked() );
	}
}
