<?php

declare( strict_types=1 );

namespace HeadlessDeploy\CLI;

use cli\Shell;
use WP_CLI;
use WP_CLI\Formatter;

/**
 * Writes output through WP-CLI. Control characters are removed from texts of hosts and authors.
 */
final class Wp_Cli_Console implements Console {
	private const MAX_INPUT_BYTES = 65_536;

	/**
	 * A time in the format of `Iso_Time`; tables show it in the format of the site.
	 */
	private const WIRE_TIME = '/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/';

	public function line( string $text ): void {
		WP_CLI::log( self::plain( $text ) );
	}

	public function success( string $text ): void {
		WP_CLI::success( self::plain( $text ) );
	}

	public function warning( string $text ): void {
		WP_CLI::warning( self::plain( $text ) );
	}

	public function fail( string $text, int $code = Exit_Code::ERROR ): never {
		WP_CLI::error( self::plain( $text ), false );
		WP_CLI::halt( $code );
	}

	public function halt( int $code ): never {
		WP_CLI::halt( $code );
	}

	public function rows( array $rows, array $fields, Command_Input $input ): void {
		$format = self::format( $input );
		$rows   = array_map(
			static fn( array $row ): array => array_map( static fn( mixed $value ): mixed => self::cell( $value, $format ), $row ),
			$rows,
		);
		$options = $input->options;
		( new Formatter( $options, $fields ) )->display_items( $rows );
		if ( 'json' === $format ) {
			// WP-CLI prints no line break here.
			echo "\n";
		}
	}

	public function item( array $item, Command_Input $input ): void {
		$format  = self::format( $input );
		$item    = array_map( static fn( mixed $value ): mixed => self::cell( $value, $format ), $item );
		$options = $input->options;
		( new Formatter( $options, array_keys( $item ) ) )->display_item( $item );
	}

	public function confirm( string $question ): bool {
		if ( ! stream_isatty( STDIN ) ) {
			return false;
		}
		fwrite( STDOUT, self::plain( $question ) . ' [y/n] ' );
		return 'y' === strtolower( trim( (string) fgets( STDIN ) ) );
	}

	public function secret( string $question ): string {
		if ( ! stream_isatty( STDIN ) ) {
			return (string) stream_get_contents( STDIN, self::MAX_INPUT_BYTES );
		}
		// Hidden before the prompt, so that a fast paste is not shown.
		Shell::hide();
		try {
			fwrite( STDOUT, self::plain( $question ) . ': ' );
			return (string) fgets( STDIN, self::MAX_INPUT_BYTES );
		} finally {
			Shell::hide( false );
			fwrite( STDOUT, "\n" );
		}
	}

	/**
	 * Formats a value for the output format. JSON escapes control characters itself.
	 */
	private static function cell( mixed $value, string $format ): mixed {
		if ( 'json' === $format ) {
			return $value;
		}
		$value = map_deep( $value, static fn( mixed $part ): mixed => is_string( $part ) ? self::plain( $part ) : $part );
		if ( 'yaml' === $format ) {
			return $value;
		}
		if ( is_array( $value ) ) {
			$is_list = array_is_list( $value ) && array_filter( $value, is_scalar( ... ) ) === $value;
			return $is_list ? implode( '; ', $value ) : (string) wp_json_encode( $value, JSON_UNESCAPED_SLASHES | JSON_UNESCAPED_UNICODE );
		}
		if ( 'table' === $format && is_string( $value ) && 1 === preg_match( self::WIRE_TIME, $value ) ) {
			return Messages::moment( (int) strtotime( $value ) * 1000 );
		}
		return match ( $value ) {
			null    => '',
			true    => 'yes',
			false   => 'no',
			default => $value,
		};
	}

	/**
	 * Removes control characters, bidirectional overrides and line breaks.
	 */
	private static function plain( string $text ): string {
		$valid = wp_check_invalid_utf8( $text, true );
		return trim( (string) preg_replace( '/[\p{Cc}\p{Zl}\p{Zp}\x{202A}-\x{202E}\x{2066}-\x{2069}]+/u', ' ', $valid ) );
	}

	private static function format( Command_Input $input ): string {
		$format = $input->text( 'format' ) ?? 'table';
		// A single field is for scripts.
		return 'table' === $format && null !== $input->text( 'field' ) ? 'value' : $format;
	}
}
