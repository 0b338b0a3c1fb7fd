<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Http;

/**
 * The messages of webhook calls. They must be complete without data, because a run stores only the code. `Errors` uses
 * them.
 */
final class Request_Errors {
	public static function message( string $code ): ?string {
		return self::response_message( $code ) ?? self::refresh_message( $code ) ?? self::transport_message( $code );
	}

	private static function response_message( string $code ): ?string {
		return match ( $code ) {
			'headless_deploy_html_answer'         => __( 'The host responded with a web page, so the URL may not be a webhook.', 'headless-deploy' ),
			'headless_deploy_webhook_moved'       => __( 'The webhook has moved. WordPress does not follow redirects, because that would reveal the secret in the URL.', 'headless-deploy' ),
			'headless_deploy_bad_request'         => __( 'The host rejected the request, often because nothing has been uploaded to this environment yet.', 'headless-deploy' ),
			'headless_deploy_token_refused'       => __( 'The host no longer accepts the webhook URL; it was probably regenerated in the portal.', 'headless-deploy' ),
			'headless_deploy_webhook_refused'     => __( 'The host rejects the webhook URL. The URL may no longer be valid, or a firewall blocks requests of this server.', 'headless-deploy' ),
			'headless_deploy_webhook_not_found'   => __( 'The webhook does not exist at the host; it was probably deleted.', 'headless-deploy' ),
			'headless_deploy_webhook_gone'        => __( 'The host responded that the webhook was deleted (HTTP 410).', 'headless-deploy' ),
			'headless_deploy_rate_limited'        => __( 'The host is rate limiting requests. It accepts requests again later.', 'headless-deploy' ),
			'headless_deploy_refused'             => __( 'The host rejected the request.', 'headless-deploy' ),
			'headless_deploy_service_unavailable' => __( 'The host is temporarily unavailable and did not accept the request.', 'headless-deploy' ),
			'headless_deploy_service_busy'        => __( 'The host could not accept the request, for example because it is processing an earlier one.', 'headless-deploy' ),
			'headless_deploy_no_final_answer'     => __( 'The host started to respond but did not finish. It may have accepted the request.', 'headless-deploy' ),
			'headless_deploy_service_error'       => __( 'The host reported an internal error and did not accept the request.', 'headless-deploy' ),
			'headless_deploy_answer_too_large'    => __( 'The host’s response was too long to read.', 'headless-deploy' ),
			default                               => null,
		};
	}

	private static function refresh_message( string $code ): ?string {
		return match ( $code ) {
			'headless_deploy_refresh_refused'          => __( 'The front end rejected the signature of the refresh request.', 'headless-deploy' ),
			'headless_deploy_refresh_not_found'        => __( 'The refresh URL does not accept refresh requests.', 'headless-deploy' ),
			'headless_deploy_refresh_gone'             => __( 'The front end responded that the refresh URL no longer exists (HTTP 410), so nothing more is sent to it.', 'headless-deploy' ),
			'headless_deploy_refresh_rejected'         => __( 'The front end rejected the refresh request.', 'headless-deploy' ),
			'headless_deploy_refresh_answer_too_large' => __( 'The front end’s response was too long to read.', 'headless-deploy' ),
			'headless_deploy_refresh_timeout'          => __( 'The front end did not respond within 15 seconds. It may have refreshed the pages.', 'headless-deploy' ),
			'headless_deploy_refresh_unreachable'      => __( 'The connection to the front end failed or was interrupted.', 'headless-deploy' ),
			'headless_deploy_refresh_dns_failed'       => __( 'The host name of the refresh URL was not found. Either DNS does not work, or the refresh URL is wrong.', 'headless-deploy' ),
			'headless_deploy_refresh_tls_failed'       => __( 'The front end’s certificate is not valid, so nothing was sent.', 'headless-deploy' ),
			'headless_deploy_refresh_error'            => __( 'The front end reported an error and did not accept the refresh.', 'headless-deploy' ),
			'headless_deploy_refresh_unavailable'      => __( 'The front end is temporarily unavailable and did not accept the refresh.', 'headless-deploy' ),
			'headless_deploy_refresh_rate_limited'     => __( 'The front end is rate limiting requests. It accepts requests again later.', 'headless-deploy' ),
			'headless_deploy_page_not_fresh'           => __( 'The front end accepted the refresh, but a changed page still showed the previous content.', 'headless-deploy' ),
			'headless_deploy_replica_behind'           => __( 'A database replica of WordPress is behind: it still returned the previous content, which a changed page showed after the refresh.', 'headless-deploy' ),
			default                                    => null,
		};
	}

	private static function transport_message( string $code ): ?string {
		return match ( $code ) {
			'headless_deploy_timeout'           => __( 'The host did not respond within 15 seconds. It may have accepted the request.', 'headless-deploy' ),
			'headless_deploy_dns_failed'        => __( 'The host name was not found. Either DNS does not work, or the webhook URL is wrong.', 'headless-deploy' ),
			'headless_deploy_connection_failed' => __( 'The connection to the host failed or was interrupted.', 'headless-deploy' ),
			'headless_deploy_tls_failed'        => __( 'The host’s certificate is not valid, so nothing was sent.', 'headless-deploy' ),
			'headless_deploy_private_address'   => __( 'The host name resolves to a private address, so nothing was sent.', 'headless-deploy' ),
			'headless_deploy_webhook_missing'   => __( 'This environment no longer has a webhook for this action.', 'headless-deploy' ),
			'headless_deploy_address_refused'   => __( 'The webhook URL is not allowed: it does not begin with https://, and HEADLESS_DEPLOY_LOCAL_HOSTS does not list its host.', 'headless-deploy' ),
			'headless_deploy_http_blocked'      => __( 'WP_HTTP_BLOCK_EXTERNAL in wp-config.php blocks requests to this host.', 'headless-deploy' ),
			'headless_deploy_no_curl'           => __( 'PHP’s cURL extension is missing on this server, so nothing is sent.', 'headless-deploy' ),
			'headless_deploy_call_failed'       => __( 'The request failed because of an error in another plugin or on this server.', 'headless-deploy' ),
			'headless_deploy_sender_crashed'    => __( 'Each time this run was sent, the PHP process ended before it recorded the response. The host may have received the requests.', 'headless-deploy' ),
			default                             => null,
		};
	}
}
