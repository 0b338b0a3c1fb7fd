<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Providers;

use SensitiveParameter;

/**
 * Splits a URL, a header or a body into the parts that must not be shown: a service that echoes a secret rarely echoes
 * the text around it. Which part is the secret is unknown, so every part counts, except segments that many URLs have.
 */
final class Sensitive_Parts {
	private const COMMON_URL_SEGMENTS = array(
		'accounts',
		'application',
		'build-hooks',
		'build_hooks',
		'deploy-hooks',
		'deploy_hooks',
		'deployment',
		'deployments',
		'dispatches',
		'environments',
		'integrations',
		'pipeline',
		'pipelines',
		'production',
		'projects',
		'repositories',
		'revalidate',
		'services',
		'triggers',
		'webhooks',
		'workflows',
	);

	/**
	 * Headers that describe a body and do not authenticate.
	 */
	private const PUBLIC_HEADERS = array( 'accept', 'accept-language', 'content-type', 'user-agent' );

	/**
	 * @param  string       $path  With its leading slash.
	 * @param  string       $query Without the question mark.
	 * @return list<string>
	 */
	public static function of_address( #[SensitiveParameter] string $path, #[SensitiveParameter] string $query ): array {
		$parts = array( trim( $path, '/' ), $query, ltrim( "$path?$query", '/' ) );
		foreach ( explode( '/', $path ) as $segment ) {
			array_push( $parts, $segment, rawurldecode( $segment ) );
		}
		return self::without_common_segments( array_merge( $parts, self::of_pairs( $query ) ) );
	}

	/**
	 * @return list<string>
	 */
	public static function of_header( string $name, #[SensitiveParameter] string $value ): array {
		if ( in_array( strtolower( $name ), self::PUBLIC_HEADERS, true ) ) {
			return array();
		}
		$parts = array( $value, ...(array) preg_split( '/[\s,;]+/', $value ), ...(array) preg_split( '/[\s,;="]+/', $value ) );
		if ( 1 === preg_match( '#^Basic\s+([A-Za-z0-9+/]+=*)$#i', $value, $found ) ) {
			// phpcs:ignore WordPress.PHP.DiscouragedPHPFunctions.obfuscation_base64_decode -- the login of HTTP basic authentication.
			$login = (string) base64_decode( $found[1], true );
			array_push( $parts, $login, ...explode( ':', $login, 2 ) );
		}
		return self::without_common_segments( array_map( strval( ... ), $parts ) );
	}

	/**
	 * @param  string       $body JSON, a form, or any text.
	 * @return list<string>
	 */
	public static function of_body( #[SensitiveParameter] string $body ): array {
		$parts = array( $body );
		$json  = json_decode( $body, true );
		if ( is_array( $json ) ) {
			array_walk_recursive(
				$json,
				static function ( mixed $leaf ) use ( &$parts ): void {
					$parts[] = is_string( $leaf ) ? $leaf : '';
				},
			);
		} else {
			$parts = array_merge( $parts, self::of_pairs( $body ) );
		}
		return self::without_common_segments( $parts );
	}

	/**
	 * Returns the values of a query or of a form, encoded and decoded.
	 *
	 * @return list<string>
	 */
	private static function of_pairs( #[SensitiveParameter] string $pairs ): array {
		$parts = array();
		foreach ( explode( '&', $pairs ) as $pair ) {
			$value = substr( (string) strstr( $pair, '=' ), 1 );
			array_push( $parts, $value, rawurldecode( $value ), urldecode( $value ) );
		}
		return $parts;
	}

	/**
	 * @param  array<string> $parts
	 * @return list<string>
	 */
	private static function without_common_segments( #[SensitiveParameter] array $parts ): array {
		$is_sensitive = static fn( string $part ): bool => '' !== $part && ! in_array( strtolower( $part ), self::COMMON_URL_SEGMENTS, true );
		return array_values( array_unique( array_filter( $parts, $is_sensitive ) ) );
	}
}
