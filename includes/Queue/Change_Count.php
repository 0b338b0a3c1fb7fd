<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Queue;

/**
 * Pending and undeployed changes are counted up to a number, so that the status costs the same with a million of them. The
 * changes of a run that was sent are all counted.
 */
final class Change_Count {
	public const MAX = 1_000;

	/** Stands for any number above `MAX`. */
	public const MORE = self::MAX + 1;

	public static function capped( int $changes ): int {
		return min( $changes, self::MORE );
	}

	/**
	 * Returns for example “3” or “1,000+”.
	 */
	public static function text( int $changes ): string {
		if ( self::MORE !== $changes ) {
			return number_format_i18n( $changes );
		}
		/* translators: %s: a number, for example “1,000”: there are more than that. */
		return sprintf( __( '%s+', 'headless-deploy' ), number_format_i18n( self::MAX ) );
	}
}
