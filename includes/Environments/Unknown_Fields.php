<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Environments;

/**
 * Keeps what this version does not know when it writes an option: after a downgrade, or with two web servers on two
 * versions, the row holds fields, words and records of a newer one. A write changes what it changes, and nothing else.
 */
final class Unknown_Fields {
	/**
	 * Fields that belong to one webhook: with a new webhook those of the old one go, known or not.
	 */
	private const WHOLE = array( 'urls', 'masked', 'sealed', 'target' );

	/**
	 * Returns what to store.
	 *
	 * @param mixed $raw    What is stored, as it is.
	 * @param mixed $before What this version reads of it.
	 * @param mixed $after  What this version wants it to read.
	 */
	public static function merge( mixed $raw, mixed $before, mixed $after ): mixed {
		if ( $before === $after ) {
			return $raw;
		}
		if ( ! self::is_map( $raw ) || ! self::is_map( $before ) || ! self::is_map( $after ) ) {
			return $after;
		}
		$merged = array();
		foreach ( $after as $key => $value ) {
			$is_known       = array_key_exists( $key, $raw ) && array_key_exists( $key, $before );
			$is_replaced    = in_array( $key, self::WHOLE, true ) && $value !== ( $before[ $key ] ?? null );
			$merged[ $key ] = $is_known && ! $is_replaced ? self::merge( $raw[ $key ], $before[ $key ], $value ) : $value;
		}
		return $merged + array_diff_key( $raw, $before );
	}

	/**
	 * Tells whether a value has names; a list is replaced as a whole.
	 *
	 * @phpstan-assert-if-true array<array-key, mixed> $value
	 */
	private static function is_map( mixed $value ): bool {
		return is_array( $value ) && ( array() === $value || ! array_is_list( $value ) );
	}
}
