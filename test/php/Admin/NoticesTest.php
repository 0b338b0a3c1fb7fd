<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Tests\Admin;

use HeadlessDeploy\Admin\Current_Status;
use HeadlessDeploy\Admin\Database_Problems;
use HeadlessDeploy\Admin\Dismissals;
use HeadlessDeploy\Admin\Notices;
use HeadlessDeploy\Admin\Problems;
use HeadlessDeploy\Environments\Configured_Environments;
use HeadlessDeploy\Environments\Environments;
use HeadlessDeploy\Environments\Pause_Reason;
use HeadlessDeploy\Environments\Routing;
use HeadlessDeploy\Environments\Send_Policy;
use HeadlessDeploy\Environments\Site_Fingerprint;
use HeadlessDeploy\Environments\Stored_Environments;
use HeadlessDeploy\Providers\Local_Hosts;
use HeadlessDeploy\Queue\Missing_Tables;
use HeadlessDeploy\Queue\Wake_Up;
use HeadlessDeploy\Queue\Write_Failure;
use HeadlessDeploy\Runs\Reasons;
use HeadlessDeploy\Runs\Run_Log;
use HeadlessDeploy\Secrets\Encryption;
use HeadlessDeploy\Services;
use HeadlessDeploy\Status\Status;
use HeadlessDeploy\System_Clock;
use HeadlessDeploy\Tests\Queue\Fake_Caller;
use PHPUnit\Framework\Attributes\DataProvider;

final class NoticesTest extends Admin_Test_Case {
	private const HOSTILE = '<b onclick="x">P</b>';

	private string $id = 'production';

	#[DataProvider( 'problems' )]
	public function test_a_notice_describes_the_problem_and_links_to_its_solution( string $arrange, string $type, string $text, string $link, string $target ): void {
		$this->id = $this->connect( self::HOSTILE )->id;
		wp_set_current_user( $this->user( 'administrator' ) );
		$this->assertSame( '', $this->notices(), 'All is well.' );
		$this->$arrange();
		$printed = $this->notices();
		$this->assertSame( 1, substr_count( $printed, 'headless-deploy-notice' ) );
		$this->assertStringContainsString( "notice-$type", $printed );
		$this->assertStringContainsString( $text, $printed );
		$this->assertMatchesRegularExpression( '~<a href="[^"]+' . preg_quote( $target, '~' ) . '">' . preg_quote( $link, '~' ) . '</a>~', html_entity_decode( $printed ) );
		$this->assertStringNotContainsString( '<b ', $printed );
		$this->assertStringNotContainsString( self::TOKEN, $printed );
	}

	public static function problems(): iterable {
		$panel = 'admin.php?page=headless-deploy';
		yield 'copy' => array( 'make_copy', 'warning', 'The address of this site changed after it was connected', 'Confirm whether this site is a copy', $panel );
		yield 'token' => array( 'refuse_token', 'error', 'The host rejects the webhook URL.', 'Replace the webhook URL', "$panel&tab=connections&replace=b-onclick-x-p-b" );
		yield 'key' => array( 'lose_key', 'error', 'the encryption key of this site', 'Replace the webhook URL', "$panel&tab=connections&replace=b-onclick-x-p-b" );
		yield 'scheduler' => array( 'stop_scheduler', 'warning', 'WP-Cron is not running', 'View details', "$panel&tab=connections" );
		yield 'failed' => array( 'fail_run', 'error', '&lt;/b&gt;: The host rejected the request, often because', 'View details', $panel );
		yield 'writes' => array( 'fail_writes', 'error', 'The database rejected 2 changes.', 'Open Headless Deploy', $panel );
		yield 'tables' => array( 'lose_tables', 'error', 'headless_deploy_lanes. Press Rebuild', 'Open Headless Deploy', $panel );
	}

	#[DataProvider( 'readers' )]
	public function test_only_users_who_can_solve_a_problem_see_its_notice( string $arrange, string $role, bool $is_shown ): void {
		$this->connect();
		$this->$arrange();
		wp_set_current_user( $this->user( $role ) );
		$this->assertSame( $is_shown, '' !== $this->notices() );
	}

	public static function readers(): iterable {
		foreach ( array( 'make_copy', 'refuse_token', 'lose_key', 'stop_scheduler', 'fail_run', 'fail_writes', 'lose_tables', 'fail_for_good' ) as $arrange ) {
			yield "$arrange, administrator" => array( $arrange, 'administrator', true );
			// Who may rebuild can try again, and make up for what was lost.
			yield "$arrange, editor" => array( $arrange, 'editor', in_array( $arrange, array( 'fail_run', 'fail_writes', 'lose_tables' ), true ) );
			yield "$arrange, author" => array( $arrange, 'author', false );
			yield "$arrange, subscriber" => array( $arrange, 'subscriber', false );
		}
	}

	#[DataProvider( 'screens' )]
	public function test_notices_appear_on_administrative_screens_and_data_loss_on_all( string $arrange, bool $is_everywhere ): void {
		$this->connect();
		$this->$arrange();
		wp_set_current_user( $this->user( 'administrator' ) );
		$this->assertNotSame( '', $this->notices( 'dashboard' ) );
		$this->assertNotSame( '', $this->notices( 'plugins' ) );
		$this->assertSame( $is_everywhere, '' !== $this->notices( 'edit-post' ) );
		$this->assertSame( $is_everywhere, '' !== $this->notices( 'toplevel_page_headless-deploy' ) );
	}

	public static function screens(): iterable {
		yield 'token' => array( 'refuse_token', false );
		yield 'scheduler' => array( 'stop_scheduler', false );
		yield 'writes' => array( 'fail_writes', true );
		yield 'tables' => array( 'lose_tables', true );
	}

	#[DataProvider( 'repeats' )]
	public function test_a_dismissed_notice_stays_hidden_for_the_user_until_the_problem_changes( string $arrange, string $again ): void {
		$this->connect();
		$this->$arrange();
		$user = $this->user( 'administrator' );
		wp_set_current_user( $user );
		$this->follow_dismiss_link();
		$this->assertSame( '', $this->notices() );
		$this->assertSame( '', $this->notices( 'plugins' ), 'On the next page as well.' );
		wp_set_current_user( $this->user( 'administrator' ) );
		$this->assertNotSame( '', $this->notices(), 'Others are still told.' );
		wp_set_current_user( $user );
		$this->$again();
		$this->assertNotSame( '', $this->notices(), 'This is something new.' );
	}

	public static function repeats(): iterable {
		yield 'a copy that moves on' => array( 'make_copy', 'move_copy' );
		yield 'a token that is refused elsewhere' => array( 'refuse_token', 'refuse_another_token' );
		yield 'WP-Cron ran once since' => array( 'stop_scheduler', 'stop_scheduler_later' );
		yield 'another run that fails' => array( 'fail_run', 'fail_run' );
		yield 'another write that fails' => array( 'fail_writes', 'fail_writes' );
		yield 'the same tables, lost again' => array( 'lose_tables', 'lose_tables' );
		yield 'a failure beside what was put aside' => array( 'refuse_token', 'fail_writes' );
	}

	public function test_an_invalid_constant_has_a_notice_with_a_link(): void {
		wp_set_current_user( $this->user( 'administrator' ) );
		$hosts      = new Local_Hosts( '', 'production' );
		$configured = new Configured_Environments( $hosts, array( 'production' => array( 'webhookURL' => 'x' ) ) );
		$routing    = new Routing( $configured );
		$routing->load();
		$clock        = new System_Clock();
		$environments = new Environments( new Encryption(), $clock, $routing, $hosts, $configured );
		$services     = new Services( $clock );
		$status       = new Status( $services->queue, new Send_Policy( $environments, static fn() => null ), new Run_Log(), $services->run_view(), new Reasons(), new Wake_Up(), $clock );
		$problems     = ( new Problems( new Current_Status( $routing, static fn(): Status => $status ) ) )->all();
		$this->assertSame( array( 'constant', 'error' ), array( $problems[0]['kind'] ?? '', $problems[0]['type'] ?? '' ) );
		$this->assertStringContainsString( 'HEADLESS_DEPLOY_ENVIRONMENTS', $problems[0]['text'] );
		$this->assertStringEndsWith( 'tab=connections', $problems[0]['url'] );
		Dismissals::remember( 'constant', $problems[0]['signature'] );
		$this->assertTrue( Dismissals::has( 'constant', $problems[0]['signature'] ) );
	}

	public function test_a_confirmed_copy_has_no_notice(): void {
		$this->connect();
		$this->make_copy();
		wp_set_current_user( $this->user( 'administrator' ) );
		$this->assertSame( 200, $this->rest( 'POST', '/headless-deploy/v1/settings/environments/production/confirm-copy' )->get_status() );
		$this->assertSame( '', $this->notices() );
	}

	public function test_a_manual_run_ends_the_notice_about_lost_changes(): void {
		$this->connect();
		$this->fail_writes();
		$this->lose_tables();
		wp_set_current_user( $this->user( 'editor' ) );
		$this->assertSame( 2, substr_count( $this->notices(), 'headless-deploy-notice' ) );
		$this->start_plugin( new System_Clock(), new Fake_Caller() );
		$this->rest( 'POST', '/headless-deploy/v1/environments/production/runs', array( 'action' => 'rebuild' ) );
		$this->assertSame( '', $this->notices() );
	}

	#[DataProvider( 'wrong_links' )]
	public function test_refuses_a_link_without_a_valid_nonce( string $nonce, string $role, string $kind ): void {
		$this->connect();
		$user = $this->user( $role );
		wp_set_current_user( $user );
		$_REQUEST['_wpnonce'] = 'right' === $nonce ? wp_create_nonce( Dismissals::ACTION ) : $nonce;
		$_GET                 = array( 'kind' => $kind, 'signature' => md5( 'x' ) );
		try {
			$this->answer_link();
		} catch ( Stopped $stopped ) {
			$this->assertSame( 'right' === $nonce && 'subscriber' !== $role ? 302 : 403, $stopped->getCode() );
		}
		$this->assertFalse( get_user_option( Dismissals::META, $user ) );
	}

	public static function wrong_links(): iterable {
		yield 'no nonce' => array( '', 'administrator', 'token' );
		yield 'a wrong nonce' => array( 'abcdef0123', 'administrator', 'token' );
		yield 'a subscriber' => array( 'right', 'subscriber', 'token' );
		yield 'no problem' => array( 'right', 'administrator', 'else' );
	}

	public function test_does_not_store_the_dismissal_of_an_unknown_problem(): void {
		$user = $this->user( 'administrator' );
		wp_set_current_user( $user );
		Dismissals::remember( 'else', md5( '' ) );
		Dismissals::remember( 'token', '<script>' );
		$this->assertFalse( get_user_option( Dismissals::META, $user ) );
		Dismissals::remember( 'token', md5( '' ) );
		$this->assertSame( array( 'token' => md5( '' ) ), get_user_option( Dismissals::META, $user ) );
		Dismissals::forget_site( get_current_blog_id() );
		$this->assertFalse( get_user_option( Dismissals::META, $user ) );
	}

	public function test_the_privacy_tools_erase_the_dismissals_of_one_user(): void {
		$users = array( $this->user( 'administrator' ), $this->user( 'administrator' ) );
		foreach ( $users as $user ) {
			wp_set_current_user( $user );
			Dismissals::remember( 'token', md5( '' ) );
		}
		$eraser = apply_filters( 'wp_privacy_personal_data_erasers', array() )['headless-deploy-notices'];
		$erased = $eraser['callback']( (string) get_userdata( $users[0] )->user_email, 1 );
		$this->assertSame( array( true, true ), array( $erased['items_removed'], $erased['done'] ) );
		$this->assertFalse( get_user_option( Dismissals::META, $users[0] ) );
		$this->assertIsArray( get_user_option( Dismissals::META, $users[1] ) );
		$this->assertFalse( $eraser['callback']( 'nobody@example.test', 1 )['items_removed'] );
	}

	private function make_copy(): void {
		$stored = get_option( Stored_Environments::OPTION );

		$stored['environments'][ $this->id ]['fingerprints'] = array( Site_Fingerprint::of( 'https://www.acme.example' ) );
		update_option( Stored_Environments::OPTION, $stored, false );
	}

	private function move_copy(): void {
		add_filter( 'home_url', static fn( string $url ): string => str_replace( 'http://', 'http://staging.', $url ) );
	}

	private function refuse_token( string $id = '' ): void {
		( new Environments( new Encryption(), new System_Clock() ) )->pause( '' === $id ? $this->id : $id, Pause_Reason::Token, ( time() + 3600 ) * 1000 );
	}

	private function refuse_another_token(): void {
		( new Environments( new Encryption(), new System_Clock() ) )->resume_from_token( 'production' );
		$this->connect( 'Staging' );
		$this->refuse_token( 'staging' );
	}

	private function lose_key(): void {
		update_option( Encryption::KEY_OPTION, base64_encode( random_bytes( 32 ) ) );
	}

	private function stop_scheduler(): void {
		wp_clear_scheduled_hook( Wake_Up::RECURRING_EVENT );
	}

	/**
	 * WP-Cron has run once, long ago.
	 */
	private function stop_scheduler_later(): void {
		update_option( Wake_Up::LAST_RUN_OPTION, ( time() - 7200 ) * 1000, false );
	}

	private function fail_run( string $code = 'headless_deploy_bad_request' ): void {
		$caller = new Fake_Caller();
		$caller->refuse( $code );
		$reader = get_current_user_id();
		wp_set_current_user( 1 );
		$this->start_plugin( new System_Clock(), $caller );
		$this->rest( 'POST', "/headless-deploy/v1/environments/{$this->id}/runs", array( 'action' => 'rebuild' ) );
		wp_set_current_user( $reader );
	}

	private function fail_for_good(): void {
		$this->fail_run( 'headless_deploy_webhook_moved' );
	}

	private function fail_writes(): void {
		$this->without_error_output( static fn() => ( new Write_Failure() )->remember( 2, time() * 1000, 'No space left' ) );
	}

	private function lose_tables(): void {
		global $wpdb;
		$wpdb->query( "DROP TABLE IF EXISTS {$wpdb->headless_deploy_lanes}" );
		$this->without_error_output( static fn(): bool => ( new Missing_Tables() )->repair() );
	}

	private function without_error_output( \Closure $work ): void {
		$log = (string) ini_set( 'error_log', '/dev/null' );
		$work();
		ini_set( 'error_log', $log );
	}

	/**
	 * Follows the link of the only notice without JavaScript.
	 */
	private function follow_dismiss_link(): void {
		$this->assertSame( 1, preg_match( '~<a href="([^"]+)">Dismiss until the status changes~', $this->notices(), $found ) );
		parse_str( (string) wp_parse_url( html_entity_decode( $found[1] ), PHP_URL_QUERY ), $query );
		$this->assertSame( Dismissals::ACTION, $query['action'] );
		$_GET     = $query;
		$_REQUEST = $query;
		try {
			$this->answer_link();
		} catch ( Stopped $stopped ) {
			$this->assertSame( 302, $stopped->getCode() );
		}
	}

	/**
	 * Answers the link.
	 *
	 * @throws Stopped Where WordPress ends the request, with the HTTP status.
	 */
	private function answer_link(): void {
		add_filter( 'wp_redirect', static fn() => throw new Stopped( 'redirected', 302 ) );
		add_filter( 'wp_die_handler', static fn(): \Closure => static fn( mixed $message, mixed $title, array $args = array() ) => throw new Stopped( 'refused', (int) ( $args['response'] ?? 403 ) ) );
		Dismissals::handle_request();
	}

	private function notices( string $screen = 'dashboard' ): string {
		set_current_screen( $screen );
		ob_start();
		( new Notices( new Problems( $this->current() ), new Database_Problems( new Write_Failure(), new Missing_Tables() ) ) )->print_notices();
		return (string) ob_get_clean();
	}
}
