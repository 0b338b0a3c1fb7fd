<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Tests\Notifications;

use HeadlessDeploy\Notifications\Notification_State;
use HeadlessDeploy\Option_Row;
use HeadlessDeploy\Queue\Wake_Up;
use HeadlessDeploy\Tests\Queue\Rest_Queue_Test_Case;

/**
 * An administrator, e-mails that are recorded instead of sent, and a chat that answers what a test says.
 */
abstract class Notifications_Test_Case extends Rest_Queue_Test_Case {
	protected const ROUTE = self::API . '/settings/notifications';
	protected const SLACK = 'https://hooks.slack.com/services/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Zq';

	/**
	 * Recorded e-mails: address, subject and text.
	 *
	 * @var list<array{to: string, subject: string, message: string}>
	 */
	protected array $mails = array();

	protected bool $mail_works = true;

	protected int $admin;

	protected function setUp(): void {
		parent::setUp();
		update_option( 'blogname', 'Test Site' );
		$this->admin = $this->log_in( 'administrator' );
		add_filter(
			'pre_wp_mail',
			function ( mixed $result, array $mail ): bool {
				$this->mails[] = array_intersect_key( $mail, array( 'to' => 0, 'subject' => 0, 'message' => 0 ) );
				return $this->mail_works;
			},
			10,
			2,
		);
		$this->chat_answers( 200 );
	}

	protected function chat_answers( int $status ): void {
		$this->mock_http( 'https://hooks.slack.com/', $this->answer( $status ) );
	}

	/**
	 * @param array<string, mixed> $body
	 */
	protected function save( array $body ): void {
		$saved = $this->rest( 'PUT', self::ROUTE, $body );
		$this->assertSame( 200, $saved->get_status(), (string) wp_json_encode( $saved->get_data() ) );
	}

	protected function stored_state(): array {
		return Notification_State::read( ( new Option_Row( Notification_State::OPTION ) )->read() );
	}

	/**
	 * Runs the dispatcher of the plugin by WP-Cron.
	 */
	protected function dispatch_after( int $seconds ): void {
		$this->clock->pass( $seconds * 1000 );
		add_filter( 'wp_doing_cron', '__return_true' );
		do_action( Wake_Up::SINGLE_EVENT );
		remove_filter( 'wp_doing_cron', '__return_true' );
	}

	protected function fail_a_run(): void {
		$this->add_changes();
		$this->caller->refuse();
		$this->dispatch_after( 10 );
		$this->assertSame( 'failed', $this->runs()[ count( $this->runs() ) - 1 ]->status );
	}

	/**
	 * @return list<string>
	 */
	protected function chat_calls(): array {
		return array_values( array_filter( array_column( $this->http_log, 'url' ), static fn( string $url ): bool => str_starts_with( $url, 'https://hooks.slack.com' ) ) );
	}
}
