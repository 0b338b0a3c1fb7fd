<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Tests\Freshness;

require_once __DIR__ . '/choice.php';
require_once __DIR__ . '/rest-changes.php';
require_once __DIR__ . '/screen-changes.php';
require_once __DIR__ . '/called-changes.php';

/** All kinds of changes. */
final class Changes {
	/** @return list<string> */
	public static function kinds(): array {
		return array( ...array_keys( self::sent() ), ...array_keys( Called_Changes::all() ) );
	}

	/**
	 * Chooses a kind of change, and the requests that make it.
	 *
	 * @param  string                                                                                  $only The kind; empty for any.
	 * @return array{kind: string, way: string, seed: int, requests?: list<array<string, mixed>>}|null Null when the world has no object for it.
	 */
	public static function plan( int $seed, string $only ): ?array {
		$choice = new Choice( $seed );
		$sent   = self::sent();
		$kind   = '' === $only ? $choice->of( self::kinds() ) : $only;
		try {
			if ( ! isset( $sent[ $kind ] ) ) {
				return array( 'kind' => $kind, 'way' => $choice->of( Called_Changes::WAYS ), 'seed' => $seed );
			}
			$requests = $sent[ $kind ]( $choice );
			return array( 'kind' => $kind, 'way' => 'request', 'seed' => $seed, 'requests' => array_is_list( $requests ) ? $requests : array( $requests ) );
		} catch ( Nothing_To_Change ) {
			return null;
		}
	}

	/** Makes a change as a plugin does. */
	public static function call( string $kind, int $seed ): bool {
		try {
			Called_Changes::all()[ $kind ]( new Choice( $seed ) );
			return true;
		} catch ( Nothing_To_Change ) {
			return false;
		}
	}

	/** @return array<string, callable(Choice): array<mixed>> */
	private static function sent(): array {
		return Rest_Changes::all() + Screen_Changes::all();
	}
}
