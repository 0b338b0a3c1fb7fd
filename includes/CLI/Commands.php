<?php

declare( strict_types=1 );

namespace HeadlessDeploy\CLI;

use HeadlessDeploy\Entry_Point;
use HeadlessDeploy\Read_Failed;
use Throwable;
use WP_CLI;

/**
 * Tells WP-CLI which commands there are.
 */
final class Commands {
	public const NAME = 'headless-deploy';

	/**
	 * @param array<string, object|array{object, string}> $commands What is called, by the words after the name.
	 */
	public function __construct(
		private readonly array $commands,
		private readonly Shell_Capabilities $capabilities,
		private readonly Console $console,
	) {}

	/**
	 * Registers the commands, unless a secret stands among the arguments of one of them.
	 */
	public function register(): void {
		// Read as a whole: they are magic, and `??` on a part of them would find nothing.
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
	 * Prepares a command. WP-CLI takes the words of its help from the object that it calls, so a failed read is caught here
	 * and not by a wrapper.
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
