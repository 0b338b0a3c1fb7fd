<?php

declare( strict_types=1 );

namespace HeadlessDeploy\CLI;

use Closure;
use HeadlessDeploy\Environments\Decision;
use HeadlessDeploy\Environments\Environment;
use HeadlessDeploy\Environments\Environments;
use HeadlessDeploy\Queue\Dispatcher;

/**
 * Holds and releases changes.
 */
final class Hold_Commands {
	/**
	 * @param Closure(string, Decision): string $message Returns what follows from a decision about an environment.
	 */
	public function __construct(
		private readonly Environments $environments,
		private readonly Dispatcher $dispatcher,
		private readonly Arguments $arguments,
		private readonly Console $console,
		private readonly Closure $message,
	) {}

	/**
	 * Holds changes: they are saved but not deployed until a user starts a run.
	 *
	 * ## OPTIONS
	 *
	 * [--environment=<id>]
	 * : ID of the environment. Optional if only one environment is connected.
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
		$held = $this->decide( $assoc_args, Decision::Hold );
		/* translators: %s: label of an environment. */
		$this->console->success( sprintf( __( 'Changes for “%s” are held until a user starts a run.', 'headless-deploy' ), $held->label ) );
	}

	/**
	 * Stops holding changes and deploys them automatically again.
	 *
	 * Held changes are deployed by the next background task.
	 *
	 * ## OPTIONS
	 *
	 * [--environment=<id>]
	 * : ID of the environment. Optional if only one environment is connected.
	 *
	 * ## EXAMPLES
	 *
	 *     $ wp headless-deploy release && wp headless-deploy dispatch
	 *
	 * @param list<string>         $args
	 * @param array<string, mixed> $assoc_args
	 */
	public function release( array $args, array $assoc_args ): void {
		$released = $this->decide( $assoc_args, Decision::Release );
		$this->console->success( "$released->label: " . ( $this->message )( $released->id, Decision::Release ) );
	}

	/**
	 * @param array<string, mixed> $assoc_args
	 */
	private function decide( array $assoc_args, Decision $decision ): Environment {
		$after = $decision->apply( $this->environments, $this->arguments->environment( $assoc_args )->id );
		if ( is_wp_error( $after ) ) {
			$this->console->fail( $after->get_error_message(), Exit_Code::of( $after ) );
		}
		$this->dispatcher->schedule_wake_up();
		return $after;
	}
}
