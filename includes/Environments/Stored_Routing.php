<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Environments;

use HeadlessDeploy\Action;
use HeadlessDeploy\Json_Schema;
use HeadlessDeploy\Option_Row;
use HeadlessDeploy\Stored_Value;
use HeadlessDeploy\Untyped;

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
 *   frontEndUrl: string,
 *   offers: list<string>,
 *   hasRefreshUrl: bool,
 *   hasRefreshSecret: bool,
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
		/** @var Value $value */
		$value = Stored_Value::read( self::schema(), $stored );
		// An action of a newer version is read as this version applies it.
		$value['environments'] = array_map(
			static fn( array $routed ): array => Automation::from_stored( $routed )->to_array() + $routed,
			$value['environments'],
		);
		return $value;
	}

	private static function schema(): Json_Schema {
		static $schema = null;
		if ( null !== $schema ) {
			return $schema;
		}
		$texts  = Json_Schema::list_of( Json_Schema::text() );
		$fields = Environment::stored_in( Routing::OPTION )->properties();
		$routed = $fields['automation']->properties() + array_diff_key( $fields, array( 'automation' => true ) ) + array(
			'offers'           => Json_Schema::list_of( Json_Schema::enum( 'action', Action::class ) ),
			'hasRefreshUrl'    => Json_Schema::boolean(),
			'hasRefreshSecret' => Json_Schema::boolean(),
		);
		return $schema = Json_Schema::partial(
			schemaVersion: Json_Schema::integer()->with( minimum: 0 ),
			postTypes: $texts->or_null(),
			taxonomies: $texts->or_null(),
			optionNames: $texts->or_null(),
			ignoredMeta: $texts,
			countedMeta: $texts,
			links: Json_Schema::text()->or_null(),
			environments: Environment_Id::map_of( Json_Schema::partial( ...$routed ) ),
		);
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
		$general = static fn( array $value ): array => array(
			$value['postTypes'],
			$value['taxonomies'],
			$value['optionNames'],
			$value['ignoredMeta'],
		);
		$recorded = static fn( ?array $routed ): ?array => null === $routed ? null : array( $routed['policy'], $routed['offers'] );
		$is_other = static fn( string $id ): bool => $general( $older ) !== $general( $right )
			|| $recorded( $older['environments'][ $id ] ?? null ) !== $recorded( $right['environments'][ $id ] );
		return array_values( array_filter( array_map( strval( ... ), array_keys( $right['environments'] ) ), $is_other ) );
	}

	/**
	 * Returns what the routing holds of a record: its fields, and which webhooks and refresh target the other option has.
	 *
	 * @return Routed
	 */
	public static function of( Environment $record ): array {
		$fields = array_intersect_key( $record->to_array(), Environment::stored_in( Routing::OPTION )->properties() );
		/** @var Routed */
		return $record->automation->to_array() + array_diff_key( $fields, array( 'automation' => true ) ) + array(
			'offers'           => $record->offered(),
			'hasRefreshUrl'    => true === $record->refresh?->has_url(),
			'hasRefreshSecret' => true === $record->refresh?->has_secret(),
		);
	}

	/**
	 * Returns the fields of a record that the routing holds, the reverse of `of()`.
	 *
	 * @param  Routed|null          $routed Null where the routing lacks the environment.
	 * @return array<string, mixed>
	 */
	public static function fields( ?array $routed ): array {
		return Untyped::members( Stored_Value::read(
			Environment::stored_in( Routing::OPTION ),
			array( 'automation' => $routed ) + (array) $routed,
		) );
	}
}
