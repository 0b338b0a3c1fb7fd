<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Providers;

use SensitiveParameter;

/**
 * Splits a URL, a header or a body into the parts that must not be shown in a response: a service that echoes a secret
 * seldom echoes everything around it. Which part is the secret is unknown, so every part counts, except words that are
 * in many URLs.
 */
final class Sensitive_Parts {
	private const COMMON = array( 'webhooks', 'deploy-hooks', 'deploy_hooks', 'build_hooks', 'build-hooks', 'deployment', 'deployments', 'integrations', 'projects', 'accounts', 'services', 'pipeline', 'pipelines', 'triggers', 'dispatches', 'environments', 'workflows', 'repositories', 'revalidate', 'application', 'production' );

	/**
	 * Headers that describe a body and do not authenticate.
	 */
	private const OPEN_HEADERS = array( 'accept', 'accept-language', 'content-type', 'user-agent' );

	/**
	 * @param  string       $path  With its leading slash.
	 * @param  string       $query Without the question mark.
	 * @return list<string>
	 */
	public static function of_address( #[SensitiveParameter] string $path, #[SensitiveParameter] string $query ): array {
		$words = array( trim( $path, '/' ), $query, ltrim( "$path?$query", '/' ) );
		foreach ( explode( '/', $path ) as $segment ) {
			array_push( $words, $segment, rawurldecode( $segment ) );
		}
		return self::worth_hiding( array_merge( $words, self::of_pairs( $query ) ) );
	}

	/**
	 * @return list<string>
	 */
	public static function of_header( string $name, #[SensitiveParameter] string $value ): array {
		if ( in_array( strtolower( $name ), self::OPEN_HEADERS, true ) ) {
			return array();
		}
		$words = array( $value, ...(array) preg_split( '/[\s,;]+/', $value ), ...(array) preg_split( '/[\s,;="]+/', $value ) );
		if ( 1 === preg_match( '#^Basic\s+([A-Za-z0-9+/]+=*)$#i', $value, $found ) ) {
			// phpcs:ignore WordPress.PHP.DiscouragedPHPFunctions.obfuscation_base64_decode -- the login of HTTP basic authentication.
			$login = (string) base64_decode( $found[1], true );
			array_push( $words, $login, ...explode( ':', $login, 2 ) );
		}
		return self::worth_hiding( array_map( strval( ... ), $words ) );
	}

	/**
	 * @param  string       $body JSON, a form, or any text.
	 * @return list<string>
	 */
	public static function of_body( #[SensitiveParameter] string $body ): array {
		$words = array( $body );
		$json  = json_decode( $body, true );
		if ( is_array( $json ) ) {
			array_walk_recursive(
				$json,
				static function ( mixed $leaf ) use ( &$words ): void {
					$words[] = is_string( $leaf ) ? $leaf : '';
				},
			);
		} else {
			$words = array_merge( $words, self::of_pairs( $body ) );
		}
		return self::worth_hiding( $words );
	}

	/**
	 * Returns the values of a query or of a form, encoded and decoded.
	 *
	 * @return list<string>
	 */
	private static function of_pairs( #[SensitiveParameter] string $pairs ): array {
		$words = array();
		foreach ( explode( '&', $pairs ) as $pair ) {
			$value = substr( (string) strstr( $pair, '=' ), 1 );
			array_push( $words, $value, rawurldecode( $value ), urldecode( $value ) );
		}
		return $words;
	}

	/**
	 * @param  array<string> $words
	 * @return list<string>
	 */
	private static function worth_hiding( #[SensitiveParameter] array $words ): array {
		return array_values( array_unique( array_filter( $words, static fn( string $word ): bool => '' !== $word && ! in_array( strtolower( $word ), self::COMMON, true ) ) ) );
	}
}
