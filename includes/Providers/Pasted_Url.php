<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Providers;

use HeadlessDeploy\Errors;
use HeadlessDeploy\Sensitive_Value;
use SensitiveParameter;
use WP_Error;

/**
 * A URL that may be called: the host is public or permitted, the scheme is HTTPS, and nothing in it is ambiguous. What
 * follows the host may be the secret and is hidden.
 */
final class Pasted_Url {
	public const MAX_BYTES = 2048;

	/**
	 * A public host name, or an IPv4 address in its usual form. Other notations that a library may accept as an
	 * address (`2130706433`, `0x7f.1`, `127.1`, `%6cocalhost`, full-width letters) are rejected.
	 */
	private const HOST = '/^(?=.{4,253}$)(?:[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?\.)+[a-z](?:[a-z0-9-]{0,61}[a-z0-9])?$/D';

	/**
	 * @var Sensitive_Value<array{path: string, query: string}>
	 */
	private readonly Sensitive_Value $rest;

	/**
	 * @param string $scheme   Either `https`, or `http` for a permitted local host.
	 * @param string $port     With its colon; empty for the default.
	 * @param bool   $is_local Whether HEADLESS_DEPLOY_LOCAL_HOSTS names the host.
	 * @param string $path     With its leading slash.
	 * @param string $query    Without the question mark.
	 */
	private function __construct(
		private readonly string $scheme,
		public readonly string $host,
		public readonly string $port,
		public readonly bool $is_local,
		#[SensitiveParameter]
		string $path,
		#[SensitiveParameter]
		string $query,
	) {
		$this->rest = Sensitive_Value::of(
			array(
				'path'  => $path,
				'query' => $query,
			),
		);
	}

	/**
	 * Parses a URL. No error repeats a secret.
	 */
	public static function parse( #[SensitiveParameter] string $pasted, Local_Hosts $local_hosts ): self|WP_Error {
		$url = trim( Sensitive_Value::take( $pasted ) );
		if ( '' === $url ) {
			return Errors::make( 'headless_deploy_url_missing' );
		}
		$parts  = strlen( $url ) > self::MAX_BYTES || 1 === preg_match( '/[\s<>"\\\\]/', $url ) ? false : wp_parse_url( $url );
		$scheme = is_array( $parts ) ? strtolower( $parts['scheme'] ?? '' ) : '';
		if (
			! is_array( $parts )
			|| ! in_array( $scheme, array( 'http', 'https' ), true )
			|| '' === ( $parts['host'] ?? '' )
			|| 0 === ( $parts['port'] ?? null )
		) {
			return Errors::make( 'headless_deploy_url_invalid' );
		}
		$host    = strtolower( $parts['host'] );
		$refused = self::refuse_host( $scheme, $host, $parts, $local_hosts ) ?? self::refuse_rest(
			( $parts['path'] ?? '' ) . '?' . ( $parts['query'] ?? '' ),
		);
		if ( null !== $refused ) {
			return $refused;
		}
		$port = isset( $parts['port'] ) ? ':' . $parts['port'] : '';
		return new self( $scheme, $host, $port, $local_hosts->allows_url( "$scheme://$host$port" ), $parts['path'] ?? '', $parts['query'] ?? '' );
	}

	/**
	 * @return non-empty-string
	 */
	public function origin(): string {
		return "{$this->scheme}://{$this->host}{$this->port}";
	}

	public function path(): string {
		return $this->rest->reveal()['path'];
	}

	public function query(): string {
		return $this->rest->reveal()['query'];
	}

	/**
	 * Returns the parameters of the query as they are written, except some.
	 */
	public function query_without( string ...$names ): string {
		$is_kept = static fn( string $pair ): bool => '' !== $pair && ! in_array( rawurldecode( explode( '=', $pair, 2 )[0] ), $names, true );
		return implode( '&', array_filter( explode( '&', $this->query() ), $is_kept ) );
	}

	/**
	 * @param array<string, int|string> $parts As `wp_parse_url()` returns them.
	 */
	private static function refuse_host(
		string $scheme,
		string $host,
		#[SensitiveParameter]
		array $parts,
		Local_Hosts $local_hosts,
	): ?WP_Error {
		$port            = (int) ( $parts['port'] ?? ( 'http' === $scheme ? 80 : 443 ) );
		$has_credentials = isset( $parts['user'] ) || isset( $parts['pass'] );
		Sensitive_Value::take( $parts );
		if ( $has_credentials ) {
			return Errors::make( 'headless_deploy_url_has_credentials' );
		}
		if ( $local_hosts->allows( $host, $port ) ) {
			return null;
		}
		if ( Private_Address::is_written_in( $host ) ) {
			return Errors::make( 'headless_deploy_url_private', host: "$host:$port" );
		}
		if ( 1 !== preg_match( self::HOST, $host ) && false === filter_var( $host, FILTER_VALIDATE_IP, FILTER_FLAG_IPV4 ) ) {
			return Errors::make( 'headless_deploy_url_invalid' );
		}
		return 'https' === $scheme ? null : Errors::make( 'headless_deploy_url_not_https', host: $host );
	}

	/**
	 * Rejects masked URLs, and characters that a URL must encode.
	 */
	private static function refuse_rest( #[SensitiveParameter] string $rest ): ?WP_Error {
		$text = Sensitive_Value::take( $rest );
		if ( str_contains( rawurldecode( $text ), '•' ) ) {
			return Errors::make( 'headless_deploy_token_masked' );
		}
		return 1 === preg_match( '/[^\x21-\x7e]/', $text ) ? Errors::make( 'headless_deploy_url_invalid' ) : null;
	}
}
