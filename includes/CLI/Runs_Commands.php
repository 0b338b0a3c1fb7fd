<?php

declare( strict_types=1 );

namespace HeadlessDeploy\CLI;

use HeadlessDeploy\Action;
use HeadlessDeploy\Errors;
use HeadlessDeploy\Queue\Run_Status;
use HeadlessDeploy\Runs\Run_Filter;
use HeadlessDeploy\Runs\Run_Log;
use HeadlessDeploy\Runs\Run_View;

/**
 * Shows what was sent, and tries failed runs again.
 *
 * @phpstan-import-type Run from Run_View
 */
final class Runs_Commands {
	private const FIELDS = array( 'id', 'environment', 'action', 'cause', 'user', 'status', 'changes', 'createdAt', 'message' );
	private const MOST   = 1000;

	public function __construct(
		private readonly Run_Log $log,
		private readonly Run_View $view,
		private readonly Environment_Argument $choice,
		private readonly Action_Runner $runs,
		private readonly Console $console,
	) {}

	/**
	 * Lists what was sent on this site, newest first.
	 *
	 * ## OPTIONS
	 *
	 * [--environment=<id>]
	 * : Lists runs of this environment alone; one that was removed has entries too.
	 *
	 * [--status=<status>]
	 * : Lists runs with this status alone.
	 * ---
	 * options:
	 *   - sending
	 *   - retrying
	 *   - accepted
	 *   - building
	 *   - live
	 *   - failed
	 *   - canceled
	 * ---
	 *
	 * [--action=<action>]
	 * : Lists runs of this action alone.
	 * ---
	 * options:
	 *   - rebuild
	 *   - clean-rebuild
	 *   - purge-cache
	 *   - cleanRebuild
	 *   - purgeCache
	 * ---
	 *
	 * [--cause=<cause>]
	 * : Lists runs with this cause alone.
	 * ---
	 * options:
	 *   - automatic
	 *   - manual
	 *   - schedule
	 *   - cli
	 *   - ability
	 * ---
	 *
	 * [--limit=<number>]
	 * : How many at most, 1 to 1000.
	 * ---
	 * default: 20
	 * ---
	 *
	 * [--page=<number>]
	 * : Which page of that many.
	 * ---
	 * default: 1
	 * ---
	 *
	 * [--field=<field>]
	 * : Shows this field alone.
	 *
	 * [--fields=<fields>]
	 * : Shows these fields, separated by commas.
	 *
	 * [--format=<format>]
	 * : How it is shown.
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
	 * Shown by default: id, environment, action, cause, user, status, changes, createdAt, message.
	 * Further: environmentLabel, lane, reasons, accepted, trackedAt, httpStatus, errorCode, operation, attempts, finishedAt, response.
	 *
	 * ## EXAMPLES
	 *
	 *     # Try the last failed run again.
	 *     $ wp headless-deploy runs retry $(wp headless-deploy runs list --status=failed --limit=1 --field=id)
	 *
	 * @subcommand list
	 *
	 * @param list<string>         $args
	 * @param array<string, mixed> $assoc_args
	 */
	public function list_( array $args, array $assoc_args ): void {
		$word   = static fn( string $name ): ?string => is_string( $assoc_args[ $name ] ?? null ) ? $assoc_args[ $name ] : null;
		$action = $word( 'action' );
		$filter = new Run_Filter(
			$word( 'environment' ),
			Run_Filter::statuses( explode( ',', $word( 'status' ) ?? '' ) ),
			null === $action ? null : Action_Argument::read( $action )?->value,
			cause: $word( 'cause' ),
		);
		$rows = $this->log->page( $this->number( $assoc_args, 'limit', 20, self::MOST ), $this->number( $assoc_args, 'page', 1, PHP_INT_MAX ), $filter );
		$this->console->rows( array_values( array_map( self::row( ... ), $this->view->render( $rows ) ) ), self::FIELDS, $assoc_args );
	}

	/**
	 * Shows one run with all that is known of it.
	 *
	 * ## OPTIONS
	 *
	 * <id>
	 * : Number of the run.
	 *
	 * [--field=<field>]
	 * : Shows this field alone.
	 *
	 * [--fields=<fields>]
	 * : Shows these fields, separated by commas.
	 *
	 * [--format=<format>]
	 * : How it is shown.
	 * ---
	 * default: table
	 * options:
	 *   - table
	 *   - json
	 *   - yaml
	 * ---
	 *
	 * ## EXAMPLES
	 *
	 *     $ wp headless-deploy runs get 12 --field=message
	 *     The service had an error (HTTP 500). The changes go along with the next run.
	 *
	 * @param array{0: string}     $args
	 * @param array<string, mixed> $assoc_args
	 */
	public function get( array $args, array $assoc_args ): void {
		$run = $this->view->find( self::id( $args[0] ) );
		if ( null === $run ) {
			$this->console->fail( Errors::message( 'headless_deploy_unknown_run', array( 'id' => $args[0] ) ) );
		}
		$this->console->item( 'table' === ( $assoc_args['format'] ?? 'table' ) ? self::row( $run ) : $run, $assoc_args );
	}

	/**
	 * Tries a failed run again, with its changes and all that is pending.
	 *
	 * The old entry stays as it is.
	 *
	 * ## OPTIONS
	 *
	 * <id>
	 * : Number of the run.
	 *
	 * [--wait[=<seconds>]]
	 * : Waits until the new run has ended, 300 seconds at most unless another number is given.
	 *
	 * ## EXIT CODES
	 *
	 * As of `wp headless-deploy rebuild`; 1 also when there is no such run, or it did not fail.
	 *
	 * ## EXAMPLES
	 *
	 *     $ wp headless-deploy runs retry 12 --wait
	 *     Success: Rebuild of “Production”: The host took the call. (run 15)
	 *
	 * @param array{0: string}     $args
	 * @param array<string, mixed> $assoc_args
	 */
	public function retry( array $args, array $assoc_args ): void {
		$row = $this->log->find( self::id( $args[0] ) );
		if ( null === $row ) {
			$this->console->fail( Errors::message( 'headless_deploy_unknown_run', array( 'id' => $args[0] ) ) );
		}
		if ( Run_Status::Failed->value !== $row->status ) {
			$this->console->fail( Errors::message( 'headless_deploy_not_failed', array( 'id' => (string) $row->id ) ) );
		}
		$this->runs->run( $this->choice->require( (string) $row->environment_id ), Action::tryFrom( (string) $row->action ) ?? Action::Rebuild, $assoc_args );
	}

	/**
	 * Makes a row of a run: lists of things become lists of words.
	 *
	 * @param  Run                  $run As `Run_View` has it.
	 * @return array<string, mixed>
	 */
	private static function row( array $run ): array {
		return array_replace(
			$run,
			array(
				'user'     => $run['user']['name'],
				'reasons'  => array_column( $run['reasons'], 'text' ),
				'attempts' => count( $run['attempts'] ),
				'response' => $run['response']['message'] ?? '',
			),
		);
	}

	/**
	 * Reads the number of a run; 0 for what is none.
	 */
	private static function id( string $word ): int {
		return ctype_digit( $word ) ? (int) $word : 0;
	}

	/**
	 * Reads an option that is a number; ends when it is none.
	 *
	 * @param array<string, mixed> $assoc_args
	 */
	private function number( array $assoc_args, string $name, int $otherwise, int $most ): int {
		$number = filter_var( $assoc_args[ $name ] ?? $otherwise, FILTER_VALIDATE_INT );
		if ( ! is_int( $number ) || $number < 1 || $number > $most ) {
			/* translators: 1: name of an option. 2: a number. */
			$this->console->fail( sprintf( __( '--%1$s takes a number from 1 to %2$s.', 'headless-deploy' ), $name, (string) $most ) );
		}
		return $number;
	}
}
