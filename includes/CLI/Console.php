<?php

declare( strict_types=1 );

namespace HeadlessDeploy\CLI;

/**
 * Talks to whoever runs a command: results go to standard output, warnings and refusals to standard error.
 */
interface Console {
	/**
	 * Says what goes on; not with --quiet.
	 */
	public function line( string $text ): void;

	/**
	 * Says that it is done; not with --quiet.
	 */
	public function success( string $text ): void;

	public function warning( string $text ): void;

	/**
	 * Says why it is not done, and ends.
	 *
	 * @param int $code A constant of Exit_Code.
	 */
	public function fail( string $text, int $code = Exit_Code::ERROR ): never;

	/**
	 * @param int $code A constant of Exit_Code.
	 */
	public function halt( int $code ): never;

	/**
	 * Writes rows in the format that was asked for: `--format`, `--fields`.
	 *
	 * @param list<array<string, mixed>> $rows
	 * @param list<string>               $fields  Fields that are shown unless others are asked for.
	 * @param array<string, mixed>       $options Options of the command.
	 */
	public function rows( array $rows, array $fields, array $options ): void;

	/**
	 * @param array<string, mixed> $item
	 * @param array<string, mixed> $options Options of the command.
	 */
	public function item( array $item, array $options ): void;

	/**
	 * Asks whether to go on. Where nobody can answer, that is no.
	 */
	public function confirm( string $question ): bool;

	/**
	 * Reads a secret: from a person without showing what is typed, else all of standard input.
	 */
	public function secret( string $question ): string;
}
