<?php

declare( strict_types=1 );

namespace HeadlessDeploy;

use HeadlessDeploy\Changes\General\General_Errors;
use HeadlessDeploy\Environments\Settings_Errors;
use HeadlessDeploy\Hosting\Credential_Errors;
use HeadlessDeploy\Http\Request_Errors;
use HeadlessDeploy\Queue\Queue_Errors;
use HeadlessDeploy\Schedules\Schedule_Errors;
use WP_Error;

/**
 * All error codes with their HTTP status and message. A code is never translated, its message always. A message says
 * what happened, the value, the rule, and what to do.
 */
final class Errors {
	/**
	 * @param array<string, string> $data Values of the message.
	 */
	public static function make( string $code, array $data = array() ): WP_Error {
		return new WP_Error( $code, self::message( $code, $data ), array( 'status' => self::status( $code ) ) );
	}

	public static function status( string $code ): int {
		return match ( $code ) {
			'headless_deploy_forbidden'            => rest_authorization_required_code(),
			'headless_deploy_unknown_environment'  => 404,
			'headless_deploy_database_unavailable' => 503,
			default                                => Settings_Errors::STATUSES[ $code ] ?? Credential_Errors::STATUSES[ $code ] ?? Queue_Errors::STATUSES[ $code ] ?? Schedule_Errors::STATUSES[ $code ] ?? General_Errors::STATUSES[ $code ] ?? 400,
		};
	}

	/**
	 * Returns the message of a failed run for the current user: only users who can manage deployments read what an
	 * administrator must do.
	 *
	 * @param array<string, string> $data Values of the message.
	 */
	public static function for_reader( string $code, array $data = array() ): string {
		$words = current_user_can( Capabilities::MANAGE ) ? null : Editor_Errors::message( $code );
		return $words ?? self::message( $code, $data );
	}

	/**
	 * @param array<string, string> $data Values of the message.
	 */
	public static function message( string $code, array $data = array() ): string {
		return match ( $code ) {
			'headless_deploy_forbidden' => __( 'You are not allowed to do this. Ask an administrator of this site.', 'headless-deploy' ),
			/* translators: %s: id of an environment. */
			'headless_deploy_unknown_environment'  => sprintf( __( 'Environment “%s” does not exist. Reload the page to see the current environments.', 'headless-deploy' ), $data['id'] ?? '' ),
			'headless_deploy_database_unavailable' => __( 'Nothing was changed or sent, because the database did not respond. Try again in a moment.', 'headless-deploy' ),
			'headless_deploy_body_not_an_object'   => __( 'Nothing was changed. The request body must be a JSON object, for example {"action": "rebuild"}.', 'headless-deploy' ),
			default                                => Settings_Errors::message( $code, $data )
				?? Request_Errors::message( $code )
				?? Queue_Errors::message( $code, $data )
				?? Credential_Errors::message( $code, $data )
				?? Schedule_Errors::message( $code, $data )
				?? General_Errors::message( $code, $data )
				?? __( 'An unexpected error occurred. Try again. If the error persists, check Site Health.', 'headless-deploy' ),
		};
	}
}
