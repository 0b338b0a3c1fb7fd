<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Tests\CLI;

use HeadlessDeploy\CLI\Command_Input;
use HeadlessDeploy\CLI\Console;
use HeadlessDeploy\CLI\Exit_Code;

/**
 * Records the output of a command. The end of the command is an exception with the exit code.
 */
final class Fake_Console implements Console {
	/**
	 * @var list<string>
	 */
	public array $output = array();

	public function line( string $text ): void {
		$this->output[] = $text;
	}

	public function success( string $text ): void {
		$this->output[] = "Success: $text";
	}

	public function warning( string $text ): void {
		$this->output[] = "Warning: $text";
	}

	public function fail( string $text, int $code = Exit_Code::ERROR ): never {
		$this->output[] = "Error: $text";
		throw new Command_Exit( $text, $code );
	}

	public function halt( int $code ): never {
		throw new Command_Exit( '', $code );
	}

	/**
	 * @param list<array<string, mixed>> $rows
	 * @param list<string>               $fields
	 */
	public function rows( array $rows, array $fields, Command_Input $input ): void {
		foreach ( $rows as $row ) {
			$this->output[] = (string) json_encode( $row );
		}
	}

	public function item( array $item, Command_Input $input ): void {
		$this->output[] = (string) json_encode( $item );
	}

	public function confirm( string $question ): bool {
		return false;
	}

	public function secret( string $question ): string {
		return '';
	}
}
