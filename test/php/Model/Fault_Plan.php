<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Tests\Model;

/**
 * Chooses the answers and faults of the host for each condition.
 */
final class Fault_Plan {
	public const FINE     = 'fine';
	public const DOWN     = 'down';
	public const BUSY     = 'busy';
	public const REFUSING = 'refusing';
	public const TOKEN    = 'token';
	public const ALL      = array(
		self::FINE     => 6,
		self::DOWN     => 2,
		self::BUSY     => 1,
		self::REFUSING => 1,
		self::TOKEN    => 2,
	);

	private const LYING = 'lying';

	/**
	 * States of a front end. One that is refusing has another secret or no route.
	 */
	public const OF_FRONT_ENDS = array(
		self::FINE     => 6,
		self::DOWN     => 4,
		self::BUSY     => 1,
		self::REFUSING => 2,
		self::LYING    => 1,
	);

	private const OTHER_STATE_PERCENT = 12;

	public static function answer( string $host_state, Random_Numbers $random ): Answer_Kind {
		if ( $random->chance( self::OTHER_STATE_PERCENT ) ) {
			$host_state = $random->weighted( self::ALL );
		}
		return match ( $host_state ) {
			self::DOWN     => $random->one( self::down() ),
			self::BUSY     => self::busy( $random ),
			self::REFUSING => new Answer_Kind( $random->one( array( 400, 405, 415, 422, 301, 308, 402, 451 ) ) ),
			self::TOKEN    => new Answer_Kind( $random->one( array( 401, 403, 403, 404, 410 ) ) ),
			default        => new Answer_Kind( $random->one( array( 200, 201, 202, 204 ) ) ),
		};
	}

	public static function refresh_answer( string $state, Random_Numbers $random ): Answer_Kind {
		if ( $random->chance( self::OTHER_STATE_PERCENT ) ) {
			$state = $random->weighted( self::OF_FRONT_ENDS );
		}
		return match ( $state ) {
			self::DOWN     => $random->one( self::down() ),
			self::BUSY     => self::busy( $random ),
			self::REFUSING => $random->one( array( ...array_map( static fn( int $status ): Answer_Kind => new Answer_Kind( $status ), array( 400, 401, 403, 404, 405, 308, 402, 410 ) ), new Answer_Kind( 200, is_page: true ) ) ),
			default        => new Answer_Kind( $random->one( array( 200, 202, 204 ) ) ),
		};
	}

	/**
	 * @return non-empty-list<Answer_Kind>
	 */
	private static function down(): array {
		return array(
			new Answer_Kind( 500 ),
			new Answer_Kind( 502 ),
			new Answer_Kind( 503 ),
			new Answer_Kind( 408 ),
			new Answer_Kind( 409 ),
			new Answer_Kind( 429 ),
			new Answer_Kind( 0, 'cURL error 28: Operation timed out' ),
			new Answer_Kind( 0, 'cURL error 7: Failed to connect' ),
			new Answer_Kind( 0, 'cURL error 6: Could not resolve host' ),
		);
	}

	/**
	 * Returns Retry-After values in both forms: usual, too long and zero.
	 */
	private static function busy( Random_Numbers $random ): Answer_Kind {
		$seconds = (string) $random->one( array( 0, 1, 5, 30, 300, 3600, 90_000 ) );
		return new Answer_Kind( $random->one( array( 429, 503 ) ), '', ( $random->chance( 40 ) ? '+' : '' ) . $seconds );
	}
}
