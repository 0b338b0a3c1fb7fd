<?php

declare( strict_types=1 );

namespace HeadlessDeploy;

use Closure;
use WP_Error;
use WP_REST_Request;

/**
 * What the REST controllers share.
 */
final class Rest {
	public const ROUTE_NAMESPACE = 'headless-deploy/v1';

	public const ENVIRONMENT_ID = '(?P<id>[a-z0-9-]{1,64})';

	/**
	 * Makes the permission callback of a route.
	 *
	 * @return Closure(): (true|WP_Error)
	 */
	public static function needs( string $capability ): Closure {
		return static fn(): bool|WP_Error => current_user_can( $capability ) ? true : Errors::make( 'headless_deploy_forbidden' );
	}

	/**
	 * Rejects a JSON body that is a text or a number. WordPress treats every body as a list of parameters. Hooked to
	 * `rest_pre_dispatch`.
	 *
	 * @param WP_REST_Request<array<string, mixed>> $request
	 */
	public static function refuse_scalar_body( mixed $answer, mixed $server, WP_REST_Request $request ): mixed {
		if ( null !== $answer || ! str_starts_with( $request->get_route(), '/' . self::ROUTE_NAMESPACE . '/' ) ) {
			return $answer;
		}
		/** @var mixed $body WordPress promises an array, and hands over what it has decoded. */
		$body = $request->get_json_params();
		return is_scalar( $body ) ? Errors::make( 'headless_deploy_body_not_an_object' ) : null;
	}

	/**
	 * Runs the callback of a route of this plugin, and responds with 503 when the database could not be read. Hooked
	 * to `rest_dispatch_request`.
	 *
	 * @param WP_REST_Request<array<string, mixed>> $request
	 * @param array<string, mixed>                  $handler Of the route, as WordPress stores it.
	 */
	public static function answer_failed_reads( mixed $answer, WP_REST_Request $request, string $route, array $handler ): mixed {
		$callback = $handler['callback'] ?? null;
		if ( null !== $answer || ! is_callable( $callback ) || ! str_starts_with( $request->get_route(), '/' . self::ROUTE_NAMESPACE . '/' ) ) {
			return $answer;
		}
		try {
			return $callback( $request );
		} catch ( Read_Failed ) {
			return Errors::make( 'headless_deploy_database_unavailable' );
		}
	}

	/**
	 * Returns a part of the route's path. `$request['id']` would read the body and the query first, which may contain
	 * any other value.
	 *
	 * @param WP_REST_Request<array<string, mixed>> $request
	 * @param string                                $name    For example `id`.
	 */
	public static function from_path( WP_REST_Request $request, string $name ): string {
		$part = $request->get_url_params()[ $name ] ?? '';
		return is_string( $part ) ? $part : '';
	}

	/**
	 * Reads the etag from `If-Match`, with or without quotes; null without the header.
	 *
	 * @param WP_REST_Request<array<string, mixed>> $request
	 */
	public static function expected_etag( WP_REST_Request $request ): ?string {
		$header = trim( (string) $request->get_header( 'if_match' ) );
		return '' === $header ? null : trim( (string) preg_replace( '#^W/#', '', $header ), '"' );
	}

	/**
	 * Rejects a body with unknown fields: a misspelled field must not appear to be saved.
	 *
	 * @param WP_REST_Request<array<string, mixed>> $request
	 */
	public static function refuse_unknown_fields( WP_REST_Request $request, string ...$known ): ?WP_Error {
		$body    = $request->is_json_content_type() ? $request->get_json_params() : $request->get_body_params();
		$unknown = array_diff( array_map( strval( ... ), array_keys( (array) $body ) ), $known );
		return array() === $unknown ? null : Errors::make( 'headless_deploy_field_unknown', array( 'field' => mb_substr( (string) reset( $unknown ), 0, 64 ) ) );
	}
}
