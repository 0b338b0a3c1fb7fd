<?php
/**
 * What the REST routes share.
 *
 * @package HeadlessDeploy
 */

declare( strict_types=1 );

namespace HeadlessDeploy;

use Closure;
use WP_Error;
use WP_REST_Request;

/**
 * Holds what every door of the REST interface does alike.
 */
final class Rest {
	public const ROUTE_NAMESPACE = 'headless-deploy/v1';

	/**
	 * How an environment's id looks in a route.
	 */
	public const ENVIRONMENT_ID = '(?P<id>[a-z0-9-]{1,64})';

	/**
	 * Makes the permission check of a route: the words say what to do, the status whether logging in would help.
	 *
	 * @param string $capability Capability that the route takes.
	 *
	 * @return Closure(): (true|WP_Error)
	 */
	public static function needs( string $capability ): Closure {
		return static fn(): bool|WP_Error => current_user_can( $capability ) ? true : Errors::make( 'headless_deploy_forbidden' );
	}

	/**
	 * Refuses a body with fields that nobody reads: a misspelt one must not pass for done.
	 *
	 * @param WP_REST_Request<array<string, mixed>> $request  The request.
	 * @param string                                ...$known Fields that are read.
	 */
	public static function refuse_unknown_fields( WP_REST_Request $request, string ...$known ): ?WP_Error {
		$body    = $request->is_json_content_type() ? $request->get_json_params() : $request->get_body_params();
		$unknown = array_diff( array_map( strval( ... ), array_keys( (array) $body ) ), $known );
		return array() === $unknown ? null : Errors::make( 'headless_deploy_field_unknown', array( 'field' => mb_substr( (string) reset( $unknown ), 0, 64 ) ) );
	}
}
