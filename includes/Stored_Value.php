<?php

declare( strict_types=1 );

namespace HeadlessDeploy;

use LogicException;

/**
 * Reads stored values by their schema: other versions may have written them, or a user by hand. An invalid member gets its
 * default, which is that of the schema, else null where null is valid, else the empty value of its type. An invalid item of
 * a list or map is dropped; one without a required member is invalid.
 *
 * `rest_sanitize_value_from_schema()` does not replace this: it stops at the first invalid member, and knows no defaults.
 *
 * @phpstan-import-type Keywords from Json_Schema
 */
final class Stored_Value {
	public static function read( Json_Schema $schema, mixed $stored ): mixed {
		return self::valid( $schema->keywords, $stored ) ?? self::default( $schema->keywords );
	}

	/**
	 * Reads the serialized value of a row, which is an object.
	 *
	 * @return array<string, mixed>
	 */
	public static function of_row( Json_Schema $schema, ?string $row ): array {
		/** @var array<string, mixed> */
		return (array) self::read( $schema, Option_Row::parse( $row ) );
	}

	/**
	 * Returns the arguments of a constructor whose parameters have the names of the members: `frontEndUrl` is
	 * `front_end_url`.
	 *
	 * @param  array<mixed>         $members
	 * @return array<string, mixed>
	 */
	public static function arguments( array $members ): array {
		return array_combine(
			array_map(
				static fn( int|string $name ): string => strtolower( (string) preg_replace( '/[A-Z]/', '_$0', (string) $name ) ),
				array_keys( $members ),
			),
			$members,
		);
	}

	/**
	 * Returns the members of an object with these properties, the reverse of `arguments()`.
	 *
	 * @param  array<string, mixed> $properties
	 * @return array<string, mixed>
	 */
	public static function members_of( array $properties ): array {
		return array_combine(
			array_map( static fn( string $name ): string => lcfirst( str_replace( '_', '', ucwords( $name, '_' ) ) ), array_keys( $properties ) ),
			$properties,
		);
	}

	/**
	 * @param  Keywords $keywords
	 * @return mixed    Null when it is invalid. Null itself counts as missing.
	 */
	private static function valid( array $keywords, mixed $stored ): mixed {
		$type = $keywords['type'];
		return match ( is_array( $type ) ? $type[0] : $type ) {
			'string'  => is_string( $stored ) ? self::text( $keywords, $stored ) : null,
			'integer' => self::integer( $keywords, $stored ),
			'boolean' => is_bool( $stored ) ? $stored : null,
			'array'   => is_array( $stored ) ? self::items( $keywords, $stored ) : null,
			default   => is_array( $stored ) ? self::members( $keywords, $stored ) : null,
		};
	}

	/**
	 * @param Keywords $keywords
	 */
	private static function text( array $keywords, string $stored ): ?string {
		$text     = isset( $keywords['format'] ) && 'uri' === $keywords['format'] ? sanitize_url( $stored, array( 'http', 'https' ) ) : $stored;
		$is_valid = ( ! isset( $keywords['enum'] ) || in_array( $text, $keywords['enum'], true ) )
			&& ( ! isset( $keywords['minLength'] ) || strlen( $text ) >= $keywords['minLength'] )
			&& ( ! isset( $keywords['pattern'] ) || 1 === preg_match( '#' . $keywords['pattern'] . '#D', $text ) );
		return $is_valid ? $text : null;
	}

	/**
	 * @param Keywords $keywords
	 */
	private static function integer( array $keywords, mixed $stored ): ?int {
		$number   = is_string( $stored ) || is_float( $stored ) ? filter_var( $stored, FILTER_VALIDATE_INT ) : $stored;
		$is_valid = is_int( $number ) && $number >= ( $keywords['minimum'] ?? PHP_INT_MIN ) && $number <= ( $keywords['maximum'] ?? PHP_INT_MAX );
		return $is_valid ? $number : null;
	}

	/**
	 * @param  Keywords     $keywords
	 * @param  array<mixed> $stored
	 * @return list<mixed>
	 */
	private static function items( array $keywords, array $stored ): array {
		$schema = $keywords['items']->keywords ?? throw new LogicException( 'A list has a schema of its items.' );
		$items  = array();
		foreach ( $stored as $item ) {
			$valid = self::valid( $schema, $item );
			if ( null !== $valid && ( ! isset( $keywords['uniqueItems'] ) || ! in_array( $valid, $items, true ) ) ) {
				$items[] = $valid;
			}
		}
		return array_slice( $items, 0, $keywords['maxItems'] ?? null );
	}

	/**
	 * @param  Keywords                     $keywords
	 * @param  array<mixed>                 $stored
	 * @return array<array-key, mixed>|null
	 */
	private static function members( array $keywords, array $stored ): ?array {
		$clean = array();
		foreach ( $keywords['properties'] ?? array() as $name => $property ) {
			$valid = isset( $stored[ $name ] ) ? self::valid( $property->keywords, $stored[ $name ] ) : null;
			if ( null === $valid && in_array( $name, $keywords['required'] ?? array(), true ) ) {
				return null;
			}
			$clean[ $name ] = $valid ?? self::default( $property->keywords );
		}
		$others = $keywords['additionalProperties'] ?? false;
		foreach ( false === $others ? array() : $stored as $name => $value ) {
			$is_named = ! isset( $keywords['propertyNames'] ) || null !== self::valid( $keywords['propertyNames']->keywords, (string) $name );
			$valid    = false !== $others && $is_named ? self::valid( $others->keywords, $value ) : null;
			if ( null !== $valid ) {
				$clean[ $name ] = $valid;
			}
		}
		return $clean;
	}

	/**
	 * @param Keywords $keywords
	 */
	private static function default( array $keywords ): mixed {
		if ( array_key_exists( 'default', $keywords ) || is_array( $keywords['type'] ) ) {
			return $keywords['default'] ?? null;
		}
		return match ( $keywords['type'] ) {
			'string'  => '',
			'integer' => 0,
			'boolean' => false,
			'array'   => array(),
			default   => self::members( array( 'required' => array() ) + $keywords, array() ),
		};
	}
}
