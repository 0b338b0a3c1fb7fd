<?php
/**
 * Answers that are compressed.
 *
 * @package HeadlessDeploy
 */

declare( strict_types=1 );

namespace HeadlessDeploy\Webhooks;

use SensitiveParameter;

/**
 * Opens an answer that came compressed, up to a limit. WordPress opens whatever looks compressed once more, after cURL has
 * done so, and knows no limit there: some hundred bytes that were compressed twice would fill the memory of the server.
 */
final class Zipped {
	private const HEADER = '/^Content-Encoding:[^\r\n]*\r\n/mi';

	/**
	 * Returns the answer with its body open, and without the header that says otherwise. Of a body that cannot be opened
	 * within the limit nothing is kept: a secret in it could not be found.
	 *
	 * @param string $answer Headers and body.
	 * @param int    $most   The most bytes that are opened.
	 */
	public static function open( #[SensitiveParameter] string $answer, int $most ): string {
		list( $headers, $body ) = explode( "\r\n\r\n", $answer, 2 ) + array( '', '' );
		$headers .= "\r\n";
		if ( 1 !== preg_match( self::HEADER, $headers ) ) {
			return $answer;
		}
		$is_zipped = 1 === preg_match( '/^(?:\x1f\x8b|\x78[\x01\x5e\x9c\xda])/', $body ) && function_exists( 'zlib_decode' );
		// phpcs:ignore WordPress.PHP.NoSilencedErrors -- it warns of what is expected here.
		$opened = $is_zipped ? (string) @zlib_decode( $body, $most ) : $body;
		return preg_replace( self::HEADER, '', $headers ) . "\r\n" . $opened;
	}
}
