<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Tests\Status;

use HeadlessDeploy\Environments\Automation;
use HeadlessDeploy\Environments\Environments;
use HeadlessDeploy\Environments\Pause_Reason;
use HeadlessDeploy\Secrets\Encryption;
use HeadlessDeploy\Tests\Queue\Rest_Queue_Test_Case;
use PHPUnit\Framework\Attributes\DataProvider;
use WP_REST_Response;

/**
 * Tries every combination of held, paused, pending and a webhook URL that the host does not accept, and reads the sentences.
 */
final class AutomaticRunsTextTest extends Rest_Queue_Test_Case {
	private const REFUSED = 'The webhook does not exist at the host';

	protected function setUp(): void {
		parent::setUp();
		$this->log_in( 'administrator' );
	}

	/**
	 * @param bool $refused Whether the host refused the webhook URL of the last run.
	 */
	#[DataProvider( 'combinations' )]
	public function test_no_sentence_contradicts_the_state_after_a_decision( bool $hold, string $pause, int $pending, bool $refused ): void {
		$this->arrange( $hold, $pause, $pending, $refused );
		foreach ( array( 'hold', 'release', 'pause', 'resume', 'confirm-copy', 'confirm-move' ) as $decision ) {
			$this->reset_to( $hold, $pause );
			$before = $this->environment_status();
			$answer = $this->decide( $decision );
			if ( $answer->get_status() >= 400 ) {
				// A copy is not resumed.
				$this->assertSame( array( 'resume', 'copy' ), array( $decision, $pause ) );
				continue;
			}
			$message = $answer->get_data()['message'];
			$this->assert_true( $message, $before, $this->environment_status(), $decision );
		}
	}

	public static function combinations(): iterable {
		foreach ( array( false, true ) as $hold ) {
			foreach ( array( '', 'person', 'token', 'copy' ) as $pause ) {
				foreach ( array( 0, 3 ) as $pending ) {
					foreach ( array( false, true ) as $refused ) {
						$name = implode( ', ', array( $hold ? 'held' : 'not held', '' === $pause ? 'not paused' : "paused: $pause", "$pending pending", $refused ? 'refused' : 'accepted' ) );
						yield $name => array( $hold, $pause, $pending, $refused );
					}
				}
			}
		}
	}

	/**
	 * @param array<string, mixed> $before
	 * @param array<string, mixed> $after
	 */
	private function assert_true( string $message, array $before, array $after, string $decision ): void {
		$this->assertNotSame( '', $message );
		$count   = array_sum( array_column( $after['pending'], 'changes' ) );
		$is_free = ! $after['hold'] && null === $after['paused'];
		$refused = 'failed' === ( $after['lastRun']['status'] ?? '' );
		$this->assertSame( $is_free && ! $refused, str_contains( $message, 'New changes deploy automatically.' ), "$decision: $message" );
		$this->assertSame( $is_free && ! $refused && $count > 0, str_contains( $message, 'Deploying' ), "$decision: $message" );
		if ( str_contains( $message, 'Deploying' ) ) {
			$this->assertStringContainsString( "Deploying $count changes.", $message );
		}
		$is_held_message = 'hold' === $decision || ( in_array( $decision, array( 'release', 'resume', 'confirm-move' ), true ) && $after['hold'] && null === $after['paused'] && ! $refused );
		$this->assertSame( $is_held_message, str_contains( $message, 'are held' ), "$decision: $message" );
		$may_press = $is_held_message && $count > 0 && null === $after['blocked'] && 'token' !== ( $after['paused']['reason'] ?? '' ) && ! $refused;
		$this->assertSame( $may_press, str_contains( $message, 'Press Rebuild to deploy.' ), "$decision: $message" );
		if ( in_array( $decision, array( 'release', 'resume', 'confirm-move' ), true ) && null === $after['paused'] && $refused ) {
			$this->assertStringContainsString( self::REFUSED, $message, $decision );
		}
		$this->assert_labels( $before, $decision, str_contains( $message, 'Deploying' ) );
	}

	/**
	 * A button that says that it deploys changes deploys them.
	 *
	 * @param array<string, mixed> $before
	 */
	private function assert_labels( array $before, string $decision, bool $is_deploying ): void {
		if ( 'release' === $decision && $before['hold'] ) {
			$this->assertSame( $is_deploying, str_contains( $before['releaseLabel'], 'deploy' ), $before['releaseLabel'] );
		}
		if ( 'resume' === $decision && 'person' === ( $before['paused']['reason'] ?? '' ) ) {
			$this->assertSame( $is_deploying, str_contains( $before['resumeLabel'], 'deploy' ), $before['resumeLabel'] );
		}
	}

	public function test_names_what_is_deployed_when_a_hold_ends(): void {
		$this->arrange( true, '', 3, false );
		$this->assertSame( array( 'Stop holding and deploy 3 changes', 'Resume' ), array( $this->environment_status()['releaseLabel'], $this->environment_status()['resumeLabel'] ) );
		$this->assertSame( 'Deploying 3 changes. New changes deploy automatically.', $this->decide( 'release' )->get_data()['message'] );
	}

	public function test_names_one_change_that_is_deployed_when_a_hold_ends(): void {
		$this->arrange( true, '', 1, false );
		$this->assertSame( 'Deploying 1 change. New changes deploy automatically.', $this->decide( 'release' )->get_data()['message'] );
	}

	public function test_says_that_changes_deploy_where_they_only_refresh(): void {
		$none = array( 'automation' => array( 'policy' => array_fill_keys( Automation::SOURCES, 'none' ) ) );
		$this->assertSame( 200, $this->rest( 'PUT', self::API . '/settings/environments/production', $none, array( 'If-Match' => '*' ) )->get_status() );
		$this->assertSame( 'Resumed.', $this->decide( 'resume' )->get_data()['message'] );
		$this->add_refresh_url();
		$this->assertSame( 'New changes deploy automatically.', $this->decide( 'resume' )->get_data()['message'] );
	}

	public function test_names_when_changes_are_deployed_whose_quiet_period_has_not_ended(): void {
		$this->arrange( true, '', 0, false );
		$this->add_changes( 1 );
		$this->assertSame( 'Deploying 1 change in 10 s. New changes deploy automatically.', $this->decide( 'release' )->get_data()['message'] );
	}

	public function test_says_that_the_webhook_url_is_refused_instead_of_promising_a_run(): void {
		$this->arrange( true, '', 1, true );
		$this->assertSame( 'Stop holding', $this->environment_status()['releaseLabel'] );
		$this->assertSame( 'Changes are held.', $this->environment_status()['holdMessage'] );
		$message = $this->decide( 'release' )->get_data()['message'];
		$this->assertStringStartsWith( 'Changes are no longer held. ', $message );
		$this->assertStringEndsWith( (string) $this->environment_status()['lastRun']['message'], $message );
	}

	public function test_resuming_a_held_environment_says_that_changes_are_held(): void {
		$this->arrange( true, 'person', 2, false );
		$this->assertSame( 'Resume', $this->environment_status()['resumeLabel'] );
		$this->assertSame( 'Resumed. Changes are held. Press Rebuild to deploy.', $this->decide( 'resume' )->get_data()['message'] );
	}

	public function test_releasing_a_paused_environment_says_that_it_is_paused(): void {
		$this->arrange( true, 'person', 2, false );
		$this->assertSame( 'Stop holding', $this->environment_status()['releaseLabel'] );
		$this->assertSame( 'Changes are no longer held. Automatic runs are paused. Manual runs are still sent.', $this->decide( 'release' )->get_data()['message'] );
	}

	public function test_holding_without_a_change_names_no_button(): void {
		$this->assertSame( 'New changes are held until a user deploys them.', $this->decide( 'hold' )->get_data()['message'] );
	}

	public function test_a_user_who_may_not_rebuild_is_not_told_to_press_rebuild(): void {
		$this->arrange( true, '', 2, false );
		$this->log_in( 'author' );
		$this->assertSame( 'Changes are held. Another user has to press Rebuild to deploy.', $this->environment_status()['holdMessage'] );
	}

	public function test_promises_nothing_where_the_automation_ignores_all_changes(): void {
		$automation = array( 'hold' => true, 'policy' => array_fill_keys( Automation::SOURCES, 'none' ) );
		$this->edit_stored( array( 'automation' => $automation ), 'production' );
		$this->assertSame( 'Changes are no longer held.', $this->decide( 'release' )->get_data()['message'] );
	}

	private function arrange( bool $hold, string $pause, int $pending, bool $refused ): void {
		if ( $refused ) {
			$this->caller->refuse();
			$this->start_manual_run();
			$this->edit_last_run( 'headless_deploy_webhook_not_found' );
		}
		$this->reset_to( $hold, $pause );
		if ( $pending > 0 ) {
			$this->add_changes( $pending );
		}
		$this->clock->pass( 60_000 );
	}

	private function edit_last_run( string $code ): void {
		global $wpdb;
		$wpdb->query( $wpdb->prepare( "UPDATE {$wpdb->headless_deploy_runs} SET error_code = %s", $code ) );
	}

	private function reset_to( bool $hold, string $pause ): void {
		$environments = new Environments( new Encryption(), $this->clock );
		$environments->confirm_move( 'production' );
		$environments->resume( 'production' );
		$environments->hold( 'production', $hold );
		if ( '' !== $pause ) {
			$environments->pause( 'production', Pause_Reason::from( $pause ), 'token' === $pause ? $this->clock->now + 3_600_000 : null );
		}
	}

	private function decide( string $decision ): WP_REST_Response {
		$prefix = in_array( $decision, array( 'hold', 'release' ), true ) ? '' : '/settings';
		return $this->rest( 'POST', self::API . "$prefix/environments/production/$decision" );
	}
}
