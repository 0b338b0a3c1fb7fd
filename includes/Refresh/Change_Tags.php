<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Refresh;

use HeadlessDeploy\Changes\Watched\Tag;
use HeadlessDeploy\Changes\Watched\Watched_Options;

/**
 * Decides which tags and paths a front end has to renew. Pure: the same changes and facts always give the same tags.
 */
final class Change_Tags {
	private const FRONT_PATH = '/';

	/**
	 * @var array<string, true>
	 */
	private array $tags = array();

	/**
	 * @var array<string, true>
	 */
	private array $changed = array();

	/**
	 * @var array<string, true>
	 */
	private array $gone = array();

	private bool $is_all = false;

	private function __construct( private readonly Site_Facts $facts ) {}

	public static function of( Recorded_Changes $recorded, Site_Facts $facts ): Refresh_Content {
		$content = new self( $facts );
		array_map( $content->add_post( ... ), $recorded->posts );
		array_map( $content->add_post_below( ... ), array_keys( $facts->below ), $facts->below );
		$content->gone += array_fill_keys( $facts->gone, true );
		foreach ( $facts->terms_below as $id ) {
			$content->add( Tag::term( $id ) );
			$content->add( Tag::term_itself( $id ) );
			$content->changed += array_fill_keys( $facts->archives[ $id ] ?? array(), true );
		}
		foreach ( $recorded->terms as $id => $term ) {
			$content->add_term( $id, $term );
		}
		$content->gone += array_fill_keys( $recorded->gone_archives, true );
		$tags = array( ...$recorded->tags, ...array_map( strval( ... ), array_keys( $content->tags ) ) );
		return $recorded->is_all || $content->is_all || ! $facts->has_all_paths
			? Refresh_Content::all( $recorded->tags )
			: Refresh_Content::some(
				$tags,
				array_map( strval( ... ), array_keys( $content->changed ) ),
				array_map( strval( ... ), array_keys( $content->gone ) ),
			);
	}

	private function add_post( Changed_Post $post ): void {
		$now = $this->facts->posts[ $post->id ] ?? null;
		// The terms of a post are not known when it was emptied from the trash after its change.
		$is_unknown   = null === $now && ! $post->is_deleted;
		$this->is_all = $this->is_all || $is_unknown;

		$this->add( Tag::post( $post->id ) );
		$this->gone += $post->paths;
		foreach ( array_keys( $post->types + ( null === $now ? array() : array( $now->type => true ) ) ) as $type ) {
			$this->add_type( (string) $type, $post );
		}
		// A page that is the front page can show any posts.
		$this->add( Tag::FRONT );
		$this->changed[ self::FRONT_PATH ] = true;
		if ( null !== $now ) {
			$this->changed[ $now->path ] = true;
		}
		$this->add_archives( $post, $now );
		if ( $post->is_sticky_or_was ) {
			$this->add( Tag::option( Watched_Options::STICKY ) );
		}
		if ( $post->has_moved_in_lists ) {
			$this->add_authors( array_keys( $post->authors + ( null === $now ? array() : array( $now->author => true ) ) ) );
		}
		if ( $post->has_moved_in_lists && true === $now?->has_comments ) {
			// Visitors see its comments while they see it.
			$this->add( Tag::COMMENTS );
			$this->add( Tag::comments_of( $post->id ) );
		}
	}

	/**
	 * Adds a post whose path changed with that of the page above it.
	 */
	private function add_post_below( int $id, Post_Facts $post ): void {
		$this->add( Tag::post( $id ) );
		$this->add( Tag::any_post( $post->type ) );
		$this->changed[ $post->path ] = true;
		if ( $post->has_comments ) {
			// Their addresses contain that of the post.
			$this->add( Tag::COMMENTS );
			$this->add( Tag::comments_of( $id ) );
		}
	}

	private function add_type( string $type, Changed_Post $post ): void {
		$this->add( Tag::any_post( $type ) );
		if ( $post->has_moved_in_lists ) {
			$this->add( Tag::posts( $type ) );
		}
		if ( $post->has_other_meta ) {
			$this->add( Tag::post_meta( $type ) );
		}
		if ( 'post' === $type ) {
			$this->add( Tag::FEED );
		}
		$this->changed[ $this->facts->lists[ $type ] ?? '' ] = true;
	}

	/**
	 * Adds the archives of the terms that a post has, gained or lost. A term that no longer exists has a change of its own.
	 */
	private function add_archives( Changed_Post $post, ?Post_Facts $now ): void {
		$others = array_column( array_intersect_key( $this->facts->terms, $post->term_taxonomies ), 'taxonomy', 'id' );
		foreach ( ( $now->terms ?? array() ) + $others as $id => $taxonomy ) {
			$this->changed += array_fill_keys( $this->facts->archives[ $id ] ?? array(), true );
			if ( $post->has_moved_in_lists || isset( $others[ $id ] ) ) {
				$this->add( Tag::term( $id ) );
				$this->add( Tag::any_term( $taxonomy ) );
			}
		}
	}

	/**
	 * @param list<int> $ids
	 */
	private function add_authors( array $ids ): void {
		foreach ( array_filter( $ids ) as $id ) {
			$this->add( Tag::author( $id ) );
			$this->add( Tag::AUTHORS );
		}
	}

	private function add_term( int $id, Changed_Term $term ): void {
		$this->add( Tag::term( $id ) );
		$this->changed += array_fill_keys( $this->facts->archives[ $id ] ?? array(), true );
		if ( $term->has_changed_itself ) {
			$this->add( Tag::term_itself( $id ) );
		}
		foreach ( array_map( strval( ... ), array_keys( $term->taxonomies ) ) as $taxonomy ) {
			$this->add( Tag::any_term( $taxonomy ) );
			if ( $term->has_changed_itself ) {
				$this->add( Tag::terms( $taxonomy ) );
			}
		}
	}

	private function add( string $tag ): void {
		$this->tags[ $tag ] = true;
	}
}
