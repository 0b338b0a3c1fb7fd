<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Changes\Listeners;

/**
 * Marks posts whose meta or terms changed in this request, for example the featured image or the categories. Marking
 * makes no query.
 */
final class Modified_Posts implements Listener {
	/**
	 * @var array<int, array<int, string>>
	 */
	private array $modified = array();

	public function __construct( private readonly Ignored_Meta $ignored ) {}

	public function hook(): void {
		add_action( 'added_post_meta', $this->on_meta( ... ), 10, 3 );
		add_action( 'updated_post_meta', $this->on_meta( ... ), 10, 3 );
		add_action( 'deleted_post_meta', $this->on_meta( ... ), 10, 3 );
		add_action( 'set_object_terms', $this->on_terms( ... ), 10, 6 );
	}

	/**
	 * WordPress fires these hooks only for values that differ.
	 */
	private function on_meta( mixed $meta_id, mixed $post_id, mixed $meta_key ): void {
		if ( is_numeric( $post_id ) && ! $this->ignored->has( $meta_key ) ) {
			$this->mark( (int) $post_id, is_string( $meta_key ) ? $meta_key : '' );
		}
	}

	/**
	 * Marks the post whose terms changed. `set_object_terms` also fires when they did not.
	 */
	private function on_terms( mixed $post_id, mixed $terms, mixed $tt_ids, mixed $taxonomy, mixed $append, mixed $old ): void {
		$after   = array_map( intval( ... ), (array) $tt_ids );
		$before  = array_map( intval( ... ), (array) $old );
		$added   = array_diff( $after, $before );
		$removed = true === $append ? array() : array_diff( $before, $after );
		if ( is_numeric( $post_id ) && array() !== array_merge( $added, $removed ) ) {
			$this->mark( (int) $post_id );
		}
	}

	public function take( int $post_id ): bool {
		$modified = isset( $this->modified[ get_current_blog_id() ][ $post_id ] );
		unset( $this->modified[ get_current_blog_id() ][ $post_id ] );
		return $modified;
	}

	/**
	 * @return array<int, array<int, string>> Meta key that was written last, empty for terms, by site and post ID.
	 */
	public function take_all(): array {
		$modified       = array_filter( $this->modified );
		$this->modified = array();
		return $modified;
	}

	/**
	 * @param string $key Meta key, empty for terms.
	 */
	private function mark( int $post_id, string $key = '' ): void {
		$this->modified[ get_current_blog_id() ][ $post_id ] = $key;
	}
}
