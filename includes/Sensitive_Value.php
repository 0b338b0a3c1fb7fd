<?php

declare( strict_types=1 );

namespace HeadlessDeploy;

use LogicException;
use SensitiveParameter;
use WeakMap;

/**
 * Hides a value from `var_dump()`, `var_export()`, `print_r()`, casts to an array, and arguments in stack traces; it
 * cannot be copied or serialized. Other plugins dump what they find in hooks, and objects of this plugin are passed to
 * hooks.
 *
 * @template T
 */
final class Sensitive_Value {
	/**
	 * @var WeakMap<self<mixed>, mixed>|null
	 */
	private static ?WeakMap $values = null;

	private function __construct() {}

	/**
	 * @template V
	 * @param  V       $value
	 * @return self<V>
	 */
	public static function of( #[SensitiveParameter] mixed $value ): self {
		self::$values ??= new WeakMap();
		/** @var self<V> $hidden */
		$hidden                  = new self();
		self::$values[ $hidden ] = $value;
		return $hidden;
	}

	/**
	 * Returns the value of a parameter and empties the parameter. In PHP 8.1 a stack trace shows the present value of
	 * arguments, even of sensitive ones. By reference, because OPcache removes an assignment that is never read.
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
	 * @return T
	 */
	public function reveal(): mixed {
		return self::$values[ $this ] ?? throw new LogicException( 'A hidden value cannot be copied.' );
	}

	/**
	 * @throws LogicException Always.
	 */
	public function __serialize(): never {
		throw new LogicException( 'A hidden value cannot be serialized.' );
	}
}
