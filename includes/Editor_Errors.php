<?php

declare( strict_types=1 );

namespace HeadlessDeploy;

/**
 * Holds the messages of failed runs for users without access to Connections or the hosting portal. `Errors` has the
 * messages for administrators, with what to do.
 */
final class Editor_Errors {
	/**
	 * Returns the message of a code, null when the message for administrators fits all users.
	 */
	public static function message( string $code ): ?string {
		$code   = str_replace( 'headless_deploy_', '', $code );
		$lasts  = __( 'If this continues, ask an administrator for help.', 'headless-deploy' );
		$passes = self::problem_that_passes( $code );
		if ( null !== $passes ) {
			return "$passes $lasts";
		}
		$stays = self::problem_that_stays( $code );
		return null === $stays ? null : $stays . ' ' . __( 'Ask an administrator to fix this.', 'headless-deploy' );
	}

	/**
	 * @param string $code Code, without the plugin's name.
	 */
	private static function problem_that_stays( string $code ): ?string {
		return match ( $code ) {
			'token_refused' => __( 'The host no longer accepts the webhook URL.', 'headless-deploy' ),
			'webhook_not_found', 'webhook_gone', 'webhook_missing' => __( 'The webhook no longer exists at the host.', 'headless-deploy' ),
			'webhook_moved' => __( 'The webhook has moved to another URL.', 'headless-deploy' ),
			'key_lost'      => __( 'The stored webhook URL cannot be read.', 'headless-deploy' ),
			'html_answer'   => __( 'The host responded with a web page, so the webhook URL may be wrong.', 'headless-deploy' ),
			'tls_failed'    => __( 'The host’s certificate is not valid, so nothing was sent.', 'headless-deploy' ),
			'address_refused', 'private_address', 'http_blocked' => __( 'This site is not allowed to connect to the host.', 'headless-deploy' ),
			'bad_request', 'refused' => __( 'The host rejected the request.', 'headless-deploy' ),
			'call_failed', 'sender_crashed' => __( 'An error on the WordPress server stopped this run.', 'headless-deploy' ),
			'build_failed' => __( 'The build failed. Visitors still see the previous version.', 'headless-deploy' ),
			default        => null,
		};
	}

	/**
	 * @param string $code Code, without the plugin's name.
	 */
	private static function problem_that_passes( string $code ): ?string {
		return match ( $code ) {
			'rate_limited' => __( 'The host is rate limiting requests.', 'headless-deploy' ),
			'service_error', 'service_busy', 'service_unavailable' => __( 'The host reported an error and did not accept the request.', 'headless-deploy' ),
			'answer_too_large' => __( 'The host sent a response that is too long to read.', 'headless-deploy' ),
			'timeout', 'no_final_answer' => __( 'The host did not respond in time. It may still have started the run.', 'headless-deploy' ),
			'dns_failed', 'connection_failed' => __( 'The host could not be reached.', 'headless-deploy' ),
			default => null,
		};
	}
}
