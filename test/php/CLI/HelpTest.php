<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Tests\CLI;

use PHPUnit\Framework\Attributes\Group;

#[Group( 'cli' )]
#[Group( 'processes' )]
final class HelpTest extends Cli_Test_Case {
	protected const ENVIRONMENTS = array();

	private const DUMP = <<<'PHP'
		$leaves = static function ( $command, string $arguments ) use ( &$leaves ): array {
			if ( array() === $command->get_subcommands() ) {
				return array( $arguments => array( 'description' => $command->get_shortdesc(), 'longdesc' => $command->get_longdesc() ) );
			}
			$found = array();
			foreach ( $command->get_subcommands() as $name => $one ) {
				$found += $leaves( $one, trim( "$arguments $name" ) );
			}
			return $found;
		};
		echo json_encode( $leaves( WP_CLI::get_root_command()->get_subcommands()['headless-deploy'], '' ) );
		PHP;

	public function test_documents_each_command_with_a_sentence_options_and_examples(): void {
		$page     = (string) strstr( (string) file_get_contents( dirname( __DIR__, 3 ) . '/docs/cli.md' ), '# WP-CLI' );
		$commands = (array) json_decode( self::$site->php( self::DUMP ), true );
		$this->assertNotSame( array(), $commands );
		foreach ( $commands as $name => $command ) {
			$this->assertStringEndsWith( '.', $command['description'], $name );
			$this->assertStringContainsString( '## EXAMPLES', $command['longdesc'], $name );
			$this->assertStringContainsString( '## OPTIONS', $command['longdesc'], $name );
			foreach ( explode( ' ', $name ) as $word ) {
				$this->assertMatchesRegularExpression( '/\b' . preg_quote( $word, '/' ) . '\b/', $page, $name );
			}
			preg_match_all( '/^\[?(--[a-z-]+)/m', $command['longdesc'], $options );
			foreach ( $options[1] as $option ) {
				$this->assertStringContainsString( $option, $page, $name );
			}
		}
	}

	public function test_shows_help(): void {
		$help = self::$site->run( array( 'help', 'headless-deploy' ) );
		$this->record( $help );
		$this->assertStringContainsString( 'SUBCOMMANDS', $help->output );
		$this->assertStringContainsString( '--frequency=<frequency>', self::$site->run( array( 'help', 'headless-deploy', 'schedules', 'add' ) )->output );
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
