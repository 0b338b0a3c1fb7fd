<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Http;

/**
 * Words what came of a webhook call. The words stand alone: a run keeps the code, and its message is made anew
 * whenever somebody looks at it. Errors asks it; nobody else does.
 */
final class Request_Errors {
	/**
	 * Returns the words of a code, or null when it is not one of these.
	 */
	public static function message( string $code ): ?string {
		return self::about_the_answer( $code ) ?? self::about_the_way( $code );
	}

	/**
	 * Words what the service answered.
	 */
	private static function about_the_answer( string $code ): ?string {
		return match ( $code ) {
			'headless_deploy_html_answer'         => __( 'The host took the call, but answered with a web page. Is this the address of a webhook? Compare it with your hosting portal.', 'headless-deploy' ),
			'headless_deploy_webhook_moved'       => __( 'The webhook address has moved. WordPress does not follow redirects, because they would receive the secret in the URL. Copy the new webhook URL from your hosting portal and paste it under Connections.', 'headless-deploy' ),
			'headless_deploy_bad_request'         => __( 'The host refused the call as it is. Often nothing was uploaded to this environment yet. What the host said is in the activity log.', 'headless-deploy' ),
			'headless_deploy_token_refused'       => __( 'The host no longer accepts the webhook URL; it was probably regenerated in the portal. Copy a new webhook URL there and paste it under Connections.', 'headless-deploy' ),
			'headless_deploy_webhook_not_found'   => __( 'The host does not know this webhook; it was probably deleted in the portal. Create a webhook there and paste its URL under Connections.', 'headless-deploy' ),
			'headless_deploy_webhook_gone'        => __( 'The webhook was deleted in the portal. Create a new one there and paste its URL under Connections.', 'headless-deploy' ),
			'headless_deploy_rate_limited'        => __( 'The host is rate limiting requests. It accepts requests again later.', 'headless-deploy' ),
			'headless_deploy_refused'             => __( 'The host refused the call. What the host said is in the activity log.', 'headless-deploy' ),
			'headless_deploy_service_unavailable' => __( 'The host is out of service for a while and could not take the call. Its status page may say for how long.', 'headless-deploy' ),
			'headless_deploy_service_busy'        => __( 'The host could not take the call just now, for example because it is busy with an earlier one. If this lasts, look into its portal.', 'headless-deploy' ),
			'headless_deploy_no_final_answer'     => __( 'The host began to answer and did not end. It may still have taken the call; its portal says whether a build runs.', 'headless-deploy' ),
			'headless_deploy_service_error'       => __( 'The host has a problem of its own and could not take the call. If this lasts, look at its status page.', 'headless-deploy' ),
			'headless_deploy_answer_too_large'    => __( 'The host’s answer was far too long, and it was not read to its end. Whether the call was taken is not known.', 'headless-deploy' ),
			default                               => null,
		};
	}

	/**
	 * Words what happened on the way to the service.
	 */
	private static function about_the_way( string $code ): ?string {
		return match ( $code ) {
			'headless_deploy_timeout'           => __( 'The host did not answer within 15 seconds. It may still have taken the call; its portal says whether a build runs.', 'headless-deploy' ),
			'headless_deploy_dns_failed'        => __( 'The host name was not found. Either DNS does not work, or the webhook URL is wrong. If the error persists, compare the URL with your hosting portal.', 'headless-deploy' ),
			'headless_deploy_connection_failed' => __( 'The connection to the host failed or was interrupted. If the error persists, check the host’s status page and your firewall.', 'headless-deploy' ),
			'headless_deploy_tls_failed'        => __( 'The host’s certificate is not valid, so nothing was sent. Ask your host, or check this server’s clock and certificates.', 'headless-deploy' ),
			'headless_deploy_private_address'   => __( 'The host name resolves to a private address, so nothing was sent. To use a platform on your own machine, add it to HEADLESS_DEPLOY_LOCAL_HOSTS.', 'headless-deploy' ),
			'headless_deploy_webhook_missing'   => __( 'This environment no longer has a webhook for this action. Paste a webhook URL under Connections.', 'headless-deploy' ),
			'headless_deploy_address_refused'   => __( 'The webhook address may not be called from here: it does not begin with https://, and HEADLESS_DEPLOY_LOCAL_HOSTS does not name its host. Paste the webhook URL again under Connections.', 'headless-deploy' ),
			'headless_deploy_http_blocked'      => __( 'WP_HTTP_BLOCK_EXTERNAL in wp-config.php forbids calls to this host. Add the host to WP_ACCESSIBLE_HOSTS.', 'headless-deploy' ),
			'headless_deploy_no_curl'           => __( 'PHP’s cURL extension is missing on this server, so nothing is sent. Changes are saved and deployed once the administrator of the server enables the extension.', 'headless-deploy' ),
			'headless_deploy_call_failed'       => __( 'The request failed because of an error in another plugin or on this server. Check the PHP error log, then try again.', 'headless-deploy' ),
			'headless_deploy_sender_crashed'    => __( 'Each time this run was sent, the PHP process ended before it recorded the response. The host may have received the requests; its portal says whether builds ran. Check the PHP error log, then try again.', 'headless-deploy' ),
			default                             => null,
		};
	}
}
