<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Tests\CLI;

use PHPUnit\Framework\Attributes\Group;

#[Group( 'cli' )]
#[Group( 'processes' )]
final class HelpTest extends Cli_Test_Case {
	protected const ENVIRONMENTS = array();

	public function test_shows_help(): void {
		$help = self::$site->run( array( 'help', 'headless-deploy' ) );
		$this->record( $help );
		$this->assertStringContainsString( 'SUBCOMMANDS', $help->output );
		$this->assertStringContainsString( '--frequency=<frequency>', self::$site->run( array( 'help', 'headless-deploy', 'schedules', 'add' ) )->output );
	}

	public function test_a_value_that_the_synopsis_does_not_list_is_refused(): void {
		$this->assertStringContainsString( "Invalid value specified for 'status'", $this->wp( 1, 'runs', 'list', '--status=lost' )->errors );
	}

	public function test_status_without_environments_succeeds_with_a_hint(): void {
		$this->assertStringContainsString( 'wp headless-deploy environments add', $this->wp( 0, 'status' )->errors );
		$this->assertSame( "[]\n", $this->wp( 0, 'status', '--format=json' )->output );
	}

	public function test_command_does_not_exist_while_the_plugin_is_inactive(): void {
		self::$site->php( 'require_once ABSPATH . "wp-admin/includes/plugin.php"; deactivate_plugins( "headless-deploy/plugin.php" );' );
		$this->assertStringContainsString( "'headless-deploy' is not a registered wp command", $this->wp( 1, 'status' )->errors );
	}
}
