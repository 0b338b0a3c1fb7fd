<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Http;

use HeadlessDeploy\Sensitive_Value;
use SensitiveParameter;

/**
 * Redacts secrets from what a service or an error echoes, by value: the text is decoded (percent-encoding, JSON, HTML,
 * folded lines), then searched for the secret itself and for its hexadecimal and base64 forms, without regard to case.
 * Golden cases: test/contract/redaction.json.
 */
final class Redactor {
	public const MASK = '••••';

	/**
	 * Shorter texts occur in many responses by chance.
	 */
	private const MIN_SECRET_BYTES = 8;

	/**
	 * Texts to find in the decoded text, in lower case.
	 *
	 * @var Sensitive_Value<list<string>>
	 */
	private readonly Sensitive_Value $needles;

	/**
	 * @param list<string> $secrets
	 */
	public function __construct( #[SensitiveParameter] array $secrets ) {
		$needles = array();
		foreach ( $secrets as $secret ) {
			if ( strlen( $secret ) >= self::MIN_SECRET_BYTES ) {
				array_push( $needles, ...self::forms( $secret ), ...self::forms( self::bare( $secret ) ) );
			}
		}
		/** @var list<string> $lower */
		$lower         = array_values( array_unique( array_map( strtolower( ... ), $needles ) ) );
		$this->needles = Sensitive_Value::of( $lower );
	}

	/**
	 * Searches the decoded text, then the original: what looks like an escape may be the start of a secret behind a
	 * backslash or a percent sign.
	 */
	public function redact( #[SensitiveParameter] string $text ): string {
		$needles = $this->needles->reveal();
		if ( array() === $needles ) {
			return $text;
		}
		$decoded = new Decoded_Text( $text );
		$clean   = self::mask( $text, array_map( $decoded->original( ... ), self::find( $decoded->text, $needles ) ) );
		return self::mask( $clean, self::find( $clean, $needles ) );
	}

	/**
	 * @param  list<string>          $needles In lower case.
	 * @return list<array{int, int}> Start, and the position after the end; in order, without overlaps.
	 */
	private static function find( #[SensitiveParameter] string $text, #[SensitiveParameter] array $needles ): array {
		$haystack = strtolower( $text );
		$lengths  = array();
		foreach ( $needles as $needle ) {
			for ( $at = strpos( $haystack, $needle ); false !== $at; $at = strpos( $haystack, $needle, $at + 1 ) ) {
				$lengths[ $at ] = max( $lengths[ $at ] ?? 0, strlen( $needle ) );
			}
		}
		ksort( $lengths );
		$found = array();
		foreach ( $lengths as $at => $length ) {
			$last = array_key_last( $found );
			if ( null !== $last && $at < $found[ $last ][1] ) {
				$found[ $last ][1] = max( $found[ $last ][1], $at + $length );
			} else {
				$found[] = array( $at, $at + $length );
			}
		}
		return $found;
	}

	/**
	 * @param list<array{int, int}> $parts As `find()` returns them.
	 */
	private static function mask( #[SensitiveParameter] string $text, array $parts ): string {
		$clean = '';
		$shown = 0;
		foreach ( $parts as list( $start, $end ) ) {
			$clean .= substr( $text, $shown, $start - $shown ) . self::MASK;
			$shown = $end;
		}
		return $clean . substr( $text, $shown );
	}

	/**
	 * Returns the forms of a secret in a decoded text: itself, in hexadecimal, and the part of a base64 text that
	 * depends only on it, for each of the three offsets and in both alphabets.
	 *
	 * @return list<string>
	 */
	private static function forms( #[SensitiveParameter] string $secret ): array {
		$forms = array( $secret, ( new Decoded_Text( $secret ) )->text, bin2hex( $secret ) );
		for ( $before = 0; $before < 3; $before++ ) {
			// phpcs:ignore WordPress.PHP.DiscouragedPHPFunctions.obfuscation_base64_encode -- secrets are found in base64 too.
			$encoded = base64_encode( str_repeat( "\0", $before ) . $secret );
			$first   = (int) ceil( $before * 8 / 6 );
			$end     = intdiv( ( $before + strlen( $secret ) ) * 8, 6 );
			$stable  = substr( $encoded, $first, $end - $first );
			array_push( $forms, $stable, strtr( $stable, '+/', '-_' ) );
		}
		return $forms;
	}

	/**
	 * Returns a secret without its padding, which services often omit, unless too little remains.
	 */
	private static function bare( #[SensitiveParameter] string $secret ): string {
		$bare = rtrim( $secret, '=' );
		return strlen( $bare ) >= self::MIN_SECRET_BYTES ? $bare : $secret;
	}
}
