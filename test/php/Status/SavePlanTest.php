<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Tests\Status;

use HeadlessDeploy\Action;
use HeadlessDeploy\Environments\Automation;
use HeadlessDeploy\Environments\Environment;
use HeadlessDeploy\Environments\Pause_Reason;
use HeadlessDeploy\Environments\Refresh_Target;
use HeadlessDeploy\Status\Environment_Problem;
use HeadlessDeploy\Status\Save_Plan;
use HeadlessDeploy\Tests\Wp_Test_Case;
use PHPUnit\Framework\Attributes\DataProvider;

final class SavePlanTest extends Wp_Test_Case {
	#[DataProvider( 'automations' )]
	public function test_describes_the_effect_of_each_kind_of_save( array $automation, string $publish, string $update, string $schedule ): void {
		$plan = $this->plan( $automation );
		$this->assert_fields( array( 'publish' => $publish, 'update' => $update, 'schedule' => $schedule ), $plan );
		$this->assertSame( array( 'run', 'scheduled' ), array( $plan['kind'], $plan['symbol'] ) );
	}

	public static function automations(): iterable {
		$rebuilt = 'Production is rebuilt when this is published on %s.';
		$purged  = 'The cache of Production is purged when this is published on %s.';
		$clean   = array( 'policy' => array( 'content' => 'cleanRebuild' ) );
		$purge   = array( 'policy' => array( 'content' => 'purgeCache' ) );
		yield 'a rebuild' => array( array(), 'Production is rebuilt 10 s after you publish.', 'The front end is rebuilt 10 s after you save.', $rebuilt );
		yield 'a rebuild after a minute and a half' => array( array( 'quietPeriodSeconds' => 90 ), 'Production is rebuilt 1 min 30 s after you publish.', 'The front end is rebuilt 1 min 30 s after you save.', $rebuilt );
		yield 'a rebuild after two minutes' => array( array( 'quietPeriodSeconds' => 120 ), 'Production is rebuilt 2 min after you publish.', 'The front end is rebuilt 2 min after you save.', $rebuilt );
		yield 'an immediate rebuild' => array( array( 'quietPeriodSeconds' => 0 ), 'Production is rebuilt as soon as you publish.', 'The front end is rebuilt as soon as you save.', $rebuilt );
		yield 'a clean rebuild' => array( $clean, 'Production is rebuilt 10 s after you publish.', 'The front end is rebuilt 10 s after you save.', $rebuilt );
		yield 'a purge' => array( $purge, 'The cache of Production is purged 10 s after you publish.', 'The cache is purged 10 s after you save.', $purged );
		yield 'an immediate purge' => array( array( 'quietPeriodSeconds' => 0 ) + $purge, 'The cache of Production is purged as soon as you publish.', 'The cache is purged as soon as you save.', $purged );
	}

	#[DataProvider( 'obstacles' )]
	public function test_explains_why_a_save_starts_no_run( ?string $pause, ?Environment_Problem $problem, string $role, string $kind, string $sentence ): void {
		wp_set_current_user( $this->user( $role ) );
		$plan = $this->plan( array(), null === $pause ? null : Pause_Reason::from( $pause ), $problem );
		$this->assertSame( array( $kind, $sentence ), array( $plan['kind'], $plan['publish'] ) );
	}

	public static function obstacles(): iterable {
		$problem = static fn( string $code ): Environment_Problem => new Environment_Problem( '', $code, '' );
		$token   = $problem( 'headless_deploy_token_refused' );
		$key     = $problem( 'headless_deploy_key_lost' );
		yield 'a copy' => array( 'copy', null, 'editor', 'none', 'Nothing is sent to Production: this site is a copy.' );
		yield 'switched off' => array( 'disabled', null, 'editor', 'none', 'Nothing is sent to Production: HEADLESS_DEPLOY_DISABLED is set in wp-config.php.' );
		yield 'an invalid constant' => array( 'constant', null, 'editor', 'none', 'Nothing is sent to Production: its entry in wp-config.php is not valid.' );
		yield 'no cURL' => array( 'no_curl', null, 'editor', 'none', 'Nothing is sent to Production: PHP’s cURL extension is missing on this server.' );
		yield 'paused by a user' => array( 'person', null, 'editor', 'paused', 'Production is paused. After you save, 3 changes are pending.' );
		yield 'a rejected token, for an editor' => array( 'token', $token, 'editor', 'unreachable', 'Nothing is sent to Production until an administrator replaces the webhook URL.' );
		yield 'a rejected token, for an administrator' => array( 'token', $token, 'administrator', 'unreachable', 'Nothing is sent to Production until you replace the webhook URL.' );
		yield 'a lost key, for an editor' => array( 'key', $key, 'editor', 'unreachable', 'Nothing is sent to Production until an administrator pastes the webhook URL again.' );
		yield 'a lost key, for an administrator' => array( 'key', $key, 'administrator', 'unreachable', 'Nothing is sent to Production until you paste the webhook URL again.' );
	}

	public function test_counts_the_change_as_held(): void {
		$plan = $this->plan( array( 'hold' => true ) );
		$this->assertSame( array( 'held', 'held' ), array( $plan['kind'], $plan['symbol'] ) );
		$this->assertSame( 'Production is held. After you save, 3 changes are pending.', $plan['publish'] );
		$this->assertSame( 'Changes are held. Press Rebuild to deploy.', $plan['update'] );
		$this->assertSame( 'Production is held. This content becomes a pending change on %s.', $plan['schedule'] );
	}

	/**
	 * @param list<string> $offered
	 */
	#[DataProvider( 'offers' )]
	public function test_names_the_action_that_replaces_one_the_host_lacks( array $offered, string $requested, string $kind, string $publish ): void {
		$automation  = $this->connect( 'Production', array( 'policy' => array( 'content' => $requested ) ) )->automation;
		$environment = new Environment( 'production', 'Production', $automation, 'generic', urls: array_fill_keys( $offered, 'https://hosting.example/' ) );
		$plan        = $this->plan_of( $environment );
		$this->assertSame( array( $kind, $publish ), array( $plan['kind'], $plan['publish'] ) );
	}

	public static function offers(): iterable {
		yield 'a purge instead of a rebuild' => array( array( 'purgeCache' ), 'rebuild', 'run', 'The cache of Production is purged 10 s after you publish.' );
		yield 'a rebuild instead of a clean rebuild' => array( array( 'purgeCache', 'rebuild' ), 'cleanRebuild', 'run', 'Production is rebuilt 10 s after you publish.' );
		yield 'nothing instead of a purge' => array( array( 'rebuild' ), 'purgeCache', 'none', 'Nothing is sent to Production: its automation ignores changes to content.' );
	}

	public function test_a_save_starts_a_run_while_another_run_is_retried(): void {
		$plan = $this->plan( array(), null, new Environment_Problem( '', 'headless_deploy_service_busy', '' ) );
		$this->assert_fields( array( 'kind' => 'run', 'symbol' => 'scheduled', 'publish' => 'Production is rebuilt 10 s after you publish.' ), $plan );
	}

	public function test_starts_no_run_for_a_source_that_the_automation_ignores(): void {
		$plan = $this->plan( array( 'policy' => array( 'content' => 'none' ) ) );
		$this->assertSame( array( 'none', 'Nothing is sent to Production: its automation ignores changes to content.' ), array( $plan['kind'], $plan['publish'] ) );
	}

	/**
	 * @param array<string, mixed> $automation
	 */
	#[DataProvider( 'refreshed_automations' )]
	public function test_says_that_each_save_refreshes_and_what_else_happens( array $automation, string $publish, string $update, string $schedule ): void {
		$plan = $this->plan_of( $this->refreshed( $automation ) );
		$this->assert_fields( array( 'publish' => $publish, 'update' => $update, 'schedule' => $schedule ), $plan );
		$this->assertSame( array( 'run', 'scheduled' ), array( $plan['kind'], $plan['symbol'] ) );
	}

	public static function refreshed_automations(): iterable {
		$publish  = 'Production is refreshed 1 s after you publish.';
		$update   = 'The changed pages are refreshed 1 s after you save.';
		$schedule = 'Production is refreshed when this is published on %s.';
		$policy   = static fn( string $action ): array => array( 'policy' => array( 'content' => $action ) );
		yield 'nothing else' => array( $policy( 'none' ), $publish, $update, $schedule );
		yield 'nothing else, stored as a refresh' => array( $policy( 'refresh' ), $publish, $update, $schedule );
		yield 'a rebuild' => array( array(), "$publish The front end is also rebuilt, 10 s after the save.", "$update The front end is also rebuilt, 10 s after the save.", "$schedule The front end is also rebuilt." );
		yield 'a purge' => array( $policy( 'purgeCache' ), "$publish The cache is also purged, 10 s after the save.", "$update The cache is also purged, 10 s after the save.", "$schedule The cache is also purged." );
		yield 'all at once' => array(
			array( 'quietPeriodSeconds' => 0, 'refreshQuietPeriodSeconds' => 0 ),
			'Production is refreshed as soon as you publish. The front end is also rebuilt immediately.',
			'The changed pages are refreshed as soon as you save. The front end is also rebuilt immediately.',
			"$schedule The front end is also rebuilt.",
		);
	}

	public function test_types_that_do_not_count_are_refreshed_and_start_nothing_else(): void {
		$plans = ( new Save_Plan( $this->refreshed(), null, null, 0 ) )->all();
		$this->assertSame( array( array( 'content', 'menus', 'templates', 'styles' ), array( Save_Plan::REFRESH_ONLY ) ), array_column( $plans, 'sources' ) );
		$this->assertSame( 'The changed pages are refreshed 1 s after you save.', $plans[1]['update'] );
		$plans = ( new Save_Plan( $this->connect(), null, null, 0 ) )->all();
		$this->assertSame( array( 'run', 'none' ), array_column( $plans, 'kind' ) );
	}

	#[DataProvider( 'refused' )]
	public function test_a_refresh_needs_no_webhook_url( ?string $pause, ?Environment_Problem $problem, string $kind, string $publish ): void {
		wp_set_current_user( $this->user( 'editor' ) );
		$plan = $this->plan_of( $this->refreshed(), null === $pause ? null : Pause_Reason::from( $pause ), $problem );
		$this->assertSame( array( $kind, $publish ), array( $plan['kind'], $plan['publish'] ) );
	}

	public static function refused(): iterable {
		$problem   = new Environment_Problem( '', 'headless_deploy_token_refused', '' );
		$refreshed = 'Production is refreshed 1 s after you publish.';
		$both      = "$refreshed Nothing else is sent until an administrator replaces the webhook URL.";
		yield 'refused once' => array( null, $problem, 'unreachable', $both );
		yield 'paused because of it' => array( 'token', $problem, 'unreachable', $both );
		yield 'paused because of it, with another problem' => array( 'token', null, 'unreachable', $both );
		yield 'a lost key' => array( null, new Environment_Problem( '', 'headless_deploy_key_lost', '' ), 'unreachable', "$refreshed Nothing else is sent until an administrator pastes the webhook URL again." );
		yield 'paused by a user' => array( 'person', null, 'paused', 'Production is paused. After you save, 3 changes are pending.' );
		yield 'paused by a user, and refused' => array( 'person', $problem, 'unreachable', 'Nothing is sent to Production until an administrator replaces the webhook URL.' );
		yield 'a copy' => array( 'copy', null, 'none', 'Nothing is sent to Production: this site is a copy.' );
	}

	public function test_keeps_a_percent_sign_in_a_name(): void {
		$plan = $this->plan( array(), label: '100%s' );
		$this->assertSame( '100%s is rebuilt when this is published on Tuesday.', sprintf( $plan['schedule'], 'Tuesday' ) );
	}

	/**
	 * @param  array<string, mixed>  $automation
	 * @return array<string, string>
	 */
	private function plan( array $automation, ?Pause_Reason $pause = null, ?Environment_Problem $problem = null, string $label = 'Production' ): array {
		return $this->plan_of( $this->connect( $label, $automation ), $pause, $problem );
	}

	/**
	 * @return array<string, string>
	 */
	private function plan_of( Environment $environment, ?Pause_Reason $pause = null, ?Environment_Problem $problem = null ): array {
		$plans = ( new Save_Plan( $environment, $pause, $problem, 2 ) )->all();
		$this->assertEqualsCanonicalizing( array( 'content', 'menus', 'templates', 'styles', Save_Plan::REFRESH_ONLY ), array_merge( ...array_column( $plans, 'sources' ) ) );
		return array_diff_key( $plans[0], array( 'sources' => true ) );
	}

	/**
	 * @param array<string, mixed> $automation
	 */
	private function refreshed( array $automation = array() ): Environment {
		$urls = array_fill_keys( array_column( Action::hosted(), 'value' ), 'https://hosting.example/' );
		return new Environment( 'production', 'Production', Automation::from_array( $automation ), 'generic', urls: $urls, refresh: new Refresh_Target( 'https://www.example.test/api/refresh', 'secret' ) );
	}
}
