<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Http;

use HeadlessDeploy\Sensitive_Value;
use SensitiveParameter;

/**
 * Takes secrets out of whatever a service or an error echoes. It goes by value, not by pattern: the text is decoded
 * first (percent-encoding, JSON, HTML, folded lines), then searched for the secret itself, and for it in hexadecimal and
 * inside base64, in upper and lower case. Golden cases: test/contract/redaction.json.
 */
final class Redactor {
	public const MASK = '••••';

	/**
	 * A shorter word would be found everywhere, and is no secret.
	 */
	private const SHORTEST_SECRET_BYTES = 8;

	/**
	 * Everything to look for in a decoded text, in lower case.
	 *
	 * @var Sensitive_Value<list<string>>
	 */
	private readonly Sensitive_Value $needles;

	/**
	 * Works out the forms in which the secrets may turn up.
	 *
	 * @param list<string> $secrets
	 */
	public function __construct( #[SensitiveParameter] array $secrets ) {
		$needles = array();
		foreach ( $secrets as $secret ) {
			if ( strlen( $secret ) >= self::SHORTEST_SECRET_BYTES ) {
				array_push( $needles, ...self::forms( $secret ), ...self::forms( self::bare( $secret ) ) );
			}
		}
		/** @var list<string> $lower */
		$lower         = array_values( array_unique( array_map( strtolower( ... ), $needles ) ) );
		$this->needles = Sensitive_Value::of( $lower );
	}

	/**
	 * Returns a text without the secrets. It is searched decoded, then as it is: what looks like an escape may be the
	 * beginning of a secret behind a backslash or a percent sign.
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
	 * Finds secrets in a text.
	 *
	 * @param  list<string>          $needles What is looked for, in lower case.
	 * @return list<array{int, int}> Beginning of each, and the place behind its end; in order, none overlaps another.
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
	 * Replaces parts of a text.
	 *
	 * @param list<array{int, int}> $parts As find() returns them.
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
	 * Returns a secret as it stands in a decoded text: itself, in hexadecimal, and the part of a base64 text that it
	 * alone decides, for each place it may begin at, in both alphabets.
	 *
	 * @return list<string>
	 */
	private static function forms( #[SensitiveParameter] string $secret ): array {
		$forms = array( $secret, ( new Decoded_Text( $secret ) )->text, bin2hex( $secret ) );
		for ( $before = 0; $before < 3; $before++ ) {
			$encoded = base64_encode( str_repeat( "\0", $before ) . $secret );
			$first   = (int) ceil( $before * 8 / 6 );
			$end     = intdiv( ( $before + strlen( $secret ) ) * 8, 6 );
			$stable  = substr( $encoded, $first, $end - $first );
			array_push( $forms, $stable, strtr( $stable, '+/', '-_' ) );
		}
		return $forms;
	}

	/**
	 * Returns a secret without its padding, which services often leave out, unless too little would be left.
	 */
	private static function bare( #[SensitiveParameter] string $secret ): string {
		$bare = rtrim( $secret, '=' );
		return strlen( $bare ) >= self::SHORTEST_SECRET_BYTES ? $bare : $secret;
	}
}
