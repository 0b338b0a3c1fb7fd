<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Tests\Multisite;

use HeadlessDeploy\Notifications\Notification_Store;
use HeadlessDeploy\Notifications\Waiting_Sites;
use HeadlessDeploy\Queue\Wake_Up;
use HeadlessDeploy\Secrets\Encryption;

final class NetworkNotificationsTest extends Network_Test_Case {
	public function test_the_main_sites_event_sends_what_waits_on_another_site(): void {
		$mails = array();
		add_filter(
			'pre_wp_mail',
			static function ( mixed $result, array $mail ) use ( &$mails ): bool {
				$mails[] = get_current_blog_id() . ' ' . $mail['subject'];
				return count( $mails ) > 1;
			},
			10,
			2,
		);
		add_filter( 'wp_doing_cron', '__return_true' );
		$this->connect_on( 1, 2 );
		$admin = $this->on_site( 2, fn(): int => $this->user( 'administrator' ) );
		$this->on_site( 2, fn() => $this->assertNull( ( new Notification_Store( new Encryption(), $this->clock ) )->save( array( 'recipients' => array( $admin ) ), null ) ) );
		$this->caller->refuse();
		$this->on_site( 2, fn(): int => $this->post() );
		do_action( 'shutdown' );
		$this->clock->pass( 10_000 );
		$this->restart();
		do_action( Wake_Up::RECURRING_EVENT );
		$this->assertSame( array( 2 ), Waiting_Sites::all() );
		$this->clock->pass( 600_000 );
		do_action( Wake_Up::RECURRING_EVENT );
		$this->assertCount( 2, $mails );
		$this->assertStringStartsWith( '2 ', $mails[1] );
		$this->assertSame( array(), Waiting_Sites::all() );
	}

	public function test_a_deleted_site_waits_no_more(): void {
		$site = $this->add_site( '/removed/' );
		$this->on_site( $site, static fn() => Waiting_Sites::set( true ) );
		wp_delete_site( $site );
		$this->assertSame( array(), Waiting_Sites::all() );
	}
}
