<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Tests\Faults;

/**
 * Turns entries of test/contract/answers.json into the bytes of a response. That file explains the fields of an entry.
 */
final class Wire {
	/**
	 * @var array<string, array<string, mixed>>
	 */
	private array $answers = array();

	public function __construct( string $file ) {
		$table = (array) json_decode( (string) file_get_contents( $file ), true );
		foreach ( $table['answers'] as $name => $entry ) {
			$this->answers[ self::slug( (string) $name ) ] = $entry['answer'] ?? array();
		}
	}

	/**
	 * @param string $name For example `429, Retry-After: 120`.
	 */
	public static function slug( string $name ): string {
		return trim( (string) preg_replace( '/[^a-z0-9]+/', '-', strtolower( $name ) ), '-' );
	}

	/**
	 * @return array{string, string, string} First bytes, next step, further bytes.
	 */
	public function answer( string $request ): array {
		$slug   = preg_match( '#/apps/([^/]+)/#', $request, $found ) ? $found[1] : '';
		$answer = $this->answers[ $slug ] ?? array( 'raw' => '' );
		$token  = preg_match( '/token=(\S+)/', $request, $found ) ? $found[1] : '';
		$bytes  = $answer['raw'] ?? self::http( $answer, $token );
		$ending = $answer['then'] ?? 'close';
		return array( self::fill( $bytes, $token ), $ending, $answer['more'] ?? str_repeat( 'x', 32 ) );
	}

	private static function http( array $answer, string $token ): string {
		$body = $answer['body'] ?? '';
		$json = ! is_string( $body );
		$body = self::fill( $json ? (string) json_encode( $body ) : $body, $token );
		$body .= str_repeat( 'x', $answer['padding'] ?? 0 );
		$headers = array();
		$coding  = $answer['coding'] ?? '';
		if ( 'gzip' === $coding ) {
			$body    = (string) gzencode( $body );
			$headers = array( 'Content-Encoding' => 'gzip' );
		} elseif ( 'chunked' === $coding ) {
			$body    = dechex( strlen( $body ) ) . "\r\n$body\r\n0\r\n\r\n";
			$headers = array( 'Transfer-Encoding' => 'chunked' );
		}
		$length = array_key_exists( 'length', $answer ) ? $answer['length'] : strlen( $body );
		if ( null !== $length && 'chunked' !== $coding ) {
			$headers['Content-Length'] = (string) $length;
		}
		$headers += ( $answer['headers'] ?? array() ) + array( 'Content-Type' => $json ? 'application/json' : 'text/plain', 'Connection' => 'close' );
		$lines = array( 'HTTP/1.1 ' . $answer['status'] );
		foreach ( $headers as $name => $value ) {
			foreach ( (array) $value as $one ) {
				$lines[] = "$name: $one";
			}
		}
		return implode( "\r\n", $lines ) . "\r\n\r\n" . $body;
	}

	/**
	 * Replaces placeholders: the token in several forms, long texts and times.
	 */
	private static function fill( string $text, string $token ): string {
		$places = array(
			'{token}'           => $token,
			'{token as %}'      => rawurlencode( $token ),
			'{token as base64}' => base64_encode( "token=$token" ),
			'{no UTF-8}'        => "\xC3\x28\xF0\x9F\x92",
			'{300 KB}'          => str_repeat( 'x', 307_200 ),
			'{1000 headers}'    => str_repeat( "X-Many: one of many\r\n", 1_000 ),
		);
		$text = strtr( $text, $places );
		return (string) preg_replace_callback(
			'/\{now ([+-]\d+) s\}/',
			static fn( array $found ): string => gmdate( 'D, d M Y H:i:s', time() + (int) $found[1] ) . ' GMT',
			$text,
		);
	}
}
