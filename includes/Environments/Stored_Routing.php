<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Environments;

use HeadlessDeploy\Action;
use HeadlessDeploy\Option_Row;

/**
 * The value of the option `headless_deploy_routing`.
 *
 * @phpstan-type Routed array{
 *   policy: array<string, string>,
 *   quietPeriodSeconds: int,
 *   maximumWaitSeconds: int,
 *   hold: bool,
 *   refreshQuietPeriodSeconds: int,
 *   refreshMaximumWaitSeconds: int,
 *   paused: bool,
 *   offers: list<string>,
 *   hasRefreshUrl: bool,
 *   hasRefreshSecret: bool,
 *   isRemainder: bool,
 *   frontEndUrl: string,
 * }
 * @phpstan-type Value array{
 *   schemaVersion: int,
 *   postTypes: list<string>|null,
 *   taxonomies: list<string>|null,
 *   optionNames: list<string>|null,
 *   ignoredMeta: list<string>,
 *   countedMeta: list<string>,
 *   links: string|null,
 *   environments: array<string, Routed>,
 * }
 */
final class Stored_Routing {
	private const DEFAULT = array(
		'schemaVersion' => 0,
		'postTypes'     => null,
		'taxonomies'    => null,
		'optionNames'   => null,
		'ignoredMeta'   => array(),
		'countedMeta'   => array(),
		'links'         => null,
		'environments'  => array(),
	);

	/**
	 * @return Value
	 */
	public static function from_row( ?string $row ): array {
		return self::sanitize( Option_Row::parse( $row ) );
	}

	/**
	 * @return Value
	 */
	public static function sanitize( mixed $stored ): array {
		$clean = self::DEFAULT;
		if ( ! is_array( $stored ) ) {
			return $clean;
		}
		$clean['schemaVersion'] = is_int( $stored['schemaVersion'] ?? null ) ? max( 0, $stored['schemaVersion'] ) : 0;
		foreach ( array( 'postTypes', 'taxonomies', 'optionNames', 'ignoredMeta', 'countedMeta' ) as $list ) {
			if ( is_array( $stored[ $list ] ?? null ) ) {
				$clean[ $list ] = array_values( array_filter( $stored[ $list ], is_string( ... ) ) );
			}
		}
		$clean['links'] = is_string( $stored['links'] ?? null ) ? $stored['links'] : null;
		foreach ( is_array( $stored['environments'] ?? null ) ? $stored['environments'] : array() as $id => $routed ) {
			if ( Environment_Id::is_valid( $id ) && is_array( $routed ) ) {
				$offers                                = is_array( $routed['offers'] ?? null ) ? $routed['offers'] : array();
				$clean['environments'][ (string) $id ] = Automation::from_array( $routed )->to_array() + array(
					'paused'           => true === ( $routed['paused'] ?? false ),
					'offers'           => array_values( array_intersect( array_column( Action::cases(), 'value' ), $offers ) ),
					'hasRefreshUrl'    => true === ( $routed['hasRefreshUrl'] ?? false ),
					'hasRefreshSecret' => true === ( $routed['hasRefreshSecret'] ?? false ),
					'isRemainder'      => true === ( $routed['isRemainder'] ?? false ),
					'frontEndUrl'      => is_string( $routed['frontEndUrl'] ?? null ) ? $routed['frontEndUrl'] : '',
				);
			}
		}
		return $clean;
	}

	/**
	 * Returns the environments of which changes were not recorded, or recorded for another action, with an older value.
	 *
	 * @param  Value|null   $older Null where every request used the right one.
	 * @param  Value        $right
	 * @return list<string>
	 */
	public static function outdated( ?array $older, array $right ): array {
		if ( null === $older ) {
			return array();
		}
		$general  = static fn( array $value ): array => array( $value['postTypes'], $value['taxonomies'], $value['optionNames'], $value['ignoredMeta'] );
		$recorded = static fn( ?array $routed ): ?array => null === $routed ? null : array( $routed['policy'], $routed['offers'] );
		$is_other = static fn( string $id ): bool => $general( $older ) !== $general( $right ) || $recorded( $older['environments'][ $id ] ?? null ) !== $recorded( $right['environments'][ $id ] );
		return array_values( array_filter( array_map( strval( ... ), array_keys( $right['environments'] ) ), $is_other ) );
	}

	/**
	 * @return array<string, Routed>
	 */
	public static function of_environments( Stored_Environments $stored ): array {
		$routed = static fn( Environment_Record $record ): array => $record->automation->to_array() + array(
			'paused'           => null !== $record->paused,
			'offers'           => $record->offered(),
			'hasRefreshUrl'    => true === $record->refresh?->has_url(),
			'hasRefreshSecret' => true === $record->refresh?->has_secret(),
			'isRemainder'      => $record->is_remainder(),
			'frontEndUrl'      => $record->front_end_url,
		);
		return self::sanitize( array( 'environments' => array_map( $routed, $stored->environments ) ) )['environments'];
	}
}
