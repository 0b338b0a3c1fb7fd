<?php
/**
 * Redaction.
 *
 * @package HeadlessDeploy
 */

declare( strict_types=1 );

namespace HeadlessDeploy\Webhooks;

use HeadlessDeploy\Environments\Hidden;
use SensitiveParameter;

/**
 * Takes secrets out of whatever a service or an error echoes. It goes by value, not by pattern: raw, percent-encoded,
 * JSON-escaped, as HTML, and inside base64 at any of its three alignments. Golden cases, read by
 * src/shared/redaction.ts too: test/contract/redaction.json.
 */
final class Redactor {
	public const MASK = '••••';

	/**
	 * A shorter word would be found everywhere, and is no secret.
	 */
	private const SHORTEST_SECRET_BYTES = 8;

	/**
	 * Everything to replace, the longest first.
	 *
	 * @var Hidden<list<string>>
	 */
	private readonly Hidden $forms;

	/**
	 * Works out the forms in which the secrets may turn up.
	 *
	 * @param list<string> $secrets In clear.
	 */
	public function __construct( #[SensitiveParameter] array $secrets ) {
		$forms = array();
		foreach ( $secrets as $secret ) {
			if ( strlen( $secret ) >= self::SHORTEST_SECRET_BYTES ) {
				array_push( $forms, ...self::written_forms( $secret ), ...self::base64_forms( $secret ), ...self::base64_forms( self::bare( $secret ) ) );
			}
		}
		$forms = array_values( array_unique( $forms ) );
		usort( $forms, static fn( string $one, string $other ): int => strlen( $other ) <=> strlen( $one ) );
		$this->forms = Hidden::of( $forms );
	}

	/**
	 * Returns a text without the secrets.
	 *
	 * @param string $text Anything.
	 */
	public function redact( #[SensitiveParameter] string $text ): string {
		return str_replace( $this->forms->reveal(), self::MASK, $text );
	}

	/**
	 * Returns the ways in which a secret is written. Without its padding too: whatever an escaping makes of `=`, the
	 * rest is found.
	 *
	 * @param string $secret In clear.
	 *
	 * @return list<string>
	 */
	private static function written_forms( #[SensitiveParameter] string $secret ): array {
		$percent = rawurlencode( $secret );
		$forms   = array(
			$secret,
			$percent,
			(string) preg_replace_callback( '/%[0-9A-F]{2}/', static fn( array $found ): string => strtolower( $found[0] ), $percent ),
			rawurlencode( $percent ),
			htmlspecialchars( $secret, ENT_QUOTES | ENT_SUBSTITUTE, 'UTF-8' ),
			...self::json_forms( $secret ),
		);
		return array_merge( $forms, array( self::bare( $secret ) ) );
	}

	/**
	 * Returns a secret without its padding, unless too little would be left.
	 *
	 * @param string $secret In clear.
	 */
	private static function bare( #[SensitiveParameter] string $secret ): string {
		$bare = rtrim( $secret, '=' );
		return strlen( $bare ) >= self::SHORTEST_SECRET_BYTES ? $bare : $secret;
	}

	/**
	 * Returns the ways in which a secret is written in JSON: by PHP, by JavaScript, and by writers that escape `=`.
	 *
	 * @param string $secret In clear.
	 *
	 * @return list<string>
	 */
	private static function json_forms( #[SensitiveParameter] string $secret ): array {
		$forms = array();
		foreach ( array( 0, JSON_UNESCAPED_SLASHES, JSON_UNESCAPED_UNICODE, JSON_UNESCAPED_SLASHES | JSON_UNESCAPED_UNICODE ) as $flags ) {
			$json = substr( (string) json_encode( $secret, $flags | JSON_INVALID_UTF8_SUBSTITUTE ), 1, -1 );
			array_push( $forms, $json, str_replace( '=', '\u003d', $json ), str_replace( '=', '\u003D', $json ) );
		}
		return $forms;
	}

	/**
	 * Returns the part of a base64 text that a secret alone decides, for each place it may begin at, in both alphabets.
	 *
	 * @param string $secret In clear.
	 *
	 * @return list<string>
	 */
	private static function base64_forms( #[SensitiveParameter] string $secret ): array {
		$forms = array();
		for ( $before = 0; $before < 3; $before++ ) {
			$encoded = base64_encode( str_repeat( "\0", $before ) . $secret );
			$first   = (int) ceil( $before * 8 / 6 );
			$end     = intdiv( ( $before + strlen( $secret ) ) * 8, 6 );
			$stable  = substr( $encoded, $first, $end - $first );
			array_push( $forms, $stable, strtr( $stable, '+/', '-_' ) );
		}
		return $forms;
	}
}
