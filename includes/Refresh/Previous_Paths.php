<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Refresh;

use Closure;
use HeadlessDeploy\Changes\Primary_Posts;
use HeadlessDeploy\Database;
use HeadlessDeploy\Read_Failed;
use WP_Post;

/**
 * Finds the paths that posts had before their changes, from the fields that the changes hold. The paths of the posts below a
 * page contain its slug, so that they changed with it.
 */
final class Previous_Paths {
	private const MAX_LEVELS = 20;

	/**
	 * With more posts below the pages that moved, a refresh renews all pages.
	 */
	private const MAX_BELOW = 200;

	/**
	 * Posts below those that moved and that visitors see, by id.
	 *
	 * @var array<int, WP_Post>
	 */
	public array $below = array();

	/**
	 * @var list<string>
	 */
	public array $gone = array();

	/**
	 * Whether each path could be determined.
	 */
	public bool $are_complete = true;

	/**
	 * Posts that moved, with those below them.
	 *
	 * @var array<int, list<WP_Post>>
	 */
	private array $families = array();

	/**
	 * @param array<int, Changed_Post> $changes Those that moved.
	 * @param array<int, WP_Post>      $posts   By id.
	 */
	private function __construct(
		private readonly array $changes,
		private readonly array $posts,
	) {}

	/**
	 * @param  array<int, Changed_Post> $changes
	 * @param  array<int, WP_Post>      $posts   Posts that have a change and exist, by id. Their ancestors are in the object cache.
	 * @throws Read_Failed
	 */
	public static function of( array $changes, array $posts ): self {
		$existing = array_intersect_key( $changes, $posts );
		$found    = new self( array_filter( $existing, static fn( Changed_Post $change ): bool => array() !== $change->previous ), $posts );
		foreach ( array_diff_key( $existing, $found->changes ) as $id => $change ) {
			$is_unknown = $change->is_trashed
				&& is_post_type_hierarchical( $posts[ $id ]->post_type )
				&& '' !== get_option( 'permalink_structure' );
			$found->are_complete = $found->are_complete && ! $is_unknown;
		}
		foreach ( array_keys( $found->changes ) as $id ) {
			$found->families[ $id ] = is_post_type_hierarchical( $posts[ $id ]->post_type ) ? $found->read_below( $posts[ $id ] ) : array();
		}
		$found->are_complete = $found->are_complete && ! $found->has_moved_together();
		return $found;
	}

	/**
	 * Finds the paths that no longer have a page.
	 *
	 * @param  Closure(WP_Post): string $path Returns an empty text for a post without a page.
	 * @throws Read_Failed
	 */
	public function find( Closure $path ): void {
		foreach ( $this->are_complete ? $this->changes : array() as $id => $change ) {
			foreach ( $change->previous as $previous ) {
				$before       = $previous->of( $this->posts[ $id ] );
				$this->gone[] = $path( $before );
				foreach ( $this->families[ $id ] as $post ) {
					$this->gone[] = $this->path_below( $path( $post ), $post, $this->posts[ $id ], $before );
				}
			}
		}
	}

	/**
	 * Returns the path that a post had before the page above it moved.
	 */
	private function path_below( string $path, WP_Post $post, WP_Post $now, WP_Post $before ): string {
		$uri   = trim( (string) get_page_uri( $post ), '/' );
		$above = trim( (string) get_page_uri( $now ), '/' );
		$at    = '' === $path ? false : strrpos( $path, "/$uri" );
		if ( false === $at || ( '' !== $above && ! str_starts_with( $uri, "$above/" ) ) ) {
			// Without a path, the permalinks are plain. Another plugin may have made the path of something else.
			$this->are_complete = $this->are_complete && '' === $path;
			return '';
		}
		$rest = '' === $above ? $uri : substr( $uri, strlen( $above ) + 1 );
		return substr( $path, 0, $at + 1 )
			. ltrim( trim( (string) get_page_uri( $before ), '/' ) . "/$rest", '/' )
			. substr( $path, $at + 1 + strlen( $uri ) );
	}

	/**
	 * @throws Read_Failed
	 * @return list<WP_Post> Also those that visitors do not see: posts below them may be public.
	 */
	private function read_below( WP_Post $post ): array {
		global $wpdb;
		$below = array();
		$ids   = array( $post->ID );
		for ( $level = 0; array() !== $ids; $level++ ) {
			$list = implode( ', ', $ids );
			$ids  = Database::column( Database::from_primary( (string) $wpdb->prepare(
				"SELECT ID FROM {$wpdb->posts} WHERE post_parent IN ($list) AND post_type NOT IN ('revision', 'attachment') LIMIT %d",
				self::MAX_BELOW + 1,
			) ) );
			$ids = array_diff( array_map( intval( ... ), $ids ), array_keys( $below ), array( $post->ID ) );
			if ( $level >= self::MAX_LEVELS || count( $below ) + count( $ids ) + count( $this->below ) > self::MAX_BELOW ) {
				$this->are_complete = false;
				return array();
			}
			$below += array() === $ids ? array() : Primary_Posts::read( array_values( $ids ) );
		}
		$this->below += array_filter( $below, is_post_publicly_viewable( ... ) );
		return array_values( $below );
	}

	/**
	 * Tells whether one page that moved is above or below another one: then no path is known from between the changes.
	 */
	private function has_moved_together(): bool {
		foreach ( $this->changes as $id => $change ) {
			$related        = array_column( $this->families[ $id ], 'ID' );
			$previous_posts = array_map( fn( Previous_Fields $previous ): WP_Post => $previous->of( $this->posts[ $id ] ), $change->previous );
			foreach ( array( $this->posts[ $id ], ...$previous_posts ) as $post ) {
				$ancestors = get_post_ancestors( $post );
				// An ancestor that does not exist was deleted after the change.
				if ( $post->post_parent > 0 && ( array() === $ancestors || null === get_post( (int) end( $ancestors ) ) ) ) {
					return true;
				}
				array_push( $related, ...$ancestors );
			}
			if ( array() !== array_intersect( $related, array_diff( array_keys( $this->changes ), array( $id ) ) ) ) {
				return true;
			}
		}
		return false;
	}
}
