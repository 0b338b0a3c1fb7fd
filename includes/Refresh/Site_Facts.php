<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Refresh;

/**
 * What WordPress knows of changed objects now, read by `Facts_Reader`.
 */
final class Site_Facts {
	/**
	 * @param array<int, Post_Facts>                       $posts         Those that exist.
	 * @param array<int, Post_Facts>                       $below         Posts below pages that moved.
	 * @param list<string>                                 $gone          Paths that posts and terms that moved, and those below them, had before.
	 * @param list<int>                                    $terms_below   Terms below a term that moved.
	 * @param array<int, array{id: int, taxonomy: string}> $terms         The term, by id of `term_taxonomy`.
	 * @param array<int, list<string>>                     $archives      Paths of the archives that list the posts of a term, by its id.
	 * @param array<string, string>                        $lists         Path of the list of all posts, by post type.
	 * @param bool                                         $has_all_paths Whether each path could be determined.
	 */
	public function __construct(
		public readonly array $posts,
		public readonly array $below,
		public readonly array $gone,
		public readonly array $terms_below,
		public readonly array $terms,
		public readonly array $archives,
		public readonly array $lists,
		public readonly bool $has_all_paths,
	) {}
}
