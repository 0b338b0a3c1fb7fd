<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Tests\Model;

use HeadlessDeploy\Clock;
use HeadlessDeploy\Http\Redactor;
use HeadlessDeploy\Http\Response;
use HeadlessDeploy\Http\Response_Reader;
use HeadlessDeploy\Http\Transfer_Limit;
use WP_Error;

/**
 * A kind of answer, read by the plugin's own reader.
 */
final class Answer_Kind {
	/**
	 * @param int    $status      HTTP status, 0 when there is no answer.
	 * @param string $retry_after The header, or empty; `+N` stands for the HTTP date in N seconds.
	 */
	public function __construct(
		public readonly int $status,
		private readonly string $error = '',
		private readonly string $retry_after = '',
		private readonly bool $is_page = false,
	) {}

	/**
	 * Tells whether it accepts the call. A front end that answers a web page has no refresh route.
	 */
	public function is_success(): bool {
		return $this->status >= 200 && $this->status < 300 && ! $this->is_page;
	}

	public function refuses_token(): bool {
		return in_array( $this->status, array( 401, 403, 404 ), true );
	}

	public function may_work_later(): bool {
		return $this->status < 200 || $this->status >= 500 || in_array( $this->status, array( 408, 409, 425, 429 ), true );
	}

	/**
	 * Tells whether a front end may accept a refresh later: it may be being deployed with the route or the secret.
	 */
	public function may_refresh_later(): bool {
		return $this->may_work_later() || $this->is_page || 3 === intdiv( $this->status, 100 ) || in_array( $this->status, array( 400, 401, 403, 404, 405, 415, 422 ), true );
	}

	/**
	 * Returns the requested wait in milliseconds, or null.
	 */
	public function wait_ms(): ?int {
		return '' === $this->retry_after ? null : (int) $this->retry_after * 1000;
	}

	public function __toString(): string {
		return 0 === $this->status ? $this->error : trim( "$this->status " . ( $this->is_page ? 'a web page' : '' ) . ( '' === $this->retry_after ? '' : "Retry-After: $this->retry_after" ) );
	}

	public function read( Clock $clock, int $duration_ms ): Response {
		$after    = str_starts_with( $this->retry_after, '+' ) ? gmdate( 'D, d M Y H:i:s \G\M\T', intdiv( $clock->now_ms(), 1000 ) + (int) $this->retry_after ) : $this->retry_after;
		$response = array(
			'headers'  => ( '' === $after ? array() : array( 'retry-after' => $after ) ) + ( $this->is_page ? array( 'content-type' => 'text/html' ) : array() ),
			'body'     => $this->is_success() ? '{"name":"operations/1"}' : '{"message":"No"}',
			'response' => array( 'code' => $this->status, 'message' => '' ),
			'cookies'  => array(),
		);
		// Without time left, each failure without a response is a timeout. A host name that does not resolve would also skip the
		// calls of the other lanes, which the model does not follow.
		$reader = new Response_Reader( new Redactor( array() ), new Transfer_Limit( $clock, 0, 65_536 ), $clock );
		return $reader->read( 0 === $this->status ? new WP_Error( 'http_request_failed', $this->error ) : $response, $duration_ms );
	}
}
