<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Tests\Changes\Other_Plugins\Stand_Ins;

use HeadlessDeploy\Tests\Changes\Other_Plugins\Stand_In;

/**
 * Changes roles and what they may do, as Members and User Role Editor do.
 */
final class Role_Editor implements Stand_In {
	public function load(): void {
		add_filter( 'user_has_cap', static fn( array $all ): array => array( 'manage_stand_in' => true ) + $all );
	}

	public function save( int $post_id ): array {
		add_role( 'stand_in_reviewer', 'Reviewer', array( 'read' => true, 'edit_others_posts' => true ) );
		get_role( 'editor' )?->remove_cap( 'unfiltered_html' );
		get_role( 'administrator' )?->add_cap( 'manage_stand_in' );
		remove_role( 'stand_in_reviewer' );
		return array();
	}
}
