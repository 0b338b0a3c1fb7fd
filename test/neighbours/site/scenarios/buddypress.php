<?php

declare( strict_types=1 );

/**
 * The ways in which BuddyPress saves: activity in its own tables, and fields of profiles.
 */
return array(
	'write an activity' => static function (): array {
		bp_activity_add( array( 'user_id' => 1, 'component' => 'activity', 'type' => 'activity_update', 'content' => 'Hello' ) );
		return array();
	},
	'fill a field of a profile' => static function (): array {
		xprofile_set_field_data( 1, 1, 'Ada' );
		bp_update_user_last_activity( 1 );
		// The first field is the name of the user.
		return array( 'updated user 1' );
	},
);
