<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Changes\Listeners;

use WP_Post;

/**
 * Remembers what this request has made of the posts that it saved: the post's own REST answer says so, and meta that
 * is written after the save needs no second look.
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
	 * Remembers a post of the current site. What has changed once stays changed, however often it is saved again.
	 *
	 * @param string|null $event A constant of Change, null when no visitor could notice anything.
	 */
	public function remember( WP_Post $post, ?string $event, bool $is_public ): void {
		$blog_id = get_current_blog_id();

		$this->events[ $blog_id ][ $post->ID ] = $event ?? $this->events[ $blog_id ][ $post->ID ] ?? '';
		$this->types[ $blog_id ][ $post->ID ]  = $is_public ? $post->post_type : '';
	}

	/**
	 * Tells whether a save of this request changed a post for visitors; null when it was not saved.
	 */
	public function has_changed( int $post_id ): ?bool {
		$event = $this->events[ get_current_blog_id() ][ $post_id ] ?? null;
		return null === $event ? null : '' !== $event;
	}

	/**
	 * Returns the type of a post that visitors can see, empty for one that they cannot; null when it was not saved in
	 * this request.
	 */
	public function public_type( int $post_id ): ?string {
		return $this->types[ get_current_blog_id() ][ $post_id ] ?? null;
	}

	public function event( int $post_id ): string {
		return $this->events[ get_current_blog_id() ][ $post_id ] ?? '';
	}
}
