<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Runs;

use HeadlessDeploy\Errors;

/**
 * Headlines of failed runs. `Errors` has the messages.
 */
final class Failure_Text {
	/** A new webhook URL ends these failures. */
	private const NEEDS_NEW_URL = array( 'token_refused', 'webhook_refused', 'webhook_not_found', 'webhook_gone', 'webhook_moved', 'key_lost', 'webhook_missing', 'address_refused' );

	public static function headline( string $code ): string {
		return match ( Errors::without_prefix( $code ) ) {
			'token_refused', 'webhook_refused' => __( 'Failed: the webhook URL was rejected', 'headless-deploy' ),
			'webhook_not_found', 'webhook_gone', 'webhook_missing' => __( 'Failed: the webhook does not exist', 'headless-deploy' ),
			'webhook_moved' => __( 'Failed: the webhook has moved', 'headless-deploy' ),
			'key_lost'      => __( 'Failed: the webhook URL cannot be read', 'headless-deploy' ),
			'refresh_refused', 'refresh_not_found', 'refresh_gone', 'refresh_rejected', 'refresh_answer_too_large' => __( 'Failed: the front end did not accept the refresh', 'headless-deploy' ),
			'refresh_timeout' => __( 'Failed: the front end did not respond in time', 'headless-deploy' ),
			'refresh_unreachable', 'refresh_dns_failed' => __( 'Failed: the front end could not be reached', 'headless-deploy' ),
			'refresh_error', 'refresh_unavailable' => __( 'Failed: the front end reported an error', 'headless-deploy' ),
			'page_not_fresh' => __( 'Failed: the page still showed the previous content', 'headless-deploy' ),
			'replica_behind' => __( 'The database replica is behind', 'headless-deploy' ),
			'tls_failed', 'refresh_tls_failed' => __( 'Failed: the certificate is not valid', 'headless-deploy' ),
			'address_refused', 'private_address', 'http_blocked' => __( 'Failed: requests to this address are not allowed', 'headless-deploy' ),
			'call_failed', 'sender_crashed' => __( 'Failed: an error occurred on this server', 'headless-deploy' ),
			'build_failed'   => __( 'The build failed', 'headless-deploy' ),
			'build_canceled' => __( 'The build was canceled', 'headless-deploy' ),
			'rate_limited', 'refresh_rate_limited' => __( 'Failed: too many requests', 'headless-deploy' ),
			'service_error', 'service_busy', 'service_unavailable', 'answer_too_large' => __( 'Failed: the host reported an error', 'headless-deploy' ),
			'timeout', 'no_final_answer' => __( 'Failed: the host did not respond in time', 'headless-deploy' ),
			'no_curl' => __( 'Failed: PHP’s cURL extension is missing', 'headless-deploy' ),
			'dns_failed', 'connection_failed' => __( 'Failed: the host could not be reached', 'headless-deploy' ),
			'bad_request', 'refused' => __( 'Failed: the host rejected the request', 'headless-deploy' ),
			default => __( 'Failed', 'headless-deploy' ),
		};
	}

	/**
	 * A build that a user canceled at the host is not an error.
	 */
	public static function is_canceled_build( string $code ): bool {
		return 'build_canceled' === Errors::without_prefix( $code );
	}

	public static function needs_new_url( string $code ): bool {
		return in_array( Errors::without_prefix( $code ), self::NEEDS_NEW_URL, true );
	}

	/**
	 * Returns the status of a connection that needs a new webhook URL.
	 */
	public static function connection_label( string $code ): string {
		return match ( Errors::without_prefix( $code ) ) {
			'token_refused', 'webhook_refused' => __( 'Webhook URL rejected', 'headless-deploy' ),
			'key_lost'        => __( 'Webhook URL cannot be read', 'headless-deploy' ),
			'address_refused' => __( 'Webhook URL not allowed', 'headless-deploy' ),
			default           => __( 'Webhook does not exist', 'headless-deploy' ),
		};
	}
}
