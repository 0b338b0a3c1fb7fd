<?php

declare( strict_types=1 );

namespace HeadlessDeploy\CLI;

use HeadlessDeploy\Errors;
use HeadlessDeploy\Queue\Cause;
use HeadlessDeploy\Queue\Run_Status;
use HeadlessDeploy\Runs\Run;
use HeadlessDeploy\Runs\Run_Filter;
use HeadlessDeploy\Runs\Run_Log;
use HeadlessDeploy\Runs\Run_Schema;
use HeadlessDeploy\Runs\Run_Text;
use HeadlessDeploy\Runs\Run_View;

/**
 * Shows runs, and retries failed runs.
 */
final class Runs_Commands {
	private const FIELDS       = array( 'id', 'environment', 'action', 'causeLabel', 'headline', 'changes', 'createdAt', 'message' );
	private const DEFAULT_RUNS = 20;
	private const MAX_RUNS     = 1000;

	public function __construct(
		private readonly Run_Log $log,
		private readonly Run_View $view,
		private readonly Arguments $arguments,
		private readonly Action_Runner $runs,
		private readonly Console $console,
	) {}

	/**
	 * @return array<string, Command> By name.
	 */
	public function commands(): array {
		$fields = array_diff( array_keys( Run_Schema::run()->properties() ), self::FIELDS );
		return array(
			'runs list' => new Command(
				$this->list_( ... ),
				'Lists the runs of this site, newest first.',
				options: array(
					Option::environment( 'Lists only runs of this environment, which may have been removed.' ),
					new Option( '[--status=<status>]', 'Lists only runs with this status.', Run_Status::logged() ),
					Option::action( '[--action=<action>]', 'Lists only runs of this action.' ),
					new Option( '[--cause=<cause>]', 'Lists only runs with this cause.', array_column( Cause::cases(), 'value' ) ),
					new Option( '[--limit=<number>]', sprintf( 'Number of runs per page, 1 to %d.', self::MAX_RUNS ), default: self::DEFAULT_RUNS ),
					new Option( '[--page=<number>]', 'Page number.', default: 1 ),
					...Option::output(),
				),
				sections: array(
					'AVAILABLE FIELDS' => 'Shown by default: ' . implode( ', ', self::FIELDS ) . ".\nAlso available: " . implode( ', ', $fields ) . '.',
				),
				examples: <<<'HELP'
					# Retry the last failed run.
					$ wp headless-deploy runs retry $(wp headless-deploy runs list --status=failed --limit=1 --field=id)
					HELP,
			),
			'runs get' => new Command(
				$this->get( ... ),
				'Shows one run with all details, such as its attempts and the response of the host.',
				options: array( Option::id( 'ID of the run.' ), ...Option::output( has_rows: false ) ),
				examples: <<<'HELP'
					$ wp headless-deploy runs get 12 --field=message
					The host reported an internal error and did not accept the request.
					HELP,
			),
			'runs retry' => new Command(
				$this->retry( ... ),
				'Retries a failed run with its changes and all pending changes.',
				'The log keeps the failed run.',
				array( Option::id( 'ID of the run.' ), Option::wait( 'the host has accepted or rejected the new run' ) ),
				array( 'EXIT CODES' => 'The same as for `wp headless-deploy rebuild`; also 1 if the run does not exist or did not fail.' ),
				<<<'HELP'
					$ wp headless-deploy runs retry 12 --wait
					Success: Rebuild of Production was accepted. (run 15)
					HELP,
			),
		);
	}

	private function list_( Command_Input $input ): void {
		$action = $input->text( 'action' );
		$filter = new Run_Filter(
			$input->text( 'environment' ),
			Run_Filter::statuses( explode( ',', $input->text( 'status' ) ?? '' ) ),
			null === $action ? null : Arguments::action( $action )?->value,
			cause: $input->text( 'cause' ),
		);
		$rows = $this->log->page(
			$this->number( $input, 'limit', self::DEFAULT_RUNS, self::MAX_RUNS ),
			$this->number( $input, 'page', 1, PHP_INT_MAX ),
			$filter,
		);
		$this->console->rows( array_values( array_map( self::row( ... ), $this->view->render( $rows ) ) ), self::FIELDS, $input );
	}

	private function get( Command_Input $input ): void {
		$run = $this->view->find( self::id( $input->id() ) );
		if ( null === $run ) {
			$this->console->fail( Errors::message( 'headless_deploy_unknown_run', array( 'id' => $input->id() ) ) );
		}
		$this->console->item( 'table' === ( $input->text( 'format' ) ?? 'table' ) ? self::row( $run ) : $run->to_array(), $input );
	}

	private function retry( Command_Input $input ): void {
		$run = $this->log->find( self::id( $input->id() ) );
		if ( null === $run ) {
			$this->console->fail( Errors::message( 'headless_deploy_unknown_run', array( 'id' => $input->id() ) ) );
		}
		if ( ! $run->is_call_failed() ) {
			$this->console->fail( Errors::message( 'headless_deploy_not_failed', array( 'id' => (string) $run->id ) ) );
		}
		$this->runs->run( $this->arguments->require( $run->key->environment_id ), $run->action, $input );
	}

	/**
	 * @return array<string, mixed>
	 */
	private static function row( Run $run ): array {
		return array_replace(
			$run->to_array(),
			array(
				'headline' => Messages::headline( ( new Run_Text( $run ) )->headline() ),
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
	 */
	private function number( Command_Input $input, string $name, int $default, int $max ): int {
		$number = filter_var( $input->text( $name ) ?? $default, FILTER_VALIDATE_INT );
		if ( ! is_int( $number ) || $number < 1 || $number > $max ) {
			/* translators: 1: name of an option. 2: a number. */
			$this->console->fail( sprintf( __( '--%1$s takes a number from 1 to %2$s.', 'headless-deploy' ), $name, (string) $max ) );
		}
		return $number;
	}
}
