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
	 * @return array<string, Command> By name.
	 */
	public function commands(): array {
		return array(
			'hold' => new Command(
				$this->hold( ... ),
				'Holds changes: they are saved but not deployed until a user starts a run.',
				options: array( Option::environment() ),
				examples: <<<'HELP'
					# Publish a lot, then build once.
					$ wp headless-deploy hold
					$ wp import posts.xml --authors=skip
					$ wp headless-deploy rebuild
					$ wp headless-deploy release
					HELP,
			),
			'release' => new Command(
				$this->release( ... ),
				'Stops holding changes and deploys them automatically again.',
				'Held changes are deployed by the next background task.',
				array( Option::environment() ),
				examples: '$ wp headless-deploy release && wp headless-deploy dispatch',
			),
		);
	}

	private function hold( Command_Input $input ): void {
		$held = $this->decide( $input, Decision::Hold );
		/* translators: %s: label of an environment. */
		$this->console->success( sprintf( __( 'Changes for “%s” are held until a user starts a run.', 'headless-deploy' ), $held->label ) );
	}

	private function release( Command_Input $input ): void {
		$released = $this->decide( $input, Decision::Release );
		$this->console->success( "$released->label: " . ( $this->message )( $released->id, Decision::Release ) );
	}

	private function decide( Command_Input $input, Decision $decision ): Environment {
		$after = $decision->apply( $this->environments, $this->arguments->environment( $input )->id );
		if ( is_wp_error( $after ) ) {
			$this->console->fail( $after->get_error_message(), Exit_Code::of( $after ) );
		}
		$this->dispatcher->schedule_wake_up();
		return $after;
	}
}
