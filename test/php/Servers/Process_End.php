<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Tests\Servers;

/**
 * A way in which the process of PHP ends. After the first two, PHP still calls the shutdown functions, but runs no `finally`.
 */
enum Process_End: string {
	case Memory_Limit = 'memory_limit';
	case Time_Limit   = 'max_execution_time';
	case Killed       = 'SIGKILL';

	private const BYTES_LEFT = 8_388_608;

	public function now(): never {
		if ( self::Memory_Limit === $this ) {
			ini_set( 'memory_limit', (string) ( memory_get_usage( true ) + self::BYTES_LEFT ) );
			str_repeat( 'x', 2 * self::BYTES_LEFT );
		} elseif ( self::Time_Limit === $this ) {
			set_time_limit( 1 );
		} else {
			posix_kill( (int) getmypid(), SIGKILL );
		}
		// The time limit is of processor time.
		while ( true ) {
			hash( 'xxh32', 'x' );
		}
	}
}
