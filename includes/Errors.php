<?php

declare( strict_types=1 );

namespace HeadlessDeploy;

use HeadlessDeploy\Errors\Error_Entry;
use HeadlessDeploy\Errors\Failure_Kind;
use HeadlessDeploy\Errors\Hosting_Errors;
use HeadlessDeploy\Errors\Run_Errors;
use HeadlessDeploy\Errors\Settings_Errors;
use WP_Error;

/**
 * Makes errors from the tables of `includes/Errors`, in which each code stands once. A code is never translated, its
 * message always. A message says what happened, the value, the rule, and what to do.
 */
final class Errors {
	private const PREFIX = 'headless_deploy_';

	/**
	 * Makes an error. Its data have `params`, as in WordPress's own errors, where it is about a submitted field.
	 *
	 * @param string ...$data Values of the message, named.
	 */
	public static function make( string $code, string ...$data ): WP_Error {
		$entry      = self::entry( $code, $data );
		$message    = trim( $entry->message . ' ' . Remedy::of( $code ) );
		$error_data = array( 'status' => $entry->status );
		return new WP_Error(
			$code,
			$message,
			'' === $entry->field ? $error_data : $error_data + array( 'params' => array( $entry->field => $message ) ),
		);
	}

	public static function status( string $code ): int {
		return self::entry( $code )->status;
	}

	/**
	 * Returns what happened to a run, for the current user. `Remedy` says what the user can do.
	 *
	 * @param array<string> $data Values of the message.
	 */
	public static function for_reader( string $code, array $data = array() ): string {
		$entry = self::entry( $code, $data );
		return ( Remedy::is_for_manager() ? null : $entry->kind?->message_for_editors() ) ?? $entry->message;
	}

	/**
	 * Returns what happened and what an administrator can do.
	 *
	 * @param array<string> $data   Values of the message.
	 * @param Action|null   $action Of the run; null where the error is not about one.
	 */
	public static function message( string $code, array $data = array(), ?Action $action = null ): string {
		return trim( self::entry( $code, $data )->message . ' ' . Remedy::for_manager( $code, $action ) );
	}

	/**
	 * @param string        $code A code, which may lack the plugin's name.
	 * @param array<string> $data Values of the message.
	 */
	public static function entry( string $code, array $data = array() ): Error_Entry {
		$code = str_starts_with( $code, self::PREFIX ) ? $code : self::PREFIX . $code;
		return self::of_all_routes( $code, $data )
			?? Settings_Errors::entry( $code, $data )
			?? Run_Errors::entry( $code, $data )
			?? Hosting_Errors::entry( $code, $data )
			?? new Error_Entry( __( 'An unexpected error occurred. Try again. If the error persists, check Site Health.', 'headless-deploy' ) );
	}

	/**
	 * @param array<string> $data Values that the message names.
	 */
	private static function of_all_routes( string $code, array $data ): ?Error_Entry {
		return match ( $code ) {
			'headless_deploy_forbidden' => new Error_Entry( __( 'You are not allowed to do this. Ask an administrator of this site.', 'headless-deploy' ), status: rest_authorization_required_code() ),
			/* translators: %s: id of an environment. */
			'headless_deploy_unknown_environment'   => new Error_Entry( sprintf( __( 'Environment “%s” does not exist. Reload the page to see the current environments.', 'headless-deploy' ), $data['id'] ?? '' ), status: 404 ),
			'headless_deploy_database_unavailable'  => new Error_Entry( __( 'Nothing was changed or sent, because the database did not respond. Try again in a moment.', 'headless-deploy' ), status: 503 ),
			'headless_deploy_body_not_an_object'    => new Error_Entry( __( 'Nothing was changed. The request body must be a JSON object, for example {"action": "rebuild"}.', 'headless-deploy' ) ),
			'headless_deploy_signature_invalid'     => new Error_Entry( __( 'The request is not signed with the refresh secret of this environment, its timestamp is more than 5 minutes off, or it was already received. Compare the secret and the clock of the front end with those of WordPress.', 'headless-deploy' ), status: 401 ),
			'headless_deploy_too_many_requests'     => new Error_Entry( __( 'There were too many requests in the last minutes. Try again later.', 'headless-deploy' ), status: 429 ),
			'headless_deploy_refresh_not_connected' => new Error_Entry( __( 'Nothing was sent. Save a refresh URL and generate a secret first.', 'headless-deploy' ), status: 409 ),
			'headless_deploy_not_moved'             => new Error_Entry(
				__( 'No public post had this address, or a post still has it.', 'headless-deploy' ),
				status: 404,
			),
			default => null,
		};
	}

	/**
	 * Returns the headline of a failed run.
	 */
	public static function headline( string $code ): string {
		return self::entry( $code )->kind?->headline() ?? __( 'Failed', 'headless-deploy' );
	}

	/**
	 * A build that a user canceled at the host is not an error.
	 */
	public static function is_canceled_build( string $code ): bool {
		return Failure_Kind::Build_Canceled === self::entry( $code )->kind;
	}

	public static function needs_new_url( string $code ): bool {
		return '' !== self::connection_label( $code );
	}

	/**
	 * Returns the status of a connection that needs a new webhook URL.
	 */
	public static function connection_label( string $code ): string {
		return self::entry( $code )->kind?->connection_label() ?? '';
	}
}
