<?php
/**
 * The commands.
 *
 * @package HeadlessDeploy
 */

declare( strict_types=1 );

namespace HeadlessDeploy\CLI;

use WP_CLI;

/**
 * Tells WP-CLI which commands there are.
 */
final class Commands {
	public const NAME = 'headless-deploy';

	/**
	 * Takes what does the work.
	 *
	 * @param array<string, object|array{object, string}> $commands What is called, by the words after the name.
	 * @param Shell_Rights                                $rights   Granted while one of them runs.
	 * @param Console                                     $console  Says what is wrong.
	 */
	public function __construct(
		private readonly array $commands,
		private readonly Shell_Rights $rights,
		private readonly Console $console,
	) {}

	/**
	 * Registers the commands, unless a secret stands among the arguments of one of them.
	 */
	public function register(): void {
		// Read as a whole: they are magic, and `??` on a part of them would find nothing.
		$words   = WP_CLI::get_runner()->arguments;
		$options = WP_CLI::get_runner()->assoc_args;
		if ( self::NAME === ( $words[0] ?? '' ) && Argument_Guard::finds( $words, $options ) ) {
			$this->console->fail( Argument_Guard::message() );
		}
		WP_CLI::add_command( self::NAME, Headless_Deploy_Namespace::class );
		foreach ( $this->commands as $words => $command ) {
			WP_CLI::add_command( self::NAME . ' ' . $words, $command, array( 'before_invoke' => $this->rights->grant( ... ) ) );
		}
	}
}
