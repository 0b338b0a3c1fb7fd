<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Tests\CLI;

use PHPUnit\Framework\Attributes\DataProvider;

final class NotificationsCommandsTest extends Command_Test_Case {
	private const SLACK = 'https://hooks.slack.com/services/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Zq';

	public function test_sets_and_shows_recipients_the_chat_and_the_times(): void {
		$this->assertSame( "Success: Notifications saved.\n", $this->wp_with( self::SLACK . "\n", 0, 'notifications', 'set', '--recipients=1', '--chat-url', '--kinds=failed,recovered', '--digest-minutes=30', '--quiet-hours=22:00-07:00' )->output );
		$shown = array_values( $this->rows( 'notifications', 'get' )[0] );
		$this->assertSame( array( 'hooks.slack.com/••••X9Zq', array( 'failed', 'recovered' ), 30, '22:00-07:00', array() ), array_slice( $shown, 1 ) );
		$this->assertCount( 1, $shown[0] );
		$this->assertStringNotContainsString( 'aVeryLongSecret', (string) wp_json_encode( get_option( 'headless_deploy_notifications' ) ) );
		$this->wp( 0, 'notifications', 'set', '--recipients=', '--remove-chat', '--quiet-hours=' );
		$this->assertSame( array( array(), null, array( 'failed', 'recovered' ), 30, null, array() ), array_values( $this->rows( 'notifications', 'get' )[0] ) );
	}

	public function test_warns_that_no_message_is_sent_without_a_recipient_or_a_chat(): void {
		$this->assertStringContainsString( 'No message is sent until you add a recipient or a chat.', $this->wp( 0, 'notifications', 'set', '--digest-minutes=30' )->errors );
	}

	public static function wrong(): array {
		return array(
			'nothing'          => array( array(), 'Nothing to change' ),
			'no such user'     => array( array( '--recipients=unknown' ), 'unknown' ),
			'no such kind'     => array( array( '--kinds=live' ), 'kinds' ),
			'too many minutes' => array( array( '--digest-minutes=2000' ), '1440' ),
			'no such time'     => array( array( '--quiet-hours=22:00' ), 'quietHours' ),
		);
	}

	/**
	 * @param list<string> $arguments
	 */
	#[DataProvider( 'wrong' )]
	public function test_refuses_invalid_options( array $arguments, string $expected_error ): void {
		$this->assertStringContainsString( $expected_error, $this->wp( 1, 'notifications', 'set', ...$arguments )->errors );
		$this->assertFalse( get_option( 'headless_deploy_notifications' ) );
	}

	public function test_refuses_a_user_who_may_not_see_deployments(): void {
		$id = $this->user( 'subscriber' );
		$this->assertStringContainsString( "User $id does not exist on this site or may not see deployments.", $this->wp( 1, 'notifications', 'set', '--recipients=' . get_userdata( $id )->user_login )->errors );
	}

	public function test_a_test_message_that_cannot_be_sent_exits_with_2(): void {
		$this->assertStringContainsString( 'send a test', $this->wp( 1, 'notifications', 'test' )->errors );
		$this->wp( 0, 'notifications', 'set', '--recipients=1' );
		add_filter( 'pre_wp_mail', '__return_false' );
		$this->assertStringContainsString( 'Check the mail settings of this site.', $this->wp( 2, 'notifications', 'test', '--format=csv' )->output );
	}
}
