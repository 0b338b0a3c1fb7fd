<?php

declare( strict_types=1 );

namespace HeadlessDeploy\CLI;

use HeadlessDeploy\Environments\Environment;
use HeadlessDeploy\Errors;
use HeadlessDeploy\Lane;
use HeadlessDeploy\Queue\Cause;
use HeadlessDeploy\Queue\Dispatcher;
use HeadlessDeploy\Queue\Lane_Key;
use HeadlessDeploy\Queue\Queue_Reader;
use HeadlessDeploy\Status\Status;

/**
 * Lists, sends and cancels pending runs.
 */
final class Pending_Commands {
	private const FIELDS = array( 'environment', 'lane', 'action', 'changes', 'held', 'dueAt', 'attempt', 'reasons' );

	public function __construct(
		private readonly Status $status,
		private readonly Queue_Reader $queue,
		private readonly Dispatcher $dispatcher,
		private readonly Arguments $arguments,
		private readonly Action_Runner $runs,
		private readonly Console $console,
	) {}

	/**
	 * @return array<string, Command> By name.
	 */
	public function commands(): array {
		$pending = Option::lane( 'The build, the cache purge or the refresh. Optional if only one is pending.' );
		return array(
			'pending list' => new Command(
				$this->list_( ... ),
				'Lists pending runs.',
				options: array(
					Option::environment( 'Lists only runs of this environment.' ),
					Option::lane( 'Lists only builds, only cache purges or only refreshes.' ),
					...Option::output(),
				),
				sections: array( 'AVAILABLE FIELDS' => 'Shown by default: ' . implode( ', ', self::FIELDS ) . ".\nAlso available: nextAttemptAt, attemptedAt, errorCode, message." ),
				examples: '$ wp headless-deploy pending list --fields=environment,action,changes,dueAt',
			),
			'pending now' => new Command(
				$this->now( ... ),
				'Sends pending runs now instead of when they are due.',
				options: array( Option::environment(), $pending, Option::wait() ),
				sections: array( 'EXIT CODES' => 'The same as for `wp headless-deploy rebuild`; also 1 if nothing is pending.' ),
				examples: <<<'HELP'
					$ wp headless-deploy pending now
					Success: Rebuild of Production was accepted. (run 12)
					HELP,
			),
			'pending cancel' => new Command(
				$this->cancel( ... ),
				'Cancels a pending run and records that in the log.',
				'A run that is being sent cannot be canceled. The changes of a canceled run stay listed until a run includes them.',
				array( Option::environment(), $pending ),
				array( 'EXIT CODES' => '0: canceled. 1: nothing is pending. 3: the run is being sent.' ),
				<<<'HELP'
					$ wp headless-deploy pending cancel --environment=staging --lane=build
					Success: Canceled the pending run for “Staging” (run 12).
					HELP,
			),
			'pending undo' => new Command(
				$this->undo( ... ),
				'Undoes a cancellation: the canceled changes are pending again.',
				'Changes that a later run has deployed are not affected.',
				array( Option::environment(), Option::lane( 'Changes of builds, of cache purges or of refreshes.', Lane::Build ) ),
				array( 'EXIT CODES' => '0: pending again. 1: there are no canceled changes. 3: a run is being sent.' ),
				<<<'HELP'
					$ wp headless-deploy pending undo --environment=staging
					Success: The canceled changes for “Staging” are pending again.
					HELP,
			),
		);
	}

	private function list_( Command_Input $input ): void {
		$environment_id = $this->arguments->filter( $input );
		$lane           = $this->lane( $input );
		$rows           = array();
		foreach ( $this->status->get()->environments as $entry ) {
			foreach ( null === $environment_id || $environment_id === $entry->environment->id ? $entry->pending : array() as $run ) {
				if ( null === $lane || $lane === $run->lane ) {
					$rows[] = array(
						'environment' => $entry->environment->id,
						'reasons'     => array_column( $run->reasons, 'text' ),
						'message'     => '' === $run->message ? '' : trim( $run->message . ' ' . $entry->remedy ),
					) + $run->to_array();
				}
			}
		}
		$this->console->rows( $rows, self::FIELDS, $input );
	}

	private function now( Command_Input $input ): void {
		$environment = $this->arguments->environment( $input );
		$state       = $this->queue->lane( $this->key( $environment, $input ) );
		$this->runs->run( $environment, $state->next_action(), $input );
	}

	private function cancel( Command_Input $input ): void {
		$environment = $this->arguments->environment( $input );
		$result      = $this->dispatcher->cancel( $this->key( $environment, $input ), get_current_user_id(), Cause::Cli );
		if ( is_string( $result ) ) {
			$error = Errors::make( $result );
			$this->console->fail( $error->get_error_message(), Exit_Code::of( $error ) );
		}
		$this->console->success( sprintf(
			/* translators: 1: label of an environment. 2: number of a run. */
			__( 'Canceled the pending run for “%1$s” (run %2$d).', 'headless-deploy' ),
			$environment->label,
			$result,
		) );
	}

	private function undo( Command_Input $input ): void {
		$environment = $this->arguments->environment( $input );
		$refusal     = $this->dispatcher->undo_cancel( Lane_Key::of(
			get_current_blog_id(),
			$environment->id,
			$this->lane( $input ) ?? Lane::Build,
		) );
		if ( '' !== $refusal ) {
			$error = Errors::make( $refusal );
			$this->console->fail( $error->get_error_message(), Exit_Code::of( $error ) );
		}
		/* translators: %s: label of an environment. */
		$this->console->success( sprintf( __( 'The canceled changes for “%s” are pending again.', 'headless-deploy' ), $environment->label ) );
	}

	/**
	 * Returns the pending lane of the options; exits with an error if there is none or more than one.
	 */
	private function key( Environment $environment, Command_Input $input ): Lane_Key {
		$lane    = $this->lane( $input );
		$pending = array();
		foreach ( null === $lane ? Lane::cases() : array( $lane ) as $one ) {
			$key = Lane_Key::of( get_current_blog_id(), $environment->id, $one );
			if ( $this->queue->lane( $key )->is_pending() ) {
				$pending[] = $key;
			}
		}
		if ( array() === $pending ) {
			$this->console->fail( Errors::message( 'headless_deploy_nothing_pending' ) );
		}
		if ( count( $pending ) > 1 ) {
			$options = array_map( static fn( Lane_Key $one ): string => '--lane=' . $one->lane->value, $pending );
			$this->console->fail( sprintf(
				/* translators: 1: label of an environment, 2: options of the command, separated by commas. */
				__( 'Several runs are pending for “%1$s”. Choose one: %2$s.', 'headless-deploy' ),
				$environment->label,
				implode( ', ', $options ),
			) );
		}
		return $pending[0];
	}

	/**
	 * Parses `--lane`, which WP-CLI has validated.
	 */
	private function lane( Command_Input $input ): ?Lane {
		return Lane::tryFrom( $input->text( 'lane' ) ?? '' );
	}
}
