<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Refresh;

use WP_Post;

/**
 * The fields of a post before a change from which WordPress makes its path, as `Changes\Previous_State` stores them.
 */
final class Previous_Fields {
	private function __construct(
		public readonly int $author,
		public readonly int $parent,
		private readonly string $date,
		private readonly string $slug,
	) {}

	/**
	 * @param string $stored Author, parent, date and slug. Null for another value.
	 */
	public static function parse( string $stored ): ?self {
		return 1 === preg_match( '/\A(\d+)\|(\d+)\|([^|]*)\|(.*)\z/s', $stored, $found )
			? new self( (int) $found[1], (int) $found[2], $found[3], $found[4] )
			: null;
	}

	public function of( WP_Post $now ): WP_Post {
		$post              = clone $now;
		$post->post_author = (string) $this->author;
		$post->post_parent = max( 0, $this->parent );
		$post->post_date   = $this->date;
		$post->post_name   = $this->slug;
		return $post;
	}
}
