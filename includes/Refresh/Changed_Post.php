<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Refresh;

use HeadlessDeploy\Changes\Change;
use HeadlessDeploy\Queue\Stored_Reason;

/**
 * All recorded changes of one post.
 */
final class Changed_Post {
	private const SHOWN_OR_HIDDEN = array( Change::PUBLISHED, Change::UNPUBLISHED, Change::TRASHED );

	/**
	 * Post types that the post had when it was recorded.
	 *
	 * @var array<string, true>
	 */
	public array $types = array();

	/**
	 * Ids of `term_taxonomy` that the post gained or lost.
	 *
	 * @var array<int, true>
	 */
	public array $term_taxonomies = array();

	/**
	 * Authors that the post had before.
	 *
	 * @var array<int, true>
	 */
	public array $authors = array();

	/**
	 * Paths that the post had before.
	 *
	 * @var array<string, true>
	 */
	public array $paths = array();

	/**
	 * Whether a list may have another member or another order by date, besides those of the terms that the post gained or lost.
	 */
	public bool $has_moved_in_lists = false;

	/**
	 * Whether the change shows it to visitors or hides it, and the files that are attached to it with it.
	 */
	public bool $is_shown_or_hidden = false;

	/**
	 * Whether a list that queries or sorts by meta may have changed.
	 */
	public bool $has_other_meta = false;

	/**
	 * Whether it became sticky or is no longer sticky.
	 */
	public bool $is_sticky_or_was = false;

	/**
	 * Whether a row has the author and the terms of the post from before its deletion.
	 */
	public bool $is_deleted = false;

	/**
	 * Fields that the post had before, from which its path was made.
	 *
	 * @var list<Previous_Fields>
	 */
	public array $previous = array();

	/**
	 * Whether the post went to the trash. There it has another slug, so that those below it have another path.
	 */
	public bool $is_trashed = false;

	public function __construct( public readonly int $id ) {}

	public function add( Stored_Reason $reason ): void {
		if ( '' !== $reason->subtype ) {
			$this->types[ $reason->subtype ] = true;
		}
		foreach ( explode( ',', $reason->terms ) as $id ) {
			if ( (int) $id > 0 ) {
				$this->term_taxonomies[ (int) $id ] = true;
			}
		}
		if ( $reason->author > 0 ) {
			$this->authors[ $reason->author ] = true;
		}
		$this->paths += array_fill_keys( array_filter( array( $reason->old, $reason->path ) ), true );
		$previous = Previous_Fields::parse( $reason->was );
		if ( null !== $previous ) {
			$this->previous[] = $previous;
		}
		$this->has_moved_in_lists = $this->has_moved_in_lists || ! $reason->kept;
		$this->has_other_meta     = $this->has_other_meta || ! $reason->kept || '' !== $reason->meta;
		$this->is_shown_or_hidden = $this->is_shown_or_hidden || in_array( $reason->event, self::SHOWN_OR_HIDDEN, true );
		$this->is_deleted         = $this->is_deleted || Change::DELETED === $reason->event;
		$this->is_sticky_or_was   = $this->is_sticky_or_was || $reason->sticky;
		$this->is_trashed         = $this->is_trashed || Change::TRASHED === $reason->event;
	}
}
