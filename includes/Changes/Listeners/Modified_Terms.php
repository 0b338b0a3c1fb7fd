<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Changes\Listeners;

use WP_Term;

/**
 * Marks terms whose fields or meta changed in this request, because WordPress's hooks also fire for saves without a
 * difference. Menus are terms too. Marking makes no query: WordPress has loaded the term that it updates.
 */
final class Modified_Terms implements Listener {
	/**
	 * Taxonomy of each marked term, empty if unknown, by site and ID.
	 *
	 * @var array<int, array<int, string>>
	 */
	private array $modified = array();

	/**
	 * Taxonomy of each term that this request saved, by site and ID: hooks for meta do not pass it.
	 *
	 * @var array<int, array<int, string>>
	 */
	private array $taxonomies = array();

	/**
	 * Terms whose slug or parent changed, by site: the paths of their archives, and of those of their children, changed.
	 *
	 * @var array<int, array<int, true>>
	 */
	private array $moved = array();

	public function __construct( private readonly Ignored_Meta $ignored ) {}

	public function hook(): void {
		add_action( 'added_term_meta', $this->on_meta( ... ), 10, 3 );
		add_action( 'updated_term_meta', $this->on_meta( ... ), 10, 3 );
		add_action( 'deleted_term_meta', $this->on_meta( ... ), 10, 3 );
		// The only hook that has the final new values while the old ones are still loaded.
		add_filter( 'wp_update_term_data', $this->on_update( ... ), PHP_INT_MAX, 4 );
		add_action( 'created_term', $this->on_saved( ... ), 1, 3 );
	}

	public function take( int $term_id ): bool {
		$is_modified = isset( $this->modified[ get_current_blog_id() ][ $term_id ] );
		unset( $this->modified[ get_current_blog_id() ][ $term_id ] );
		return $is_modified;
	}

	public function take_move( int $term_id ): bool {
		$is_moved = isset( $this->moved[ get_current_blog_id() ][ $term_id ] );
		unset( $this->moved[ get_current_blog_id() ][ $term_id ] );
		return $is_moved;
	}

	/**
	 * @return array<int, array<int, string>> Taxonomy, empty if unknown, by site and term.
	 */
	public function take_all(): array {
		$modified       = array_filter( $this->modified );
		$this->modified = array();
		return $modified;
	}

	private function on_meta( mixed $meta_id, mixed $term_id, mixed $meta_key ): void {
		if ( is_numeric( $term_id ) && ! $this->ignored->has( $meta_key ) ) {
			$this->mark( (int) $term_id );
		}
	}

	private function on_saved( mixed $term_id, mixed $tt_id, mixed $taxonomy ): void {
		if ( is_numeric( $term_id ) && is_string( $taxonomy ) ) {
			$this->taxonomies[ get_current_blog_id() ][ (int) $term_id ] = $taxonomy;
		}
	}

	/**
	 * @return mixed What is written, as it came.
	 */
	private function on_update( mixed $data, mixed $term_id, mixed $taxonomy, mixed $args = array() ): mixed {
		$before = is_numeric( $term_id ) && is_string( $taxonomy ) ? get_term( (int) $term_id, $taxonomy ) : null;
		if ( ! $before instanceof WP_Term || ! is_array( $data ) || ! is_array( $args ) ) {
			return $data;
		}
		$this->on_saved( $before->term_id, 0, $taxonomy );
		$after = array(
			'name'        => $data['name'] ?? $before->name,
			'slug'        => $data['slug'] ?? $before->slug,
			'term_group'  => $data['term_group'] ?? $before->term_group,
			'description' => wp_unslash( $args['description'] ?? wp_slash( $before->description ) ),
			'parent'      => $args['parent'] ?? $before->parent,
		);
		foreach ( $after as $field => $value ) {
			if ( ! is_scalar( $value ) || (string) $before->$field !== (string) $value ) {
				$this->mark( $before->term_id );
				if ( in_array( $field, array( 'slug', 'parent' ), true ) ) {
					$this->moved[ get_current_blog_id() ][ $before->term_id ] = true;
				}
			}
		}
		return $data;
	}

	private function mark( int $term_id ): void {
		$blog_id = get_current_blog_id();

		$this->modified[ $blog_id ][ $term_id ] = $this->taxonomies[ $blog_id ][ $term_id ] ?? '';
	}
}
