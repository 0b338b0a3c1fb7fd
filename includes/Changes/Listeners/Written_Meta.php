<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Changes\Listeners;

use Closure;
use HeadlessDeploy\Database;
use HeadlessDeploy\Read_Failed;
use HeadlessDeploy\Untyped;

/**
 * Listens to the meta of one kind of object, and tells which keys got another value. For that it keeps the stored values of the
 * key that WordPress is updating, which it has loaded to compare them. WordPress takes the number 6 for another value than the
 * text “6”, as for a featured image. MySQL then changes no row, and WordPress fires no further hook; SQLite changes one.
 */
final class Written_Meta implements Listener {
	/**
	 * Object, key and values.
	 *
	 * @var array{int, string, list<mixed>}|null
	 */
	private ?array $updating = null;

	/**
	 * @param 'post'|'term'|'comment'|'user'               $type
	 * @param Closure(int, string, mixed, mixed): mixed    $on_change Receives the object, the key, the first value before, empty if it
	 *                                                                is not known, and the new one, null after a deletion.
	 * @param Closure(string, Closure(): list<int>): mixed $on_loss   Receives a key that is being deleted for all objects, and what
	 *                                                                reads those that have it. It yields `Marked_Objects::UNKNOWN`
	 *                                                                alone if there are too many, or if they cannot be read.
	 */
	public function __construct(
		private readonly string $type,
		private readonly Closure $on_change,
		private readonly Closure $on_loss,
	) {}

	public function hook(): void {
		add_action( "added_{$this->type}_meta", $this->on_written( ... ), 10, 4 );
		add_action( "update_{$this->type}_meta", $this->on_update( ... ), 10, 3 );
		add_action( "updated_{$this->type}_meta", $this->on_written( ... ), 10, 4 );
		add_action( "deleted_{$this->type}_meta", $this->on_written( ... ), 10, 3 );
		add_action( "delete_{$this->type}_meta", $this->on_deletion( ... ), 10, 3 );
	}

	private function on_update( mixed $meta_id, mixed $object_id = null, mixed $key = null ): void {
		$loaded         = is_numeric( $object_id ) && is_string( $key ) ? wp_cache_get( (int) $object_id, "{$this->type}_meta" ) : null;
		$values         = is_array( $loaded ) ? $loaded[ $key ] ?? null : null;
		$this->updating = is_array( $values ) ? array( (int) $object_id, (string) $key, array_values( $values ) ) : null;
	}

	private function on_written( mixed $meta_id, mixed $object_id = null, mixed $key = null, mixed $value = null ): void {
		$id     = Untyped::number( $object_id );
		$before = $this->take( $id, $key );
		if ( $id > 0 && is_string( $key ) && ! $this->is_same( $before, $id, $key, $value ) ) {
			( $this->on_change )( $id, $key, $before[0] ?? '', $value );
		}
	}

	/**
	 * Returns the values before the update that is complete now.
	 *
	 * @return list<mixed> Empty if they are not known.
	 */
	private function take( int $object_id, mixed $key ): array {
		$updating       = $this->updating;
		$this->updating = null;
		return null !== $updating && array( $object_id, $key ) === array( $updating[0], $updating[1] ) ? $updating[2] : array();
	}

	/**
	 * Tells whether a key has the value that it had. It has a further one if the key of another row was changed into this one;
	 * that is read only when no difference is known.
	 *
	 * @param list<mixed> $before
	 */
	private function is_same( array $before, int $object_id, string $key, mixed $value ): bool {
		return array( self::stored( $value ) ) === $before && 1 === count( (array) get_metadata_raw( $this->type, $object_id, $key ) );
	}

	/**
	 * Returns a value as the database has it.
	 */
	public static function stored( mixed $value ): string {
		$stored = maybe_serialize( $value );
		return is_scalar( $stored ) ? (string) $stored : '';
	}

	/**
	 * `delete_metadata()` passes the object id 0 when it deletes a key for all objects.
	 */
	private function on_deletion( mixed $meta_ids, mixed $object_id = null, mixed $key = null ): void {
		if ( is_numeric( $object_id ) && 0 === (int) $object_id && is_string( $key ) ) {
			( $this->on_loss )( $key, fn(): array => $this->objects( $meta_ids ) );
		}
	}

	/**
	 * @return list<int>
	 */
	private function objects( mixed $meta_ids ): array {
		$ids = array_filter( Untyped::numbers( $meta_ids ) );
		if ( array() === $ids ) {
			return array();
		}
		if ( count( $ids ) > Marked_Objects::MAX ) {
			return array( Marked_Objects::UNKNOWN );
		}
		$id_column = 'user' === $this->type ? 'umeta_id' : 'meta_id';
		$list      = implode( ', ', $ids );
		try {
			return array_map(
				intval( ... ),
				Database::column( "SELECT DISTINCT {$this->type}_id FROM " . _get_meta_table( $this->type ) . " WHERE $id_column IN ($list)" ),
			);
		} catch ( Read_Failed ) {
			return array( Marked_Objects::UNKNOWN );
		}
	}
}
