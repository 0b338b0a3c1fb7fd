<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Tests\Security;

/**
 * Searches for secrets in any form: raw, percent-encoded once or twice, as JSON or HTML, in base64 at any of its three
 * alignments, in hexadecimal, reversed. Deliberately independent of the plugin's own Redactor.
 */
final class Secret_Forms {
	/**
	 * Returns the first secret in a text with its context, or an empty text.
	 *
	 * @param list<string> $secrets
	 */
	public static function find( string $text, array $secrets ): string {
		foreach ( $secrets as $secret ) {
			foreach ( self::of( $secret ) as $name => $form ) {
				$at = strpos( $text, $form );
				if ( false !== $at ) {
					return "$name: …" . substr( $text, max( 0, $at - 200 ), 300 );
				}
			}
		}
		return '';
	}

	public static function of( string $secret ): array {
		$bare  = rtrim( $secret, '=' );
		$forms = array(
			'raw'              => $bare,
			'percent'          => rawurlencode( $bare ),
			'plus'             => urlencode( $bare ),
			'percent twice'    => rawurlencode( rawurlencode( $bare ) ),
			'JSON'             => substr( (string) json_encode( $bare ), 1, -1 ),
			'JSON in JSON'     => substr( (string) json_encode( substr( (string) json_encode( $bare ), 1, -1 ) ), 1, -1 ),
			'HTML'             => htmlspecialchars( $bare, ENT_QUOTES ),
			'slashed'          => addslashes( $bare ),
			'hexadecimal'      => bin2hex( $bare ),
			'reversed'         => strrev( $bare ),
			'without its ends' => substr( $bare, 2, -6 ),
		);
		foreach ( array( 0, 1, 2 ) as $before ) {
			$encoded = substr( base64_encode( str_repeat( 'x', $before ) . $bare ), $before > 0 ? 4 : 0, -4 );

			$forms[ "base64 after $before" ]    = $encoded;
			$forms[ "base64url after $before" ] = strtr( $encoded, '+/', '-_' );
		}
		return $forms;
	}
}
