<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Errors;

use HeadlessDeploy\Capabilities;

/**
 * The errors of runs and calls. The message of a call must be complete without data, because a run stores only the code.
 */
final class Run_Errors {
	/**
	 * @param array<string> $data Values that the message names.
	 */
	public static function entry( string $code, array $data ): ?Error_Entry {
		return match ( $code ) {
			// Starting, canceling and reading runs.
			'headless_deploy_action_not_offered' => new Error_Entry(
				/* translators: 1: label of an environment. 2: name of an action, for example Purge Cache. */
				sprintf( __( '“%1$s” does not offer %2$s. Choose another action.', 'headless-deploy' ), $data['label'] ?? '', $data['action'] ?? '' ),
				status: 422,
			),
			'headless_deploy_copy' => new Error_Entry(
				__( 'The address of this site changed after it was connected, so this site does not deploy changes.', 'headless-deploy' ),
				status: 409,
				remedy: __( 'Choose “This site moved” if this is the original site at a new address, or “This is a copy” if it is a copy.', 'headless-deploy' ),
				remedy_for_editors: __( 'Ask an administrator to confirm whether this site is a copy.', 'headless-deploy' ),
			),
			'headless_deploy_disabled' => new Error_Entry(
				__( 'HEADLESS_DEPLOY_DISABLED is set in wp-config.php, so this site does not deploy changes.', 'headless-deploy' ),
				status: 409,
				remedy: __( 'Remove HEADLESS_DEPLOY_DISABLED to deploy changes. On a copy or a test site, leave the constant set.', 'headless-deploy' ),
				remedy_for_editors: '',
			),
			'headless_deploy_environment_removed' => Error_Entry::of_call( __( 'The environment was removed before this run was sent, so it was canceled.', 'headless-deploy' ) ),
			'headless_deploy_already_sending'     => new Error_Entry(
				__( 'This run is already being sent and cannot be canceled.', 'headless-deploy' ),
				status: 409,
			),
			'headless_deploy_nothing_canceled'   => new Error_Entry( __( 'There are no canceled changes to restore. A later run included them, or another user restored them.', 'headless-deploy' ), status: 409 ),
			'headless_deploy_undo_while_sending' => new Error_Entry(
				__( 'A run is being sent. Try Undo again in a few seconds.', 'headless-deploy' ),
				status: 409,
			),
			'headless_deploy_nothing_pending' => new Error_Entry( __( 'There are no pending changes, because they were sent or canceled.', 'headless-deploy' ), status: 409 ),
			/* translators: %s: number of a run. */
			'headless_deploy_not_failed'       => new Error_Entry( sprintf( __( 'Run %s did not fail, so it cannot be retried. Start a new run instead.', 'headless-deploy' ), $data['id'] ?? '' ), status: 409 ),
			'headless_deploy_queue_unwritable' => new Error_Entry( __( 'The run was not started because the database rejected the changes to its tables. Try again; if the error persists, ask an administrator.', 'headless-deploy' ), status: 503 ),
			'headless_deploy_unknown_run'      => new Error_Entry(
				/* translators: %s: number of a run. */
				sprintf( __( 'Run %s does not exist. Runs are kept for up to 90 days.', 'headless-deploy' ), $data['id'] ?? '' ),
				status: 404,
			),
			'headless_deploy_constant_broken' => new Error_Entry(
				__( 'The entry of this environment in HEADLESS_DEPLOY_ENVIRONMENTS in wp-config.php is not valid, so no run is sent.', 'headless-deploy' ),
				status: 409,
				remedy: __( 'The Connections page shows the error. Fix the entry in wp-config.php.', 'headless-deploy' ),
			),
			'headless_deploy_key_lost' => new Error_Entry(
				__( 'The stored webhook URL cannot be read because the encryption key of this site changed. Pending changes are kept.', 'headless-deploy' ),
				kind: Failure_Kind::Url_Unreadable,
				remedy: __( 'Restore the previous key in wp-config.php, or paste the webhook URL again under Connections.', 'headless-deploy' ),
			),
			// Responses to calls.
			'headless_deploy_html_answer' => Error_Entry::of_call(
				__( 'The host responded with a web page, so the URL may not be a webhook.', 'headless-deploy' ),
				Failure_Kind::Not_A_Webhook,
				__( 'Check the webhook URL in your hosting portal.', 'headless-deploy' ),
			),
			'headless_deploy_webhook_moved' => Error_Entry::of_call(
				__( 'The webhook has moved. WordPress does not follow redirects, because that would reveal the secret in the URL.', 'headless-deploy' ),
				Failure_Kind::Webhook_Moved,
				__( 'Copy the new webhook URL from the host and paste it under Connections.', 'headless-deploy' ),
			),
			'headless_deploy_bad_request' => Error_Entry::of_call(
				__( 'The host rejected the request, often because nothing has been uploaded to this environment yet.', 'headless-deploy' ),
				Failure_Kind::Host_Rejected,
				__( 'The activity log shows the host’s message.', 'headless-deploy' ),
			),
			'headless_deploy_token_refused' => Error_Entry::of_call(
				__( 'The host no longer accepts the webhook URL; it was probably regenerated in the portal.', 'headless-deploy' ),
				Failure_Kind::Url_Rejected,
				__( 'Copy a new webhook URL from the portal and paste it under Connections.', 'headless-deploy' ),
			),
			'headless_deploy_webhook_refused' => Error_Entry::of_call(
				__( 'The host rejects the webhook URL. The URL may no longer be valid, or a firewall blocks requests of this server.', 'headless-deploy' ),
				Failure_Kind::Url_Rejected,
				__( 'Check the webhook URL at the host, then paste it again under Connections.', 'headless-deploy' ),
			),
			'headless_deploy_webhook_not_found' => Error_Entry::of_call(
				__( 'The webhook does not exist at the host; it was probably deleted.', 'headless-deploy' ),
				Failure_Kind::Webhook_Missing,
				__( 'Create a webhook at the host and paste its URL under Connections.', 'headless-deploy' ),
			),
			'headless_deploy_webhook_gone' => Error_Entry::of_call(
				__( 'The host responded that the webhook was deleted (HTTP 410).', 'headless-deploy' ),
				Failure_Kind::Webhook_Missing,
				__( 'Create a webhook at the host and paste its URL under Connections.', 'headless-deploy' ),
			),
			'headless_deploy_rate_limited' => Error_Entry::of_call( __( 'The host is rate limiting requests. It accepts requests again later.', 'headless-deploy' ), Failure_Kind::Rate_Limited ),
			'headless_deploy_refused'      => Error_Entry::of_call(
				__( 'The host rejected the request.', 'headless-deploy' ),
				Failure_Kind::Host_Rejected,
				__( 'The activity log shows the host’s message.', 'headless-deploy' ),
			),
			'headless_deploy_service_unavailable' => Error_Entry::of_call(
				__( 'The host is temporarily unavailable and did not accept the request.', 'headless-deploy' ),
				Failure_Kind::Host_Error,
				__( 'The host’s status page may say when it is available again.', 'headless-deploy' ),
			),
			'headless_deploy_service_busy' => Error_Entry::of_call(
				__( 'The host could not accept the request, for example because it is processing an earlier one.', 'headless-deploy' ),
				Failure_Kind::Host_Error,
				__( 'If the error persists, check the host’s portal.', 'headless-deploy' ),
			),
			'headless_deploy_no_final_answer'  => Error_Entry::of_call( __( 'The host started to respond but did not finish. It may have accepted the request.', 'headless-deploy' ), Failure_Kind::Host_Timeout, self::portal(), remedy_without_build: self::status_page() ),
			'headless_deploy_service_error'    => Error_Entry::of_call( __( 'The host reported an internal error and did not accept the request.', 'headless-deploy' ), Failure_Kind::Host_Error, self::status_page() ),
			'headless_deploy_answer_too_large' => Error_Entry::of_call(
				__( 'The host’s response was too long to read.', 'headless-deploy' ),
				Failure_Kind::Host_Answer,
				self::portal(),
				remedy_without_build: self::status_page(),
			),
			// Responses to refreshes.
			'headless_deploy_refresh_refused' => Error_Entry::of_call(
				__( 'The front end rejected the signature of the refresh request.', 'headless-deploy' ),
				Failure_Kind::Refresh_Rejected,
				__( 'Generate a new secret under Connections and store it in the front end.', 'headless-deploy' ),
			),
			'headless_deploy_refresh_variable_missing' => Error_Entry::of_call(
				__( 'The front end has no refresh secret: its variable HEADLESS_DEPLOY_REFRESH_SECRET is missing or damaged.', 'headless-deploy' ),
				Failure_Kind::Refresh_Rejected,
				__( 'Set the variable on the host and deploy the front end. If you no longer have the secret, generate a new one under Connections.', 'headless-deploy' ),
			),
			'headless_deploy_refresh_not_found' => Error_Entry::of_call(
				__( 'The refresh URL does not accept refresh requests.', 'headless-deploy' ),
				Failure_Kind::Refresh_Rejected,
				__( 'Compare the refresh URL under Connections with the route of the front end.', 'headless-deploy' ),
			),
			'headless_deploy_refresh_gone' => Error_Entry::of_call(
				__( 'The front end responded that the refresh URL no longer exists (HTTP 410), so nothing more is sent to it.', 'headless-deploy' ),
				Failure_Kind::Refresh_Rejected,
				__( 'Save the refresh URL again under Connections.', 'headless-deploy' ),
			),
			'headless_deploy_refresh_rejected' => Error_Entry::of_call(
				__( 'The front end rejected the refresh request.', 'headless-deploy' ),
				Failure_Kind::Refresh_Rejected,
				self::log_of_the_front_end(),
			),
			'headless_deploy_refresh_answer_too_large' => Error_Entry::of_call(
				__( 'The front end’s response was too long to read.', 'headless-deploy' ),
				Failure_Kind::Refresh_Rejected,
				self::log_of_the_front_end(),
			),
			'headless_deploy_refresh_timeout'     => Error_Entry::of_call( __( 'The front end did not respond within 15 seconds. It may have refreshed the pages.', 'headless-deploy' ), Failure_Kind::Front_End_Timeout, self::log_of_the_front_end() ),
			'headless_deploy_refresh_unreachable' => Error_Entry::of_call(
				__( 'The connection to the front end failed or was interrupted.', 'headless-deploy' ),
				Failure_Kind::Front_End_Unreachable,
				__( 'If the error persists, check that the front end is running, and check your firewall.', 'headless-deploy' ),
			),
			'headless_deploy_refresh_dns_failed' => Error_Entry::of_call(
				__( 'The host name of the refresh URL was not found. Either DNS does not work, or the refresh URL is wrong.', 'headless-deploy' ),
				Failure_Kind::Front_End_Unreachable,
				__( 'If the error persists, check the refresh URL under Connections.', 'headless-deploy' ),
			),
			'headless_deploy_refresh_tls_failed' => Error_Entry::of_call(
				__( 'The front end’s certificate is not valid, so nothing was sent.', 'headless-deploy' ),
				Failure_Kind::Certificate,
				__( 'Check this server’s clock and CA certificates, or contact the hosting service of the front end.', 'headless-deploy' ),
			),
			'headless_deploy_refresh_error'        => Error_Entry::of_call( __( 'The front end reported an error and did not accept the refresh.', 'headless-deploy' ), Failure_Kind::Front_End_Error, self::log_of_the_front_end() ),
			'headless_deploy_refresh_unavailable'  => Error_Entry::of_call( __( 'The front end is temporarily unavailable and did not accept the refresh.', 'headless-deploy' ), Failure_Kind::Front_End_Error, self::log_of_the_front_end() ),
			'headless_deploy_refresh_rate_limited' => Error_Entry::of_call( __( 'The front end is rate limiting requests. It accepts requests again later.', 'headless-deploy' ), Failure_Kind::Rate_Limited ),
			'headless_deploy_page_not_fresh'       => Error_Entry::of_call(
				__( 'The front end accepted the refresh, but a changed page still showed the previous content.', 'headless-deploy' ),
				Failure_Kind::Page_Not_Fresh,
				__( 'Check that the front end tags its pages with the Cache-Groups of the data that they show.', 'headless-deploy' ),
			),
			'headless_deploy_replica_behind' => Error_Entry::of_call(
				__( 'A database replica of WordPress is behind: it still returned the previous content, which a changed page showed after the refresh.', 'headless-deploy' ),
				Failure_Kind::Replica_Behind,
				__( 'If this happens often, ask the hosting service of WordPress why its database replica lags.', 'headless-deploy' ),
			),
			// Connections.
			'headless_deploy_timeout'    => Error_Entry::of_call( __( 'The host did not respond within 15 seconds. It may have accepted the request.', 'headless-deploy' ), Failure_Kind::Host_Timeout, self::portal(), remedy_without_build: self::status_page() ),
			'headless_deploy_dns_failed' => Error_Entry::of_call(
				__( 'The host name was not found. Either DNS does not work, or the webhook URL is wrong.', 'headless-deploy' ),
				Failure_Kind::Host_Unreachable,
				__( 'If the error persists, check the URL in your hosting portal.', 'headless-deploy' ),
			),
			'headless_deploy_connection_failed' => Error_Entry::of_call(
				__( 'The connection to the host failed or was interrupted.', 'headless-deploy' ),
				Failure_Kind::Host_Unreachable,
				__( 'If the error persists, check the host’s status page and your firewall.', 'headless-deploy' ),
			),
			'headless_deploy_tls_failed' => new Error_Entry(
				__( 'The host’s certificate is not valid, so nothing was sent.', 'headless-deploy' ),
				status: 502,
				kind: Failure_Kind::Certificate,
				remedy: __( 'Check this server’s clock and CA certificates, or contact the hosting service of the front end.', 'headless-deploy' ),
			),
			'headless_deploy_private_address' => new Error_Entry(
				__( 'The host name resolves to a private address, so nothing was sent.', 'headless-deploy' ),
				status: 502,
				kind: Failure_Kind::Host_Not_Allowed,
				remedy: __( 'To use a platform on your own machine, add it to HEADLESS_DEPLOY_LOCAL_HOSTS.', 'headless-deploy' ),
			),
			'headless_deploy_webhook_missing' => Error_Entry::of_call(
				__( 'This environment no longer has a webhook for this action.', 'headless-deploy' ),
				Failure_Kind::Webhook_Missing,
				__( 'Paste a webhook URL under Connections.', 'headless-deploy' ),
			),
			'headless_deploy_address_refused' => Error_Entry::of_call(
				__( 'The webhook URL is not allowed: it does not begin with https://, and HEADLESS_DEPLOY_LOCAL_HOSTS does not list its host.', 'headless-deploy' ),
				Failure_Kind::Url_Not_Allowed,
				__( 'Paste the webhook URL again under Connections.', 'headless-deploy' ),
			),
			'headless_deploy_http_blocked' => new Error_Entry(
				__( 'WP_HTTP_BLOCK_EXTERNAL in wp-config.php blocks requests to this host.', 'headless-deploy' ),
				status: 502,
				kind: Failure_Kind::Host_Not_Allowed,
				remedy: __( 'Add the host to WP_ACCESSIBLE_HOSTS.', 'headless-deploy' ),
			),
			'headless_deploy_no_curl' => new Error_Entry(
				__( 'PHP’s cURL extension is missing on this server, so nothing is sent.', 'headless-deploy' ),
				status: 409,
				kind: Failure_Kind::No_Curl,
				remedy: __( 'Ask the administrator of this server to enable PHP’s cURL extension.', 'headless-deploy' ),
				remedy_for_editors: __( 'Ask the administrator of this server to enable PHP’s cURL extension.', 'headless-deploy' ),
			),
			'headless_deploy_call_failed'    => new Error_Entry( __( 'The request failed because of an error in another plugin or on this server.', 'headless-deploy' ), status: 500, kind: Failure_Kind::Server_Error, remedy: self::error_log() ),
			'headless_deploy_sender_crashed' => Error_Entry::of_call(
				__( 'Each time this run was sent, the PHP process ended before it recorded the response. The host may have received the requests.', 'headless-deploy' ),
				Failure_Kind::Server_Error,
				__( 'The host’s portal shows whether builds ran. Check the PHP error log, then try again.', 'headless-deploy' ),
				remedy_without_build: self::error_log(),
			),
			// Builds.
			'headless_deploy_build_failed' => new Error_Entry(
				/* translators: %s: name of a build. */
				sprintf( __( 'The host accepted the run, but its build “%s” failed. Visitors still see the previous version.', 'headless-deploy' ), $data['build'] ?? '' ),
				kind: Failure_Kind::Build_Failed,
				remedy: __( 'The build log in the hosting portal says why. Fix the error, then press Rebuild.', 'headless-deploy' ),
				found_in: '`errorCode` of a run',
			),
			'headless_deploy_build_canceled' => new Error_Entry(
				/* translators: %s: name of a build. */
				sprintf( __( 'The host accepted the run, but its build “%s” was canceled. Visitors still see the previous version.', 'headless-deploy' ), $data['build'] ?? '' ),
				kind: Failure_Kind::Build_Canceled,
				remedy: __( 'Press Rebuild to build again.', 'headless-deploy' ),
				remedy_for_editors: current_user_can( Capabilities::REBUILD ) ? __( 'Press Rebuild to build again.', 'headless-deploy' ) : '',
				found_in: '`errorCode` of a run',
			),
			'headless_deploy_build_unseen' => new Error_Entry( __( 'The host’s API does not respond, so the progress of the build is unknown. The build continues, and WordPress asks the API again.', 'headless-deploy' ), found_in: '`errorCode` of a run' ),
			default                        => null,
		};
	}

	private static function log_of_the_front_end(): string {
		return __( 'If the error persists, check the log of the front end.', 'headless-deploy' );
	}

	private static function portal(): string {
		return __( 'The host’s portal shows whether a build is running.', 'headless-deploy' );
	}

	private static function status_page(): string {
		return __( 'If the error persists, check the host’s status page.', 'headless-deploy' );
	}

	private static function error_log(): string {
		return __( 'Check the PHP error log, then try again.', 'headless-deploy' );
	}
}
