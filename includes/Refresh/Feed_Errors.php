<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Refresh;

/**
 * The messages of the change feed and of the test of a refresh URL. `Errors` uses them.
 */
final class Feed_Errors {
	public const STATUSES = array(
		'headless_deploy_signature_invalid'     => 401,
		'headless_deploy_too_many_requests'     => 429,
		'headless_deploy_refresh_not_connected' => 409,
		'headless_deploy_not_moved'             => 404,
	);

	public static function message( string $code ): ?string {
		return match ( $code ) {
			'headless_deploy_signature_invalid'     => __( 'The request is not signed with the refresh secret of this environment, its timestamp is more than 5 minutes off, or it was already received. Compare the secret and the clock of the front end with those of WordPress.', 'headless-deploy' ),
			'headless_deploy_too_many_requests'     => __( 'There were too many requests in the last minutes. Try again later.', 'headless-deploy' ),
			'headless_deploy_refresh_not_connected' => __( 'Nothing was sent. Save a refresh URL and generate a secret first.', 'headless-deploy' ),
			'headless_deploy_not_moved'             => __( 'No public post had this address, or a post still has it.', 'headless-deploy' ),
			default                                 => null,
		};
	}
}
