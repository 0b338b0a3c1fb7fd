<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Changes\Listeners;

use WP_Post;

/**
 * Stores the result of comparing each post that this request saved, for the REST field of the post and for meta that is
 * written after the save.
 */
final class Evaluated_Posts {
	/**
	 * @var array<int, array<int, string>>
	 */
	private array $events = array();

	/**
	 * @var array<int, array<int, string>>
	 */
	private array $types = array();

	/**
	 * Stores the result for a post of the current site. A post that has changed once stays changed when it is saved
	 * again.
	 *
	 * @param string|null $event A constant of Change, null when no visitor sees a difference.
	 */
	public function remember( WP_Post $post, ?string $event, bool $is_public ): void {
		$blog_id = get_current_blog_id();

		$this->events[ $blog_id ][ $post->ID ] = $event ?? $this->events[ $blog_id ][ $post->ID ] ?? '';
		$this->types[ $blog_id ][ $post->ID ]  = $is_public ? $post->post_type : '';
	}

	/**
	 * Tells whether a save of this request changed what visitors see of a post; null when the post was not saved.
	 */
	public function has_changed( int $post_id ): ?bool {
		$event = $this->events[ get_current_blog_id() ][ $post_id ] ?? null;
		return null === $event ? null : '' !== $event;
	}

	/**
	 * Returns the type of a public post, empty for one that is not public, null for one that this request did not save.
	 */
	public function public_type( int $post_id ): ?string {
		return $this->types[ get_current_blog_id() ][ $post_id ] ?? null;
	}

	public function event( int $post_id ): string {
		return $this->events[ get_current_blog_id() ][ $post_id ] ?? '';
	}
}
