<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Providers;

use SensitiveParameter;

/**
 * Takes an address, a header or a body apart into the words that must not be seen in an answer: a service that echoes
 * a secret seldom echoes all around it. Which of the words is the secret nobody knows, so each counts that is long
 * enough, but for words that stand in many addresses and tell nothing.
 */
final class Sensitive_Parts {
	/**
	 * Words that are no secret by themselves.
	 */
	private const COMMON = array( 'webhooks', 'deploy-hooks', 'deploy_hooks', 'build_hooks', 'build-hooks', 'deployment', 'deployments', 'integrations', 'projects', 'accounts', 'services', 'pipeline', 'pipelines', 'triggers', 'dispatches', 'environments', 'workflows', 'repositories', 'revalidate', 'application', 'production' );

	/**
	 * Headers that say how a body is written, and not who sends it.
	 */
	private const OPEN_HEADERS = array( 'accept', 'accept-language', 'content-type', 'user-agent' );

	/**
	 * Returns the words of an address.
	 *
	 * @param  string       $path  From the slash on.
	 * @param  string       $query Behind the question mark.
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
	 * Returns the words of a header.
	 *
	 * @return list<string>
	 */
	public static function of_header( string $name, #[SensitiveParameter] string $value ): array {
		if ( in_array( strtolower( $name ), self::OPEN_HEADERS, true ) ) {
			return array();
		}
		$words = array( $value, ...(array) preg_split( '/[\s,;]+/', $value ), ...(array) preg_split( '/[\s,;="]+/', $value ) );
		if ( 1 === preg_match( '#^Basic\s+([A-Za-z0-9+/]+=*)$#i', $value, $found ) ) {
			$login = (string) base64_decode( $found[1], true );
			array_push( $words, $login, ...explode( ':', $login, 2 ) );
		}
		return self::worth_hiding( array_map( strval( ... ), $words ) );
	}

	/**
	 * Returns the words of a body.
	 *
	 * @param  string       $body JSON, a form, or anything.
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
	 * Returns the values of a query or of a form, as they are written and as they are meant.
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
	 * Leaves out what is common, and what is there twice.
	 *
	 * @param  array<string> $words
	 * @return list<string>
	 */
	private static function worth_hiding( #[SensitiveParameter] array $words ): array {
		return array_values( array_unique( array_filter( $words, static fn( string $word ): bool => '' !== $word && ! in_array( strtolower( $word ), self::COMMON, true ) ) ) );
	}
}
