<?php

declare( strict_types=1 );

/**
 * The ways in which Co-Authors Plus saves: authors of a post as terms.
 */
return array(
	'give a post a second author' => static function (): array {
		$user = (int) wp_insert_user( array( 'user_login' => 'second', 'user_pass' => 'password', 'user_email' => 'second@example.test', 'role' => 'author' ) );
		$GLOBALS['coauthors_plus']->add_coauthors( 1, array( 'admin', get_userdata( $user )->user_nicename ) );
		return array( 'updated post 1' );
	},
);
