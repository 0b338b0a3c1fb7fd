<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Tests\CLI;

use HeadlessDeploy\CLI\Command;
use HeadlessDeploy\CLI\Commands;
use HeadlessDeploy\CLI\Exit_Code;
use HeadlessDeploy\Services;
use HeadlessDeploy\Tests\Queue\Queue_Test_Case;

/**
 * Runs commands without WP-CLI, with the clock and the caller of the test. WP-CLI checks the arguments against the synopsis,
 * and WpCliTest that it does.
 */
abstract class Command_Test_Case extends Queue_Test_Case {
	protected function setUp(): void {
		parent::setUp();
		$this->start_plugin( $this->clock, $this->caller );
		add_filter( 'map_meta_cap', array( Commands::class, 'grant' ), 10, 2 );
	}

	protected function wp( int $code, string ...$arguments ): Cli_Result {
		return $this->wp_with( '', $code, ...$arguments );
	}

	/**
	 * @param string $input What the command reads from standard input.
	 */
	protected function wp_with( string $input, int $code, string ...$arguments ): Cli_Result {
		$result = $this->run_command( $input, $arguments );
		$this->assertSame( $code, $result->code, $result->output . $result->errors );
		return $result;
	}

	/**
	 * @param array<string> $arguments
	 */
	private function run_command( string $input, array $arguments ): Cli_Result {
		// A command is a process of its own.
		wp_cache_flush();
		$console  = new Fake_Console( $input );
		$commands = ( new Services( $this->clock, $this->caller, $this->clock->pass( ... ) ) )->commands( $console )->commands;
		$words    = array_values( array_filter( $arguments, static fn( string $argument ): bool => ! str_starts_with( $argument, '--' ) ) );
		$name     = isset( $commands[ $words[0] ] ) ? $words[0] : "$words[0] $words[1]";
		$args     = array_slice( $words, substr_count( $name, ' ' ) + 1 );
		try {
			$commands[ $name ]( $args, self::options( array_diff( $arguments, $words ), $commands[ $name ] ) );
			$end = Exit_Code::SUCCESS;
		} catch ( Command_Exit $exit ) {
			$end = $exit->getCode();
		}
		$result = $console->result( $end );
		$this->assertStringNotContainsString( self::TOKEN, $result->output . $result->errors );
		return $result;
	}

	/**
	 * Reads options as WP-CLI does: `--name=value`, `--flag`, `--no-flag`, and the defaults of the help.
	 *
	 * @param  array<string>              $arguments
	 * @return array<string, string|bool>
	 */
	private static function options( array $arguments, Command $command ): array {
		$options = array();
		foreach ( $arguments as $argument ) {
			list( $name, $value ) = array( ...explode( '=', substr( $argument, 2 ), 2 ), true );
			$is_negated           = true === $value && str_starts_with( $name, 'no-' );

			$options[ $is_negated ? substr( $name, 3 ) : $name ] = $is_negated ? false : $value;
		}
		foreach ( $command->options as $option ) {
			if ( null !== $option->default && 1 === preg_match( '/--([a-z-]+)=/', $option->syntax, $found ) ) {
				$options += array( $found[1] => (string) $option->default );
			}
		}
		return $options;
	}

	/**
	 * @return list<array<string, mixed>>
	 */
	protected function rows( string ...$arguments ): array {
		$lines = explode( "\n", trim( $this->run_command( '', $arguments )->output ) );
		return array_map( static fn( string $line ): array => (array) json_decode( $line, true, flags: JSON_THROW_ON_ERROR ), array_filter( $lines ) );
	}

	/**
	 * @return list<string>
	 */
	protected function called_actions(): array {
		$calls               = $this->caller->calls;
		$this->caller->calls = array();
		return array_map( static fn( string $call ): string => explode( ' ', $call )[1], $calls );
	}

	protected function publish( string $title = 'Hello' ): void {
		$this->post( array( 'post_title' => $title ) );
		do_action( 'shutdown' );
	}

	protected function make_changes_due(): void {
		global $wpdb;
		$wpdb->query( "UPDATE {$wpdb->headless_deploy_changes} SET recorded_at = recorded_at - 3600000" );
	}
}
