<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Queue;

use HeadlessDeploy\Http\Response;

/**
 * Holds what the log says about a run after an attempt, in the form of its columns.
 */
final class Attempt_Result {
	/**
	 * @param Response $answer   What came of it.
	 * @param Attempts $attempts All attempts, this one included.
	 * @param int      $now      When it is written, in milliseconds.
	 */
	public function __construct(
		public readonly Covered_Changes $attached,
		public readonly Response $answer,
		public readonly Attempts $attempts,
		public readonly int $now,
	) {}

	/**
	 * Writes any value as JSON in ASCII. Bytes that are no UTF-8 become U+FFFD: a body from outside must never make
	 * the database refuse the row that says how a run ended.
	 */
	public static function json( mixed $value ): string {
		return (string) wp_json_encode( $value, JSON_INVALID_UTF8_SUBSTITUTE | JSON_PARTIAL_OUTPUT_ON_ERROR );
	}
}
