<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Refresh;

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
		foreach ( $recorded->terms as $id => $taxonomies ) {
			$content->add_term( $id );
			foreach ( array_keys( $taxonomies ) as $taxonomy ) {
				$content->tags[ "term-list-$taxonomy" ] = true;
			}
		}
		$content->gone += array_fill_keys( $recorded->gone_archives, true );
		$tags = array( ...$recorded->tags, ...array_keys( $content->tags ) );
		return $recorded->is_all || $content->is_all || ! $facts->has_all_paths
			? Refresh_Content::all( $recorded->tags )
			: Refresh_Content::some( $tags, array_map( strval( ... ), array_keys( $content->changed ) ), array_map( strval( ... ), array_keys( $content->gone ) ) );
	}

	private function add_post( Changed_Post $post ): void {
		$now = $this->facts->posts[ $post->id ] ?? null;
		// The terms of a post are not known when it was emptied from the trash after its change.
		$is_unknown   = null === $now && ! $post->is_deleted;
		$this->is_all = $this->is_all || $is_unknown || ( $post->has_entered_or_left_the_trash && isset( $this->facts->with_children[ $post->id ] ) );

		$this->tags[ "post-{$post->id}" ] = true;
		$this->gone += $post->paths;
		foreach ( array_keys( $post->types + ( null === $now ? array() : array( $now->type => true ) ) ) as $type ) {
			$this->add_type( (string) $type );
		}
		foreach ( array_filter( array_keys( $post->authors + ( null === $now ? array() : array( $now->author => true ) ) ) ) as $author ) {
			$this->tags[ "author-$author" ] = true;
		}
		if ( $post->id === $this->facts->front_page ) {
			$this->add_front_page();
		}
		if ( null !== $now ) {
			$this->changed[ $now->path ] = true;
			array_map( $this->add_term( ... ), $now->terms );
		}
		foreach ( array_keys( $post->term_taxonomies ) as $id ) {
			// A term that no longer exists has a change of its own.
			if ( isset( $this->facts->terms[ $id ] ) ) {
				$this->add_term( $this->facts->terms[ $id ] );
			}
		}
	}

	private function add_type( string $type ): void {
		$this->tags[ "$type-list" ]                          = true;
		$this->changed[ $this->facts->lists[ $type ] ?? '' ] = true;
		if ( 'post' === $type ) {
			$this->tags['feed'] = true;
			if ( $this->facts->is_blog ) {
				$this->add_front_page();
			}
		}
	}

	private function add_front_page(): void {
		$this->tags['front']               = true;
		$this->changed[ self::FRONT_PATH ] = true;
	}

	private function add_term( int $id ): void {
		$this->tags[ "term-$id" ] = true;
		$this->changed += array_fill_keys( $this->facts->archives[ $id ] ?? array(), true );
	}
}
