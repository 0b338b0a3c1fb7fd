<?php

declare( strict_types=1 );

namespace HeadlessDeploy\CLI;

use Closure;

/**
 * A command with its help. docs/cli.md lists the commands with their synopsis, summary and details.
 */
final class Command {
	/**
	 * @param Closure(Command_Input): void $run
	 * @param string                       $summary  One sentence, shown in the list of commands too.
	 * @param string                       $details  What follows the summary.
	 * @param list<Option>                 $options
	 * @param array<string, string>        $sections Further sections of the help, by heading.
	 */
	public function __construct(
		private readonly Closure $run,
		public readonly string $summary,
		public readonly string $details = '',
		public readonly array $options = array(),
		private readonly array $sections = array(),
		private readonly string $examples = '',
	) {}

	/**
	 * Called by WP-CLI.
	 *
	 * @param list<string>         $args
	 * @param array<string, mixed> $options
	 */
	public function __invoke( array $args, array $options ): void {
		( $this->run )( new Command_Input( $args, $options ) );
	}

	public function synopsis(): string {
		return implode( ' ', array_column( $this->options, 'syntax' ) );
	}

	/**
	 * Returns the help below the summary, in the format of WP-CLI.
	 */
	public function help(): string {
		$sections = array( 'OPTIONS' => implode( "\n\n", array_map( static fn( Option $option ): string => $option->help(), $this->options ) ) )
			+ $this->sections
			+ array( 'EXAMPLES' => (string) preg_replace( '/^(?=.)/m', '    ', $this->examples ) );
		$help = $this->details;
		foreach ( array_filter( $sections ) as $heading => $text ) {
			$help .= "\n\n## $heading\n\n$text";
		}
		return ltrim( $help );
	}
}
