<?php

declare( strict_types=1 );

namespace HeadlessDeploy;

use Closure;
use SensitiveParameter;
use Throwable;
use WP_Error;
use WP_REST_Request;
use WP_REST_Response;

/**
 * Functions that all REST controllers use.
 */
final class Rest {
	public const ROUTE_NAMESPACE = 'headless-deploy/v1';

	public const ENVIRONMENT_ID = '(?P<id>[a-z0-9-]{1,64})';

	/**
	 * @param non-falsy-string               $path
	 * @param string|callable                $permission A capability, or the permission callback.
	 * @param (callable(): Json_Schema)|null $schema     Describes the answer; null for a file.
	 * @param array<string, Json_Schema>     $args       Schema of each parameter.
	 */
	public static function register(
		string $methods,
		string $path,
		callable $callback,
		string|callable $permission,
		?callable $schema,
		array $args = array(),
	): void {
		$endpoint = array(
			'methods'             => $methods,
			'callback'            => $callback,
			'permission_callback' => is_string( $permission ) ? self::needs( $permission ) : $permission,
			'args'                => array_map( static fn( Json_Schema $arg ): array => $arg->to_array(), $args ),
		);
		$described = null === $schema ? array() : array( 'schema' => static fn(): array => $schema()->to_array() );
		register_rest_route( self::ROUTE_NAMESPACE, $path, array( $endpoint + $described ) + $described );
	}

	/**
	 * @return Closure(): (true|WP_Error)
	 */
	public static function needs( string $capability ): Closure {
		return static fn(): bool|WP_Error => current_user_can( $capability ) ? true : Errors::make( 'headless_deploy_forbidden' );
	}

	/**
	 * Rejects a JSON body that is a text or a number. WordPress treats every body as a list of parameters. Hooked to
	 * `rest_pre_dispatch`.
	 */
	public static function refuse_scalar_body( mixed $result, mixed $server, WP_REST_Request $request ): mixed {
		if ( null !== $result || ! str_starts_with( $request->get_route(), '/' . self::ROUTE_NAMESPACE . '/' ) ) {
			return $result;
		}
		/** @var mixed $body WordPress declares an array, but returns any decoded value. */
		$body = $request->get_json_params();
		return is_scalar( $body ) ? Errors::make( 'headless_deploy_body_not_an_object' ) : null;
	}

	/**
	 * Runs the callback of a route of this plugin. Responds with 503 when the database could not be read, and with 500
	 * after an exception, for example of another plugin's filter. Hooked to `rest_dispatch_request`.
	 *
	 * @param array<string, mixed> $handler Of the route, as WordPress stores it.
	 */
	public static function handle_exceptions( mixed $result, WP_REST_Request $request, string $route, array $handler ): mixed {
		$callback = $handler['callback'] ?? null;
		if ( null !== $result || ! is_callable( $callback ) || ! str_starts_with( $request->get_route(), '/' . self::ROUTE_NAMESPACE . '/' ) ) {
			return $result;
		}
		global $wp_current_filter;
		$running = $wp_current_filter;
		try {
			return $callback( $request );
		} catch ( Read_Failed ) {
			return Errors::make( 'headless_deploy_database_unavailable' );
		} catch ( Throwable $failure ) {
			// WordPress does not reset this after an exception, and would report the filter as running from then on.
			$wp_current_filter = $running; // phpcs:ignore WordPress.WP.GlobalVariablesOverride.Prohibited -- as it was.
			// Without the message, which may contain a secret.
			// phpcs:ignore WordPress.PHP.DevelopmentFunctions.error_log_error_log -- the exception is reported nowhere else.
			error_log( sprintf(
				'Headless Deploy: %s %s failed: %s in %s on line %d.',
				$request->get_method(),
				$route,
				$failure::class,
				$failure->getFile(),
				$failure->getLine(),
			) );
			return Errors::make( 'headless_deploy_call_failed' );
		}
	}

	/**
	 * Returns a part of the route's path. `$request['id']` would read the body and the query first, which may contain
	 * any other value.
	 *
	 * @param string $name For example `id`.
	 */
	public static function from_path( WP_REST_Request $request, string $name ): string {
		$part = $request->get_url_params()[ $name ] ?? '';
		return is_string( $part ) ? $part : '';
	}

	/**
	 * Reads the etag from `If-Match`, with or without quotes; null without the header.
	 */
	public static function expected_etag( WP_REST_Request $request ): ?string {
		$header = trim( (string) $request->get_header( 'if_match' ) );
		return '' === $header ? null : trim( (string) preg_replace( '#^W/#', '', $header ), '"' );
	}

	/**
	 * @return array<mixed>
	 */
	public static function body( WP_REST_Request $request ): array {
		return (array) ( $request->is_json_content_type() ? $request->get_json_params() : $request->get_body_params() );
	}

	/**
	 * Reads a body with the fields of a schema.
	 *
	 * @param  string                        $if_none Code of `Errors` for a body without fields.
	 * @return array<string, mixed>|WP_Error
	 */
	public static function fields( WP_REST_Request $request, Json_Schema $schema, string $if_none ): array|WP_Error {
		$body    = self::body( $request );
		$refusal = self::refuse_unknown_fields( $request, ...array_keys( $schema->properties() ) );
		if ( null !== $refusal || array() === $body ) {
			return $refusal ?? Errors::make( $if_none );
		}
		foreach ( $body as $name => $value ) {
			$body[ $name ] = self::field( (string) $name, $value, $schema->properties()[ $name ] );
			if ( is_wp_error( $body[ $name ] ) ) {
				return $body[ $name ];
			}
		}
		return $body;
	}

	/**
	 * Validates and sanitizes one field; an error has the form of WordPress's own.
	 *
	 * @return mixed|WP_Error
	 */
	public static function field( string $name, #[SensitiveParameter] mixed $value, Json_Schema $schema ): mixed {
		$keywords = $schema->to_array();
		$valid    = rest_validate_value_from_schema( $value, $keywords, $name );
		if ( ! is_wp_error( $valid ) ) {
			return rest_sanitize_value_from_schema( $value, $keywords, $name );
		}
		$data = array(
			'status' => 400,
			'params' => array( $name => $valid->get_error_message() ),
		);
		return new WP_Error( 'rest_invalid_param', $valid->get_error_message(), $data );
	}

	/**
	 * Rejects a body with unknown fields: a misspelled field must not appear to be saved.
	 */
	public static function refuse_unknown_fields( WP_REST_Request $request, string ...$known ): ?WP_Error {
		$unknown = array_diff( array_map( strval( ... ), array_keys( self::body( $request ) ) ), $known );
		return array() === $unknown
			? null
			: Errors::make( 'headless_deploy_field_unknown', field: mb_substr( (string) reset( $unknown ), 0, 64 ) );
	}

	/**
	 * @param array<string, mixed> $body
	 */
	public static function uncached( array $body, int $status = 200 ): WP_REST_Response {
		return new WP_REST_Response( $body, $status, array( 'Cache-Control' => 'no-store' ) );
	}

	/**
	 * Adds the present settings to the error of a write that would overwrite newer ones.
	 *
	 * @param Closure(): (array<string, mixed>|null) $view
	 */
	public static function with_current( WP_Error $error, string $name, Closure $view ): WP_Error {
		if ( 'headless_deploy_edit_conflict' === $error->get_error_code() ) {
			$error->add_data( array( $name => Database::on_primary( $view ) ) + (array) $error->get_error_data() );
		}
		return $error;
	}
}
