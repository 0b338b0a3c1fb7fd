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

	/**
	 * @param string $input What a user enters.
	 */
	public function __construct( private readonly string $input = '' ) {}

	/**
	 * Returns the output like that of a process: warnings and errors apart.
	 */
	public function result( int $code ): Cli_Result {
		$is_error = static fn( string $line ): bool => 1 === preg_match( '/^(Warning|Error): /', $line );
		$text     = static fn( array $lines ): string => implode( '', array_map( static fn( string $line ): string => "$line\n", $lines ) );
		return new Cli_Result( $code, $text( array_filter( $this->output, static fn( string $line ): bool => ! $is_error( $line ) ) ), $text( array_filter( $this->output, $is_error ) ) );
	}

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
		$fields = null === $input->text( 'fields' ) ? $fields : explode( ',', $input->text( 'fields' ) );
		foreach ( $rows as $row ) {
			$field          = $input->text( 'field' );
			$shown          = array_combine( $fields, array_map( static fn( string $name ): mixed => $row[ $name ] ?? null, $fields ) );
			$this->output[] = null === $field ? (string) json_encode( $shown ) : (string) $row[ $field ];
		}
	}

	public function item( array $item, Command_Input $input ): void {
		$this->output[] = (string) json_encode( $item );
	}

	public function confirm( string $question ): bool {
		return false;
	}

	public function secret( string $question ): string {
		return $this->input;
	}
}
