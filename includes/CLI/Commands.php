<?php

declare( strict_types=1 );

namespace HeadlessDeploy\CLI;

use HeadlessDeploy\Entry_Point;
use HeadlessDeploy\Read_Failed;
use Throwable;
use WP_CLI;

/**
 * Registers the commands with WP-CLI.
 */
final class Commands {
	public const NAME = 'headless-deploy';

	/**
	 * @param array<string, object|array{object, string}> $commands Callable of each command, by name.
	 */
	public function __construct(
		private readonly array $commands,
		private readonly Shell_Capabilities $capabilities,
		private readonly Console $console,
	) {}

	/**
	 * Registers the commands, unless the arguments contain a secret.
	 */
	public function register(): void {
		// These are magic properties, so `??` on an element of them would always be null.
		$words   = WP_CLI::get_runner()->arguments;
		$options = WP_CLI::get_runner()->assoc_args;
		if ( self::NAME === ( $words[0] ?? '' ) && Sensitive_Arguments::contain( $words, $options ) ) {
			$this->console->fail( Sensitive_Arguments::message() );
		}
		WP_CLI::add_command( self::NAME, Headless_Deploy_Namespace::class );
		foreach ( $this->commands as $words => $command ) {
			WP_CLI::add_command( self::NAME . ' ' . $words, $command, array( 'before_invoke' => $this->begin( ... ) ) );
		}
	}

	/**
	 * Prepares a command. WP-CLI reads the help from the doc comments of the object that it calls, so failed reads are
	 * caught here and not in a wrapper.
	 */
	private function begin(): void {
		$this->capabilities->grant();
		$other = set_exception_handler( null );
		set_exception_handler(
			function ( Throwable $thrown ) use ( $other ): void {
				if ( $thrown instanceof Read_Failed ) {
					$this->console->fail( Entry_Point::error()->get_error_message(), Exit_Code::NOT_SENT );
				}
				if ( null === $other ) {
					throw $thrown;
				}
				$other( $thrown );
			},
		);
	}
}
