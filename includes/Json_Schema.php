<?php

declare( strict_types=1 );

namespace HeadlessDeploy;

/**
 * Builds the JSON schemas of the REST resources. src/shared/wire.ts is generated from them: a schema with a title becomes
 * a type of its own, a description becomes a comment.
 *
 * @phpstan-type Schema array<string, mixed>
 */
final class Json_Schema {
	/**
	 * @return Schema
	 */
	public static function text( string $description = '' ): array {
		return self::described( array( 'type' => 'string' ), $description );
	}

	/**
	 * @return Schema
	 */
	public static function integer( string $description = '' ): array {
		return self::described( array( 'type' => 'integer' ), $description );
	}

	/**
	 * @return Schema
	 */
	public static function boolean( string $description = '' ): array {
		return self::described( array( 'type' => 'boolean' ), $description );
	}

	/**
	 * A time in ISO 8601, in UTC.
	 *
	 * @return Schema
	 */
	public static function time( string $description = '' ): array {
		return self::described(
			array(
				'type'   => 'string',
				'format' => 'date-time',
			),
			$description,
		);
	}

	/**
	 * @param  Schema $items
	 * @return Schema
	 */
	public static function list_of( array $items, string $description = '' ): array {
		return self::described(
			array(
				'type'  => 'array',
				'items' => $items,
			),
			$description,
		);
	}

	/**
	 * @param  list<string> $values
	 * @return Schema
	 */
	public static function one_of( string $name, array $values ): array {
		return self::named(
			$name,
			array(
				'type' => 'string',
				'enum' => $values,
			),
		);
	}

	/**
	 * @param  class-string<\BackedEnum> $backed_enum
	 * @return Schema
	 */
	public static function enum( string $name, string $backed_enum ): array {
		return self::one_of( $name, array_map( strval( ... ), array_column( $backed_enum::cases(), 'value' ) ) );
	}

	/**
	 * @param  array<string, Schema> $properties
	 * @param  list<string>          $optional   Names of the properties that may be missing.
	 * @return Schema
	 */
	public static function closed( array $properties, array $optional = array() ): array {
		return array(
			'type'                 => 'object',
			'properties'           => $properties,
			'required'             => array_values( array_diff( array_keys( $properties ), $optional ) ),
			'additionalProperties' => false,
		);
	}

	/**
	 * @param  array<string, Schema> $properties
	 * @return Schema
	 */
	public static function partial( array $properties ): array {
		return array_diff_key( self::closed( $properties ), array( 'required' => true ) );
	}

	/**
	 * @param  Schema $schema
	 * @return Schema
	 */
	public static function or_null( array $schema, string $description = '' ): array {
		$schema['type'] = array( ...(array) $schema['type'], 'null' );
		if ( isset( $schema['enum'] ) ) {
			$schema['enum'] = array( ...(array) $schema['enum'], null );
		}
		return self::described( $schema, $description );
	}

	/**
	 * @param  string $name   In lower case, its words joined by hyphens.
	 * @param  Schema $schema
	 * @return Schema
	 */
	public static function named( string $name, array $schema ): array {
		return array( 'title' => "headless-deploy-$name" ) + $schema;
	}

	/**
	 * @param  Schema $schema
	 * @return Schema
	 */
	public static function described( array $schema, string $description ): array {
		return '' === $description ? $schema : array( 'description' => $description ) + $schema;
	}
}
