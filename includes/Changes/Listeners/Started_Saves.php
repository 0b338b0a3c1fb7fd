<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Changes\Listeners;

/**
 * Remembers written posts until WordPress fires the hook after the save. It never does when a plugin ends the request
 * in between, for example with a redirect, or when the REST API rejects a meta value after it has written the post.
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
	 * Removes a post of the current site: its save is complete.
	 */
	public function forget( int $post_id ): void {
		unset( $this->started[ get_current_blog_id() ][ $post_id ] );
	}

	/**
	 * @return array<int, array<int, array{string, string}>> Event and post type, by site and ID.
	 */
	public function take_all(): array {
		$started       = array_filter( $this->started );
		$this->started = array();
		return $started;
	}
}
