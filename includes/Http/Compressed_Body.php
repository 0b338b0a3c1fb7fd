<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Http;

use SensitiveParameter;

/**
 * Decompresses a response up to a limit. cURL would decompress it before the size is known: 6.5 kB of Brotli can
 * contain gigabytes.
 */
final class Compressed_Body {
	/**
	 * Decompresses to at most half a megabyte (deflate: 1032 to 1).
	 */
	private const PART_BYTES = 512;

	public static function accepted(): string {
		return function_exists( 'inflate_init' ) ? 'gzip' : 'identity';
	}

	/**
	 * Returns the decompressed body. A body with an encoding that was not requested becomes empty, because secrets in
	 * it could not be redacted.
	 *
	 * @param string $coding All Content-Encoding headers, joined with commas.
	 */
	public static function open( #[SensitiveParameter] string $body, string $coding, Transfer_Limit $limit ): string {
		$codings = array_diff( array_map( trim( ... ), explode( ',', $coding ) ), array( '', 'identity' ) );
		if ( array() === $codings ) {
			return $body;
		}
		if ( array() !== array_diff( $codings, array( 'gzip', 'x-gzip', 'deflate' ) ) || count( $codings ) > 1 ) {
			return '';
		}
		$is_zipped = 1 === preg_match( '/^(?:\x1f\x8b|\x78[\x01\x5e\x9c\xda])/', $body );
		return $is_zipped ? self::inflate( $body, $limit ) : $body;
	}

	private static function inflate( #[SensitiveParameter] string $body, Transfer_Limit $limit ): string {
		$inflate = function_exists( 'inflate_init' ) ? inflate_init( "\x1f" === $body[0] ? ZLIB_ENCODING_GZIP : ZLIB_ENCODING_DEFLATE ) : false;
		if ( false === $inflate ) {
			return '';
		}
		$opened = '';
		foreach ( str_split( $body, self::PART_BYTES ) as $part ) {
			// phpcs:ignore WordPress.PHP.NoSilencedErrors -- a body that is truncated at the limit causes a warning.
			$opened .= (string) @inflate_add( $inflate, $part );
			if ( strlen( $opened ) > $limit->max_bytes ) {
				$limit->mark_too_large();
				return substr( $opened, 0, $limit->max_bytes );
			}
		}
		return $opened;
	}
}
