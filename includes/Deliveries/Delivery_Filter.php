<?php
/**
 * Which entries of the log.
 *
 * @package HeadlessDeploy
 */

declare( strict_types=1 );

namespace HeadlessDeploy\Deliveries;

use HeadlessDeploy\Environments\Action;
use HeadlessDeploy\Queue\Cause;
use WP_REST_Request;

/**
 * Narrows the log: each field is a column, what is null does not count.
 */
final class Delivery_Filter {
	/**
	 * Takes the words of the wire.
	 *
	 * @param string|null $environment Only this environment.
	 * @param string|null $state       Only this state.
	 * @param string|null $action      Only this action.
	 * @param string|null $outcome     Only this outcome.
	 * @param string|null $cause       Only this cause.
	 * @param int|null    $user        Only what this user has pressed.
	 */
	public function __construct(
		public readonly ?string $environment = null,
		public readonly ?string $state = null,
		public readonly ?string $action = null,
		public readonly ?string $outcome = null,
		public readonly ?string $cause = null,
		public readonly ?int $user = null,
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
			'state'   => Delivery_Schema::one_of( Delivery_Schema::STATES ),
			'action'  => Delivery_Schema::one_of( array_column( Action::cases(), 'value' ) ),
			'outcome' => Delivery_Schema::one_of( Delivery_Schema::OUTCOMES ),
			'cause'   => Delivery_Schema::one_of( Cause::ALL ),
			'user'    => array(
				'type'    => 'integer',
				'minimum' => 0,
			),
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
		return implode( ' AND ', $parts );
	}
}
