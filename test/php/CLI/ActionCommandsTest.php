<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Tests\CLI;

use PHPUnit\Framework\Attributes\DataProvider;
use PHPUnit\Framework\Attributes\Group;

#[Group( 'cli' )]
#[Group( 'processes' )]
final class ActionCommandsTest extends Cli_Test_Case {
	protected const ENVIRONMENTS = array(
		'Production' => self::ACCEPTED,
		'Refusing'   => '400',
		'Broken'     => '500',
	);

	public static function actions(): array {
		return array(
			'rebuild'       => array( 'rebuild', 'rebuild', 'Rebuild of Production was accepted.' ),
			'clean rebuild' => array( 'clean-rebuild', 'cleanRebuild', 'Clean Rebuild of Production was accepted.' ),
			'purge'         => array( 'purge-cache', 'purgeCache', 'Cache of Production purged.' ),
		);
	}

	#[DataProvider( 'actions' )]
	public function test_calls_the_host_and_reports_success( string $command, string $action, string $message ): void {
		$result = $this->wp( 0, $command, '--environment=production' );
		$this->assertSame( "Success: $message (run 1)\n", $result->output );
		$this->assertSame( array( $action ), $this->called_actions() );
		$this->assertSame( 'cli', $this->rows( 'runs', 'list', '--fields=cause' )[0]['cause'] );
	}

	public function test_lists_the_environments_when_none_is_named(): void {
		$result = $this->wp( 1, 'rebuild' );
		$this->assertStringContainsString( '--environment=<id>: production, refusing, broken.', $result->errors );
		$this->assertSame( array(), $this->called_actions() );
	}

	public function test_refuses_an_unknown_environment(): void {
		$result = $this->wp( 1, 'rebuild', '--environment=prod' );
		$this->assertSame( "Error: Environment “prod” does not exist. Choose from: production, refusing, broken.\n", $result->errors );
	}

	public function test_uses_the_only_environment_and_explains_how_to_connect_the_first(): void {
		$this->wp( 0, 'environments', 'remove', 'refusing', '--yes' );
		$this->wp( 0, 'environments', 'remove', 'broken', '--yes' );
		$this->wp( 0, 'rebuild' );
		$this->assertSame( array( 'rebuild' ), $this->called_actions() );
		$this->wp( 0, 'environments', 'remove', 'production', '--yes' );
		$this->assertStringContainsString( 'wp headless-deploy environments add', $this->wp( 1, 'rebuild' )->errors );
		$this->assertStringContainsString( 'wp headless-deploy environments add', $this->wp( 1, 'rebuild', '--environment=x' )->errors );
	}

	public function test_ends_with_2_when_the_host_rejects_the_request(): void {
		$result = $this->wp( 2, 'rebuild', '--environment=refusing', '--wait' );
		$this->assertStringStartsWith( 'Error: Rebuild of “Refusing”: The host rejected the request, often because', $result->errors );
		$this->assertStringContainsString( '(run 1)', $result->errors );
	}

	public function test_ends_with_3_when_the_run_is_retried_later(): void {
		$result = $this->wp( 3, 'rebuild', '--environment=broken' );
		$this->assertMatchesRegularExpression( '/The run is retried at \w+ \d+, \d{4}, \d+:\d\d:\d\d [ap]m \S+\./', $result->errors );
	}

	#[DataProvider( 'waits' )]
	public function test_sends_nothing_when_the_wait_is_invalid( string $wait ): void {
		$this->assertStringContainsString( '--wait takes a number of seconds', $this->wp( 1, 'rebuild', '--environment=production', "--wait=$wait" )->errors );
		$this->assertSame( array(), $this->called_actions() );
	}

	public static function waits(): array {
		return array(
			'a word'   => array( 'long' ),
			'zero'     => array( '0' ),
			'too long' => array( '86401' ),
		);
	}

	public function test_sends_in_a_pause_and_shows_the_pause_reason(): void {
		$this->wp( 0, 'environments', 'pause', 'production' );
		$result = $this->wp( 0, 'rebuild', '--environment=production' );
		$this->assertStringContainsString( 'Automatic runs are paused. Manual runs are still sent. To resume, run: wp headless-deploy environments resume production', $result->errors );
		$this->assertSame( array( 'rebuild' ), $this->called_actions() );
	}

	public function test_sends_nothing_from_a_copy(): void {
		$this->wp( 0, 'environments', 'confirm-copy', 'production' );
		$this->assertStringContainsString( 'Error: The address of this site changed after it was connected, so this site does not deploy changes. If this site has moved, run: wp headless-deploy environments confirm-move', $this->wp( 3, 'rebuild', '--environment=production' )->errors );
		self::$site->configure( array( 'WP_HOME' => 'http://elsewhere.test' ) );
		$this->assertStringContainsString( 'Error: The address of this site changed after it was connected, so this site does not deploy changes. If this site has moved, run: wp headless-deploy environments confirm-move', $this->wp( 3, 'rebuild', '--environment=refusing' )->errors );
		self::$site->configure( array( 'WP_HOME' => null ) );
		$this->assertSame( array(), $this->called_actions() );
	}

	public function test_sends_nothing_while_disabled_by_a_constant(): void {
		self::$site->configure( array( 'HEADLESS_DEPLOY_DISABLED' => true ) );
		$result = $this->wp( 3, 'rebuild', '--environment=production' );
		self::$site->configure( array( 'HEADLESS_DEPLOY_DISABLED' => null ) );
		$this->assertStringContainsString( 'HEADLESS_DEPLOY_DISABLED', $result->errors );
		$this->assertSame( array(), $this->called_actions() );
	}

	public function test_logs_the_user_of_the_command(): void {
		$this->wp( 0, 'rebuild', '--environment=production', '--user=admin' );
		$this->wp( 0, 'rebuild', '--environment=production' );
		$this->assertSame( array( '', 'admin' ), array_column( $this->rows( 'runs', 'list', '--fields=user' ), 'user' ) );
	}

	public function test_runs_as_any_user_without_granting_capabilities(): void {
		self::$site->php( 'wp_insert_user( array( "user_login" => "sam", "user_pass" => "x", "role" => "subscriber", "user_email" => "sam@example.test" ) );' );
		$this->wp( 0, 'clean-rebuild', '--environment=production', '--user=sam' );
		$this->assertSame( 'no', trim( self::$site->php( 'echo current_user_can( "headless_deploy_rebuild" ) ? "yes" : "no";', '--user=sam' ) ), 'Other commands grant nothing.' );
	}

	public function test_prints_nothing_with_quiet(): void {
		$result = $this->wp( 0, 'rebuild', '--environment=production', '--quiet' );
		$this->assertSame( '', $result->output . $result->errors );
	}

	public function test_prints_no_secret_with_debug(): void {
		$result = $this->wp( 3, 'rebuild', '--environment=broken', '--debug' );
		$this->assertStringContainsString( 'Debug', $result->errors );
		$this->assertCount( 1, $this->called_actions() );
	}
}
