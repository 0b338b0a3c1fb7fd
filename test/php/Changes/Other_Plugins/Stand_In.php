<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Tests\Changes\Other_Plugins;

/**
 * Another plugin, reduced to one way of working with WordPress. Its options, tables and events begin with `stand_in_`.
 */
interface Stand_In {
	/**
	 * Adds its hooks, tables and events, as an active plugin does when WordPress loads it. A visit fires `wp`, a screen of
	 * wp-admin `current_screen`, and each request ends with `shutdown`.
	 */
	public function load(): void;

	/**
	 * Saves content in its own way.
	 *
	 * @param  int          $post_id A published post.
	 * @return list<string> The changes that start a run, in the form of `Changes_Test_Case::changes_of()`.
	 */
	public function save( int $post_id ): array;
}
