<?php

declare( strict_types=1 );

/**
 * The ways in which PublishPress Future saves: the date on which a post expires, and the expiry.
 */
return array(
	'let a post expire' => static function (): array {
		$id = (int) wp_insert_post( array( 'post_title' => 'Offer', 'post_status' => 'publish' ) );
		update_option( 'neighbours_offer', $id );
		return array( "published post $id" );
	},
	'set the date on which it expires' => static function (): array {
		$id = (int) get_option( 'neighbours_offer' );
		do_action( 'publishpressfuture_schedule_expiration', $id, time() + 3600, array( 'expireType' => 'draft', 'newStatus' => 'draft', 'id' => $id ) );
		return array( "updated post $id" );
	},
	'expire' => static function (): array {
		$id = (int) get_option( 'neighbours_offer' );
		do_action( 'publishpressfuture_run_workflow', $id, 'expire' );
		return array( "unpublished post $id" );
	},
);
