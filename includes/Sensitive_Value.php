<?php

declare( strict_types=1 );

namespace HeadlessDeploy;

use LogicException;
use SensitiveParameter;
use WeakMap;

/**
 * Holds a secret outside of any property, so that `var_dump()`, `var_export()`, `print_r()`, a cast to an array and the
 * arguments of a stack trace show an empty object; it cannot be copied or serialized. Other plugins dump what they
 * find in the hooks, and our objects are found there.
 *
 * @template T
 */
final class Sensitive_Value {
	/**
	 * The values, by the object that stands for them.
	 *
	 * @var WeakMap<self<mixed>, mixed>|null
	 */
	private static ?WeakMap $values = null;

	/**
	 * Has nothing to hold; `of()` makes it.
	 */
	private function __construct() {}

	/**
	 * Hides a value.
	 *
	 * @template V
	 * @param  V       $value
	 * @return self<V>
	 */
	public static function of( #[SensitiveParameter] mixed $value ): self {
		self::$values ??= new WeakMap();
		$hidden                  = new self();
		self::$values[ $hidden ] = $value;
		return $hidden;
	}

	/**
	 * Returns a parameter's value and empties the parameter: in PHP 8.1 a stack trace shows arguments as they are now, also
	 * those that are marked as sensitive. By reference, because OPcache removes an assignment that nothing reads.
	 *
	 * @template V of array<mixed>|string|null
	 * @param V $parameter
	 * @param-out array{}|'' $parameter
	 * @return V
	 */
	public static function take( #[SensitiveParameter] array|string|null &$parameter ): array|string|null {
		$value     = $parameter;
		$parameter = is_array( $value ) ? array() : '';
		return $value;
	}

	/**
	 * Returns the value.
	 *
	 * @return T
	 */
	public function reveal(): mixed {
		return self::$values[ $this ] ?? throw new LogicException( 'A hidden value cannot be copied.' );
	}

	/**
	 * Refuses to be written anywhere.
	 *
	 * @throws LogicException Always.
	 */
	public function __serialize(): never {
		throw new LogicException( 'A hidden value cannot be serialized.' );
	}
}
