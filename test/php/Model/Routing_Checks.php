<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Tests\Model;

use HeadlessDeploy\Environments\Routing;

/**
 * Checks the routing after the recurring event: it matches the settings in the database and in a persistent object
 * cache. Implemented a second time, from the document.
 */
final class Routing_Checks {
	public function __construct( private readonly World $world ) {}

	public function check( Object_Caches $caches ): void {
		global $wpdb;
		$stored = (string) ( $this->world->database->read_directly( "SELECT option_value FROM {$wpdb->options} WHERE option_name = '" . Routing::OPTION . "'" )[0]['option_value'] ?? '' );
		$cached = $caches->routing();
		if ( self::wanted( Snapshot::environments( $this->world->database ) ) !== self::found( $stored ) ) {
			$this->world->log->fail( 'the routing does not follow the settings after the recurring event' );
		}
		if ( null !== $cached && self::found( $cached ) !== self::found( $stored ) ) {
			$this->world->log->fail( 'the object cache keeps another routing than the database after the recurring event' );
		}
	}

	/**
	 * @param  array<string, array<string, mixed>> $environments
	 * @return array<string, array<string, mixed>>
	 */
	private static function wanted( array $environments ): array {
		return array_map(
			static fn( array $one ): array => array(
				'policy'             => $one['automation']['policy'],
				'quietPeriodSeconds' => $one['automation']['quietPeriodSeconds'],
				'maximumWaitSeconds' => $one['automation']['maximumWaitSeconds'],
				'hold'               => $one['automation']['hold'],
				'offers'             => array( ...array_keys( $one['urls'] ), ...( 0 === ( $one['refresh']['goneAt'] ?? 1 ) ? array( 'refresh' ) : array() ) ),
			),
			$environments,
		);
	}

	/**
	 * @return array<string, array<string, mixed>>
	 */
	private static function found( string $raw ): array {
		$routing = maybe_unserialize( $raw );
		$keys    = array_flip( array( 'policy', 'quietPeriodSeconds', 'maximumWaitSeconds', 'hold', 'offers' ) );
		return array_map( static fn( array $one ): array => array_intersect_key( $one, $keys ), is_array( $routing ) ? $routing['environments'] ?? array() : array() );
	}
}
