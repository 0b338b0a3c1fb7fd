<?php

declare( strict_types=1 );

namespace HeadlessDeploy\CLI;

use HeadlessDeploy\Queue\Run_Status;
use WP_Error;

/**
 * Exit codes of the commands, documented in docs/cli.md.
 */
final class Exit_Code {
	/**
	 * Success; for `status`: no problem.
	 */
	public const SUCCESS = 0;

	/**
	 * Invalid arguments, unknown object, or nothing to do. The default of WP-CLI for errors.
	 */
	public const ERROR = 1;

	public const FAILED = 2;

	/**
	 * Not sent, or not sent yet: a copy, disabled, canceled, retried later, or `--wait` timed out.
	 */
	public const NOT_SENT = 3;

	/**
	 * Errors that are not caused by the arguments.
	 */
	private const NOT_SENT_ERRORS = array(
		'headless_deploy_copy',
		'headless_deploy_disabled',
		'headless_deploy_already_sending',
		'headless_deploy_undo_while_sending',
		'headless_deploy_no_curl',
	);

	public static function of( WP_Error $error ): int {
		return in_array( $error->get_error_code(), self::NOT_SENT_ERRORS, true ) ? self::NOT_SENT : self::ERROR;
	}

	public static function of_run( Run_Status $status, bool $is_waiting ): int {
		return match ( $status ) {
			Run_Status::Accepted, Run_Status::Building, Run_Status::Live => self::SUCCESS,
			Run_Status::Failed => self::FAILED,
			Run_Status::Pending, Run_Status::Sending => $is_waiting ? self::NOT_SENT : self::SUCCESS,
			default => self::NOT_SENT,
		};
	}
}
