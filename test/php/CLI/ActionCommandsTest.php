<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Tests\CLI;

use PHPUnit\Framework\Attributes\DataProvider;

final class ActionCommandsTest extends Command_Test_Case {
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
		$this->connect( 'Staging' );
		$result = $this->wp( 1, 'rebuild' );
		$this->assertStringContainsString( '--environment=<id>: production, staging.', $result->errors );
		$this->assertSame( array(), $this->called_actions() );
	}

	public function test_refuses_an_unknown_environment(): void {
		$result = $this->wp( 1, 'rebuild', '--environment=prod' );
		$this->assertSame( "Error: Environment “prod” does not exist. Choose from: production.\n", $result->errors );
	}

	public function test_uses_the_only_environment_and_explains_how_to_connect_the_first(): void {
		$this->wp( 0, 'rebuild' );
		$this->assertSame( array( 'rebuild' ), $this->called_actions() );
		$this->wp( 0, 'environments', 'remove', 'production', '--yes' );
		$this->assertStringContainsString( 'wp headless-deploy environments add', $this->wp( 1, 'rebuild' )->errors );
		$this->assertStringContainsString( 'wp headless-deploy environments add', $this->wp( 1, 'rebuild', '--environment=x' )->errors );
	}

	public function test_ends_with_2_when_the_host_rejects_the_request(): void {
		$this->caller->refuse( 'headless_deploy_bad_request', 400 );
		$result = $this->wp( 2, 'rebuild', '--environment=production', '--wait' );
		$this->assertStringStartsWith( 'Error: Rebuild of “Production”: The host rejected the request, often because', $result->errors );
		$this->assertStringContainsString( '(run 1)', $result->errors );
	}

	public function test_ends_with_3_when_the_run_is_retried_later(): void {
		$this->caller->break_down();
		$result = $this->wp( 3, 'rebuild', '--environment=production' );
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
		$this->wp( 0, 'environments', 'confirm-move', 'production' );
		$this->make_copy();
		$this->assertStringContainsString( 'Error: The address of this site changed after it was connected, so this site does not deploy changes. If this site has moved, run: wp headless-deploy environments confirm-move', $this->wp( 3, 'rebuild', '--environment=production' )->errors );
		$this->assertSame( array(), $this->called_actions() );
	}
}
