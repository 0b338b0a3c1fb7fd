<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Admin;

/**
 * Words a failed run, as `failureHeadline()` of src/panel/labels does in the browser.
 */
final class Failure_Words {
	/** Failures that a newly pasted webhook URL mends. */
	private const MENDED_BY_A_NEW_URL = array( 'token_refused', 'webhook_not_found', 'webhook_gone', 'webhook_moved', 'key_lost', 'webhook_missing', 'address_refused' );

	/**
	 * Says that a run failed, and why. Not escaped.
	 */
	public static function headline( string $code ): string {
		return match ( self::short( $code ) ) {
			'token_refused' => __( 'Failed: the webhook URL was refused', 'headless-deploy' ),
			'webhook_not_found', 'webhook_gone', 'webhook_missing' => __( 'Failed: the webhook does not exist', 'headless-deploy' ),
			'webhook_moved' => __( 'Failed: the webhook has moved', 'headless-deploy' ),
			'key_lost'      => __( 'Failed: the webhook URL cannot be read', 'headless-deploy' ),
			'tls_failed'    => __( 'Failed: the certificate is not valid', 'headless-deploy' ),
			'address_refused', 'private_address', 'http_blocked' => __( 'Failed: the address may not be called', 'headless-deploy' ),
			'call_failed', 'sender_crashed' => __( 'Failed: this server has a problem', 'headless-deploy' ),
			'build_failed'   => __( 'Failed: the build broke off', 'headless-deploy' ),
			'build_canceled' => __( 'The build was canceled', 'headless-deploy' ),
			'rate_limited'   => __( 'Failed: too many calls', 'headless-deploy' ),
			'service_error', 'service_busy', 'service_unavailable', 'answer_too_large' => __( 'Failed: the host has a problem', 'headless-deploy' ),
			'timeout', 'no_final_answer' => __( 'Failed: no answer in time', 'headless-deploy' ),
			'dns_failed', 'connection_failed' => __( 'Failed: the host was not reached', 'headless-deploy' ),
			'bad_request', 'refused' => __( 'Failed: the host refused it', 'headless-deploy' ),
			default => __( 'Failed', 'headless-deploy' ),
		};
	}

	/**
	 * Tells whether somebody stopped a build, which is no fault.
	 */
	public static function was_canceled( string $code ): bool {
		return 'build_canceled' === self::short( $code );
	}

	/**
	 * Tells whether a new webhook URL is what mends a failure.
	 */
	public static function needs_new_url( string $code ): bool {
		return in_array( self::short( $code ), self::MENDED_BY_A_NEW_URL, true );
	}

	/**
	 * Tells whether nothing can be sent to an environment until somebody pastes a webhook URL.
	 *
	 * @param array<string, mixed> $environment Entry of the status.
	 */
	public static function waits_for_url( array $environment ): bool {
		if ( in_array( Entry::text( Entry::part( $environment, 'paused' ), 'reason' ), array( 'token', 'key' ), true ) ) {
			return true;
		}
		$runs = Entry::parts( $environment, 'pending' );
		if ( 'failed' === Entry::text( $environment, 'state' ) ) {
			$runs[] = Entry::part( $environment, 'last' );
		}
		return array() !== array_filter( $runs, static fn( array $run ): bool => self::needs_new_url( Entry::text( $run, 'errorCode' ) ) );
	}

	/**
	 * Takes the plugin's name off an error code.
	 */
	private static function short( string $code ): string {
		return str_replace( 'headless_deploy_', '', $code );
	}
}
