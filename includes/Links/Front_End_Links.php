<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Links;

use HeadlessDeploy\Changes\Post_Page;
use HeadlessDeploy\Changes\Watched\Watched_Types;
use HeadlessDeploy\Environments\Routing;
use WP_Post;

/**
 * Decides which posts have a page on the front end, and where links to them lead. Reads only the autoloaded routing.
 */
final class Front_End_Links {
	public function __construct( private readonly Routing $routing ) {}

	/**
	 * Returns where links to a post lead; empty for WordPress: the setting is off, or the post has no page on the front end.
	 */
	public function url( WP_Post $post ): string {
		return $this->page_at( $this->routing->link_target()['url'] ?? '', $post );
	}

	/**
	 * Returns the environment whose status the list of posts shows: that of the links, else the first with a front-end URL.
	 *
	 * @return array{id: string, url: string}|null
	 */
	public function environment(): ?array {
		return $this->routing->link_target() ?? $this->routing->first_front_end();
	}

	/**
	 * Returns the URL of a post's page below the URL of a front end; empty for a post without a page there.
	 */
	public function page_at( string $front_end_url, WP_Post $post ): string {
		if ( '' === $front_end_url || 'publish' !== $post->post_status || ! $this->has_pages( $post->post_type ) ) {
			return '';
		}
		$permalink = (string) get_permalink( $post );
		// Another plugin may have replaced the permalink already.
		if ( str_starts_with( $permalink, $front_end_url . '/' ) ) {
			return $permalink;
		}
		$path = Post_Page::path_of_url( $permalink );
		return '' === $path ? '' : $front_end_url . $path;
	}

	/**
	 * Tells whether posts of a type have pages on the front end.
	 */
	public function has_pages( string $post_type ): bool {
		$chosen = $this->routing->post_types();
		return Watched_Types::is_visible( $post_type ) && ( null === $chosen || in_array( $post_type, $chosen, true ) );
	}
}
