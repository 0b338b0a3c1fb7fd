<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Tests\CLI;

use HeadlessDeploy\CLI\Command;
use HeadlessDeploy\Queue\Run_Status;
use HeadlessDeploy\Schedules\Weekday;
use HeadlessDeploy\Services;
use HeadlessDeploy\System_Clock;
use HeadlessDeploy\Tests\Wp_Test_Case;

/**
 * Looks at the help of the commands without WP-CLI.
 */
final class SynopsesTest extends Wp_Test_Case {
	public function test_each_command_has_a_sentence_options_and_an_example(): void {
		$this->assertNotSame( array(), $this->commands() );
		foreach ( $this->commands() as $name => $command ) {
			$this->assertStringEndsWith( '.', $command->summary, $name );
			$this->assertStringContainsString( "## OPTIONS\n\n" . $command->options[0]->syntax, $command->help(), $name );
			$this->assertStringContainsString( "\n## EXAMPLES\n\n    ", $command->help(), $name );
			$this->assertStringContainsString( "wp headless-deploy $name", $command->help(), $name );
		}
	}

	/**
	 * WP-CLI reads the values and the default from the lines between the dashes.
	 */
	public function test_the_help_of_an_option_has_its_values_and_its_default(): void {
		$help = $this->commands()['runs list']->help();
		$this->assertStringContainsString( "[--status=<status>]\n: Lists only runs with this status.\n---\noptions:\n  - " . implode( "\n  - ", Run_Status::logged() ) . "\n---\n", $help );
		$this->assertStringContainsString( "[--limit=<number>]\n: Number of runs per page, 1 to 1000.\n---\ndefault: 20\n---\n", $help );
		$this->assertStringContainsString( implode( "\n  - ", array_column( Weekday::cases(), 'value' ) ), $this->commands()['schedules add']->help() );
	}

	public function test_an_action_may_be_written_as_a_command_or_as_in_rest(): void {
		foreach ( $this->commands()['schedules add']->options as $option ) {
			if ( '--action=<action>' === $option->syntax ) {
				$this->assertSame( array( 'rebuild', 'clean-rebuild', 'purge-cache', 'refresh', 'cleanRebuild', 'purgeCache' ), $option->values );
			}
		}
		$this->assertStringContainsString( '--action=<action>', $this->commands()['schedules add']->synopsis() );
	}

	/**
	 * @return array<string, Command>
	 */
	private function commands(): array {
		return ( new Services( new System_Clock() ) )->commands()->commands;
	}
}
