<?php

declare( strict_types=1 );

/**
 * The ways in which bbPress saves: forums, and what visitors write in them.
 */
return array(
	'prepare' => static function (): void {
		$forum = (int) bbp_insert_forum( array( 'post_title' => 'News' ) );
		$topic = (int) bbp_insert_topic( array( 'post_parent' => $forum, 'post_title' => 'Hello' ), array( 'forum_id' => $forum ) );
		bbp_insert_reply( array( 'post_parent' => $topic, 'post_content' => 'World' ), array( 'forum_id' => $forum, 'topic_id' => $topic ) );
	},
	'add a forum' => static function (): array {
		$id = (int) bbp_insert_forum( array( 'post_title' => 'Questions' ) );
		update_option( 'neighbours_forum', $id );
		return array( "published post $id" );
	},
	'write a topic and a reply' => static function (): array {
		$forum = (int) get_option( 'neighbours_forum' );
		$topic = (int) bbp_insert_topic( array( 'post_parent' => $forum, 'post_title' => 'How?' ), array( 'forum_id' => $forum ) );
		bbp_insert_reply( array( 'post_parent' => $topic, 'post_content' => 'So.' ), array( 'forum_id' => $forum, 'topic_id' => $topic ) );
		return array();
	},
);
