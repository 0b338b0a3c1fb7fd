<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Tests\Tracking;

use HeadlessDeploy\Action;
use HeadlessDeploy\Queue\Wake_Up;
use PHPUnit\Framework\Attributes\DataProvider;
use WP_Error;

final class LiveCheckTest extends Tracking_Test_Case {
	public function test_a_published_post_is_live_when_its_page_has_the_mark(): void {
		$this->deploy( fn() => $this->post( array( 'post_title' => 'Hello' ) ) );
		$this->assertSame( array( 'accepted', null, array() ), array( $this->last_run()['status'], $this->last_run()['live'], $this->requested_urls() ) );
		$this->assertNotNull( $this->environment_status()['nextCheckAt'] );
		$this->dispatch_after();
		$this->assertSame( array( 'accepted', array( self::PAGE ) ), array( $this->last_run()['status'], $this->requested_urls() ) );
		$post = (int) get_page_by_path( 'hello', OBJECT, 'post' )?->ID;
		$this->serve_page( $this->mark( $post ) );
		$this->dispatch_after();
		$run = $this->last_run();
		$this->assertSame( array( 'live', array( 'url' => self::PAGE, 'pageStatus' => 'live', 'post' => $post ) ), array( $run['status'], $run['live'] ) );
		$this->assertNotNull( $run['trackedAt'] );
		$this->assertSame( array( 'upToDate', null ), array( $this->environment_status()['status'], $this->environment_status()['nextCheckAt'] ) );
		$this->dispatch_after( 60 );
		$this->assertCount( 2, $this->requested_urls(), 'A live run is not checked again.' );
	}

	public function test_an_older_mark_is_not_live(): void {
		$id = $this->post();
		$this->deploy( static fn() => wp_update_post( array( 'ID' => $id, 'post_content' => 'New' ) ) );
		$this->serve_page( gmdate( 'Y-m-d\TH:i:s', time() - 3600 ) );
		$this->dispatch_after();
		$this->assertSame( 'accepted', $this->last_run()['status'] );
		$this->serve_page( gmdate( 'Y-m-d\TH:i:s', time() + 3600 ) );
		$this->dispatch_after();
		$this->assertSame( 'live', $this->last_run()['status'], 'A newer version includes this change.' );
	}

	public function test_the_old_mark_does_not_prove_a_change_of_post_meta(): void {
		$id   = $this->post();
		$mark = $this->mark( $id );
		$this->deploy( static fn() => null );
		$this->clock->pass( 600_000 );
		$this->start_plugin( $this->clock, $this->caller );
		$_SERVER['REQUEST_METHOD'] = 'POST';
		$this->deploy( static fn() => update_post_meta( $id, 'price', '12' ) );
		$_SERVER['REQUEST_METHOD'] = 'GET';
		$this->assertSame( 'updated', $this->last_run()['reasons'][0]['event'] ?? '' );
		$this->serve_page( $mark );
		$this->dispatch_after();
		$this->assertSame( 'accepted', $this->last_run()['status'] );
	}

	public function test_a_new_page_is_live_without_a_mark(): void {
		$this->deploy( fn() => $this->post() );
		$this->dispatch_after();
		$this->serve_page( null );
		$this->dispatch_after();
		$this->assertSame( 'live', $this->last_run()['status'] );
	}

	public function test_without_a_mark_a_stable_page_that_changes_is_live_and_a_random_one_is_not(): void {
		$id     = $this->post();
		$update = static fn( string $text ): callable => static fn() => wp_update_post( array( 'ID' => $id, 'post_content' => $text ) );
		$this->deploy( $update( 'One' ) );
		foreach ( array( 'Old', 'Old', 'New' ) as $body ) {
			$this->assertSame( 'accepted', $this->last_run()['status'] );
			$this->serve_page( null, $body );
			$this->dispatch_after();
		}
		$this->assertSame( 'live', $this->last_run()['status'] );
		$this->deploy( $update( 'Two' ) );
		foreach ( array( '12:00', '12:01', '12:02', '12:03' ) as $body ) {
			$this->serve_page( null, $body );
			$this->dispatch_after();
		}
		$this->assertSame( 'accepted', $this->last_run()['status'] );
	}

	public function test_an_unpublished_a_trashed_and_a_deleted_post_are_gone_with_their_page(): void {
		$acts = array(
			'draft'  => static fn( int $id ) => wp_update_post( array( 'ID' => $id, 'post_status' => 'draft' ) ),
			'trash'  => static fn( int $id ) => wp_trash_post( $id ),
			'delete' => static fn( int $id ) => wp_delete_post( $id, true ),
		);
		foreach ( $acts as $name => $act ) {
			$id = $this->post( array( 'post_name' => "page-$name" ) );
			$this->deploy( static fn() => $act( $id ) );
			$this->serve_page( null );
			$this->dispatch_after();
			$this->assertSame( 'accepted', $this->last_run()['status'], $name );
			$this->serve_page( null, 'Gone', 410 );
			$this->dispatch_after();
			$run = $this->last_run();
			$this->assertSame( array( 'live', array( 'url' => "https://www.example.test/page-$name/", 'pageStatus' => 'gone', 'post' => $id ) ), array( $run['status'], $run['live'] ), $name );
		}
	}

	public function test_follows_redirects_only_on_the_same_host(): void {
		$this->deploy( fn() => $this->post() );
		$leads_to = fn( string $location ) => $this->mock_http( 'https://www.example.test/', fn( array $args, string $url ): array => self::PAGE === $url ? $this->answer( 308, '', array( 'location' => $location ) ) : $this->answer( 404 ) );
		$leads_to( '/hello' );
		$this->dispatch_after();
		$this->assertSame( array( self::PAGE, 'https://www.example.test/hello' ), $this->requested_urls() );
		$leads_to( 'https://elsewhere.example/hello' );
		$this->dispatch_after();
		$this->assertSame( self::PAGE, $this->requested_urls()[2] ?? '' );
		$this->assertCount( 3, $this->requested_urls() );
	}

	public static function unsafe_redirects(): array {
		return array(
			'without encryption'    => array( 'http://www.example.test/hello' ),
			'to a user'             => array( 'https://admin@www.example.test/hello' ),
			'to another port'       => array( 'https://www.example.test:8443/hello' ),
			'to a longer host name' => array( 'https://www.example.test.evil.example/hello' ),
			'to another scheme'     => array( 'file:///etc/passwd' ),
			'to nowhere'            => array( '' ),
		);
	}

	#[DataProvider( 'unsafe_redirects' )]
	public function test_follows_no_redirect_to_another_host_port_or_user_or_without_encryption( string $location ): void {
		$this->deploy( fn() => $this->post() );
		$this->mock_http( 'https://www.example.test/', $this->answer( 302, '', array( 'location' => $location ) ) );
		$this->mock_http( 'http', $this->answer( 200 ) );
		$this->http_log = array();
		$this->dispatch_after();
		$this->assertSame( array( self::PAGE ), array_column( $this->http_log, 'url' ) );
	}

	public function test_requests_no_page_of_a_post_that_visitors_may_not_see_any_more(): void {
		global $wpdb;
		$id = $this->post();
		do_action( 'shutdown' );
		$wpdb->update( $wpdb->posts, array( 'post_status' => 'private' ), array( 'ID' => $id ) );
		clean_post_cache( $id );
		$this->deploy( static fn() => null );
		$this->dispatch_after();
		$this->assertSame( array( array( 'production rebuild' ), array() ), array( $this->caller->calls, $this->requested_urls() ) );
	}

	public function test_a_check_that_another_server_has_claimed_makes_no_request(): void {
		$this->deploy( fn() => $this->post() );
		$this->dispatch_after();
		$this->http_log = array();
		$is_claimed     = false;
		add_filter(
			'query',
			static function ( string $query ) use ( &$is_claimed ): string {
				global $wpdb;
				if ( ! $is_claimed && str_starts_with( $query, "UPDATE {$wpdb->headless_deploy_runs} SET next_check_at" ) ) {
					$is_claimed = true;
					$wpdb->query( "UPDATE {$wpdb->headless_deploy_runs} SET next_check_at = next_check_at + 30000" );
				}
				return $query;
			},
		);
		$this->dispatch_after( 10 );
		$this->assertSame( array( true, array() ), array( $is_claimed, $this->requested_urls() ) );
	}

	public function test_a_run_is_not_live_while_one_of_its_pages_is_older(): void {
		$ids = array();
		$this->deploy( function () use ( &$ids ): void {
			$ids = array( $this->post( array( 'post_name' => 'one' ) ), $this->post( array( 'post_name' => 'two' ) ) );
		} );
		$mark  = $this->mark( $ids[1] );
		$older = gmdate( 'Y-m-d\TH:i:s', (int) strtotime( $mark . 'Z' ) - 60 );
		$page  = fn( string $of ): array => $this->answer( 200, "<meta name=\"headless-deploy\" content=\"$of\">" );
		foreach ( array( 'one', 'two' ) as $stale ) {
			$this->mock_http( 'https://www.example.test/', static fn( array $args, string $url ): array => $page( str_contains( $url, "/$stale" ) ? $older : $mark ) );
			$this->dispatch_after();
			$this->assertSame( 'accepted', $this->last_run()['status'], $stale );
		}
		$this->serve_page( $mark );
		$this->dispatch_after();
		$this->assertSame( 'live', $this->last_run()['status'] );
	}

	public function test_follows_two_redirects(): void {
		$this->deploy( fn() => $this->post() );
		$this->mock_http( 'https://www.example.test/', fn( array $args, string $url ): array => $this->answer( 302, '', array( 'location' => $url . 'x' ) ) );
		$this->dispatch_after();
		$this->assertSame( array( self::PAGE, self::PAGE . 'x', self::PAGE . 'xx' ), $this->requested_urls() );
	}

	public function test_requests_three_pages_for_a_run_and_five_for_a_dispatch_at_most(): void {
		$this->deploy( fn() => array_map( fn( int $n ) => $this->post( array( 'post_name' => "one-$n" ) ), range( 1, 5 ) ) );
		$this->deploy( fn() => array_map( fn( int $n ) => $this->post( array( 'post_name' => "two-$n" ) ), range( 1, 5 ) ) );
		$this->http_log = array();
		$this->dispatch_after( 20 );
		$this->assertCount( 5, $this->requested_urls() );
		$this->assertCount( 3, preg_grep( '/two-/', $this->requested_urls() ) ?: array(), 'The newest run is checked first.' );
	}

	public function test_a_slow_front_end_delays_a_dispatch_by_15_seconds_at_most(): void {
		foreach ( array( 'one', 'two' ) as $name ) {
			$this->deploy( fn() => array_map( fn( int $n ) => $this->post( array( 'post_name' => "$name-$n" ) ), range( 1, 3 ) ) );
		}
		$this->mock_http(
			'https://www.example.test/',
			function (): array {
				$this->clock->pass( 5_000 );
				return $this->answer( 504 );
			},
		);
		$this->clock->pass( 20_000 );
		$started_at = $this->clock->monotonic;
		$this->dispatch();
		$this->assertLessThanOrEqual( 15_000, $this->clock->monotonic - $started_at );
		$this->assertNotSame( array(), $this->requested_urls() );
		$this->assertNotNull( $this->environment_status()['nextCheckAt'], 'The next dispatch checks the others.' );
	}

	public function test_checks_become_less_frequent_and_end_after_15_minutes(): void {
		$this->deploy( fn() => $this->post() );
		for ( $second = 0; $second < 1200; $second += 5 ) {
			$this->dispatch_after();
		}
		$this->assertLessThan( 45, count( $this->requested_urls() ) );
		$this->assertGreaterThan( 25, count( $this->requested_urls() ) );
		$this->assertSame( array( 'accepted', null ), array( $this->last_run()['status'], $this->environment_status()['nextCheckAt'] ) );
	}

	public function test_makes_no_check_during_a_save_or_a_get_request(): void {
		$this->deploy( fn() => $this->post() );
		$this->clock->pass( 60_000 );
		$this->rest( 'GET', self::API . '/status' );
		$this->rest( 'GET', self::API . '/runs' );
		$this->post( array( 'post_name' => 'another' ) );
		do_action( 'shutdown' );
		$this->assertSame( array(), $this->requested_urls() );
	}

	public function test_cron_checks_and_schedules_the_next_check(): void {
		$this->deploy( fn() => $this->post() );
		$this->assertNotFalse( wp_next_scheduled( Wake_Up::SINGLE_EVENT ) );
		$this->clock->pass( 6_000 );
		do_action( Wake_Up::SINGLE_EVENT );
		$this->assertSame( array( self::PAGE ), $this->requested_urls() );
	}

	public function test_requests_pages_without_cookies_and_credentials(): void {
		$this->deploy( fn() => $this->post() );
		$this->dispatch_after();
		$request = $this->http_log[0];
		$this->assert_fields( array( 'method' => 'GET', 'redirection' => 0, 'cookies' => array(), 'body' => '' ), $request );
		$this->assertLessThanOrEqual( 5.0, $request['timeout'] );
		$this->assertSame( 262_144, $request['limit_response_size'] );
		$this->assertSame( array( 'Accept' ), array_keys( $request['headers'] ) );
	}

	public function test_requests_no_private_address(): void {
		$this->edit_stored( array( 'frontEndUrl' => 'http://localhost:3000' ) );
		$this->deploy( fn() => $this->post() );
		$this->dispatch_after();
		$this->assertSame( 'accepted', $this->last_run()['status'] );
	}

	public function test_survives_a_front_end_that_is_down_and_a_plugin_that_throws(): void {
		$this->deploy( fn() => $this->post() );
		$this->mock_http( 'https://www.example.test/', new WP_Error( 'http_request_failed', 'cURL error 28: Operation timed out' ) );
		$this->dispatch_after();
		$this->mock_http( 'https://www.example.test/', static fn() => throw new \RuntimeException( 'Broken' ) );
		$this->dispatch_after();
		$this->assertSame( 'accepted', $this->last_run()['status'] );
		$this->assertNotNull( $this->environment_status()['nextCheckAt'] );
	}

	public function test_reads_a_hostile_page_quickly_without_the_pcre_jit(): void {
		$post = $this->post();
		$this->deploy( static fn() => wp_update_post( array( 'ID' => $post, 'post_content' => 'New' ) ) );
		$page = str_repeat( '<meta ', 10_000 ) . 'headless-deploy >' . sprintf( '<meta content="%s" name=headless-deploy />', $this->mark( $post ) );
		$this->serve_page( null, $page );
		// Some servers disable the JIT.
		$jit     = (string) ini_set( 'pcre.jit', '0' );
		$started = microtime( true );
		$this->dispatch_after();
		$took = microtime( true ) - $started;
		ini_set( 'pcre.jit', $jit );
		$this->assertSame( 'live', $this->last_run()['status'] );
		$this->assertLessThan( 2.0, $took );
	}

	public function test_does_not_track_copies_runs_without_changes_and_environments_without_a_front_end(): void {
		$this->start_manual_run( Action::Rebuild, 1 );
		$this->dispatch_after();
		$this->assertNull( $this->environment_status()['nextCheckAt'] );
		$this->deploy( fn() => $this->post() );
		$this->make_copy();
		$this->dispatch_after();
		$this->make_copy( false );
		$this->edit_stored( array( 'frontEndUrl' => '' ) );
		$this->deploy( fn() => $this->post() );
		$this->dispatch_after();
		$this->assertSame( array(), $this->requested_urls() );
	}

	public function test_a_purge_is_live_only_when_a_page_proves_it(): void {
		$this->rest( 'PUT', self::API . '/settings/environments/production', array( 'automation' => array( 'policy' => array( 'content' => 'purgeCache' ) ) ) );
		$this->start_plugin( $this->clock, $this->caller );
		$this->deploy( fn() => $this->post() );
		$this->assertSame( array( 'purgeCache', 'accepted' ), array( $this->last_run()['action'], $this->last_run()['status'] ) );
		$this->dispatch_after();
		$this->serve_page( null );
		$this->dispatch_after();
		$this->assertSame( 'live', $this->last_run()['status'] );
	}

	public function test_two_simultaneous_checks_make_one_request(): void {
		$this->deploy( fn() => $this->post() );
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
		$this->assertCount( 1, $this->requested_urls() );
	}
}
