<?php

declare( strict_types=1 );

namespace WP_CLI\Fetchers;

final class User extends Base {
	/**
	 * @var string
	 */
	protected $msg = 'There is no user %s.';

	public function get( $arg ) {
		return get_user_by( is_numeric( $arg ) ? 'id' : 'login', $arg );
	}
}
