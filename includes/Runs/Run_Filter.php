<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Runs;

use HeadlessDeploy\Action;
use HeadlessDeploy\Json_Schema;
use HeadlessDeploy\Queue\Run_Status;
use WP_REST_Request;

/**
 * A filter of the log. Fields that are null match all runs.
 */
final class Run_Filter {
	/**
	 * @param list<Run_Status> $statuses Empty for all.
	 * @param int|null         $user     Only runs that this user started.
	 */
	public function __construct(
		public readonly ?string $environment = null,
		public readonly array $statuses = array(),
		public readonly ?string $action = null,
		public readonly ?string $cause = null,
		public readonly ?int $user = null,
		public readonly ?Search $search = null,
	) {}

	/**
	 * @param WP_REST_Request $request Its arguments match `args()`.
	 */
	public static function from_request( WP_REST_Request $request ): self {
		$word = static fn( string $name ): ?string => is_string( $request[ $name ] ) ? $request[ $name ] : null;
		return new self(
			$word( 'environment' ),
			self::statuses( is_array( $request['status'] ) ? $request['status'] : array() ),
			$word( 'action' ),
			$word( 'cause' ),
			is_int( $request['user'] ) ? $request['user'] : null,
			Search::of( $request['search'] ),
		);
	}

	/**
	 * @param  array<mixed>     $statuses
	 * @return list<Run_Status>
	 */
	public static function statuses( array $statuses ): array {
		return array_values( array_filter( array_map(
			static fn( mixed $status ): ?Run_Status => is_string( $status ) ? Run_Status::tryFrom( $status ) : null,
			$statuses,
		) ) );
	}

	/**
	 * @return array<string, Json_Schema>
	 */
	public static function args(): array {
		return array(
			'environment' => Json_Schema::text()->with( pattern: '^[a-z0-9-]{1,64}$' ),
			'status'      => Json_Schema::list_of( Run_Schema::status() ),
			'action'      => Json_Schema::enum( 'action', Action::class ),
			'cause'       => Run_Schema::cause(),
			'user'        => Json_Schema::integer()->with( minimum: 0 ),
			'search'      => Json_Schema::text()->with( maxLength: Search::MAX_LENGTH ),
		);
	}

	public function condition(): string {
		global $wpdb;
		$values = array_filter(
			array(
				'environment_id' => $this->environment,
				'action'         => $this->action,
				'cause'          => $this->cause,
			),
			is_string( ... ),
		);
		$parts = array( '1 = 1' );
		foreach ( $values as $column => $value ) {
			$parts[] = $wpdb->prepare( '%i = %s', $column, $value );
		}
		if ( null !== $this->user ) {
			$parts[] = $wpdb->prepare( 'user_id = %d', $this->user );
		}
		if ( array() !== $this->statuses ) {
			$statuses = array_map( static fn( Run_Status $status ): string => (string) $wpdb->prepare( '%s', $status->value ), $this->statuses );
			$parts[]  = Run_Status::SQL . ' IN (' . implode( ', ', $statuses ) . ')';
		}
		if ( null !== $this->search ) {
			$parts[] = $this->search->condition();
		}
		return implode( ' AND ', $parts );
	}
}
