<?php

declare( strict_types=1 );

namespace HeadlessDeploy\CLI;

use HeadlessDeploy\Environments\Environments;
use HeadlessDeploy\Queue\Dispatcher;

/**
 * Holds changes back, and lets them go.
 */
final class Hold_Commands {
	public function __construct(
		private readonly Environments $environments,
		private readonly Dispatcher $dispatcher,
		private readonly Environment_Argument $choice,
		private readonly Console $console,
	) {}

	/**
	 * Counts changes from now on, and sends them only when somebody asks for a run.
	 *
	 * ## OPTIONS
	 *
	 * [--environment=<id>]
	 * : Which environment. Not needed where there is one alone.
	 *
	 * ## EXAMPLES
	 *
	 *     # Publish a lot, then build once.
	 *     $ wp headless-deploy hold
	 *     $ wp import posts.xml --authors=skip
	 *     $ wp headless-deploy rebuild
	 *     $ wp headless-deploy release
	 *
	 * @param list<string>         $args
	 * @param array<string, mixed> $assoc_args
	 */
	public function hold( array $args, array $assoc_args ): void {
		/* translators: %s: label of an environment. */
		$this->set( $assoc_args, true, __( 'Changes for “%s” are held until somebody asks for a run.', 'headless-deploy' ) );
	}

	/**
	 * Sends changes by themselves again.
	 *
	 * What was held goes out as soon as somebody wakes this site.
	 *
	 * ## OPTIONS
	 *
	 * [--environment=<id>]
	 * : Which environment. Not needed where there is one alone.
	 *
	 * ## EXAMPLES
	 *
	 *     $ wp headless-deploy release && wp headless-deploy dispatch
	 *
	 * @param list<string>         $args
	 * @param array<string, mixed> $assoc_args
	 */
	public function release( array $args, array $assoc_args ): void {
		/* translators: %s: label of an environment. */
		$this->set( $assoc_args, false, __( 'Changes for “%s” go out by themselves.', 'headless-deploy' ) );
	}

	/**
	 * @param array<string, mixed> $assoc_args
	 */
	private function set( array $assoc_args, bool $hold, string $message ): void {
		$after = $this->environments->hold( $this->choice->environment( $assoc_args )->id, $hold );
		if ( is_wp_error( $after ) ) {
			$this->console->fail( $after->get_error_message(), Exit_Code::of( $after ) );
		}
		$this->dispatcher->set_alarm();
		$this->console->success( sprintf( $message, $after->label ) );
	}
}
