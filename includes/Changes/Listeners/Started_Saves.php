<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Changes\Listeners;

/**
 * Remembers what a save has written until core says that it is over. Core never says so when a plugin ends the request
 * in the middle, for example to redirect, or when the REST API refuses a meta value after it has written the post.
 */
final class Started_Saves {
	/**
	 * @var array<int, array<int, array{string, string}>>
	 */
	private array $started = array();

	/**
	 * @param string $event A constant of Change.
	 */
	public function remember( int $post_id, string $event, string $type ): void {
		$this->started[ get_current_blog_id() ][ $post_id ] = array( $event, $type );
	}

	/**
	 * Forgets a post of the current site: its save is over.
	 */
	public function forget( int $post_id ): void {
		unset( $this->started[ get_current_blog_id() ][ $post_id ] );
	}

	/**
	 * @return array<int, array<int, array{string, string}>> What happened, and the type of the post, by site and id.
	 */
	public function take_all(): array {
		$started       = array_filter( $this->started );
		$this->started = array();
		return $started;
	}
}
