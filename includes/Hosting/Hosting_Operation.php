<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Hosting;

use HeadlessDeploy\Errors;
use HeadlessDeploy\Json_Schema;
use HeadlessDeploy\Rest;
use WP_Error;
use WP_REST_Request;

/**
 * One request that is forwarded to the host: its method, its path, and what its query and body may contain.
 */
final class Hosting_Operation {
	/**
	 * Names, UUIDs and `no_build`; never a part of a path such as `..`.
	 */
	public const SEGMENT = '[A-Za-z0-9][A-Za-z0-9._~-]{0,127}';

	/**
	 * Parameters of a query that WordPress itself reads, besides those that begin with an underscore.
	 */
	private const WORDPRESS_PARAMETER = 'rest_route';

	/**
	 * The name of all fields together in the messages of WordPress.
	 */
	private const ALL_FIELDS = 'request';

	/**
	 * @param string           $path       With its parameters in braces.
	 * @param Json_Schema|null $query      Null for no parameters.
	 * @param Json_Schema|null $body       Null for no body.
	 * @param bool             $is_webhook Whether the response contains the webhooks of the environment, which the browser does not get.
	 */
	public function __construct(
		public readonly string $method,
		public readonly string $path,
		private readonly ?Json_Schema $query = null,
		private readonly ?Json_Schema $body = null,
		public readonly bool $is_webhook = false,
	) {}

	/**
	 * Returns the environment in the path of a request.
	 */
	public static function environment_of( string $path ): Hosted_Environment {
		preg_match( '#accounts/([^/]+)/apps/([^/]+)/environments/([^/:]+)#', $path, $found );
		return new Hosted_Environment( $found[1] ?? '', $found[2] ?? '', $found[3] ?? '' );
	}

	public function matches( string $method, string $path ): bool {
		$pattern = preg_replace( '/\\\\\{\w+\\\\\}/', self::SEGMENT, preg_quote( $this->path, '#' ) );
		return $method === $this->method && 1 === preg_match( "#^$pattern\$#D", $path );
	}

	/**
	 * Tells whether only the local platform has it.
	 */
	public function is_local(): bool {
		return str_starts_with( $this->path, '_local/' );
	}

	/**
	 * Returns the query of a request for the host, with its question mark; empty without parameters.
	 */
	public function query( WP_REST_Request $request ): string|WP_Error {
		$given = array_filter(
			$request->get_query_params(),
			static fn( int|string $name ): bool => self::WORDPRESS_PARAMETER !== $name && ! str_starts_with( (string) $name, '_' ),
			ARRAY_FILTER_USE_KEY,
		);
		$valid = self::validated( $given, $this->query );
		return is_wp_error( $valid ) || array() === $valid
			? ( is_wp_error( $valid ) ? $valid : '' )
			: '?' . http_build_query( $valid, '', '&', PHP_QUERY_RFC3986 );
	}

	/**
	 * Returns the body of a request for the host; empty when the operation has none.
	 */
	public function body( WP_REST_Request $request ): string|WP_Error {
		$valid = self::validated( Rest::body( $request ), $this->body );
		if ( is_wp_error( $valid ) || null === $this->body ) {
			return is_wp_error( $valid ) ? $valid : '';
		}
		// Not the array that was validated: it does not tell an empty object from an empty list. Null in an internal request.
		$text = (string) $request->get_body();
		return '' === $text ? '' : (string) wp_json_encode( json_decode( $text ) );
	}

	/**
	 * @param  array<mixed>          $given
	 * @return array<mixed>|WP_Error
	 */
	private static function validated( array $given, ?Json_Schema $schema ): array|WP_Error {
		$unknown = array_diff( array_map( strval( ... ), array_keys( $given ) ), array_keys( $schema?->properties() ?? array() ) );
		if ( array() !== $unknown ) {
			return Errors::make( 'headless_deploy_field_unknown', field: mb_substr( (string) reset( $unknown ), 0, 64 ) );
		}
		$valid = null === $schema ? $given : Rest::field( self::ALL_FIELDS, $given, $schema );
		return is_wp_error( $valid ) ? self::with_field( $valid, array_keys( $schema->properties() ) ) : (array) $valid;
	}

	/**
	 * Names the invalid field as the host does: `shellVariables.0.key` for `request[shellVariables][0][key]`.
	 *
	 * @param list<string> $known The fields of the request.
	 */
	private static function with_field( WP_Error $error, array $known ): WP_Error {
		$message = $error->get_error_message();
		$named   = (string) preg_replace_callback(
			'/\b' . self::ALL_FIELDS . '((?:\[[^\[\]]+\])+)/',
			static fn( array $found ): string => str_replace( '][', '.', trim( $found[1], '[]' ) ),
			$message,
		);
		$field = 1 === preg_match( '/^[\w.]+/', $named, $found ) && in_array( strtok( $found[0], '.' ), $known, true ) ? $found[0] : '';
		return new WP_Error(
			$error->get_error_code(),
			$named,
			array( 'status' => 400 ) + ( '' === $field ? array() : array( 'field' => $field ) ),
		);
	}
}
