<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Runs;

/**
 * Writes lines of CSV as RFC 4180 has it, that no spreadsheet takes for formulas.
 */
final class Csv {
	/**
	 * Tells a spreadsheet that the file is UTF-8: without it Excel garbles every title with an accent.
	 */
	public const BYTE_ORDER_MARK = "\u{FEFF}";

	/**
	 * Where a text makes a spreadsheet see a formula: at its beginning, and after a semicolon, at which the spreadsheets of
	 * many languages split a line. Quotes may come first: a spreadsheet takes the quotes of a cell away. It is what
	 * begins with one of some signs, the wide forms (＝＋－＠) of East Asian keyboards included. By bytes: a pattern of characters
	 * matches nothing in a text that is no UTF-8.
	 */
	private const FORMULA = '/(?:^|(?<=;))(?=(?: *"[" ]*)?(?:[=+\-@\t\r\n]|\xEF\xBC[\x9D\x8B\x8D\xA0]))/';

	/**
	 * Writes one line.
	 *
	 * @param list<string|int|null> $cells
	 */
	public static function line( array $cells ): string {
		return implode( ',', array_map( self::cell( ... ), $cells ) ) . "\r\n";
	}

	/**
	 * Writes one cell.
	 *
	 * @param string|int|null $value A number is written as it is.
	 */
	private static function cell( string|int|null $value ): string {
		if ( ! is_string( $value ) ) {
			return (string) $value;
		}
		$text = (string) preg_replace( self::FORMULA, "'", $value );
		return 1 === preg_match( '/[",\r\n]/', $text ) ? '"' . str_replace( '"', '""', $text ) . '"' : $text;
	}
}
