<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Http;

use CurlHandle;

/**
 * Receives a response from cURL and stops the transfer at the limits. cURL limits neither the body, nor the trailers
 * after a chunked body (RFC 9112, section 7.1.2), nor the number of interim responses.
 */
final class Transfer_Result {
	/**
	 * Headers of the transfer. The body that is returned is complete and decompressed.
	 */
	private const TRANSFER_FIELDS = '/^(?:Transfer-Encoding|Content-Encoding):/i';

	private string $headers   = '';
	private string $body      = '';
	private string $coding    = '';
	private int $header_bytes = 0;
	private bool $has_headers = false;

	public function __construct( private readonly Transfer_Limit $limit ) {}

	/**
	 * Receives one line of the headers, of an interim response, or of the trailers. A return value below the length
	 * stops the transfer.
	 *
	 * @param string $line With its line break.
	 */
	public function add_header( CurlHandle $handle, string $line ): int {
		$this->header_bytes += strlen( $line );
		if ( $this->header_bytes > Transfer_Limit::MAX_HEADER_BYTES ) {
			$this->limit->mark_too_large();
			return 0;
		}
		if ( $this->has_headers && '' === $this->body && str_starts_with( $line, 'HTTP/' ) ) {
			// The headers so far belong to an interim response, or to one that requests the proxy's password.
			$this->headers     = '';
			$this->coding      = '';
			$this->has_headers = false;
		}
		if ( ! $this->has_headers ) {
			$this->take_line( $line );
		}
		return strlen( $line );
	}

	/**
	 * Receives a part of the body. A return value below the length stops the transfer.
	 *
	 * @param string $bytes As received, perhaps compressed.
	 */
	public function add_body( CurlHandle $handle, string $bytes ): int {
		$room = $this->limit->max_bytes - strlen( $this->body );
		$this->body .= substr( $bytes, 0, $room );
		if ( strlen( $bytes ) > $room ) {
			$this->limit->mark_too_large();
			return 0;
		}
		return strlen( $bytes );
	}

	public function has_headers(): bool {
		return $this->has_headers;
	}

	/**
	 * Returns the response as the HTTP library expects it: headers, an empty line, and the decompressed body.
	 *
	 * @param bool $keeps_partial_body Whether to return a body that exceeded the limit, up to there.
	 */
	public function response( bool $keeps_partial_body ): string {
		$body = Compressed_Body::open( $this->body, $this->coding, $this->limit );
		return $this->headers . "\r\n" . ( $keeps_partial_body || ! $this->limit->is_too_large() ? $body : '' );
	}

	private function take_line( string $line ): void {
		if ( '' === trim( $line ) ) {
			$this->has_headers = true;
			return;
		}
		if ( 1 === preg_match( '/^Content-Encoding:(.*)/is', $line, $found ) ) {
			$this->coding .= ',' . strtolower( trim( $found[1] ) );
		}
		if ( 1 !== preg_match( self::TRANSFER_FIELDS, $line ) ) {
			$this->headers .= rtrim( $line, "\r\n" ) . "\r\n";
		}
	}
}
