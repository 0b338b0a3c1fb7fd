<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Secrets;

use HeadlessDeploy\Errors;
use HeadlessDeploy\Providers\Sensitive_Parts;
use HeadlessDeploy\Providers\Webhook_Url;
use HeadlessDeploy\Sensitive_Value;
use SensitiveParameter;
use WP_Error;

/**
 * The headers and the body of a request to any URL (provider `generic`). They are secrets, bound to the origins for
 * which they were entered: with another URL they are not sent.
 */
final class Request_Extras {
	public const MAX_HEADERS      = 20;
	public const MAX_NAME_LENGTH  = 64;
	public const MAX_VALUE_LENGTH = 4096;
	public const MAX_BODY_BYTES   = 16_384;

	/**
	 * Headers that control framing or routing, or that this plugin sets.
	 */
	private const FORBIDDEN_HEADERS = array(
		'host', 'content-length', 'transfer-encoding', 'connection', 'keep-alive', 'upgrade', 'te', 'trailer',
		'expect', 'cookie', 'accept-encoding', 'proxy-authorization', 'proxy-connection',
	);

	/**
	 * @var Sensitive_Value<array{headers: array<string, string>, body: string}>
	 */
	private readonly Sensitive_Value $values;

	/**
	 * @param array<string, string> $headers
	 * @param list<string>          $origins Origins that may receive them.
	 */
	private function __construct(
		#[SensitiveParameter]
		array $headers,
		#[SensitiveParameter]
		string $body,
		private readonly array $origins,
	) {
		$this->values = Sensitive_Value::of(
			array(
				'headers' => $headers,
				'body'    => $body,
			),
		);
	}

	public static function none(): self {
		return new self( array(), '', array() );
	}

	public static function basic( string $user, #[SensitiveParameter] string $password ): self {
		// phpcs:ignore WordPress.PHP.DiscouragedPHPFunctions.obfuscation_base64_encode -- HTTP basic authentication, and bytes in JSON.
		return new self( array( 'Authorization' => 'Basic ' . base64_encode( "$user:$password" ) ), '', array() );
	}

	/**
	 * Makes the headers and the body of one request, which are not stored.
	 *
	 * @param array<string, string> $headers
	 */
	public static function of_request( #[SensitiveParameter] array $headers, #[SensitiveParameter] string $body ): self {
		return new self( $headers, $body, array() );
	}

	/**
	 * Returns a copy with another body. Without one, cURL must not declare the type of a form.
	 */
	public function with_body( #[SensitiveParameter] string $body ): self {
		$headers = '' === $body ? array( 'Content-Type' => '' ) : array();
		return new self( $this->headers() + $headers, $body, $this->origins );
	}

	/**
	 * @param array<string, string> $headers
	 */
	public static function check( #[SensitiveParameter] array $headers, #[SensitiveParameter] string $body ): ?WP_Error {
		$values  = Sensitive_Value::take( $headers );
		$content = Sensitive_Value::take( $body );
		if ( count( $values ) > self::MAX_HEADERS ) {
			return Errors::make( 'headless_deploy_too_many_headers', limit: (string) self::MAX_HEADERS );
		}
		if ( count( array_unique( array_map( strtolower( ... ), array_map( strval( ... ), array_keys( $values ) ) ) ) ) !== count( $values ) ) {
			return Errors::make( 'headless_deploy_header_twice' );
		}
		foreach ( $values as $name => $value ) {
			$refused = self::check_header( (string) $name, $value );
			if ( null !== $refused ) {
				return $refused;
			}
		}
		return strlen( $content ) > self::MAX_BODY_BYTES
			? Errors::make( 'headless_deploy_body_too_long', limit: (string) ( self::MAX_BODY_BYTES / 1024 ) )
			: null;
	}

	/**
	 * Returns a copy with new headers and body. A masked value keeps the stored one.
	 *
	 * @param array<string, string>|null $headers Name => value; null keeps them.
	 * @param string|null                $body    Null or a mask keeps it.
	 * @param list<string>               $origins Origins that may receive them.
	 */
	public function with( #[SensitiveParameter] ?array $headers, #[SensitiveParameter] ?string $body, array $origins ): self|WP_Error {
		$old     = array() === array_diff( $origins, $this->origins ) ? $this : self::none();
		$kept    = array_change_key_case( $old->headers() );
		$values  = Sensitive_Value::take( $headers );
		$content = Sensitive_Value::take( $body );
		foreach ( $values ?? array() as $name => $value ) {
			if ( str_starts_with( $value, Webhook_Url::MASK ) ) {
				if ( ! isset( $kept[ strtolower( (string) $name ) ] ) ) {
					return Errors::make( 'headless_deploy_header_masked', name: (string) $name );
				}
				$values[ $name ] = $kept[ strtolower( (string) $name ) ];
			}
		}
		if ( null !== $content && str_starts_with( $content, Webhook_Url::MASK ) ) {
			if ( '' === $old->body() ) {
				return Errors::make( 'headless_deploy_body_masked' );
			}
			$content = null;
		}
		return new self( $values ?? $old->headers(), $content ?? $old->body(), $origins );
	}

	/**
	 * Decrypts; null when the key is lost.
	 *
	 * @param string $sealed Empty for none.
	 */
	public static function open( string $sealed, Encryption $secrets ): ?self {
		if ( '' === $sealed ) {
			return self::none();
		}
		$opened = json_decode( $secrets->open( $sealed ) ?? '', true );
		if ( ! is_array( $opened ) ) {
			return null;
		}
		$texts = static fn( mixed $list ): array => array_filter( is_array( $list ) ? $list : array(), is_string( ... ) );
		// phpcs:ignore WordPress.PHP.DiscouragedPHPFunctions.obfuscation_base64_decode -- HTTP basic authentication, and bytes in JSON.
		$body = is_string( $opened['body'] ?? null ) ? base64_decode( $opened['body'], true ) : '';
		return new self( $texts( $opened['headers'] ?? null ), (string) $body, array_values( $texts( $opened['origins'] ?? null ) ) );
	}

	public function seal( Encryption $secrets ): string {
		$all = array(
			'headers' => $this->headers(),
			// A body may contain any bytes, and JSON only text.
			// phpcs:ignore WordPress.PHP.DiscouragedPHPFunctions.obfuscation_base64_encode -- HTTP basic authentication, and bytes in JSON.
			'body'    => base64_encode( $this->body() ),
			'origins' => $this->origins,
		);
		return $this->is_empty() ? '' : $secrets->seal( (string) wp_json_encode( $all ) );
	}

	public function is_empty(): bool {
		return array() === $this->headers() && '' === $this->body();
	}

	public function may_go_to( string $origin ): bool {
		return $this->is_empty() || in_array( $origin, $this->origins, true );
	}

	/**
	 * @return list<string>
	 */
	public function names(): array {
		return array_map( strval( ... ), array_keys( $this->headers() ) );
	}

	/**
	 * @return array<string, string>
	 */
	public function headers(): array {
		return $this->values->reveal()['headers'];
	}

	/**
	 * Returns the headers to send, with the content type of the body where no header names it.
	 *
	 * @return array<string, string>
	 */
	public function sent_headers(): array {
		$headers = $this->headers();
		if ( '' === $this->body() || isset( array_change_key_case( $headers )['content-type'] ) ) {
			return $headers;
		}
		json_decode( $this->body() );
		return $headers + array( 'Content-Type' => JSON_ERROR_NONE === json_last_error() ? 'application/json' : 'text/plain; charset=utf-8' );
	}

	public function body(): string {
		return $this->values->reveal()['body'];
	}

	/**
	 * @return list<string>
	 */
	public function sensitive_parts(): array {
		$parts = '' === $this->body() ? array() : Sensitive_Parts::of_body( $this->body() );
		foreach ( $this->headers() as $name => $value ) {
			array_push( $parts, ...Sensitive_Parts::of_header( (string) $name, $value ) );
		}
		return $parts;
	}

	private static function check_header( string $name, #[SensitiveParameter] string $value ): ?WP_Error {
		$text = Sensitive_Value::take( $value );
		if ( 1 !== preg_match( '/^[A-Za-z0-9!#$%&\'*+.^_`|~-]{1,' . self::MAX_NAME_LENGTH . '}$/D', $name ) ) {
			return Errors::make(
				'headless_deploy_header_name_invalid',
				name: (string) preg_replace( '/[^\x21-\x7e]/', '?', substr( $name, 0, 32 ) ),
			);
		}
		if ( in_array( strtolower( $name ), self::FORBIDDEN_HEADERS, true ) ) {
			return Errors::make( 'headless_deploy_header_forbidden', name: $name );
		}
		$is_valid = strlen( $text ) <= self::MAX_VALUE_LENGTH
			&& '' !== trim( $text )
			&& 1 === preg_match( '/^[\x20-\x7e]*$/D', str_starts_with( $text, Webhook_Url::MASK ) ? 'x' : $text );
		return $is_valid ? null : Errors::make( 'headless_deploy_header_value_invalid', name: $name );
	}
}
