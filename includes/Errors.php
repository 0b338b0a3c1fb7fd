<?php

declare( strict_types=1 );

namespace HeadlessDeploy;

use HeadlessDeploy\Environments\Settings_Errors;
use HeadlessDeploy\Hosting\Credential_Errors;
use HeadlessDeploy\Hosting\Hosting_Errors;
use HeadlessDeploy\Http\Request_Errors;
use HeadlessDeploy\Notifications\Notification_Errors;
use HeadlessDeploy\Queue\Queue_Errors;
use HeadlessDeploy\Refresh\Feed_Errors;
use HeadlessDeploy\Schedules\Schedule_Errors;
use WP_Error;

/**
 * All error codes with their HTTP status and message. A code is never translated, its message always. A message says
 * what happened, the value, the rule, and what to do.
 */
final class Errors {
	private const FIELDS = array(
		'headless_deploy_label_missing'             => 'label',
		'headless_deploy_front_end_url_invalid'     => 'frontEndUrl',
		'headless_deploy_refresh_url_invalid'       => 'refreshUrl',
		'headless_deploy_refresh_secret_invalid'    => 'refreshSecret',
		'headless_deploy_header_name_invalid'       => 'headers',
		'headless_deploy_header_forbidden'          => 'headers',
		'headless_deploy_header_value_invalid'      => 'headers',
		'headless_deploy_header_masked'             => 'headers',
		'headless_deploy_header_twice'              => 'headers',
		'headless_deploy_too_many_headers'          => 'headers',
		'headless_deploy_body_masked'               => 'body',
		'headless_deploy_body_too_long'             => 'body',
		'headless_deploy_api_url_invalid'           => 'apiUrl',
		'headless_deploy_api_user_invalid'          => 'user',
		'headless_deploy_api_password_missing'      => 'password',
		'headless_deploy_links_environment_unknown' => 'links',
		'headless_deploy_meta_key_invalid'          => 'ignoredMeta',
		'headless_deploy_option_name_invalid'       => 'optionNames',
		'headless_deploy_option_refused'            => 'optionNames',
		'headless_deploy_schedule_label'            => 'label',
		'headless_deploy_schedule_time'             => 'time',
		'headless_deploy_chat_url_unknown'          => 'chatUrl',
		'headless_deploy_recipient_unknown'         => 'recipients',
		'headless_deploy_quiet_hours'               => 'quietHours',
	);

	/**
	 * Makes an error. Its data have `params`, as in WordPress's own errors, where it is about a submitted field.
	 *
	 * @param string ...$data Values of the message, named.
	 */
	public static function make( string $code, string ...$data ): WP_Error {
		$message    = trim( self::fact( $code, $data ) . ' ' . Remedy::of( $code ) );
		$field      = self::FIELDS[ $code ] ?? '';
		$error_data = array( 'status' => self::status( $code ) );
		return new WP_Error( $code, $message, '' === $field ? $error_data : $error_data + array( 'params' => array( $field => $message ) ) );
	}

	public static function status( string $code ): int {
		return match ( $code ) {
			'headless_deploy_forbidden'            => rest_authorization_required_code(),
			'headless_deploy_unknown_environment'  => 404,
			'headless_deploy_database_unavailable' => 503,
			default                                => Settings_Errors::STATUSES[ $code ]
				?? Credential_Errors::STATUSES[ $code ]
				?? Hosting_Errors::STATUSES[ $code ]
				?? Queue_Errors::STATUSES[ $code ]
				?? Schedule_Errors::STATUSES[ $code ]
				?? Notification_Errors::STATUSES[ $code ]
				?? Feed_Errors::STATUSES[ $code ]
				?? 400,
		};
	}

	/**
	 * Returns what happened to a run, for the current user. `Remedy` says what the user can do.
	 *
	 * @param array<string> $data Values of the message.
	 */
	public static function for_reader( string $code, array $data = array() ): string {
		$message = Remedy::is_for_manager() ? null : self::fact_for_editor( self::without_prefix( $code ) );
		return $message ?? self::fact( $code, $data );
	}

	/**
	 * Returns what happened and what an administrator can do.
	 *
	 * @param array<string> $data   Values of the message.
	 * @param Action|null   $action Of the run; null where the error is not about one.
	 */
	public static function message( string $code, array $data = array(), ?Action $action = null ): string {
		return trim( self::fact( $code, $data ) . ' ' . Remedy::for_manager( $code, $action ) );
	}

	/**
	 * @param string $code A code, which may lack the plugin's name already.
	 */
	public static function without_prefix( string $code ): string {
		return str_replace( 'headless_deploy_', '', $code );
	}

	/**
	 * @param array<string> $data Values of the message.
	 */
	private static function fact( string $code, array $data ): string {
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
				?? Hosting_Errors::message( $code, $data )
				?? Schedule_Errors::message( $code, $data )
				?? Notification_Errors::message( $code, $data )
				?? Feed_Errors::message( $code )
				?? __( 'An unexpected error occurred. Try again. If the error persists, check Site Health.', 'headless-deploy' ),
		};
	}

	/**
	 * Returns the message for users without access to Connections or the hosting portal, null when the message for
	 * administrators fits all users.
	 *
	 * @param string $code Code, without the plugin's name.
	 */
	private static function fact_for_editor( string $code ): ?string {
		return match ( $code ) {
			'token_refused', 'webhook_refused' => __( 'The host no longer accepts the webhook URL.', 'headless-deploy' ),
			'webhook_not_found', 'webhook_gone', 'webhook_missing' => __( 'The webhook no longer exists at the host.', 'headless-deploy' ),
			'webhook_moved' => __( 'The webhook has moved to another URL.', 'headless-deploy' ),
			'key_lost'      => __( 'The stored webhook URL cannot be read.', 'headless-deploy' ),
			'refresh_refused', 'refresh_not_found', 'refresh_gone', 'refresh_rejected', 'refresh_answer_too_large' => __( 'The front end did not accept the refresh.', 'headless-deploy' ),
			'html_answer' => __( 'The host responded with a web page, so the webhook URL may be wrong.', 'headless-deploy' ),
			'address_refused', 'private_address', 'http_blocked' => __( 'This site is not allowed to connect to the host.', 'headless-deploy' ),
			'bad_request' => __( 'The host rejected the request.', 'headless-deploy' ),
			'call_failed', 'sender_crashed' => __( 'An error on the WordPress server stopped this run.', 'headless-deploy' ),
			'build_failed' => __( 'The build failed. Visitors still see the previous version.', 'headless-deploy' ),
			'service_error', 'service_busy', 'service_unavailable' => __( 'The host reported an error and did not accept the request.', 'headless-deploy' ),
			'answer_too_large' => __( 'The host sent a response that is too long to read.', 'headless-deploy' ),
			'timeout', 'no_final_answer' => __( 'The host did not respond in time. It may still have started the run.', 'headless-deploy' ),
			'dns_failed', 'connection_failed' => __( 'The host could not be reached.', 'headless-deploy' ),
			default => null,
		};
	}
}
