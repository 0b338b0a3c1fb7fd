<?php
/**
 * Answers in chunks.
 *
 * @package HeadlessDeploy
 */

declare( strict_types=1 );

namespace HeadlessDeploy\Webhooks;

use SensitiveParameter;

/**
 * Joins an answer that was sent in chunks. The transport of servers without cURL leaves that to others, who then see it
 * as it came: in chunks a secret cannot be replaced, because the announced lengths would no longer fit, and one that
 * lies across two of them cannot even be found.
 */
final class Chunks {
	private const HEADER = '/^Transfer-Encoding:[^\r\n]*chunked[^\r\n]*\r\n/mi';

	/**
	 * Returns the answer with its body in one piece, and without the header that says otherwise. Of a broken body what
	 * came whole is kept.
	 *
	 * @param string $answer Headers and body.
	 */
	public static function join( #[SensitiveParameter] string $answer ): string {
		list( $headers, $body ) = explode( "\r\n\r\n", $answer, 2 ) + array( '', '' );
		$headers .= "\r\n";
		if ( 1 !== preg_match( self::HEADER, $headers ) ) {
			return $answer;
		}
		return preg_replace( self::HEADER, '', $headers ) . "\r\n" . self::body( $body );
	}

	/**
	 * Joins the chunks of a body.
	 *
	 * @param string $body As it was sent.
	 */
	private static function body( #[SensitiveParameter] string $body ): string {
		$joined = '';
		$at     = 0;
		while ( 1 === preg_match( '/([0-9a-f]{1,7})(?:[ \t;][^\r\n]*)?\r\n/iA', $body, $found, 0, $at ) && '' !== ltrim( $found[1], '0' ) ) {
			$length = (int) hexdec( $found[1] );
			$joined .= substr( $body, $at + strlen( $found[0] ), $length );
			$at += strlen( $found[0] ) + $length + 2;
		}
		return $joined;
	}
}
