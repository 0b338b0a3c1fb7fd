<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Hosting\Uploads;

/**
 * The limits of uploads. A chunk is in memory once or twice while it is received.
 */
final class Upload_Limits {
	public const MAX_BYTES      = 2_147_483_648;
	public const MAX_UNFINISHED = 5;

	private const MIN_CHUNK_BYTES = 1_048_576;
	private const MAX_CHUNK_BYTES = 8_388_608;

	/**
	 * Most of PHP's memory belongs to WordPress and its plugins.
	 */
	private const SHARE_OF_MEMORY = 16;

	/**
	 * Returns the bytes of the largest chunk: whole MiB, below the limits of PHP.
	 *
	 * @param string|null $memory_limit Null reads the setting.
	 */
	public static function chunk_bytes( ?string $memory_limit = null ): int {
		$memory = wp_convert_hr_to_bytes( $memory_limit ?? (string) ini_get( 'memory_limit' ) );
		$limits = array(
			self::MAX_CHUNK_BYTES,
			$memory > 0 ? intdiv( $memory, self::SHARE_OF_MEMORY ) : self::MAX_CHUNK_BYTES,
			...array_filter(
				array_map(
					static fn( string $name ): int => wp_convert_hr_to_bytes( (string) ini_get( $name ) ),
					array( 'post_max_size', 'upload_max_filesize' ),
				),
			),
		);
		return max( 1, intdiv( min( $limits ), self::MIN_CHUNK_BYTES ) ) * self::MIN_CHUNK_BYTES;
	}
}
