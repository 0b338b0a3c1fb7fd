<?php

declare( strict_types=1 );

namespace HeadlessDeploy;

use ReflectionClass;

/**
 * A readonly object whose constructor stores its parameters. PHP compares the values with the types of the parameters.
 */
trait Value_Object {
	/**
	 * Returns a copy with other values.
	 *
	 * @param mixed ...$fields Named as the constructor's parameters.
	 */
	public function with( mixed ...$fields ): static {
		return ( new ReflectionClass( $this ) )->newInstanceArgs( array_merge( get_object_vars( $this ), $fields ) );
	}

	/**
	 * @param array<string, mixed> $members Named as in a stored object: `frontEndUrl` is the parameter `front_end_url`.
	 */
	private static function from_members( array $members ): static {
		return ( new ReflectionClass( static::class ) )->newInstanceArgs( Stored_Value::arguments( $members ) );
	}
}
