<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Providers;

use HeadlessDeploy\Errors;
use HeadlessDeploy\Sensitive_Value;
use SensitiveParameter;
use WP_Error;

/**
 * Holds an address that may be called: its host is public or permitted, it speaks https, and nothing in it is
 * ambiguous. What stands behind the host may be the secret and is hidden. Which provider it belongs to is not decided
 * here.
 */
final class Pasted_Url {
	public const LONGEST_BYTES = 2048;

	/**
	 * A public host as name servers know it, or an IPv4 address in its one usual form. Whatever else a library may
	 * take for an address (`2130706433`, `0x7f.1`, `127.1`, `%6cocalhost`, full-width letters) is none here.
	 */
	private const HOST = '/^(?=.{4,253}$)(?:[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?\.)+[a-z](?:[a-z0-9-]{0,61}[a-z0-9])?$/D';

	/**
	 * What stands behind the host.
	 *
	 * @var Sensitive_Value<array{path: string, query: string}>
	 */
	private readonly Sensitive_Value $rest;

	/**
	 * @param string $scheme   Either `https`, or `http` for a permitted local host.
	 * @param string $host     Host in lower case.
	 * @param string $port     With its colon, empty where none was given.
	 * @param bool   $is_local Whether HEADLESS_DEPLOY_LOCAL_HOSTS names the host.
	 * @param string $path     From the slash on.
	 * @param string $query    Behind the question mark.
	 */
	private function __construct(
		public readonly string $scheme,
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
	 * Reads an address, or says what is wrong with it; no answer repeats a secret.
	 *
	 * @param Local_Hosts $local_hosts Hosts that may be private.
	 */
	public static function parse( #[SensitiveParameter] string $pasted, Local_Hosts $local_hosts ): self|WP_Error {
		$url = trim( Sensitive_Value::take( $pasted ) );
		if ( '' === $url ) {
			return Errors::make( 'headless_deploy_url_missing' );
		}
		$parts  = strlen( $url ) > self::LONGEST_BYTES || 1 === preg_match( '/[\s<>"\\\\]/', $url ) ? false : wp_parse_url( $url );
		$scheme = is_array( $parts ) ? strtolower( $parts['scheme'] ?? '' ) : '';
		if ( ! is_array( $parts ) || ! in_array( $scheme, array( 'http', 'https' ), true ) || '' === ( $parts['host'] ?? '' ) || 0 === ( $parts['port'] ?? null ) ) {
			return Errors::make( 'headless_deploy_url_invalid' );
		}
		$host    = strtolower( $parts['host'] );
		$refused = self::refuse_host( $scheme, $host, $parts, $local_hosts ) ?? self::refuse_rest( ( $parts['path'] ?? '' ) . '?' . ( $parts['query'] ?? '' ) );
		if ( null !== $refused ) {
			return $refused;
		}
		$port = isset( $parts['port'] ) ? ':' . $parts['port'] : '';
		return new self( $scheme, $host, $port, $local_hosts->allow_url( "$scheme://$host$port" ), $parts['path'] ?? '', $parts['query'] ?? '' );
	}

	/**
	 * Returns what everybody may see of it.
	 *
	 * @return non-empty-string
	 */
	public function origin(): string {
		return "{$this->scheme}://{$this->host}{$this->port}";
	}

	/**
	 * Returns the path; it may be the secret.
	 */
	public function path(): string {
		return $this->rest->reveal()['path'];
	}

	/**
	 * Returns what stands behind the question mark; it may be the secret.
	 */
	public function query(): string {
		return $this->rest->reveal()['query'];
	}

	/**
	 * Returns the parameters of the query as they are written, without some.
	 *
	 * @param string ...$names Parameters that are left out.
	 */
	public function query_without( string ...$names ): string {
		$is_kept = static fn( string $pair ): bool => '' !== $pair && ! in_array( rawurldecode( explode( '=', $pair, 2 )[0] ), $names, true );
		return implode( '&', array_filter( explode( '&', $this->query() ), $is_kept ) );
	}

	/**
	 * Refuses hosts that a token must not be sent to.
	 *
	 * @param string                    $scheme      Either http or https.
	 * @param array<string, int|string> $parts       The parts of the URL.
	 * @param Local_Hosts               $local_hosts Hosts that may be private.
	 */
	private static function refuse_host( string $scheme, string $host, #[SensitiveParameter] array $parts, Local_Hosts $local_hosts ): ?WP_Error {
		$port            = (int) ( $parts['port'] ?? ( 'http' === $scheme ? 80 : 443 ) );
		$has_credentials = isset( $parts['user'] ) || isset( $parts['pass'] );
		Sensitive_Value::take( $parts );
		if ( $has_credentials ) {
			return Errors::make( 'headless_deploy_url_has_credentials' );
		}
		if ( $local_hosts->allow( $host, $port ) ) {
			return null;
		}
		if ( Private_Address::is_written_in( $host ) ) {
			return Errors::make( 'headless_deploy_url_private', array( 'host' => "$host:$port" ) );
		}
		if ( 1 !== preg_match( self::HOST, $host ) && false === filter_var( $host, FILTER_VALIDATE_IP, FILTER_FLAG_IPV4 ) ) {
			return Errors::make( 'headless_deploy_url_invalid' );
		}
		return 'https' === $scheme ? null : Errors::make( 'headless_deploy_url_not_https', array( 'host' => $host ) );
	}

	/**
	 * Refuses our own display of an address, and letters that no address has as they are.
	 */
	private static function refuse_rest( #[SensitiveParameter] string $rest ): ?WP_Error {
		$text = Sensitive_Value::take( $rest );
		if ( str_contains( rawurldecode( $text ), '•' ) ) {
			return Errors::make( 'headless_deploy_token_masked' );
		}
		return 1 === preg_match( '/[^\x21-\x7e]/', $text ) ? Errors::make( 'headless_deploy_url_invalid' ) : null;
	}
}
