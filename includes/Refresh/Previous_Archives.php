<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Refresh;

use HeadlessDeploy\Database;
use HeadlessDeploy\Read_Failed;
use WP_Term;

/**
 * Finds what a term changed whose slug or parent changed: the paths of its archive and of those below it, and its posts, whose
 * responses contain its slug (`class_list`).
 */
final class Previous_Archives {
	private const MAX_LEVELS = 20;

	/**
	 * With more terms below it or more posts, a refresh renews all pages.
	 */
	private const MAX_OBJECTS = 200;

	/**
	 * Ids of the terms below it.
	 *
	 * @var list<int>
	 */
	public array $below = array();

	/**
	 * Ids of its posts.
	 *
	 * @var list<int>
	 */
	public array $posts = array();

	/**
	 * @var list<string>
	 */
	public array $gone = array();

	/**
	 * Whether each path could be determined.
	 */
	public bool $are_complete = true;

	private ?WP_Term $term = null;

	private ?Changed_Term $change = null;

	/**
	 * Terms that were read, by id.
	 *
	 * @var array<int, WP_Term>
	 */
	private array $terms = array();

	/**
	 * @param  array<int, Changed_Term> $changes
	 * @throws Read_Failed
	 */
	public static function of( array $changes ): self {
		$found = new self();
		$moved = array_filter( $changes, static fn( Changed_Term $change ): bool => array() !== $change->previous );
		if ( array() !== $moved ) {
			// Of two terms that moved, one may be below the other.
			$found->are_complete = 1 === count( $moved ) && $found->read( (int) array_key_first( $moved ), $moved[ array_key_first( $moved ) ] );
		}
		return $found;
	}

	/**
	 * Finds the paths that no longer have a page.
	 *
	 * @param array<int, list<string>> $archives Paths of the archive of each term and of those of its ancestors, by its id.
	 */
	public function find( array $archives ): void {
		$path = null === $this->term || ! $this->are_complete ? '' : $archives[ $this->term->term_id ][0] ?? '';
		if ( null === $this->term || '' === $path ) {
			return;
		}
		$now    = $this->slugs( $this->term->parent, $this->term->slug );
		$at     = strrpos( $path, "/$now" );
		$prefix = substr( $path, 0, (int) $at + 1 );
		foreach ( false === $at ? array() : $this->change->previous ?? array() as list( $parent, $slug ) ) {
			$before = $this->slugs( $parent, $slug );
			foreach ( array( $this->term->term_id, ...$this->below ) as $id ) {
				$archive = $archives[ $id ][0] ?? '';
				if ( str_starts_with( $archive, $prefix . $now ) ) {
					$this->gone[] = $prefix . $before . substr( $archive, strlen( $prefix . $now ) );
				}
			}
		}
		if ( false === $at ) {
			// Another plugin may have made the path of something else.
			$this->are_complete = false;
		}
	}

	/**
	 * Returns whether all that moved with the term could be read.
	 *
	 * @throws Read_Failed
	 */
	private function read( int $id, Changed_Term $change ): bool {
		global $wpdb;
		$this->change = $change;
		$this->term   = $this->read_terms( array( $id ) )[ $id ] ?? null;
		if ( null === $this->term ) {
			return false;
		}
		$this->read_terms( array_column( $change->previous, 0 ) );
		$this->posts = array_map(
			intval( ... ),
			Database::column( Database::from_primary( (string) $wpdb->prepare(
				"SELECT object_id FROM {$wpdb->term_relationships} WHERE term_taxonomy_id = %d LIMIT %d",
				$this->term->term_taxonomy_id,
				self::MAX_OBJECTS + 1,
			) ) ),
		);
		$ids = array( $id );
		for ( $level = 0; array() !== $ids && $level < self::MAX_LEVELS; $level++ ) {
			$list     = implode( ', ', $ids );
			$children = Database::column( Database::from_primary( (string) $wpdb->prepare(
				"SELECT term_id FROM {$wpdb->term_taxonomy} WHERE parent IN ($list) AND taxonomy = %s LIMIT %d",
				$this->term->taxonomy,
				self::MAX_OBJECTS + 1,
			) ) );
			$ids         = array_values( array_diff( array_map( intval( ... ), $children ), $this->below, array( $id ) ) );
			$this->below = array( ...$this->below, ...$ids );
			if ( count( $this->below ) > self::MAX_OBJECTS ) {
				break;
			}
		}
		return array() === $ids && count( $this->posts ) <= self::MAX_OBJECTS;
	}

	/**
	 * Reads terms with their ancestors.
	 *
	 * @param  array<int>          $ids
	 * @throws Read_Failed
	 * @return array<int, WP_Term> Of these ids.
	 */
	private function read_terms( array $ids ): array {
		$missing = array_diff( $ids, array( 0 ), array_keys( $this->terms ) );
		while ( array() !== $missing ) {
			$found = Primary_Terms::read( array_values( $missing ) );
			$this->terms += $found;
			$missing = array_diff( array_map( static fn( WP_Term $term ): int => $term->parent, $found ), array( 0 ), array_keys( $this->terms ) );
		}
		return array_intersect_key( $this->terms, array_flip( $ids ) );
	}

	/**
	 * Returns the slugs of a term and of its ancestors as they stand in its path.
	 */
	private function slugs( int $parent, string $slug ): string {
		$rewrite = get_taxonomy( $this->term->taxonomy ?? '' )->rewrite ?? null;
		$slugs   = array( $slug );
		while ( is_array( $rewrite ) && true === ( $rewrite['hierarchical'] ?? false ) && $parent > 0 ) {
			$ancestor = $this->terms[ $parent ] ?? null;
			if ( null === $ancestor || count( $slugs ) > self::MAX_LEVELS ) {
				// It was deleted after the change.
				$this->are_complete = false;
				break;
			}
			array_unshift( $slugs, $ancestor->slug );
			$parent = $ancestor->parent;
		}
		return implode( '/', $slugs );
	}
}
