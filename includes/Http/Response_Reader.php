<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Http;

use DateTimeImmutable;
use DateTimeZone;
use HeadlessDeploy\Clock;
use HeadlessDeploy\System_Clock;
use WP_Error;

/**
 * Reads the response of WordPress's HTTP API. It distinguishes what the queue treats differently; docs/retry-policy.md
 * has the table.
 */
final class Response_Reader {
	/**
	 * HTTP has three digits. The database would refuse a longer status, and the run would be sent again without end.
	 */
	private const HIGHEST_STATUS = 999;

	private const EXCERPT_BYTES   = 2048;
	private const MESSAGE_BYTES   = 500;
	private const OPERATION_BYTES = 190;

	private const MESSAGE_PATHS   = array( 'message', 'error.message', 'detail', 'title', 'errors.0.message' );
	private const OPERATION_PATHS = array( 'name', 'job.id', 'result.build_uuid', 'id', 'deploy.id', 'deployment.id' );

	/**
	 * Numbers of cURL (https://curl.se/libcurl/c/libcurl-errors.html).
	 */
	private const TLS_NUMBERS = array( 51, 53, 54, 58, 59, 60, 64, 66, 77, 82, 83, 90, 91 );

	private const MAX_RETRY_AFTER_SECONDS = 31_536_000;

	private const HTTP_DATES = array( '!D, d M Y H:i:s \G\M\T', '!l, d-M-y H:i:s \G\M\T', '!D M j H:i:s Y' );

	/**
	 * @param Clock $clock    For dates in `Retry-After`.
	 * @param bool  $is_known Whether the host is a known provider: it never answers with a web page, so that one is a warning,
	 *                        and it has a portal.
	 */
	public function __construct(
		private readonly Redactor $redactor,
		private readonly Transfer_Limit $limit,
		private readonly Clock $clock = new System_Clock(),
		private readonly bool $is_known = true,
	) {}

	/**
	 * @param array<string, mixed>|WP_Error $response As `wp_remote_request()` returns it.
	 */
	public function read( array|WP_Error $response, int $duration_ms ): Response {
		if ( is_wp_error( $response ) ) {
			return new Response(
				0,
				$this->code_of_error( $response ),
				$duration_ms,
				'',
				$this->clean( $response->get_error_message(), self::EXCERPT_BYTES ),
			);
		}
		$status = max( 0, min( self::HIGHEST_STATUS, (int) wp_remote_retrieve_response_code( $response ) ) );
		$body   = substr( $this->redactor->redact( wp_remote_retrieve_body( $response ) ), 0, Sealed_Request::MAX_BYTES );
		$json   = json_decode( $body, true );
		$json   = is_array( $json ) ? $json : array();
		return new Response(
			$status,
			self::code_of_status( $status, (string) self::header( $response, 'content-type' ), $this->is_known ),
			$duration_ms,
			$this->clean( self::find( $json, self::MESSAGE_PATHS ), self::MESSAGE_BYTES ),
			$this->clean( $body, self::EXCERPT_BYTES ),
			$this->clean( self::find( $json, self::OPERATION_PATHS ), self::OPERATION_BYTES ),
			self::retry_after_ms( self::header( $response, 'retry-after' ), $this->clock->now_ms() ),
		);
	}

	private static function code_of_status( int $status, string $content_type, bool $is_known ): string {
		return match ( true ) {
			$status < 100 => 'headless_deploy_service_error',
			$status < 200 => 'headless_deploy_no_final_answer',
			$status < 300 => $is_known && str_starts_with( strtolower( $content_type ), 'text/html' )
				? Response::WARNING
				: '',
			$status < 400                                          => 'headless_deploy_webhook_moved',
			in_array( $status, array( 400, 405, 415, 422 ), true ) => 'headless_deploy_bad_request',
			in_array( $status, array( 401, 403 ), true )           => $is_known
				? 'headless_deploy_token_refused'
				: 'headless_deploy_webhook_refused',
			404 === $status                                   => 'headless_deploy_webhook_not_found',
			410 === $status                                   => 'headless_deploy_webhook_gone',
			429 === $status                                   => 'headless_deploy_rate_limited',
			in_array( $status, array( 408, 409, 425 ), true ) => 'headless_deploy_service_busy',
			$status < 500                                     => 'headless_deploy_refused',
			503 === $status                                   => 'headless_deploy_service_unavailable',
			default                                           => 'headless_deploy_service_error',
		};
	}

	/**
	 * Returns why there is no response. WordPress has one code for nearly all errors; the message contains cURL's error
	 * number.
	 */
	private function code_of_error( WP_Error $error ): string {
		$code    = (string) $error->get_error_code();
		$message = $error->get_error_message();
		$number  = 1 === preg_match( '/cURL error (\d+)/', $message, $found ) ? (int) $found[1] : 0;
		return match ( true ) {
			str_starts_with( $code, 'headless_deploy_' ) => $code,
			'http_request_not_executed' === $code        => 'headless_deploy_http_blocked',
			$this->limit->is_too_large()                 => 'headless_deploy_answer_too_large',
			$this->limit->is_late(), 28 === $number, str_contains( $message, 'timed out' ) => 'headless_deploy_timeout',
			5 === $number, 6 === $number => 'headless_deploy_dns_failed',
			in_array( $number, self::TLS_NUMBERS, true ),
			1 === preg_match( '/SSL certificate|certificate verify failed/', $message ) => 'headless_deploy_tls_failed',
			default                                                                     => 'headless_deploy_connection_failed',
		};
	}

	/**
	 * Returns one header as text; of a repeated header the last value.
	 *
	 * @param array<string, mixed> $response
	 */
	private static function header( array $response, string $name ): string {
		$header = wp_remote_retrieve_header( $response, $name );
		return is_array( $header ) ? (string) end( $header ) : (string) $header;
	}

	/**
	 * @param array<mixed> $json
	 * @param list<string> $paths Keys, joined with dots.
	 */
	private static function find( array $json, array $paths ): string {
		foreach ( $paths as $path ) {
			$value = $json;
			foreach ( explode( '.', $path ) as $key ) {
				$value = is_array( $value ) ? ( $value[ $key ] ?? null ) : null;
			}
			if ( ( is_string( $value ) && '' !== trim( $value ) ) || is_int( $value ) ) {
				return trim( (string) $value );
			}
		}
		return '';
	}

	/**
	 * Prepares a text for the database: redacted, valid UTF-8, limited. It is redacted before it is cut, otherwise
	 * half a token would remain.
	 */
	private function clean( string $text, int $bytes ): string {
		$text = (string) preg_replace( '/[\x00-\x08\x0B\x0C\x0E-\x1F\x7F]+/', ' ', $this->redactor->redact( $text ) );
		// Removes invalid UTF-8, also a cut character at the end, which the database would refuse.
		return htmlspecialchars_decode( htmlspecialchars( substr( $text, 0, $bytes ), ENT_NOQUOTES | ENT_IGNORE, 'UTF-8' ), ENT_NOQUOTES );
	}

	/**
	 * Reads Retry-After (RFC 9110, section 10.2.3): seconds, or a date in one of three formats. Null when it is invalid.
	 *
	 * @param int $now Milliseconds.
	 */
	private static function retry_after_ms( string $header, int $now ): ?int {
		$header = trim( $header );
		if ( 1 === preg_match( '/^\d+$/D', $header ) ) {
			$is_huge = strlen( ltrim( $header, '0' ) ) > 8;
			return 1000 * ( $is_huge ? self::MAX_RETRY_AFTER_SECONDS : min( (int) $header, self::MAX_RETRY_AFTER_SECONDS ) );
		}
		foreach ( self::HTTP_DATES as $format ) {
			$date = DateTimeImmutable::createFromFormat( $format, (string) preg_replace( '/ +/', ' ', $header ), new DateTimeZone( 'UTC' ) );
			if ( false !== $date ) {
				return max( 0, min( $date->getTimestamp() * 1000 - $now, self::MAX_RETRY_AFTER_SECONDS * 1000 ) );
			}
		}
		return null;
	}
}
