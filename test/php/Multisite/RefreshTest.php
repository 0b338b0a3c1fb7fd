<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Tests\Multisite;

use HeadlessDeploy\Refresh\Change_Feed;
use HeadlessDeploy\Refresh\Pruned_Changes;
use HeadlessDeploy\Refresh\Refresh_Content;
use HeadlessDeploy\Refresh\Refresh_Reader;
use HeadlessDeploy\Refresh\Replay_Guard;

final class RefreshTest extends Network_Test_Case {
	public function test_renews_all_pages_when_another_site_sends_because_it_does_not_know_the_permalinks(): void {
		global $wpdb;
		$this->connect_on( 1, 2 );
		$this->post();
		$this->on_site( 2, fn(): int => $this->post() );
		do_action( 'shutdown' );
		$wpdb->query( "UPDATE {$wpdb->headless_deploy_changes} SET run_id = blog_id" );
		$this->assertFalse( ( new Refresh_Reader() )->of_run( 1 )->is_all );
		$this->assertTrue( $this->on_site( 2, static fn(): Refresh_Content => ( new Refresh_Reader() )->of_run( 2 ) )->is_all );
	}

	public function test_the_feed_of_a_site_has_only_its_changes(): void {
		global $wpdb;
		$this->connect_on( 1, 2 );
		$this->post();
		do_action( 'shutdown' );
		$since = (int) $wpdb->get_var( "SELECT MAX(id) FROM {$wpdb->headless_deploy_changes}" );
		$this->post( array( 'post_name' => 'of-the-main-site' ) );
		$this->on_site( 2, fn(): int => $this->post( array( 'post_name' => 'of-the-second-site' ) ) );
		do_action( 'shutdown' );
		list( , $content ) = ( new Change_Feed() )->since( 'site-1', $since );
		$this->assertFalse( $content->is_all );
		$this->assertNotSame( array(), preg_grep( '#/of-the-main-site/$#', $content->changed ) );
		$this->assertSame( array(), preg_grep( '#/of-the-second-site/$#', $content->changed ) );
		list( , $content ) = $this->on_site( 2, static fn(): array => ( new Change_Feed() )->since( 'site-1', $since ) );
		$this->assertSame( array( false, array() ), array( $content->is_all, $content->tags ) );
	}

	public function test_deleted_rows_are_known_on_all_sites_and_signed_requests_on_one(): void {
		$this->on_site( 3, static fn(): bool => ( new Pruned_Changes() )->raise( 50 ) );
		$this->assertSame( 50, $this->on_site( 2, static fn(): int => ( new Pruned_Changes() )->highest() ) );
		$now    = $this->clock->now;
		$accept = static fn(): mixed => ( new Replay_Guard() )->accept( 'production', 'message', intdiv( $now, 1000 ), $now );
		$this->assertNull( $this->on_site( 2, $accept ) );
		$this->assertNull( $this->on_site( 3, $accept ), 'Another site has another secret.' );
		$this->assert_error( 'headless_deploy_signature_invalid', $this->on_site( 2, $accept ) );
	}
}
