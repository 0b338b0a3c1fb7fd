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
	 * Lists pending runs.
	 *
	 * ## OPTIONS
	 *
	 * [--environment=<id>]
	 * : Lists only runs of this environment.
	 *
	 * [--lane=<lane>]
	 * : Lists only builds, only cache purges or only refreshes.
	 * ---
	 * options:
	 *   - build
	 *   - cache
	 *   - refresh
	 * ---
	 *
	 * [--field=<field>]
	 * : Shows only this field.
	 *
	 * [--fields=<fields>]
	 * : Shows only these fields, separated by commas.
	 *
	 * [--format=<format>]
	 * : Output format.
	 * ---
	 * default: table
	 * options:
	 *   - table
	 *   - json
	 *   - yaml
	 *   - csv
	 * ---
	 *
	 * ## AVAILABLE FIELDS
	 *
	 * Shown by default: environment, lane, action, changes, held, dueAt, attempt, reasons.
	 * Also available: nextAttemptAt, attemptedAt, errorCode, message.
	 *
	 * ## EXAMPLES
	 *
	 *     $ wp headless-deploy pending list --fields=environment,action,changes,dueAt
	 *
	 * @subcommand list
	 *
	 * @param list<string>         $args
	 * @param array<string, mixed> $assoc_args
	 */
	public function list_( array $args, array $assoc_args ): void {
		$environment_id = $this->arguments->filter( $assoc_args );
		$lane           = $this->lane( $assoc_args );
		$rows           = array();
		foreach ( $this->status->get()['environments'] as $entry ) {
			foreach ( null === $environment_id || $environment_id === $entry['id'] ? $entry['pending'] : array() as $run ) {
				if ( null === $lane || $lane->value === $run['lane'] ) {
					$rows[] = array(
						'environment' => $entry['id'],
						'reasons'     => array_column( $run['reasons'], 'text' ),
						'message'     => '' === $run['message'] ? '' : trim( $run['message'] . ' ' . $entry['remedy'] ),
					) + $run;
				}
			}
		}
		$this->console->rows( $rows, self::FIELDS, $assoc_args );
	}

	/**
	 * Sends pending runs now instead of when they are due.
	 *
	 * ## OPTIONS
	 *
	 * [--environment=<id>]
	 * : ID of the environment. Optional if only one environment is connected.
	 *
	 * [--lane=<lane>]
	 * : The build, the cache purge or the refresh. Optional if only one is pending.
	 * ---
	 * options:
	 *   - build
	 *   - cache
	 *   - refresh
	 * ---
	 *
	 * [--wait[=<seconds>]]
	 * : Waits until the host has accepted or rejected the run, by default for up to 300 seconds.
	 *
	 * ## EXIT CODES
	 *
	 * The same as for `wp headless-deploy rebuild`; also 1 if nothing is pending.
	 *
	 * ## EXAMPLES
	 *
	 *     $ wp headless-deploy pending now
	 *     Success: Rebuild of Production was accepted. (run 12)
	 *
	 * @param list<string>         $args
	 * @param array<string, mixed> $assoc_args
	 */
	public function now( array $args, array $assoc_args ): void {
		$environment = $this->arguments->environment( $assoc_args );
		$state       = $this->queue->lane( $this->key( $environment, $assoc_args ) );
		$this->runs->run( $environment, $state->next_action(), $assoc_args );
	}

	/**
	 * Cancels a pending run and records that in the log.
	 *
	 * A run that is being sent cannot be canceled.
	 *
	 * ## OPTIONS
	 *
	 * [--environment=<id>]
	 * : ID of the environment. Optional if only one environment is connected.
	 *
	 * [--lane=<lane>]
	 * : The build, the cache purge or the refresh. Optional if only one is pending.
	 * ---
	 * options:
	 *   - build
	 *   - cache
	 *   - refresh
	 * ---
	 *
	 * ## EXIT CODES
	 *
	 * 0: canceled. 1: nothing is pending. 3: the run is being sent.
	 *
	 * ## EXAMPLES
	 *
	 *     $ wp headless-deploy pending cancel --environment=staging --lane=build
	 *     Success: Canceled the pending run for “Staging” (run 12).
	 *
	 * @param list<string>         $args
	 * @param array<string, mixed> $assoc_args
	 */
	public function cancel( array $args, array $assoc_args ): void {
		$environment = $this->arguments->environment( $assoc_args );
		$result      = $this->dispatcher->cancel( $this->key( $environment, $assoc_args ), get_current_user_id(), Cause::Cli );
		if ( is_string( $result ) ) {
			$error = Errors::make( $result );
			$this->console->fail( $error->get_error_message(), Exit_Code::of( $error ) );
		}
		/* translators: 1: label of an environment. 2: number of a run. */
		$this->console->success( sprintf( __( 'Canceled the pending run for “%1$s” (run %2$d).', 'headless-deploy' ), $environment->label, $result ) );
	}

	/**
	 * Undoes a cancellation: the canceled changes are pending again.
	 *
	 * Changes that a later run has deployed are not affected.
	 *
	 * ## OPTIONS
	 *
	 * [--environment=<id>]
	 * : ID of the environment. Optional if only one environment is connected.
	 *
	 * [--lane=<lane>]
	 * : Changes of builds, of cache purges or of refreshes.
	 * ---
	 * default: build
	 * options:
	 *   - build
	 *   - cache
	 *   - refresh
	 * ---
	 *
	 * ## EXIT CODES
	 *
	 * 0: pending again. 1: there are no canceled changes. 3: a run is being sent.
	 *
	 * ## EXAMPLES
	 *
	 *     $ wp headless-deploy pending undo --environment=staging
	 *     Success: The canceled changes for “Staging” are pending again.
	 *
	 * @param list<string>         $args
	 * @param array<string, mixed> $assoc_args
	 */
	public function undo( array $args, array $assoc_args ): void {
		$environment = $this->arguments->environment( $assoc_args );
		$refusal     = $this->dispatcher->undo_cancel( Lane_Key::of( get_current_blog_id(), $environment->id, $this->lane( $assoc_args ) ?? Lane::Build ) );
		if ( '' !== $refusal ) {
			$error = Errors::make( $refusal );
			$this->console->fail( $error->get_error_message(), Exit_Code::of( $error ) );
		}
		/* translators: %s: label of an environment. */
		$this->console->success( sprintf( __( 'The canceled changes for “%s” are pending again.', 'headless-deploy' ), $environment->label ) );
	}

	/**
	 * Returns the pending lane of the options; exits with an error if there is none or more than one.
	 *
	 * @param array<string, mixed> $assoc_args
	 */
	private function key( Environment $environment, array $assoc_args ): Lane_Key {
		$lane    = $this->lane( $assoc_args );
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
			/* translators: 1: label of an environment, 2: options of the command, separated by commas. */
			$this->console->fail( sprintf( __( 'Several runs are pending for “%1$s”. Choose one: %2$s.', 'headless-deploy' ), $environment->label, implode( ', ', $options ) ) );
		}
		return $pending[0];
	}

	/**
	 * Parses `--lane`, which WP-CLI has validated.
	 *
	 * @param array<string, mixed> $assoc_args
	 */
	private function lane( array $assoc_args ): ?Lane {
		return is_string( $assoc_args['lane'] ?? null ) ? Lane::tryFrom( $assoc_args['lane'] ) : null;
	}
}
