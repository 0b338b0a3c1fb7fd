<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Tests\Sqlite;

/**
 * Removes the literals of a MySQL statement. The rest is its form.
 */
final class Statement_Literals {
	private const PATTERN = '/\'(?:[^\'\\\\]|\\\\.|\'\')*\'|(?<![\w`.])\d+(?![\w`.])/s';
	private const ESCAPES = array(
		'\\\\' => '\\',
		"\\'"  => "'",
		'\\"'  => '"',
		'\\0'  => "\0",
		'\\n'  => "\n",
		'\\r'  => "\r",
		'\\t'  => "\t",
		'\\b'  => "\x08",
		'\\Z'  => "\x1a",
		'\\%'  => '\\%',
		'\\_'  => '\\_',
		"''"   => "'",
	);

	public readonly string $form;

	/**
	 * @var list<string|int>
	 */
	public readonly array $values;

	public function __construct( string $statement ) {
		$values     = array();
		$this->form = (string) preg_replace_callback(
			self::PATTERN,
			static function ( array $match ) use ( &$values ): string {
				$is_text  = "'" === $match[0][0];
				$values[] = $is_text ? strtr( substr( $match[0], 1, -1 ), self::ESCAPES ) : (int) $match[0];
				return $is_text ? "\x01" : "\x02";
			},
			$statement,
		);
		$this->values = $values;
	}

	/**
	 * @param list<string> $literals As they are written in a statement.
	 */
	public function with( array $literals ): string {
		return (string) preg_replace_callback(
			'/[\x01\x02]/',
			static function () use ( &$literals ): string {
				return (string) array_shift( $literals );
			},
			$this->form,
		);
	}
}
