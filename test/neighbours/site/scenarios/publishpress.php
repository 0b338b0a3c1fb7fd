<?php

declare( strict_types=1 );

/**
 * The ways in which PublishPress Planner saves: comments of editors on a post.
 */
return array(
	'comment on a post as an editor' => static function (): array {
		wp_insert_comment( array( 'comment_post_ID' => 1, 'comment_type' => 'editorial-comment', 'comment_approved' => 'editorial-comment', 'comment_content' => 'Shorter, please', 'user_id' => 1 ) );
		return array();
	},
);
