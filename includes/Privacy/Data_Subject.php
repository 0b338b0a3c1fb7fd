<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Privacy;

/**
 * Finds the user of an email address. The plugin stores only user IDs.
 */
final class Data_Subject {
	/**
	 * Returns the ID of the user, 0 when no user has this address.
	 */
	public static function id_of( string $email ): int {
		$user = get_user_by( 'email', $email );
		return false === $user ? 0 : $user->ID;
	}
}
