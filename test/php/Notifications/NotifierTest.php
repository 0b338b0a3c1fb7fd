<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Tests\Notifications;

use HeadlessDeploy\Action;
use HeadlessDeploy\Notifications\Notification_State;
use HeadlessDeploy\Option_Row;
use WP_Error;

final class NotifierTest extends Notifications_Test_Case {
	public function test_an_hour_of_failures_is_told_once_and_then_that_the_environment_deploys_again(): void {
		$this->save( array( 'recipients' => array( $this->admin ), 'digestMinutes' => 0 ) );
		$this->add_changes();
		$this->caller->break_down( 7 );
		foreach ( array( 10, 60, 300, 600, 1800 ) as $seconds ) {
			$this->dispatch_after( $seconds );
		}
		$this->assertSame( array(), $this->mails );
		$this->dispatch_after( 1800 );
		$this->dispatch_after( 1800 );
		$this->assertSame( array( '[Test Site] Production has not deployed for an hour' ), $this->subjects() );
		$this->assertSame( get_userdata( $this->admin )->user_email, $this->mails[0]['to'] );
		$this->assertStringContainsString( 'Failed: the host reported an error. If the error persists, check the host’s status page.', $this->mails[0]['message'] );
		$this->assertStringContainsString( 'tab=activity', $this->mails[0]['message'] );
		$this->caller->answers = array();
		$this->dispatch_after( 4400 );
		$this->dispatch_after( 10 );
		$this->assertSame( '[Test Site] Production deploys again', $this->subjects()[1] ?? '' );
		$this->dispatch_after( 7200 );
		$this->assertCount( 2, $this->mails );
	}

	public function test_a_run_that_is_not_retried_is_told_at_once_and_only_once_until_the_lane_works(): void {
		$this->save( array( 'recipients' => array( $this->admin ), 'digestMinutes' => 0 ) );
		$this->fail_a_run();
		$this->fail_a_run();
		$this->dispatch_after( 7200 );
		$this->assertSame( array( '[Test Site] Production: a run failed and is not retried' ), $this->subjects() );
		$this->recover();
		$this->fail_a_run();
		$this->assertCount( 3, $this->mails );
	}

	public function test_a_failure_of_some_minutes_is_not_told(): void {
		$this->save( array( 'recipients' => array( $this->admin ) ) );
		$this->add_changes();
		$this->caller->break_down( 2 );
		foreach ( array( 10, 60, 300, 600, 4000 ) as $seconds ) {
			$this->dispatch_after( $seconds );
		}
		$this->assertSame( array(), $this->mails );
	}

	public function test_only_the_chosen_kinds_are_told(): void {
		$this->save( array( 'recipients' => array( $this->admin ), 'kinds' => array( 'recovered' ), 'digestMinutes' => 0 ) );
		$this->fail_a_run();
		$this->recover();
		$this->assertSame( array(), $this->mails, 'A repair is told only after its failure.' );
	}

	public function test_an_editor_reads_no_remedy_that_only_an_administrator_has(): void {
		$editor = $this->user( 'editor' );
		$this->save( array( 'recipients' => array( $editor, $this->admin ) ) );
		$this->caller->refuse( 'headless_deploy_webhook_gone', 410 );
		$this->add_changes();
		$this->dispatch_after( 10 );
		$this->assertSame( array( get_userdata( $editor )->user_email, get_userdata( $this->admin )->user_email ), array_column( $this->mails, 'to' ) );
		$this->assertStringContainsString( 'Failed: the webhook does not exist.', $this->mails[0]['message'] );
		$this->assertStringNotContainsString( 'Connections', $this->mails[0]['message'] );
		$this->assertStringContainsString( 'Connections', $this->mails[1]['message'] );
	}

	public function test_an_address_in_the_name_of_an_environment_is_no_link_in_an_e_mail(): void {
		$this->save( array( 'recipients' => array( $this->admin ) ) );
		$this->rest( 'PUT', self::API . '/settings/environments/production', array( 'label' => 'Sign in at evil.example' ) );
		$this->fail_a_run();
		$this->assertStringContainsString( "Sign in at evil.\u{200B}example: a run failed", $this->mails[0]['message'] );
		$this->assertStringNotContainsString( 'evil.example', $this->mails[0]['message'] );
	}

	public function test_a_user_who_lost_the_capability_receives_nothing(): void {
		$editor = $this->user( 'editor' );
		$this->save( array( 'recipients' => array( $editor ) ) );
		get_userdata( $editor )->set_role( 'subscriber' );
		$this->fail_a_run();
		$this->assertSame( array(), $this->mails );
	}

	public function test_events_within_the_digest_time_are_sent_in_one_message(): void {
		$this->save( array( 'recipients' => array( $this->admin ), 'digestMinutes' => 15 ) );
		$this->fail_a_run();
		$this->assertCount( 1, $this->mails );
		$this->recover();
		$this->fail_a_run();
		$this->assertCount( 1, $this->mails );
		$this->dispatch_after( 900 );
		$this->assertSame( '[Test Site] 2 messages about deployments', $this->subjects()[1] ?? '' );
		$this->assertStringContainsString( 'Production deploys again.', $this->mails[1]['message'] );
		$this->assertStringContainsString( 'Production: a run failed and is not retried.', $this->mails[1]['message'] );
	}

	public function test_events_of_the_quiet_hours_are_sent_at_their_end(): void {
		update_option( 'timezone_string', 'Europe/Berlin' );
		$this->clock->now = (int) strtotime( '2026-11-24 23:00:00 Europe/Berlin' ) * 1000;
		$this->edit_stored( array( 'connectedAt' => $this->clock->now - 3_600_000 ) );
		$this->save( array( 'recipients' => array( $this->admin ), 'quietHours' => array( 'from' => '22:00', 'to' => '07:00' ) ) );
		$this->fail_a_run();
		$this->dispatch_after( 7 * 3600 );
		$this->assertSame( array(), $this->mails );
		$this->dispatch_after( 3600 );
		$this->assertCount( 1, $this->mails );
		$this->assertStringContainsString( '11:00 pm', $this->mails[0]['message'], 'The message says when it happened.' );
	}

	public function test_two_servers_send_one_message(): void {
		$this->save( array( 'recipients' => array( $this->admin ) ) );
		add_filter(
			'pre_wp_mail',
			function ( mixed $result ): mixed {
				if ( 1 === count( $this->mails ) ) {
					$this->dispatch_after( 1 );
				}
				return $result;
			},
			20,
		);
		$this->fail_a_run();
		$this->assertCount( 1, $this->mails );
	}

	public function test_a_message_that_another_server_sends_now_is_not_sent(): void {
		$this->save( array( 'recipients' => array( $this->admin ) ) );
		$is_claimed = false;
		add_filter(
			'query',
			function ( string $query ) use ( &$is_claimed ): string {
				if ( ! $is_claimed && str_starts_with( $query, 'UPDATE' ) && str_contains( $query, Notification_State::OPTION ) ) {
					$is_claimed = true;
					( new Option_Row( Notification_State::OPTION ) )->change( Notification_State::read( ... ), fn( array $state ): array => Notification_State::claimed( $state, "user-$this->admin", 'another server', $this->clock->now ) );
				}
				return $query;
			},
		);
		$this->fail_a_run();
		$this->assertSame( array( true, array() ), array( $is_claimed, $this->mails ) );
		$this->dispatch_after( 119 );
		$this->assertSame( array(), $this->mails );
		$this->dispatch_after( 1 );
		$this->assertCount( 1, $this->mails, 'The other server crashed.' );
	}

	public function test_a_slow_mail_server_delays_the_other_recipients_to_the_next_dispatch(): void {
		$this->save( array( 'recipients' => array( $this->admin, $this->user( 'editor' ) ) ) );
		add_filter(
			'pre_wp_mail',
			function ( mixed $result ): mixed {
				$this->clock->pass( 1 === count( $this->mails ) ? 10_000 : 0 );
				return $result;
			},
			20,
		);
		$this->fail_a_run();
		$this->assertCount( 1, $this->mails );
		$this->dispatch_after( 1 );
		$this->assertCount( 2, $this->mails );
	}

	public function test_the_result_of_a_removed_recipient_is_not_shown(): void {
		$this->save( array( 'recipients' => array( $this->user( 'editor' ) ) ) );
		$this->rest( 'POST', self::ROUTE . '/test' );
		$this->save( array( 'recipients' => array( $this->admin ) ) );
		$this->assertSame( array(), $this->rest( 'GET', self::API . '/settings' )->get_data()['notifications']['results'] );
	}

	public function test_a_failed_message_is_retried_with_a_bound_and_shown(): void {
		$this->save( array( 'chatUrl' => self::SLACK ) );
		$this->chat_answers( 500 );
		$this->fail_a_run();
		$this->dispatch_after( 30 );
		$this->assertCount( 1, $this->chat_calls() );
		$result = $this->rest( 'GET', self::API . '/settings' )->get_data()['notifications']['results'][0];
		$this->assert_fields( array( 'channel' => 'Slack', 'isSent' => false, 'waiting' => 1, 'message' => 'Slack rejected the message (HTTP 500). If this continues, create a new webhook and paste its URL.' ), $result );
		foreach ( array( 60, 300, 1800, 7200, 7200, 7200 ) as $seconds ) {
			$this->dispatch_after( $seconds );
		}
		$this->assertCount( 5, $this->chat_calls() );
		$this->assertSame( 0, $this->rest( 'GET', self::API . '/settings' )->get_data()['notifications']['results'][0]['waiting'] );
	}

	public function test_a_message_that_arrives_at_the_second_attempt_is_not_repeated(): void {
		$this->save( array( 'recipients' => array( $this->admin ), 'chatUrl' => self::SLACK, 'digestMinutes' => 0 ) );
		$this->mail_works = false;
		$this->fail_a_run();
		$this->mail_works = true;
		$this->dispatch_after( 60 );
		$this->dispatch_after( 600 );
		$this->assertSame( array( 2, 1 ), array( count( $this->mails ), count( $this->chat_calls() ) ) );
	}

	public function test_an_unreachable_chat_and_an_exception_of_a_mail_plugin_end_nothing(): void {
		$this->save( array( 'recipients' => array( $this->admin ), 'chatUrl' => self::SLACK ) );
		$this->mock_http( 'https://hooks.slack.com/', new WP_Error( 'http_request_failed', 'cURL error 28' ) );
		add_filter( 'pre_wp_mail', static fn() => throw new \RuntimeException( 'Broken' ), 1 );
		$this->fail_a_run();
		$results = $this->rest( 'GET', self::API . '/settings' )->get_data()['notifications']['results'];
		$this->assertSame( array( 'Slack could not be reached, or did not respond in time.', 'WordPress could not send the e-mail. Check the mail settings of this site.' ), array_column( $results, 'message' ) );
	}

	public function test_a_refresh_that_a_purge_replaces_is_not_told(): void {
		$this->save( array( 'recipients' => array( $this->admin ) ) );
		$this->rest( 'PUT', self::API . '/settings/environments/production', array( 'refreshUrl' => 'https://www.example.test/refresh' ) );
		$this->start_plugin( $this->clock, $this->caller );
		$this->add_changes( 1, Action::Refresh );
		$this->caller->break_down( 2 );
		foreach ( array( 10, 10, 0, 4000 ) as $seconds ) {
			$this->dispatch_after( $seconds );
		}
		$this->assertSame( array( 'production refresh', 'production refresh', 'production purgeCache' ), $this->caller->calls );
		$this->assertSame( array(), $this->mails );
	}

	public function test_a_copy_of_the_site_sends_no_message(): void {
		$this->save( array( 'recipients' => array( $this->admin ), 'chatUrl' => self::SLACK ) );
		$this->add_changes();
		$this->caller->refuse();
		$this->clock->pass( 10_000 );
		$this->dispatcher->dispatch_site();
		$this->make_copy();
		$this->dispatch_after( 60 );
		$this->assertSame( array( array(), array() ), array( $this->mails, $this->chat_calls() ) );
	}

	public function test_a_copy_of_the_site_sends_no_test_message(): void {
		$this->save( array( 'recipients' => array( $this->admin ), 'chatUrl' => self::SLACK ) );
		$this->make_copy();
		$refused = $this->rest( 'POST', self::ROUTE . '/test' );
		$this->assertSame( array( 409, 'headless_deploy_copy' ), array( $refused->get_status(), $refused->get_data()['code'] ) );
		$this->assertSame( array( array(), array(), array() ), array( $this->mails, $this->chat_calls(), $this->stored_state()['channels'] ) );
		$this->make_copy( false );
		$this->assertSame( 200, $this->rest( 'POST', self::ROUTE . '/test' )->get_status() );
		$this->assertCount( 1, $this->mails );
	}

	public function test_other_plugins_see_only_the_host_of_the_chat(): void {
		$this->save( array( 'chatUrl' => self::SLACK ) );
		$this->fail_a_run();
		$this->assertSame( array( 'https://hooks.slack.com/' ), $this->chat_calls() );
		$this->assertStringNotContainsString( 'aVeryLongSecret', (string) wp_json_encode( $this->http_log ) );
	}

	public function test_a_test_message_goes_to_every_channel_and_leaves_what_waits(): void {
		$this->assertSame( 'headless_deploy_notifications_off', $this->rest( 'POST', self::ROUTE . '/test' )->get_data()['code'] );
		$this->save( array( 'recipients' => array( $this->admin ), 'chatUrl' => self::SLACK ) );
		$this->mail_works = false;
		$this->fail_a_run();
		$this->mail_works = true;
		$results          = $this->rest( 'POST', self::ROUTE . '/test' )->get_data()['results'];
		$this->assertSame( array( array( true, 0 ), array( true, 1 ) ), array_map( static fn( array $result ): array => array( $result['isSent'], $result['waiting'] ), $results ) );
		$this->assertSame( '[Test Site] Test message', $this->subjects()[1] );
	}

	public function test_a_user_sends_one_test_message_a_minute_to_a_channel(): void {
		$test = fn(): array => array_intersect_key( $this->rest( 'POST', self::ROUTE . '/test' )->get_data(), array( 'code' => 0, 'message' => 0 ) );
		$this->save( array( 'recipients' => array( $this->admin ), 'chatUrl' => self::SLACK ) );
		$this->chat_answers( 500 );
		$this->assertSame( array(), $test() );
		$this->clock->pass( 59_000 );
		$refused = array( 'code' => 'headless_deploy_test_repeated', 'message' => 'You sent a test message less than a minute ago. Try again in 1 s.' );
		$this->assertSame( array( $refused, 429 ), array( $test(), $this->rest( 'POST', self::ROUTE . '/test' )->get_status() ), 'A message that failed counts too.' );
		$this->save( array( 'recipients' => array(), 'chatUrl' => '' ) );
		$this->dispatch_after( 0 );
		$this->save( array( 'recipients' => array( $this->admin ) ) );
		$this->assertSame( $refused, $test(), 'A channel that was removed and added again.' );
		$this->log_in( 'administrator' );
		$this->assertSame( array(), $test(), 'Another user.' );
		wp_set_current_user( $this->admin );
		$this->clock->pass( 1_000 );
		$this->assertSame( array(), $test() );
		$this->clock->pass( -3_600_000 );
		$this->assertSame( array(), $test(), 'The clock was set back.' );
		$this->assertSame( array( 4, 1 ), array( count( $this->mails ), count( $this->chat_calls() ) ) );
	}

	public function test_of_two_test_messages_at_the_same_time_one_is_sent(): void {
		$this->save( array( 'recipients' => array( $this->admin ) ) );
		$status = 0;
		$this->before_statement(
			'INSERT IGNORE',
			function () use ( &$status ): void {
				$status = $this->rest( 'POST', self::ROUTE . '/test' )->get_status();
			},
		);
		$this->assertSame( array( 429, 200, 1 ), array( $this->rest( 'POST', self::ROUTE . '/test' )->get_status(), $status, count( $this->mails ) ) );
	}

	public function test_sends_no_test_message_that_it_cannot_count(): void {
		$this->save( array( 'recipients' => array( $this->admin ) ) );
		$refuse = static fn( string $query ): string => 1 === preg_match( '/^(INSERT|UPDATE).*' . Notification_State::OPTION . '/s', $query ) ? 'SELECT nothing FROM nowhere' : $query;
		add_filter( 'query', $refuse );
		$answer = $this->with_hidden_errors( fn() => $this->rest( 'POST', self::ROUTE . '/test' ) );
		$this->assertSame( array( 'headless_deploy_not_saved', array() ), array( $answer->get_data()['code'], $this->mails ) );
	}

	public function test_without_recipients_a_dispatch_makes_one_query_more_and_stores_nothing(): void {
		$queries = array_filter( $this->queries( fn() => $this->dispatch_after( 10 ) ), static fn( string $query ): bool => str_contains( $query, 'headless_deploy_notification' ) );
		$this->assertCount( 1, $queries );
		$this->assertNull( ( new Option_Row( Notification_State::OPTION ) )->read() );
	}

	public function test_a_dispatch_of_an_open_page_sends_nothing_and_reads_nothing_for_it(): void {
		$this->save( array( 'recipients' => array( $this->admin ) ) );
		$this->add_changes();
		$this->caller->refuse();
		$this->clock->pass( 10_000 );
		$queries = $this->queries( fn() => $this->assertSame( 200, $this->rest( 'POST', self::API . '/dispatch' )->get_status() ) );
		$this->assertSame( array(), array_filter( $queries, static fn( string $query ): bool => str_contains( $query, 'headless_deploy_notification' ) ) );
		$this->assertSame( array(), $this->mails );
		$this->dispatch_after( 60 );
		$this->assertCount( 1, $this->mails );
	}

	public function test_a_failed_read_is_left_to_the_next_dispatch(): void {
		$this->save( array( 'recipients' => array( $this->admin ) ) );
		$fail = static fn( string $query ): string => str_contains( $query, Notification_State::OPTION ) ? 'SELECT nothing FROM nowhere' : $query;
		add_filter( 'query', $fail );
		$this->with_hidden_errors( $this->fail_a_run( ... ) );
		remove_filter( 'query', $fail );
		$this->assertSame( array(), $this->mails );
		$this->dispatch_after( 60 );
		$this->assertCount( 1, $this->mails );
	}

	/**
	 * Sends a run that the host accepts and nothing can prove, and waits until it is not followed any more.
	 */
	private function recover(): void {
		$this->caller->answers = array();
		$this->add_changes();
		$this->dispatch_after( 10 );
		$this->dispatch_after( 10 );
		$this->dispatch_after( 1 );
	}

	/**
	 * @return list<string>
	 */
	private function subjects(): array {
		return array_column( $this->mails, 'subject' );
	}
}
