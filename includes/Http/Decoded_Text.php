<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Http;

use HeadlessDeploy\Untyped;
use SensitiveParameter;

/**
 * Decodes what services escape when they echo a request, and records the original position of each byte. Escapes may
 * be mixed and repeated (`%253D`). Line breaks are removed, because MIME folds long words.
 */
final class Decoded_Text {
	/**
	 * Possessive quantifiers for backslashes: a text of only backslashes takes linear time.
	 */
	private const ESCAPES = '~=?\r?\n'
		. '|%(?:25){0,8}[0-9a-f]{2}'
		. '|(?<!\\\\)\\\\++(?:n|r\\\\++n|[/"\']|x[0-9a-f]{2}|ud[89ab][0-9a-f]{2}\\\\++ud[c-f][0-9a-f]{2}|u[0-9a-f]{4})'
		. '|&(?:amp;){0,8}(?:#x[0-9a-f]{1,12};?|#[0-9]{1,12};?|[a-z]{2,8};)~i';

	public readonly string $text;

	/**
	 * Positions of the escapes: start and end in the decoded text, start and end in the original. One flat list,
	 * because a hostile text may consist only of escapes.
	 *
	 * @var list<int>
	 */
	private array $places = array();

	public function __construct( #[SensitiveParameter] string $original ) {
		$shorter = 0;
		$text    = preg_replace_callback(
			self::ESCAPES,
			function ( array $found ) use ( &$shorter ): string {
				list( $escape, $at ) = $found[0];
				$meaning             = self::meaning( $escape );
				array_push( $this->places, $at - $shorter, $at - $shorter + strlen( $meaning ), $at, $at + strlen( $escape ) );
				$shorter += strlen( $escape ) - strlen( $meaning );
				return $meaning;
			},
			$original,
			flags: PREG_OFFSET_CAPTURE,
		);
		$this->text = (string) $text;
	}

	/**
	 * Returns the original position of a part of the decoded text.
	 *
	 * @param  array{int, int} $part Start, and the position after the end.
	 * @return array{int, int}
	 */
	public function original( array $part ): array {
		return array( $this->locate( $part[0] )[0], $this->locate( $part[1] - 1 )[1] );
	}

	/**
	 * Finds a byte of the decoded text in the original, by binary search for the last escape that starts before it.
	 *
	 * @param  int             $at Position in the decoded text.
	 * @return array{int, int} Start, and the position after the end.
	 */
	private function locate( int $at ): array {
		$low  = 0;
		$high = intdiv( count( $this->places ), 4 );
		while ( $low < $high ) {
			$middle = intdiv( $low + $high, 2 );
			if ( $this->places[ 4 * $middle ] <= $at ) {
				$low = $middle + 1;
			} else {
				$high = $middle;
			}
		}
		list( , $decoded_end, $start, $end ) = array_slice( $this->places, 4 * $low - 4, 4 ) + array( 0, 0, 0, 0 );
		if ( 0 === $low ) {
			return array( $at, $at + 1 );
		}
		return $at < $decoded_end ? array( $start, $end ) : array( $end + $at - $decoded_end, $end + $at - $decoded_end + 1 );
	}

	private static function meaning( string $escape ): string {
		$sign = ltrim( $escape, '\\' );
		return match ( true ) {
			'&' === $escape[0] => html_entity_decode(
				rtrim( (string) preg_replace( '/^&(?:amp;(?=.))*/i', '&', $escape ), ';' ) . ';',
				ENT_QUOTES | ENT_HTML5,
				'UTF-8',
			),
			'%' === $escape[0], 1 === preg_match( '/^x/i', $sign ) => chr( (int) hexdec( substr( $escape, -2 ) ) ),
			1 === preg_match( '/^u/i', $sign )              => Untyped::text( json_decode( '"' . preg_replace( '/\\\\*u/i', '\\u', $escape ) . '"' ) ),
			in_array( $sign, array( '/', '"', "'" ), true ) => $sign,
			default                                         => '',
		};
	}
}
