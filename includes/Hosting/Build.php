<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Hosting;

/**
 * A build as the platform describes it. Only name and times are published; state, message and operation may be
 * missing.
 */
final class Build {
	private const RUNNING = array( 'queued', 'building', 'deploying' );

	private const MAX_NAME_LENGTH    = 190;
	private const MAX_MESSAGE_LENGTH = 500;

	/** The end of the year 9999. */
	private const MAX_TIME_MS = 253_402_300_799_999;

	/**
	 * @param string $name       Last part of its resource name.
	 * @param string $state      State in the platform's terms, or empty.
	 * @param string $message    What failed, or empty.
	 * @param string $operation  Resource name of its operation, or empty.
	 * @param int    $created_at Milliseconds, 0 if unknown, as the other times.
	 * @param string $trigger    What started it in the platform's terms, for example `upload`, or empty.
	 * @param string $started_by Name of the user at the host who started it, or empty.
	 * @param int    $number     Number in its environment: 1, 2, 3 …; 0 if unknown.
	 */
	public function __construct(
		public readonly string $name,
		public readonly string $state = '',
		public readonly string $message = '',
		public readonly string $operation = '',
		public readonly int $created_at = 0,
		public readonly int $started_at = 0,
		public readonly int $finished_at = 0,
		public readonly int $number = 0,
		public readonly string $trigger = '',
		public readonly string $started_by = '',
	) {}

	public static function from_json( mixed $json ): ?self {
		$text = static function ( string $key, int $max_length ) use ( $json ): string {
			$value = is_array( $json ) ? $json[ $key ] ?? '' : '';
			return is_string( $value ) ? mb_substr( trim( (string) preg_replace( '/[\p{C}\s]+/u', ' ', $value ) ), 0, $max_length ) : '';
		};
		$time = static fn( string $key ): int => self::milliseconds( $text( $key, 40 ) );
		$name = $text( 'name', 1000 );
		$name = mb_substr( str_contains( $name, '/' ) ? substr( (string) strrchr( $name, '/' ), 1 ) : $name, 0, self::MAX_NAME_LENGTH );
		if ( '' === $name ) {
			return null;
		}
		return new self(
			$name,
			$text( 'state', 32 ),
			$text( 'error', self::MAX_MESSAGE_LENGTH ),
			$text( 'operation', 1000 ),
			$time( 'createTime' ),
			$time( 'startTime' ),
			$time( 'finishTime' ),
			self::number( $json ),
			$text( 'trigger', 32 ),
			self::user_in( $text( 'startedBy', 200 ) ),
		);
	}

	/**
	 * Finds the name in a text such as “upload by sam”.
	 */
	private static function user_in( string $started_by ): string {
		return 1 === preg_match( '/\bby (\S.{0,99})$/u', $started_by, $found ) ? $found[1] : '';
	}

	private static function number( mixed $json ): int {
		$number = is_array( $json ) ? $json['number'] ?? 0 : 0;
		return is_int( $number ) && $number > 0 ? $number : 0;
	}

	public function is_running(): bool {
		return '' === $this->state ? 0 === $this->finished_at : in_array( $this->state, self::RUNNING, true );
	}

	public function is_live(): bool {
		return in_array( $this->state, array( 'live', 'succeeded' ), true );
	}

	/**
	 * Returns why it will never be live, a code of Errors; empty when it may be.
	 */
	public function error_code(): string {
		return match ( $this->state ) {
			'failed'   => 'headless_deploy_build_failed',
			'canceled' => 'headless_deploy_build_canceled',
			default    => '',
		};
	}

	private static function milliseconds( string $text ): int {
		$date = 1 === preg_match( '/^\d{4}-\d\d-\d\dT/', $text ) ? date_create_immutable( $text ) : false;
		$ms   = false === $date ? 0 : (int) $date->format( 'Uv' );
		// A later time could not be formatted again.
		return $ms > 0 && $ms <= self::MAX_TIME_MS ? $ms : 0;
	}
}
