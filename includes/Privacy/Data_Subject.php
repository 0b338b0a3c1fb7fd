<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Privacy;

/**
 * Finds the user behind an e-mail address. We know people by the id of their account alone.
 */
final class Data_Subject {
	/**
	 * Returns the id of a user, 0 when nobody has this address.
	 */
	public static function id_of( string $email ): int {
		$user = get_user_by( 'email', $email );
		return false === $user ? 0 : $user->ID;
	}
}
