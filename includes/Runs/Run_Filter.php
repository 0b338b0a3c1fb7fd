<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Runs;

use HeadlessDeploy\Action;
use HeadlessDeploy\Queue\Cause;
use WP_REST_Request;

/**
 * Narrows the log: each field is a column, what is null does not count.
 */
final class Run_Filter {
	/**
	 * What an entry came to as people see it, whichever of its columns says so.
	 */
	public const RESULTS = array( 'running', 'live', 'accepted', 'failed', 'canceled' );

	/**
	 * @param int|null    $user   Only what this user has pressed.
	 * @param string|null $result Only what came to this: one of `RESULTS`.
	 * @param Search|null $search Only what is found by these words.
	 */
	public function __construct(
		public readonly ?string $environment = null,
		public readonly ?string $state = null,
		public readonly ?string $action = null,
		public readonly ?string $outcome = null,
		public readonly ?string $cause = null,
		public readonly ?int $user = null,
		public readonly ?string $result = null,
		public readonly ?Search $search = null,
	) {}

	/**
	 * Reads the arguments of a route.
	 *
	 * @param WP_REST_Request<array<string, mixed>> $request Its arguments match `args()`.
	 */
	public static function from_request( WP_REST_Request $request ): self {
		$word = static fn( string $name ): ?string => is_string( $request[ $name ] ) ? $request[ $name ] : null;
		return new self(
			$word( 'environment' ),
			$word( 'state' ),
			$word( 'action' ),
			$word( 'outcome' ),
			$word( 'cause' ),
			is_int( $request['user'] ) ? $request['user'] : null,
			$word( 'result' ),
			Search::of( $request['search'] ),
		);
	}

	/**
	 * Describes the arguments of a route that filters.
	 *
	 * @return array<string, array<string, mixed>>
	 */
	public static function args(): array {
		return array(
			'environment' => array(
				'type'    => 'string',
				'pattern' => '^[a-z0-9-]{1,64}$',
			),
			'state'   => Run_Schema::one_of( Run_Schema::STATES ),
			'action'  => Run_Schema::one_of( array_column( Action::cases(), 'value' ) ),
			'outcome' => Run_Schema::one_of( Run_Schema::OUTCOMES ),
			'cause'   => Run_Schema::one_of( Cause::ALL ),
			'user'    => array(
				'type'    => 'integer',
				'minimum' => 0,
			),
			'result' => Run_Schema::one_of( self::RESULTS ),
			'search' => Search::arg(),
		);
	}

	/**
	 * Returns the condition that an entry passes, ready to run.
	 */
	public function condition(): string {
		global $wpdb;
		$words = array_filter(
			array(
				'environment_id' => $this->environment,
				'state'          => $this->state,
				'action'         => $this->action,
				'outcome'        => $this->outcome,
				'cause'          => $this->cause,
			),
			is_string( ... ),
		);
		$parts = array( '1 = 1' );
		foreach ( $words as $column => $word ) {
			$parts[] = $wpdb->prepare( '%i = %s', $column, $word );
		}
		if ( null !== $this->user ) {
			$parts[] = $wpdb->prepare( 'user_id = %d', $this->user );
		}
		if ( null !== $this->result ) {
			$parts[] = self::result_condition( $this->result );
		}
		if ( null !== $this->search ) {
			$parts[] = $this->search->condition();
		}
		return implode( ' AND ', $parts );
	}

	/**
	 * Returns the condition of having come to something. A build that failed was accepted before.
	 */
	private static function result_condition( string $result ): string {
		return match ( $result ) {
			'running'  => "( state IN ('sending', 'retrying') OR ( state = 'accepted' AND outcome = 'building' ) )",
			'live'     => "( state = 'accepted' AND outcome IN ('live', 'gone') )",
			'accepted' => "( state = 'accepted' AND outcome NOT IN ('building', 'live', 'gone', 'failed') )",
			'failed'   => "( state = 'failed' OR ( state = 'accepted' AND outcome = 'failed' ) )",
			'canceled' => "state = 'canceled'",
			default    => '1 = 0',
		};
	}
}
