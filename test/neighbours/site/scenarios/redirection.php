<?php

declare( strict_types=1 );

/**
 * The ways in which Redirection saves: rules in its own tables.
 */
return array(
	'prepare' => static function (): void {
		Red_Item::create( array( 'url' => '/moved', 'action_data' => array( 'url' => '/' ), 'match_type' => 'url', 'action_type' => 'url', 'group_id' => 1 ) );
	},
	'add a redirect' => static function (): array {
		Red_Item::create( array( 'url' => '/old', 'action_data' => array( 'url' => '/new' ), 'match_type' => 'url', 'action_type' => 'url', 'group_id' => 1 ) );
		return array();
	},
);
