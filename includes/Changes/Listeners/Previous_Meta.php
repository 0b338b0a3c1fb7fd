<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Changes\Listeners;

/**
 * Keeps the stored values of the key that WordPress is updating, which it has loaded to compare them. It takes the number 6 for
 * another value than the text “6”, as for a featured image. MySQL then changes no row, and WordPress fires no further hook;
 * SQLite changes one.
 */
final class Previous_Meta {
	/**
	 * Object, key and values.
	 *
	 * @var array{int, string, list<mixed>}|null
	 */
	private ?array $updating = null;

	/**
	 * @param 'post'|'term'|'comment'|'user' $type
	 */
	public function __construct( private readonly string $type ) {}

	/**
	 * Hooked to `update_{type}_meta`.
	 */
	public function keep( mixed $meta_id, mixed $object_id = null, mixed $key = null ): void {
		$loaded         = is_numeric( $object_id ) && is_string( $key ) ? wp_cache_get( (int) $object_id, "{$this->type}_meta" ) : null;
		$values         = is_array( $loaded ) ? $loaded[ $key ] ?? null : null;
		$this->updating = is_array( $values ) ? array( (int) $object_id, (string) $key, array_values( $values ) ) : null;
	}

	/**
	 * Returns the values before the update that is complete now.
	 *
	 * @return list<mixed> Empty if they are not known.
	 */
	public function take( int $object_id, string $key ): array {
		$updating       = $this->updating;
		$this->updating = null;
		return null !== $updating && array( $object_id, $key ) === array( $updating[0], $updating[1] ) ? $updating[2] : array();
	}

	/**
	 * Tells whether the update that is complete now has written what was stored.
	 */
	public function take_same( int $object_id, string $key, mixed $value ): bool {
		return $this->is_same( $this->take( $object_id, $key ), $object_id, $key, $value );
	}

	/**
	 * Tells whether a key has the value that it had. It has a further one if the key of another row was changed into this one;
	 * that is read only when no difference is known.
	 *
	 * @param list<mixed> $before The values before, as `take()` returns them.
	 */
	public function is_same( array $before, int $object_id, string $key, mixed $value ): bool {
		return array( self::stored( $value ) ) === $before && 1 === count( (array) get_metadata_raw( $this->type, $object_id, $key ) );
	}

	/**
	 * Returns a value as the database has it.
	 */
	public static function stored( mixed $value ): string {
		$stored = maybe_serialize( $value );
		return is_scalar( $stored ) ? (string) $stored : '';
	}
}
