<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Queue;

use HeadlessDeploy\Http\Response;

/**
 * Holds the attempts of one run, oldest first: the newest 20, as the log shows them.
 *
 * @phpstan-type Attempt array{at: int, durationMs: int, httpStatus: int, error: string}
 */
final class Attempts {
	private const MOST_KEPT = 20;

	/**
	 * The error code of an attempt whose process ended before it could write what came of it.
	 */
	public const CRASHED = 'headless_deploy_sender_crashed';

	/**
	 * @param list<Attempt> $all
	 */
	private function __construct( private readonly array $all ) {}

	/**
	 * Reads a column of the database; whatever is no attempt is left out.
	 *
	 * @param string $json As it was stored.
	 */
	public static function from_json( string $json ): self {
		$stored   = json_decode( $json, true );
		$attempts = array();
		foreach ( is_array( $stored ) ? $stored : array() as $attempt ) {
			if ( is_array( $attempt ) ) {
				$attempts[] = self::sanitize( $attempt );
			}
		}
		return new self( $attempts );
	}

	/**
	 * Returns the attempts with one more.
	 *
	 * @param Response $answer     What came of it.
	 * @param int      $started_at When the call began, in milliseconds.
	 */
	public function with( Response $answer, int $started_at ): self {
		$attempt = array(
			'at'         => $started_at,
			'durationMs' => $answer->duration_ms,
			'httpStatus' => $answer->http_status,
			'error'      => $answer->error_code,
		);
		return new self( array_slice( array( ...$this->all, $attempt ), -self::MOST_KEPT ) );
	}

	/**
	 * Returns those that began at a moment or later.
	 */
	public function since( int $moment ): self {
		return new self( array_values( array_filter( $this->all, static fn( array $attempt ): bool => $attempt['at'] >= $moment ) ) );
	}

	/**
	 * Counts them.
	 */
	public function count(): int {
		return count( $this->all );
	}

	/**
	 * Counts those that nobody has seen the end of.
	 */
	public function crashes(): int {
		return count( array_keys( array_column( $this->all, 'error' ), self::CRASHED, true ) );
	}

	/**
	 * Returns when the last one began, in milliseconds, null when there was none.
	 */
	public function last_began_at(): ?int {
		return array() === $this->all ? null : $this->all[ count( $this->all ) - 1 ]['at'];
	}

	/**
	 * Returns the error code of the last one, empty when there was none.
	 */
	public function last_error(): string {
		return array() === $this->all ? '' : $this->all[ count( $this->all ) - 1 ]['error'];
	}

	/**
	 * Returns them as they are stored.
	 */
	public function json(): string {
		return Attempt_Result::json( $this->all );
	}

	/**
	 * Reads one attempt.
	 *
	 * @param  array<mixed> $stored As it was stored.
	 * @return Attempt
	 */
	private static function sanitize( array $stored ): array {
		return array(
			'at'         => (int) ( $stored['at'] ?? 0 ),
			'durationMs' => (int) ( $stored['durationMs'] ?? 0 ),
			'httpStatus' => (int) ( $stored['httpStatus'] ?? 0 ),
			'error'      => is_string( $stored['error'] ?? null ) ? $stored['error'] : '',
		);
	}
}
