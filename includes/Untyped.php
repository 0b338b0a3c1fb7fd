<?php

declare( strict_types=1 );

namespace HeadlessDeploy;

/**
 * Reads what should be a text, a number or an object, unless WordPress or another plugin passes or stores something else.
 */
final class Untyped {
	/**
	 * @return string Empty for an array or an object.
	 */
	public static function text( mixed $value ): string {
		return is_scalar( $value ) ? (string) $value : '';
	}

	/**
	 * @return int 0 for what is not a number.
	 */
	public static function number( mixed $value ): int {
		return is_numeric( $value ) ? (int) $value : 0;
	}

	/**
	 * @return array<int> Those that are numbers, with their keys.
	 */
	public static function numbers( mixed $values ): array {
		return array_map( intval( ... ), array_filter( (array) $values, is_numeric( ... ) ) );
	}

	/**
	 * @return array<string, mixed> Empty for what is not an object.
	 */
	public static function members( mixed $value ): array {
		return array_filter( (array) $value, is_string( ... ), ARRAY_FILTER_USE_KEY );
	}
}
