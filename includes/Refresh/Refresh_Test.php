<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Refresh;

use HeadlessDeploy\Environments\Environment;
use HeadlessDeploy\Errors;
use WP_Error;

/**
 * Sends a request of the type `ping` to a refresh URL, and says what the front end answered.
 */
final class Refresh_Test {
	public function __construct( private readonly Refresh_Request $request ) {}

	/**
	 * @return array{severity: 'success'|'error', message: string, httpStatus: int}|WP_Error An error when there is no URL or secret.
	 */
	public function of( Environment $environment ): array|WP_Error {
		if ( null === $environment->refresh || '' === $environment->refresh->url || ! $environment->refresh->has_secret() ) {
			return Errors::make( 'headless_deploy_refresh_not_connected' );
		}
		$response = $this->request->ping( $environment );
		return array(
			'severity' => $response->is_accepted() ? 'success' : 'error',
			'message'  => $response->is_accepted()
				/* translators: %s: duration, for example “120 ms”. */
				? sprintf( __( 'The front end accepted the test request in %s.', 'headless-deploy' ), sprintf( /* translators: %s: number of milliseconds. */ __( '%s ms', 'headless-deploy' ), number_format_i18n( $response->duration_ms ) ) )
				: Errors::message( $response->error_code, array( 'status' => (string) $response->http_status ) ),
			'httpStatus' => $response->http_status,
		);
	}
}
