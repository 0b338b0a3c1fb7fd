<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Tests\Multisite;

use HeadlessDeploy\Notifications\Notification_Store;
use HeadlessDeploy\Notifications\Run_Event;
use HeadlessDeploy\Notifications\Waiting_Sites;
use HeadlessDeploy\Queue\Wake_Up;
use HeadlessDeploy\Secrets\Encryption;
use WP_User;

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

	public function test_only_members_of_a_site_are_recipients(): void {
		$super_admin = get_userdata( 1 );
		$this->assertInstanceOf( WP_User::class, $super_admin );
		$mails = array();
		add_filter(
			'pre_wp_mail',
			static function ( mixed $result, array $mail ) use ( &$mails ): bool {
				$mails[] = $mail['to'];
				return true;
			},
			10,
			2,
		);
		$this->connect_on( 2 );
		$admin    = $this->on_site( 2, fn(): int => $this->user( 'administrator' ) );
		$outsider = $this->on_site( 3, fn(): int => $this->user( 'administrator' ) );
		remove_user_from_blog( 1, 2 );
		$this->assertFalse( is_user_member_of_blog( 1, 2 ) );
		wp_set_current_user( $admin );
		$put = fn( int ...$ids ): \WP_REST_Response => $this->on_site( 2, fn() => $this->rest( 'PUT', self::API . '/settings/notifications', array( 'recipients' => $ids ) ) );
		foreach ( array( 1, $outsider, 999_999 ) as $id ) {
			$this->assertSame( array( 400, "User $id does not exist on this site or may not see deployments. Choose another user." ), array( $put( $admin, $id )->get_status(), $put( $id )->get_data()['message'] ) );
		}
		$this->on_site( 2, static fn(): bool => update_option( Notification_Store::OPTION, array( 'recipients' => array( 1, $outsider, $admin ) ) ) );
		foreach ( array( array( 'GET', '/settings' ), array( 'POST', '/settings/notifications/test' ), array( 'GET', '/settings' ) ) as list( $method, $route ) ) {
			$answer = $this->on_site( 2, fn() => $this->rest( $method, self::API . $route ) );
			$this->assertSame( 200, $answer->get_status() );
			$seen = $answer->get_data()['notifications'] ?? $answer->get_data();
			$this->assertSame( array( array( $admin ), array( $admin ) ), array( array_column( $seen['recipients'], 'id' ), array_column( $seen['available'], 'id' ) ) );
			$this->assertStringNotContainsString( $super_admin->user_email, (string) wp_json_encode( $answer->get_data() ) );
		}
		$this->assertSame( array( get_userdata( $admin )->user_email ?? '' ), $mails );
		$this->caller->refuse();
		add_filter( 'wp_doing_cron', '__return_true' );
		$this->on_site( 2, fn(): int => $this->post() );
		do_action( 'shutdown' );
		$this->clock->pass( 10_000 );
		$this->restart();
		do_action( Wake_Up::RECURRING_EVENT );
		$this->assertSame( array_fill( 0, 2, get_userdata( $admin )->user_email ?? '' ), $mails );
	}

	public function test_a_failure_of_another_site_is_neither_reported_nor_announced(): void {
		$mails  = array();
		$events = array();
		add_filter(
			'pre_wp_mail',
			static function () use ( &$mails ): bool {
				$mails[] = get_current_blog_id();
				return true;
			},
		);
		add_action(
			'headless_deploy_run_failed',
			static function ( Run_Event $event ) use ( &$events ): void {
				$events[] = array( get_current_blog_id(), $event->blog_id );
			},
		);
		foreach ( array( 2, 3 ) as $site ) {
			$this->on_site( $site, fn() => $this->connect( 'Production' ) );
			$admin = $this->on_site( $site, fn(): int => $this->user( 'administrator' ) );
			$this->on_site( $site, fn() => $this->assertNull( ( new Notification_Store( new Encryption(), $this->clock ) )->save( array( 'recipients' => array( $admin ) ), null ) ) );
		}
		add_filter( 'wp_doing_cron', '__return_true' );
		$this->restart();
		$dispatch = function (): void {
			foreach ( array( 2, 3 ) as $site ) {
				$this->on_site( $site, static fn() => do_action( Wake_Up::RECURRING_EVENT ) );
			}
		};
		$dispatch();
		$this->caller->break_down( 9 );
		$this->on_site( 3, fn(): int => $this->post() );
		do_action( 'shutdown' );
		foreach ( array( 10, 60, 300, 600, 1800, 1800 ) as $seconds ) {
			$this->clock->pass( 1000 * $seconds );
			$dispatch();
		}
		$this->assertSame( array( 3 ), array_values( array_unique( $mails ) ) );
		$this->caller->answers = array();
		$this->caller->refuse();
		$this->clock->pass( 1000 * 7200 );
		$dispatch();
		$this->assertSame( array( array( 3, 3 ) ), $events );
	}

	public function test_a_super_admin_who_is_a_member_may_be_a_recipient(): void {
		add_user_to_blog( 2, 1, 'subscriber' );
		$this->assertTrue( $this->on_site( 2, static fn(): bool => Notification_Store::may_receive( 1 ) ) );
	}

	public function test_a_deleted_site_waits_no_more(): void {
		$site = $this->add_site( '/removed/' );
		$this->on_site( $site, static fn() => Waiting_Sites::set( true ) );
		wp_delete_site( $site );
		$this->assertSame( array(), Waiting_Sites::all() );
	}
}
