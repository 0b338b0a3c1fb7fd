<?php
/**
 * What is written about an attempt.
 *
 * @package HeadlessDeploy
 */

declare( strict_types=1 );

namespace HeadlessDeploy\Queue;

use HeadlessDeploy\Webhooks\Answer;

/**
 * Holds what the log says about a delivery after an attempt, in the form of its columns.
 */
final class Outcome {
	private const MOST_ATTEMPTS_KEPT = 20;

	/**
	 * Takes the columns.
	 *
	 * @param Attached $attached    What was sent.
	 * @param Answer   $answer      What came of it.
	 * @param string   $attempts    JSON of all attempts, this one included.
	 * @param int      $finished_at Milliseconds.
	 */
	private function __construct(
		public readonly Attached $attached,
		public readonly Answer $answer,
		public readonly string $attempts,
		public readonly int $finished_at,
	) {}

	/**
	 * Adds an attempt to those that are stored.
	 *
	 * @param Attached $attached   What was sent.
	 * @param Answer   $answer     What came of it.
	 * @param string   $earlier    JSON of the attempts so far.
	 * @param int      $started_at When the call began, in milliseconds.
	 * @param int      $now        Milliseconds.
	 */
	public static function of( Attached $attached, Answer $answer, string $earlier, int $started_at, int $now ): self {
		$attempts   = json_decode( $earlier, true );
		$attempts   = is_array( $attempts ) ? array_values( $attempts ) : array();
		$attempts[] = array(
			'at'         => $started_at,
			'durationMs' => $answer->duration_ms,
			'httpStatus' => $answer->http_status,
			'error'      => $answer->error_code,
		);
		return new self( $attached, $answer, self::json( array_slice( $attempts, -self::MOST_ATTEMPTS_KEPT ) ), $now );
	}

	/**
	 * Writes any value as JSON in ASCII. Bytes that are no UTF-8 become U+FFFD: a body from outside must never make
	 * the database refuse the row that says how a delivery ended.
	 *
	 * @param mixed $value Anything.
	 */
	public static function json( mixed $value ): string {
		return (string) wp_json_encode( $value, JSON_INVALID_UTF8_SUBSTITUTE | JSON_PARTIAL_OUTPUT_ON_ERROR );
	}
}
