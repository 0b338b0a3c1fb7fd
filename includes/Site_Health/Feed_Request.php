<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Site_Health;

use HeadlessDeploy\Rest;
use WP_Error;

/**
 * Requests the change feed of this site like a guest: without cookies, and without a signature.
 */
final class Feed_Request {
	public const ROUTE = Rest::ROUTE_NAMESPACE . '/changes';

	private const TIMEOUT_SECONDS = 5;
	private const MAX_BYTES       = 65_536;

	/**
	 * @return array{int, string}|WP_Error The HTTP status and the body.
	 */
	public static function send( string $environment_id ): array|WP_Error {
		/** This filter is documented in wp-includes/class-wp-http-streams.php */
		$verifies = apply_filters( 'https_local_ssl_verify', false ); // phpcs:ignore WordPress.NamingConventions.PrefixAllGlobals -- WordPress's own filter, as its loopback test uses it.
		$response = wp_remote_get(
			add_query_arg( 'environment', $environment_id, rest_url( self::ROUTE ) ),
			array(
				'timeout'             => self::TIMEOUT_SECONDS,
				'redirection'         => 0,
				'cookies'             => array(),
				'sslverify'           => (bool) $verifies,
				'limit_response_size' => self::MAX_BYTES,
			),
		);
		return is_wp_error( $response ) ? $response : array( (int) wp_remote_retrieve_response_code( $response ), wp_remote_retrieve_body( $response ) );
	}
}
