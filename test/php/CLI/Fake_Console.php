<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Tests\CLI;

use HeadlessDeploy\CLI\Console;
use HeadlessDeploy\CLI\Exit_Code;

/**
 * Records the output of a command. The end of the command is an exception with the exit code.
 */
final class Fake_Console implements Console {
	/**
	 * @var list<string>
	 */
	public array $said = array();

	public function line( string $text ): void {
		$this->said[] = $text;
	}

	public function success( string $text ): void {
		$this->said[] = "Success: $text";
	}

	public function warning( string $text ): void {
		$this->said[] = "Warning: $text";
	}

	public function fail( string $text, int $code = Exit_Code::ERROR ): never {
		$this->said[] = "Error: $text";
		throw new Ended( $text, $code );
	}

	public function halt( int $code ): never {
		throw new Ended( '', $code );
	}

	/**
	 * @param list<array<string, mixed>> $rows
	 * @param list<string>               $fields
	 * @param array<string, mixed>       $options
	 */
	public function rows( array $rows, array $fields, array $options ): void {
		foreach ( $rows as $row ) {
			$this->said[] = (string) json_encode( $row );
		}
	}

	public function item( array $item, array $options ): void {
		$this->said[] = (string) json_encode( $item );
	}

	public function confirm( string $question ): bool {
		return false;
	}

	public function secret( string $question ): string {
		return '';
	}
}
