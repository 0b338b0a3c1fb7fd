<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Queue;

use HeadlessDeploy\Database;
use HeadlessDeploy\Http\Response;
use HeadlessDeploy\Json_Schema;
use HeadlessDeploy\Stored_Value;

/**
 * The newest 20 attempts of a run, oldest first.
 *
 * @phpstan-type Attempt array{at: int, durationMs: int, httpStatus: int, error: string}
 */
final class Attempts {
	private const MAX_STORED = 20;

	/**
	 * Error code of an attempt whose process ended before it stored the result.
	 */
	public const CRASHED = 'headless_deploy_sender_crashed';

	/**
	 * @param list<Attempt> $all
	 */
	private function __construct( public readonly array $all ) {}

	public static function from_json( string $json ): self {
		$number  = Json_Schema::integer();
		$attempt = Json_Schema::partial( at: $number, durationMs: $number, httpStatus: $number, error: Json_Schema::text() );
		/** @var list<Attempt> $attempts */
		$attempts = Stored_Value::read( Json_Schema::list_of( $attempt ), json_decode( $json, true ) );
		return new self( $attempts );
	}

	/**
	 * @param int $started_at In milliseconds.
	 */
	public function with( Response $response, int $started_at ): self {
		$attempt = array(
			'at'         => $started_at,
			'durationMs' => $response->duration_ms,
			'httpStatus' => $response->http_status,
			'error'      => $response->error_code,
		);
		return new self( array_slice( array( ...$this->all, $attempt ), -self::MAX_STORED ) );
	}

	public function since( int $time ): self {
		return new self( array_values( array_filter( $this->all, static fn( array $attempt ): bool => $attempt['at'] >= $time ) ) );
	}

	public function count(): int {
		return count( $this->all );
	}

	public function crashes(): int {
		return count( array_keys( array_column( $this->all, 'error' ), self::CRASHED, true ) );
	}

	/**
	 * @return int|null In milliseconds, null when there was none.
	 */
	public function last_started_at(): ?int {
		return array() === $this->all ? null : $this->all[ count( $this->all ) - 1 ]['at'];
	}

	/**
	 * @return string Error code of the last attempt, empty when there was none or it succeeded.
	 */
	public function last_error(): string {
		return array() === $this->all ? '' : $this->all[ count( $this->all ) - 1 ]['error'];
	}

	public function json(): string {
		return Database::json( $this->all );
	}
}
