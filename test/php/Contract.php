<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Tests;

use RuntimeException;

/**
 * Reads test/contract, which the TypeScript tests read too.
 */
final class Contract {
	public static function read( string $name ): array {
		$decoded = json_decode( (string) file_get_contents( dirname( __DIR__ ) . "/contract/$name.json" ), true, 64, JSON_THROW_ON_ERROR );
		return is_array( $decoded ) ? $decoded : throw new RuntimeException( "test/contract/$name.json holds no object." );
	}

	public static function cases( string $name, string $list ): iterable {
		foreach ( self::read( $name )[ $list ] as $case ) {
			yield $case['name'] => array( $case );
		}
	}
}
