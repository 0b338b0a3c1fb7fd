<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Refresh;

/**
 * What WordPress knows of a post now.
 */
final class Post_Facts {
	/**
	 * @param string             $path         Empty when visitors cannot see the post, or its permalink has no path.
	 * @param array<int, string> $terms        Taxonomy of each of its terms, by id.
	 * @param bool               $has_comments Whether it has approved comments.
	 */
	public function __construct(
		public readonly string $type,
		public readonly int $author,
		public readonly string $path,
		public readonly array $terms,
		public readonly bool $has_comments = false,
	) {}
}
