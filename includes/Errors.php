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
	 * Name of the submitted field that an error is about, by code.
	 */
	private const FIELDS = array(
		'headless_deploy_label_missing'         => 'label',
		'headless_deploy_front_end_url_invalid' => 'frontEndUrl',
		'headless_deploy_header_name_invalid'   => 'headers',
		'headless_deploy_header_forbidden'      => 'headers',
		'headless_deploy_header_value_invalid'  => 'headers',
		'headless_deploy_header_masked'         => 'headers',
		'headless_deploy_header_twice'          => 'headers',
		'headless_deploy_too_many_headers'      => 'headers',
		'headless_deploy_body_masked'           => 'body',
		'headless_deploy_body_too_long'         => 'body',
		'headless_deploy_api_url_invalid'       => 'apiUrl',
		'headless_deploy_api_user_invalid'      => 'user',
		'headless_deploy_api_password_missing'  => 'password',
		'headless_deploy_meta_key_invalid'      => 'ignoredMeta',
		'headless_deploy_option_name_invalid'   => 'optionNames',
		'headless_deploy_option_refused'        => 'optionNames',
		'headless_deploy_schedule_label'        => 'label',
		'headless_deploy_schedule_time'         => 'time',
	);

	/**
	 * Makes an error. Its data have `params`, as in WordPress's own errors, where it is about a submitted field.
	 *
	 * @param array<string, string> $data Values of the message.
	 */
	public static function make( string $code, array $data = array() ): WP_Error {
		$message    = self::message( $code, $data );
		$field      = self::FIELDS[ $code ] ?? '';
		$error_data = array( 'status' => self::status( $code ) );
		return new WP_Error( $code, $message, '' === $field ? $error_data : $error_data + array( 'params' => array( $field => $message ) ) );
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
