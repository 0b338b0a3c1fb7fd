<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Hosting;

use HeadlessDeploy\Hosting\Uploads\Upload_Errors;

/**
 * The messages of the hosting routes. `Errors` uses them.
 */
final class Hosting_Errors {
	/**
	 * The host's 401 is no 401 of WordPress, whose user is signed in.
	 */
	public const STATUSES = Upload_Errors::STATUSES + array(
		'headless_deploy_hosting_super_admin'       => 403,
		'headless_deploy_hosting_operation_unknown' => 404,
		'headless_deploy_call_failed'               => 500,
		'headless_deploy_credentials_key_lost'      => 409,
		'headless_deploy_credentials_refused'       => 502,
		'headless_deploy_credentials_unclear'       => 502,
		'headless_deploy_credentials_unreachable'   => 502,
		'headless_deploy_host_error'                => 502,
		'headless_deploy_host_lacks_route'          => 404,
		'headless_deploy_host_timeout'              => 504,
		'headless_deploy_host_webhook_invalid'      => 502,
		'headless_deploy_http_blocked'              => 502,
		'headless_deploy_other_host'                => 409,
		'headless_deploy_private_address'           => 502,
		'headless_deploy_refresh_secret_missing'    => 409,
		'headless_deploy_tls_failed'                => 502,
	);

	/**
	 * @param array<string> $data
	 */
	public static function message( string $code, array $data ): ?string {
		return match ( $code ) {
			'headless_deploy_hosting_super_admin'         => __( 'In a network, the hosting account is for super admins, and for administrators of the sites that HEADLESS_DEPLOY_API_SITES names. Ask a super admin.', 'headless-deploy' ),
			'headless_deploy_hosting_operation_unknown'   => __( 'This request is not available in WordPress. Use the hosting portal instead.', 'headless-deploy' ),
			'headless_deploy_hosting_environment_missing' => __( 'The request names no environment. Send a JSON object with account, app and environment.', 'headless-deploy' ),
			'headless_deploy_host_error'                  => $data['message'] ?? '',
			'headless_deploy_host_lacks_route'            => __( 'This host does not offer this request. Use the hosting portal instead.', 'headless-deploy' ),
			/* translators: %s: host name. */
			'headless_deploy_host_timeout'         => sprintf( __( 'The API at “%s” did not respond in time. It may have accepted the request. Reload the page to see the current state.', 'headless-deploy' ), $data['host'] ?? '' ),
			'headless_deploy_host_webhook_invalid' => __( 'The host’s response contains no webhook of this environment, so nothing was connected. Copy the webhook URL from the hosting portal and paste it under Connections.', 'headless-deploy' ),
			/* translators: %s: name of an environment. */
			'headless_deploy_other_host'             => sprintf( __( '“%s” is not at the host of the API credentials. Use the portal of its host.', 'headless-deploy' ), $data['label'] ?? '' ),
			'headless_deploy_refresh_secret_missing' => __( 'This environment has no secret for refresh requests. Generate one under Connections.', 'headless-deploy' ),
			default                                  => Upload_Errors::message( $code, $data ),
		};
	}
}
