<?php

declare( strict_types=1 );

namespace HeadlessDeploy;

/**
 * What the current user can do about a failed run, a retried run or a pause. `Errors` and `Pause_Text` say what
 * happened.
 */
final class Remedy {
	/** Failures that usually end without an intervention. */
	private const TEMPORARY = array(
		'rate_limited',
		'service_error',
		'service_busy',
		'service_unavailable',
		'answer_too_large',
		'timeout',
		'no_final_answer',
		'dns_failed',
		'connection_failed',
		'refresh_timeout',
		'refresh_unreachable',
		'refresh_dns_failed',
		'refresh_error',
		'refresh_unavailable',
		'replica_behind',
		'refresh_rate_limited',
	);

	/** The texts of these name a build. */
	private const OF_BUILDS = array( 'no_final_answer', 'answer_too_large', 'timeout', 'sender_crashed' );

	/**
	 * Returns an empty text where the user can do nothing or needs to do nothing.
	 *
	 * @param string      $code   A code of `Errors`.
	 * @param Action|null $action Of the run; null where the error is not about one.
	 */
	public static function of( string $code, ?Action $action = null ): string {
		return self::is_for_manager() ? self::for_manager( $code, $action ) : self::for_editor( $code );
	}

	/**
	 * Tells whether texts are for an administrator. WP-CLI and cron often have no user.
	 */
	public static function is_for_manager(): bool {
		return 0 === get_current_user_id() || current_user_can( Capabilities::MANAGE );
	}

	public static function for_manager( string $code, ?Action $action = null ): string {
		$code = Errors::without_prefix( $code );
		if ( null !== $action && Lane::Build !== $action->lane() && in_array( $code, self::OF_BUILDS, true ) ) {
			return 'sender_crashed' === $code ? self::site_remedy( 'call_failed' ) ?? '' : self::host_remedy( 'service_error' ) ?? '';
		}
		return self::webhook_remedy( $code ) ?? self::host_remedy( $code ) ?? self::site_remedy( $code ) ?? '';
	}

	/**
	 * Only an administrator can open Connections, wp-config.php and the hosting portal.
	 */
	private static function for_editor( string $code ): string {
		$name = Errors::without_prefix( $code );
		return match ( true ) {
			in_array( $name, self::TEMPORARY, true ) => __( 'If this continues, ask an administrator for help.', 'headless-deploy' ),
			'copy' === $name                         => __( 'Ask an administrator to confirm whether this site is a copy.', 'headless-deploy' ),
			'paused_by_user' === $name               => __( 'Ask an administrator to resume the environment.', 'headless-deploy' ),
			'build_canceled' === $name               => current_user_can( Capabilities::REBUILD ) ? self::for_manager( $code ) : '',
			'no_curl' === $name                      => self::for_manager( $code ),
			in_array( $name, array( 'disabled', 'copy_confirmed' ), true ), '' === self::for_manager( $code ) => '',
			default => __( 'Ask an administrator to fix this.', 'headless-deploy' ),
		};
	}

	private static function webhook_remedy( string $code ): ?string {
		return match ( $code ) {
			'token_refused'   => __( 'Copy a new webhook URL from the portal and paste it under Connections.', 'headless-deploy' ),
			'webhook_refused' => __( 'Check the webhook URL at the host, then paste it again under Connections.', 'headless-deploy' ),
			'webhook_moved'   => __( 'Copy the new webhook URL from the host and paste it under Connections.', 'headless-deploy' ),
			'webhook_not_found', 'webhook_gone' => __( 'Create a webhook at the host and paste its URL under Connections.', 'headless-deploy' ),
			'refresh_refused'   => __( 'Generate a new secret under Connections and store it in the front end.', 'headless-deploy' ),
			'refresh_not_found' => __( 'Compare the refresh URL under Connections with the route of the front end.', 'headless-deploy' ),
			'page_not_fresh'    => __( 'Check that the front end tags its pages with the Cache-Groups of the data that they show.', 'headless-deploy' ),
			'replica_behind'    => __( 'If this happens often, ask the hosting service of WordPress why its database replica lags.', 'headless-deploy' ),
			'refresh_timeout', 'refresh_error', 'refresh_unavailable', 'refresh_rejected', 'refresh_answer_too_large' => __( 'If the error persists, check the log of the front end.', 'headless-deploy' ),
			'refresh_unreachable' => __( 'If the error persists, check that the front end is running, and check your firewall.', 'headless-deploy' ),
			'refresh_dns_failed'  => __( 'If the error persists, check the refresh URL under Connections.', 'headless-deploy' ),
			'refresh_gone'        => __( 'Save the refresh URL again under Connections.', 'headless-deploy' ),
			'webhook_missing'     => __( 'Paste a webhook URL under Connections.', 'headless-deploy' ),
			'address_refused'     => __( 'Paste the webhook URL again under Connections.', 'headless-deploy' ),
			'key_lost'            => __( 'Restore the previous key in wp-config.php, or paste the webhook URL again under Connections.', 'headless-deploy' ),
			'html_answer'         => __( 'Compare the webhook URL with your hosting portal.', 'headless-deploy' ),
			'private_address'     => __( 'To use a platform on your own machine, add it to HEADLESS_DEPLOY_LOCAL_HOSTS.', 'headless-deploy' ),
			'http_blocked'        => __( 'Add the host to WP_ACCESSIBLE_HOSTS.', 'headless-deploy' ),
			'dns_failed'          => __( 'If the error persists, compare the URL with your hosting portal.', 'headless-deploy' ),
			'connection_failed'   => __( 'If the error persists, check the host’s status page and your firewall.', 'headless-deploy' ),
			'tls_failed', 'refresh_tls_failed' => __( 'Check this server’s clock and CA certificates, or contact the hosting service of the front end.', 'headless-deploy' ),
			default => null,
		};
	}

	private static function host_remedy( string $code ): ?string {
		return match ( $code ) {
			'bad_request', 'refused' => __( 'The activity log shows the host’s message.', 'headless-deploy' ),
			'service_unavailable' => __( 'The host’s status page may say when it is available again.', 'headless-deploy' ),
			'service_busy'        => __( 'If the error persists, check the host’s portal.', 'headless-deploy' ),
			'service_error'       => __( 'If the error persists, check the host’s status page.', 'headless-deploy' ),
			'no_final_answer', 'answer_too_large', 'timeout' => __( 'The host’s portal shows whether a build is running.', 'headless-deploy' ),
			'build_failed'   => __( 'The build log in the hosting portal says why. Fix the error, then press Rebuild.', 'headless-deploy' ),
			'build_canceled' => __( 'Press Rebuild to build again.', 'headless-deploy' ),
			default          => null,
		};
	}

	private static function site_remedy( string $code ): ?string {
		return match ( $code ) {
			'call_failed'     => __( 'Check the PHP error log, then try again.', 'headless-deploy' ),
			'sender_crashed'  => __( 'The host’s portal shows whether builds ran. Check the PHP error log, then try again.', 'headless-deploy' ),
			'no_curl'         => __( 'Ask the administrator of this server to enable PHP’s cURL extension.', 'headless-deploy' ),
			'copy'            => __( 'Choose “This site moved” if this is the original site at a new address, or “This is a copy” if it is a copy.', 'headless-deploy' ),
			'copy_confirmed'  => __( 'If this site is now the original, choose “This site moved”.', 'headless-deploy' ),
			'disabled'        => __( 'Remove HEADLESS_DEPLOY_DISABLED to deploy changes. On a copy or a test site, leave the constant set.', 'headless-deploy' ),
			'constant_broken' => __( 'The Connections page shows the error. Fix the entry in wp-config.php.', 'headless-deploy' ),
			'paused_by_user'  => __( 'Resume the environment under Connections.', 'headless-deploy' ),
			'paused_by_newer' => __( 'Update the plugin on this server to resume the environment.', 'headless-deploy' ),
			default           => null,
		};
	}
}
