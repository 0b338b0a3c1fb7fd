<?php

declare( strict_types=1 );

namespace HeadlessDeploy\CLI;

use HeadlessDeploy\Queue\Run_Status;
use WP_Error;

/**
 * Names the exit codes, which scripts go by. docs/cli.md has the table.
 */
final class Exit_Code {
	/**
	 * Done; of `status`: all is well.
	 */
	public const SUCCESS = 0;

	/**
	 * Wrong usage, something that there is not, or nothing to do it to. WP-CLI's own code for errors.
	 */
	public const ERROR = 1;

	public const FAILED = 2;

	/**
	 * Not sent, or not yet: a copy, switched off, in flight, canceled, tried again later, or still waiting at the end of
	 * `--wait`.
	 */
	public const NOT_SENT = 3;

	/**
	 * Errors that are no fault of whoever runs the command.
	 */
	private const NOT_SENT_ERRORS = array( 'headless_deploy_copy', 'headless_deploy_disabled', 'headless_deploy_in_flight', 'headless_deploy_undo_in_flight', 'headless_deploy_no_curl' );

	public static function of( WP_Error $error ): int {
		return in_array( $error->get_error_code(), self::NOT_SENT_ERRORS, true ) ? self::NOT_SENT : self::ERROR;
	}

	/**
	 * @param bool $waits Whether the command waits until the run has ended.
	 */
	public static function of_run( Run_Status $status, bool $waits ): int {
		return match ( $status ) {
			Run_Status::Accepted, Run_Status::Building, Run_Status::Live => self::SUCCESS,
			Run_Status::Failed => self::FAILED,
			Run_Status::Pending, Run_Status::Sending => $waits ? self::NOT_SENT : self::SUCCESS,
			default => self::NOT_SENT,
		};
	}
}
