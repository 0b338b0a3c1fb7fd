<?php

declare( strict_types=1 );

/**
 * The ways in which Members saves: roles, and the roles that may read a post.
 */
return array(
	'prepare' => static function (): void {
		members_set_post_roles( 2, array( 'editor' ) );
	},
	'add and change a role' => static function (): array {
		members_register_role( 'reviewer', array( 'label' => 'Reviewer', 'caps' => array( 'read' => true ) ) );
		add_role( 'reviewer', 'Reviewer', array( 'read' => true ) );
		get_role( 'editor' )->add_cap( 'restrict_content' );
		remove_role( 'reviewer' );
		return array();
	},
	'restrict a post to a role' => static function (): array {
		members_set_post_roles( 1, array( 'editor' ) );
		return array( 'updated post 1' );
	},
);
