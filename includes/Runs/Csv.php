<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Runs;

/**
 * Writes CSV (RFC 4180) whose cells no spreadsheet runs as formulas.
 */
final class Csv {
	/**
	 * Without it Excel does not read the file as UTF-8.
	 */
	public const BYTE_ORDER_MARK = "\u{FEFF}";

	/**
	 * Finds where a spreadsheet would see a formula: at the start of a cell, and after a semicolon, at which spreadsheets of
	 * many languages split a line. Quotes may precede it, because a spreadsheet removes them. The wide signs (＝＋－＠) of East
	 * Asian keyboards count too. It matches bytes, because a pattern of characters matches nothing in invalid UTF-8.
	 */
	private const FORMULA = '/(?:^|(?<=;))(?=(?: *"[" ]*)?(?:[=+\-@\t\r\n]|\xEF\xBC[\x9D\x8B\x8D\xA0]))/';

	/**
	 * @param list<string|int|null> $cells
	 */
	public static function line( array $cells ): string {
		return implode( ',', array_map( self::cell( ... ), $cells ) ) . "\r\n";
	}

	private static function cell( string|int|null $value ): string {
		if ( ! is_string( $value ) ) {
			return (string) $value;
		}
		$text = (string) preg_replace( self::FORMULA, "'", $value );
		return 1 === preg_match( '/[",\r\n]/', $text ) ? '"' . str_replace( '"', '""', $text ) . '"' : $text;
	}
}
