<?php

declare( strict_types=1 );

namespace HeadlessDeploy;

/**
 * A JSON schema of a REST resource, or of a stored value (see `Stored_Value`). src/shared/wire.ts is generated from those of
 * REST: a schema with a title becomes a type of its own, a description becomes a comment.
 *
 * @phpstan-type Keywords array{
 *   type: string|list<string>,
 *   enum?: list<string|null>,
 *   format?: string,
 *   minLength?: int,
 *   pattern?: string,
 *   minimum?: int,
 *   maximum?: int,
 *   items?: self,
 *   uniqueItems?: bool,
 *   maxItems?: int,
 *   properties?: array<string, self>,
 *   required?: list<string>,
 *   additionalProperties?: self|false,
 *   propertyNames?: self,
 *   ...<string, mixed>,
 * }
 */
final class Json_Schema {
	/**
	 * @param Keywords $keywords As in JSON Schema; schemas in them are objects of this class.
	 */
	private function __construct( public readonly array $keywords ) {}

	public static function text( string $description = '' ): self {
		return self::of_type( 'string' )->described( $description );
	}

	public static function integer( string $description = '' ): self {
		return self::of_type( 'integer' )->described( $description );
	}

	public static function boolean( string $description = '' ): self {
		return self::of_type( 'boolean' )->described( $description );
	}

	/**
	 * A time in ISO 8601, in UTC.
	 */
	public static function time( string $description = '' ): self {
		return self::text( $description )->with( format: 'date-time' );
	}

	public static function list_of( self $items, string $description = '' ): self {
		return self::of_type( 'array' )->with( items: $items )->described( $description );
	}

	/**
	 * An object with any names; all values match one schema.
	 */
	public static function map_of( self $values, string $description = '' ): self {
		return self::of_type( 'object' )->with( additionalProperties: $values )->described( $description );
	}

	/**
	 * An object with these properties and no others, all of them texts.
	 */
	public static function texts( string ...$names ): self {
		return self::closed( ...array_fill_keys( $names, self::text() ) );
	}

	/**
	 * @param list<string> $values
	 */
	public static function one_of( string $name, array $values ): self {
		return self::text()->with( enum: $values )->named( $name );
	}

	/**
	 * @param class-string<\BackedEnum> $backed_enum
	 */
	public static function enum( string $name, string $backed_enum ): self {
		return self::one_of( $name, array_map( strval( ... ), array_column( $backed_enum::cases(), 'value' ) ) );
	}

	/**
	 * An object with all of these properties and no others.
	 */
	public static function closed( self ...$properties ): self {
		return self::partial( ...$properties )->with( required: array_keys( $properties ) );
	}

	/**
	 * An object with any of these properties and no others.
	 */
	public static function partial( self ...$properties ): self {
		return self::of_type( 'object' )->with( properties: $properties, additionalProperties: false );
	}

	/**
	 * @param array<string, mixed> $schema As in JSON.
	 */
	public static function from_array( array $schema ): self {
		/** @var array<string, array<string, mixed>> $properties */
		$properties = $schema['properties'] ?? array();
		$inner      = array() === $properties ? array() : array( 'properties' => array_map( self::from_array( ... ), $properties ) );
		/** @var Keywords $keywords */
		$keywords = array_merge( $schema, $inner );
		return new self( $keywords );
	}

	private static function of_type( string $type ): self {
		return new self( array( 'type' => $type ) );
	}

	public function optional( string ...$names ): self {
		return $this->with( required: array_values( array_diff( $this->keywords['required'] ?? array(), $names ) ) );
	}

	public function or_null( string $description = '' ): self {
		$enum = isset( $this->keywords['enum'] ) ? array( 'enum' => array( ...$this->keywords['enum'], null ) ) : array();
		return $this->with( ...$enum, type: array( ...(array) $this->keywords['type'], 'null' ) )->described( $description );
	}

	/**
	 * @param string $name In lower case, its words joined by hyphens.
	 */
	public function named( string $name ): self {
		return $this->with( title: "headless-deploy-$name" );
	}

	public function described( string $description ): self {
		return '' === $description ? $this : $this->with( description: $description );
	}

	/**
	 * @param mixed ...$keywords Of JSON Schema.
	 */
	public function with( mixed ...$keywords ): self {
		/** @var Keywords $merged */
		$merged = array_merge( $this->keywords, $keywords );
		return new self( $merged );
	}

	public function without( string ...$keywords ): self {
		/** @var Keywords $left */
		$left = array_diff_key( $this->keywords, array_flip( $keywords ) );
		return new self( $left );
	}

	/**
	 * @return array<string, self>
	 */
	public function properties(): array {
		return $this->keywords['properties'] ?? array();
	}

	/**
	 * Returns the schema as WordPress expects it.
	 *
	 * @return array<string, mixed>
	 */
	public function to_array(): array {
		return array_map( self::plain( ... ), $this->keywords );
	}

	private static function plain( mixed $keyword ): mixed {
		return match ( true ) {
			$keyword instanceof self => $keyword->to_array(),
			is_array( $keyword )     => array_map( self::plain( ... ), $keyword ),
			default                  => $keyword,
		};
	}
}
