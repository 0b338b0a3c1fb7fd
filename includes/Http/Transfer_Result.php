<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Http;

use CurlHandle;

/**
 * Takes an answer from cURL as it comes, and stops the transfer at the limits: cURL bounds neither a body, nor what
 * follows it (RFC 9112, section 7.1.2, allows header fields behind a chunked body), nor the number of interim answers.
 */
final class Transfer_Result {
	/**
	 * Header fields of the transfer, not of the content: the body that is handed on is whole and open.
	 */
	private const TRANSFER_FIELDS = '/^(?:Transfer-Encoding|Content-Encoding):/i';

	private string $headers   = '';
	private string $body      = '';
	private string $coding    = '';
	private int $header_bytes = 0;
	private bool $has_headers = false;

	/**
	 * Begins with nothing.
	 *
	 * @param Transfer_Limit $limit How much may come.
	 */
	public function __construct( private readonly Transfer_Limit $limit ) {}

	/**
	 * Takes one line of the headers, of an interim answer, or of the trailers. Fewer bytes than came stop the transfer.
	 *
	 * @param string $line With its line break.
	 */
	public function add_header( CurlHandle $handle, string $line ): int {
		$this->header_bytes += strlen( $line );
		if ( $this->header_bytes > Transfer_Limit::MOST_HEADER_BYTES ) {
			$this->limit->exceed();
			return 0;
		}
		if ( $this->has_headers && '' === $this->body && str_starts_with( $line, 'HTTP/' ) ) {
			// What came until here was an interim answer, or one that asked for the proxy's password.
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
	 * Takes a part of the body. Fewer bytes than came stop the transfer.
	 *
	 * @param string $bytes As they came, perhaps compressed.
	 */
	public function add_body( CurlHandle $handle, string $bytes ): int {
		$room = $this->limit->most_bytes - strlen( $this->body );
		$this->body .= substr( $bytes, 0, $room );
		if ( strlen( $bytes ) > $room ) {
			$this->limit->exceed();
			return 0;
		}
		return strlen( $bytes );
	}

	/**
	 * Tells whether the final headers came whole.
	 */
	public function has_headers(): bool {
		return $this->has_headers;
	}

	/**
	 * Returns the answer as the HTTP library wants it: headers, an empty line and the body, opened.
	 *
	 * @param bool $is_begun_kept Whether the beginning of a body that was too long is kept.
	 */
	public function answer( bool $is_begun_kept ): string {
		$body = Compressed_Body::open( $this->body, $this->coding, $this->limit );
		return $this->headers . "\r\n" . ( $is_begun_kept || ! $this->limit->is_too_large() ? $body : '' );
	}

	/**
	 * Takes a line of the headers.
	 *
	 * @param string $line With its line break.
	 */
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
