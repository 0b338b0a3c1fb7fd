<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Tests\Changes;

use HeadlessDeploy\Queue\Wake_Up;
use wp_xmlrpc_server;

final class PeersTest extends Changes_Test_Case {
	protected function setUp(): void {
		parent::setUp();
		$this->watch( ...\HeadlessDeploy\Environments\Automation::SOURCES );
	}

	public function test_a_block_editor_save_and_its_meta_box_request_are_one_run(): void {
		$id = $this->rest( 'POST', '/wp/v2/posts', array( 'title' => 'Hello', 'content' => 'World', 'status' => 'publish' ) )->get_data()['id'];
		do_action( 'shutdown' );
		$this->start_plugin( $this->clock, $this->caller );
		$this->submit_meta_boxes( $id );
		$this->assertSame( array( 'Post “Hello” published' ), $this->recorded() );
		$this->assertSame( array( 'production rebuild' ), $this->sent_in_the_end() );
	}

	public function test_an_autosave_of_a_published_post_over_rest_is_no_change(): void {
		$id = $this->post();
		$this->forget();
		$answer = $this->rest( 'POST', "/wp/v2/posts/$id/autosaves", array( 'content' => 'Not yet' ) );
		$this->assertSame( 200, $answer->get_status() );
		$this->assertSame( array(), $this->recorded() );
	}

	public function test_cron_sends_the_scheduled_post_that_it_publishes(): void {
		$id = $this->post( array( 'post_status' => 'future', 'post_date' => gmdate( 'Y-m-d H:i:s', time() + 86_400 ) ) );
		$this->assertSame( array(), $this->recorded() );
		wp_set_current_user( 0 );
		add_filter( 'wp_doing_cron', '__return_true' );
		global $wpdb;
		$wpdb->update( $wpdb->posts, array( 'post_date' => '2020-01-01 00:00:00', 'post_date_gmt' => '2020-01-01 00:00:00' ), array( 'ID' => $id ) );
		clean_post_cache( $id );
		do_action( 'publish_future_post', $id );
		do_action( 'shutdown' );
		$this->assertSame( array( 'production rebuild' ), $this->caller->calls );
	}

	public function test_a_post_over_xml_rpc_is_a_change(): void {
		require_once ABSPATH . WPINC . '/class-IXR.php';
		require_once ABSPATH . WPINC . '/class-wp-xmlrpc-server.php';
		$server = new wp_xmlrpc_server();
		$login  = get_userdata( get_current_user_id() )->user_login ?? '';
		$made   = $server->wp_newPost( array( 1, $login, 'password', array( 'post_title' => 'Hello', 'post_status' => 'publish' ) ) );
		$this->assertIsString( $made );
		$this->assertContains( 'Post “Hello” published', $this->recorded() );
	}

	public function test_a_post_from_wp_cli_is_a_change(): void {
		$method = $_SERVER['REQUEST_METHOD'];
		unset( $_SERVER['REQUEST_METHOD'], $GLOBALS['current_screen'] );
		wp_set_current_user( 0 );
		$id = $this->post();
		$this->forget();
		update_post_meta( $id, 'subtitle', 'Other' );
		update_option( 'blogname', 'Other' );
		$recorded                  = $this->recorded();
		$_SERVER['REQUEST_METHOD'] = $method;
		wp_set_current_user( $this->user( 'administrator' ) );
		$this->assertCount( 2, $recorded );
	}

	public function test_the_last_change_of_a_burst_is_never_lost(): void {
		foreach ( range( 1, 30 ) as $number ) {
			$this->start_plugin( $this->clock, $this->caller );
			$this->post( array( 'post_title' => "Post $number" ) );
			do_action( 'shutdown' );
			do_action( Wake_Up::SINGLE_EVENT );
			$this->clock->pass( 7_000 );
		}
		$this->sent_in_the_end();
		global $wpdb;
		$this->assertSame( '30', $wpdb->get_var( "SELECT SUM(changes) FROM {$wpdb->headless_deploy_runs} WHERE status = 'accepted'" ) );
		$this->assertLessThan( 5, count( $this->caller->calls ), 'And thirty changes are no thirty runs.' );
	}

	/**
	 * @return list<string>
	 */
	private function sent_in_the_end(): array {
		do_action( 'shutdown' );
		for ( $turn = 0; $turn < 5; $turn++ ) {
			$this->clock->pass( 60_000 );
			do_action( Wake_Up::SINGLE_EVENT );
		}
		return $this->caller->calls;
	}
}
