<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Changes\Listeners;

use Closure;
use HeadlessDeploy\Untyped;
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
	 * Terms whose slug or parent changed, as they were, by site and ID: the paths of their archives, and of those of their
	 * children, changed.
	 *
	 * @var array<int, array<int, WP_Term>>
	 */
	private array $moved = array();

	/**
	 * Taxonomy of each term whose cache was cleared, by site and ID; empty for those of which a hook of WordPress told why.
	 *
	 * @var array<int, array<int, string>>
	 */
	private array $cleaned = array();

	public function __construct( private readonly Ignored_Meta $ignored ) {}

	public function hook(): void {
		$meta = new Written_Meta(
			'term',
			fn( int $id, string $key )          => $this->ignored->has( $key ) ? null : $this->mark( $id ),
			fn( string $key, Closure $objects ) => $this->ignored->has( $key ) ? null : array_map( $this->mark( ... ), $objects() ),
		);
		$meta->hook();
		// The only hook that has the final new values while the old ones are still loaded.
		add_filter( 'wp_update_term_data', $this->on_update( ... ), PHP_INT_MAX, 4 );
		add_action( 'created_term', $this->on_saved( ... ), 1, 3 );
		add_action( 'clean_term_cache', $this->on_cleaned( ... ), 10, 3 );
		add_action( 'created_term', $this->claim( ... ), 10, 1 );
		add_action( 'edited_term', $this->claim( ... ), 10, 1 );
		add_action( 'delete_term', $this->claim( ... ), 10, 1 );
	}

	public function take( int $term_id ): bool {
		$is_modified = isset( $this->modified[ get_current_blog_id() ][ $term_id ] );
		unset( $this->modified[ get_current_blog_id() ][ $term_id ] );
		return $is_modified;
	}

	/**
	 * Returns a term as it was before its slug or parent changed, null for one that did not move.
	 */
	public function take_move( int $term_id ): ?WP_Term {
		$before = $this->moved[ get_current_blog_id() ][ $term_id ] ?? null;
		unset( $this->moved[ get_current_blog_id() ][ $term_id ] );
		return $before;
	}

	/**
	 * @return array<int, array<int, string>> Taxonomy, empty if unknown, by site and term.
	 */
	public function take_all(): array {
		$modified       = array_filter( $this->modified );
		$this->modified = array();
		return $modified;
	}

	/**
	 * @return array<int, array<int, string>> Taxonomy by site and term, of terms whose cache was cleared after SQL of another plugin.
	 */
	public function take_cleaned(): array {
		$cleaned       = array_filter( array_map( array_filter( ... ), $this->cleaned ) );
		$this->cleaned = array();
		return $cleaned;
	}

	/**
	 * @param mixed $has_new_terms False where WordPress has only counted the posts of the terms.
	 */
	private function on_cleaned( mixed $term_ids, mixed $taxonomy = null, mixed $has_new_terms = true ): void {
		if ( is_string( $taxonomy ) && false !== $has_new_terms ) {
			foreach ( Untyped::numbers( $term_ids ) as $id ) {
				$this->cleaned[ get_current_blog_id() ][ $id ] ??= $taxonomy;
			}
		}
	}

	private function claim( mixed $term_id ): void {
		if ( is_numeric( $term_id ) ) {
			$this->cleaned[ get_current_blog_id() ][ (int) $term_id ] = '';
		}
	}

	private function on_saved( mixed $term_id, mixed $tt_id = null, mixed $taxonomy = null ): void {
		if ( is_numeric( $term_id ) && is_string( $taxonomy ) ) {
			$this->taxonomies[ get_current_blog_id() ][ (int) $term_id ] = $taxonomy;
		}
	}

	/**
	 * @return mixed What is written, as it came.
	 */
	private function on_update( mixed $data, mixed $term_id = null, mixed $taxonomy = null, mixed $args = array() ): mixed {
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
					$this->moved[ get_current_blog_id() ][ $before->term_id ] ??= clone $before;
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
