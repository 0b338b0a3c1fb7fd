<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Tests\Changes\Other_Plugins\Stand_Ins;

use WP_Object_Cache;

/**
 * Stores values as text, as a cache on another server does.
 */
final class Serializing_Cache extends WP_Object_Cache {
	public function get( $key, $group = 'default', $force = false, &$found = null ) {
		$value = parent::get( $key, $group, $force, $found );
		return is_string( $value ) && true === $found ? unserialize( $value ) : false;
	}

	public function set( $key, $data, $group = 'default', $expire = 0 ) {
		return parent::set( $key, serialize( $data ), $group, $expire );
	}
}
