<?php

declare( strict_types=1 );

namespace HeadlessDeploy\CLI;

/**
 * Writes the output of commands: results to standard output, warnings and errors to standard error.
 */
interface Console {
	/**
	 * Prints progress, unless --quiet is given.
	 */
	public function line( string $text ): void;

	public function success( string $text ): void;

	public function warning( string $text ): void;

	/**
	 * Prints an error and exits.
	 *
	 * @param int $code A constant of Exit_Code.
	 */
	public function fail( string $text, int $code = Exit_Code::ERROR ): never;

	/**
	 * @param int $code A constant of Exit_Code.
	 */
	public function halt( int $code ): never;

	/**
	 * Prints rows, with the options `--format`, `--fields` and `--field`.
	 *
	 * @param list<array<string, mixed>> $rows
	 * @param list<string>               $fields Default fields.
	 */
	public function rows( array $rows, array $fields, Command_Input $input ): void;

	/**
	 * @param array<string, mixed> $item
	 */
	public function item( array $item, Command_Input $input ): void;

	/**
	 * Asks for confirmation. Without a terminal the answer is no.
	 */
	public function confirm( string $question ): bool;

	/**
	 * Reads a secret from a hidden prompt, or all of standard input if it is not a terminal.
	 */
	public function secret( string $question ): string;
}
