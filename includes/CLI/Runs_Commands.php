<?php

declare( strict_types=1 );

namespace HeadlessDeploy\CLI;

use HeadlessDeploy\Errors;
use HeadlessDeploy\Runs\Run;
use HeadlessDeploy\Runs\Run_Filter;
use HeadlessDeploy\Runs\Run_Log;
use HeadlessDeploy\Runs\Run_Text;
use HeadlessDeploy\Runs\Run_View;

/**
 * Shows runs, and retries failed runs.
 */
final class Runs_Commands {
	private const FIELDS   = array( 'id', 'environment', 'action', 'causeLabel', 'headline', 'changes', 'createdAt', 'message' );
	private const MAX_RUNS = 1000;

	public function __construct(
		private readonly Run_Log $log,
		private readonly Run_View $view,
		private readonly Arguments $arguments,
		private readonly Action_Runner $runs,
		private readonly Console $console,
	) {}

	/**
	 * Lists the runs of this site, newest first.
	 *
	 * ## OPTIONS
	 *
	 * [--environment=<id>]
	 * : Lists only runs of this environment, which may have been removed.
	 *
	 * [--status=<status>]
	 * : Lists only runs with this status.
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
	 * : Lists only runs of this action.
	 * ---
	 * options:
	 *   - rebuild
	 *   - clean-rebuild
	 *   - purge-cache
	 *   - refresh
	 *   - cleanRebuild
	 *   - purgeCache
	 * ---
	 *
	 * [--cause=<cause>]
	 * : Lists only runs with this cause.
	 * ---
	 * options:
	 *   - automatic
	 *   - manual
	 *   - schedule
	 *   - cli
	 *   - ability
	 *   - host
	 * ---
	 *
	 * [--limit=<number>]
	 * : Number of runs per page, 1 to 1000.
	 * ---
	 * default: 20
	 * ---
	 *
	 * [--page=<number>]
	 * : Page number.
	 * ---
	 * default: 1
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
	 * Shown by default: id, environment, action, causeLabel, headline, changes, createdAt, message.
	 * Also available: status, cause, user, changesSummary, environmentLabel, lane, reasons, accepted, trackedAt, httpStatus, errorCode, operation, attempts, finishedAt, response.
	 *
	 * ## EXAMPLES
	 *
	 *     # Retry the last failed run.
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
			null === $action ? null : Arguments::action( $action )?->value,
			cause: $word( 'cause' ),
		);
		$rows = $this->log->page( $this->number( $assoc_args, 'limit', 20, self::MAX_RUNS ), $this->number( $assoc_args, 'page', 1, PHP_INT_MAX ), $filter );
		$this->console->rows( array_values( array_map( self::row( ... ), $this->view->render( $rows ) ) ), self::FIELDS, $assoc_args );
	}

	/**
	 * Shows one run with all details.
	 *
	 * ## OPTIONS
	 *
	 * <id>
	 * : ID of the run.
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
	 * ---
	 *
	 * ## EXAMPLES
	 *
	 *     $ wp headless-deploy runs get 12 --field=message
	 *     The host reported an internal error and did not accept the request.
	 *
	 * @param array{0: string}     $args
	 * @param array<string, mixed> $assoc_args
	 */
	public function get( array $args, array $assoc_args ): void {
		$run = $this->view->find( self::id( $args[0] ) );
		if ( null === $run ) {
			$this->console->fail( Errors::message( 'headless_deploy_unknown_run', array( 'id' => $args[0] ) ) );
		}
		$this->console->item( 'table' === ( $assoc_args['format'] ?? 'table' ) ? self::row( $run ) : $run->to_array(), $assoc_args );
	}

	/**
	 * Retries a failed run with its changes and all pending changes.
	 *
	 * The log keeps the failed run.
	 *
	 * ## OPTIONS
	 *
	 * <id>
	 * : ID of the run.
	 *
	 * [--wait[=<seconds>]]
	 * : Waits until the host has accepted or rejected the new run, by default for up to 300 seconds.
	 *
	 * ## EXIT CODES
	 *
	 * The same as for `wp headless-deploy rebuild`; also 1 if the run does not exist or did not fail.
	 *
	 * ## EXAMPLES
	 *
	 *     $ wp headless-deploy runs retry 12 --wait
	 *     Success: Rebuild of Production was accepted. (run 15)
	 *
	 * @param array{0: string}     $args
	 * @param array<string, mixed> $assoc_args
	 */
	public function retry( array $args, array $assoc_args ): void {
		$run = $this->log->find( self::id( $args[0] ) );
		if ( null === $run ) {
			$this->console->fail( Errors::message( 'headless_deploy_unknown_run', array( 'id' => $args[0] ) ) );
		}
		if ( ! $run->is_call_failed() ) {
			$this->console->fail( Errors::message( 'headless_deploy_not_failed', array( 'id' => (string) $run->id ) ) );
		}
		$this->runs->run( $this->arguments->require( $run->key->environment_id ), $run->action, $assoc_args );
	}

	/**
	 * @return array<string, mixed>
	 */
	private static function row( Run $run ): array {
		return array_replace(
			$run->to_array(),
			array(
				'headline' => Messages::headline( ( new Run_Text( $run ) )->headline()->to_array() ),
				'user'     => $run->user_name,
				'reasons'  => array_column( $run->reasons, 'text' ),
				'attempts' => $run->record->attempts->count(),
				'message'  => trim( $run->message . ' ' . $run->remedy ),
				'response' => $run->response['message'] ?? '',
			),
		);
	}

	/**
	 * Parses the ID of a run; 0 if it is invalid.
	 */
	private static function id( string $word ): int {
		return ctype_digit( $word ) ? (int) $word : 0;
	}

	/**
	 * Parses a numeric option; exits with an error if it is invalid.
	 *
	 * @param array<string, mixed> $assoc_args
	 */
	private function number( array $assoc_args, string $name, int $default, int $max ): int {
		$number = filter_var( $assoc_args[ $name ] ?? $default, FILTER_VALIDATE_INT );
		if ( ! is_int( $number ) || $number < 1 || $number > $max ) {
			/* translators: 1: name of an option. 2: a number. */
			$this->console->fail( sprintf( __( '--%1$s takes a number from 1 to %2$s.', 'headless-deploy' ), $name, (string) $max ) );
		}
		return $number;
	}
}
