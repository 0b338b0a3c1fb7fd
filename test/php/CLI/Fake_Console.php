<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Tests\CLI;

use HeadlessDeploy\CLI\Console;
use HeadlessDeploy\CLI\Exit_Code;

/**
 * Remembers what a command says; its end is an exception with the exit code.
 */
final class Fake_Console implements Console {
	/**
	 * What was said, each line with its kind.
	 *
	 * @var list<string>
	 */
	public array $said = array();

	/**
	 * {@inheritDoc}
	 */
	public function line( string $text ): void {
		$this->said[] = $text;
	}

	/**
	 * {@inheritDoc}
	 */
	public function success( string $text ): void {
		$this->said[] = "Success: $text";
	}

	/**
	 * {@inheritDoc}
	 */
	public function warning( string $text ): void {
		$this->said[] = "Warning: $text";
	}

	/**
	 * {@inheritDoc}
	 *
	 * @param int $code A constant of Exit_Code.
	 */
	public function fail( string $text, int $code = Exit_Code::REFUSED ): never {
		$this->said[] = "Error: $text";
		throw new Ended( $text, $code );
	}

	/**
	 * {@inheritDoc}
	 *
	 * @param int $code A constant of Exit_Code.
	 */
	public function end( int $code ): never {
		throw new Ended( '', $code );
	}

	/**
	 * {@inheritDoc}
	 *
	 * @param list<array<string, mixed>> $rows
	 * @param list<string>               $fields
	 * @param array<string, mixed>       $options
	 */
	public function rows( array $rows, array $fields, array $options ): void {
		foreach ( $rows as $row ) {
			$this->said[] = (string) json_encode( $row );
		}
	}

	/**
	 * {@inheritDoc}
	 *
	 * @param array<string, mixed> $item
	 * @param array<string, mixed> $options
	 */
	public function item( array $item, array $options ): void {
		$this->said[] = (string) json_encode( $item );
	}

	/**
	 * {@inheritDoc}
	 */
	public function confirm( string $question ): bool {
		return false;
	}

	/**
	 * {@inheritDoc}
	 */
	public function secret( string $question ): string {
		return '';
	}
}
