<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Admin;

use HeadlessDeploy\Action;

/**
 * Reads what has the shape of src/shared/wire.ts; what is absent or null reads as empty.
 */
final class Entry {
	/**
	 * Reads a text.
	 *
	 * @param array<string, mixed> $entry
	 */
	public static function text( array $entry, string $key ): string {
		return is_string( $entry[ $key ] ?? null ) ? $entry[ $key ] : '';
	}

	/**
	 * Reads a number.
	 *
	 * @param array<string, mixed> $entry
	 */
	public static function number( array $entry, string $key ): int {
		return is_int( $entry[ $key ] ?? null ) ? $entry[ $key ] : 0;
	}

	/**
	 * Reads an object.
	 *
	 * @param  array<string, mixed> $entry
	 * @return array<string, mixed>
	 */
	public static function part( array $entry, string $key ): array {
		return is_array( $entry[ $key ] ?? null ) ? $entry[ $key ] : array();
	}

	/**
	 * Reads a list of objects.
	 *
	 * @param  array<string, mixed>       $entry
	 * @return list<array<string, mixed>>
	 */
	public static function parts( array $entry, string $key ): array {
		return array_values( array_filter( self::part( $entry, $key ), is_array( ... ) ) );
	}

	/**
	 * Tells whether the current user may press an action.
	 *
	 * @param array<string, mixed> $environment Entry of the status.
	 */
	public static function can( array $environment, Action $action ): bool {
		return in_array( $action->value, self::part( $environment, 'can' ), true );
	}

	/**
	 * Tells whether presses are of no use, because nothing is sent from here.
	 *
	 * @param array<string, mixed> $environment Entry of the status.
	 */
	public static function is_silent( array $environment ): bool {
		return in_array( self::text( self::part( $environment, 'paused' ), 'reason' ), array( 'copy', 'disabled', 'constant', 'no_curl' ), true );
	}

	/**
	 * Names an action for people.
	 *
	 * @param string $action In the words of the wire.
	 */
	public static function action( string $action ): string {
		return Action::tryFrom( $action )?->label() ?? $action;
	}
}
