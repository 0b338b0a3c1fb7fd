<?php

declare( strict_types=1 );

namespace HeadlessDeploy\CLI;

use HeadlessDeploy\Action;
use HeadlessDeploy\Json_Schema;
use HeadlessDeploy\Lane;
use HeadlessDeploy\Untyped;

/**
 * An argument of a command: its syntax, description, values and default. WP-CLI validates it and shows it in the help.
 */
final class Option {
	private const FORMATS = array( 'table', 'json', 'yaml', 'csv' );

	/**
	 * @param string       $syntax As WP-CLI writes synopses, for example `[--lane=<lane>]`.
	 * @param list<string> $values Empty if any value is allowed.
	 */
	public function __construct(
		public readonly string $syntax,
		public readonly string $description,
		public readonly array $values = array(),
		public readonly string|int|null $default = null,
	) {}

	public static function id( string $description = 'ID of the environment.' ): self {
		return new self( '<id>', $description );
	}

	public static function environment( string $description = 'ID of the environment. Optional if only one environment is connected.' ): self {
		return new self( '[--environment=<id>]', $description );
	}

	public static function lane( string $description, ?Lane $default = null ): self {
		return new self( '[--lane=<lane>]', $description, array_column( Lane::cases(), 'value' ), $default?->value );
	}

	/**
	 * Accepts the spelling of the commands and of the webhooks, as `Arguments::action()` does.
	 */
	public static function action( string $syntax, string $description ): self {
		$values = array_column( Action::cases(), 'value' );
		return new self(
			$syntax,
			$description,
			array_values( array_unique( array( ...array_map( self::name_of( ... ), $values ), ...$values ) ) ),
		);
	}

	public static function wait( string $until = 'the host has accepted or rejected the run', string $more = '' ): self {
		return new self(
			'[--wait[=<seconds>]]',
			sprintf( 'Waits until %s, by default for up to %d seconds.%s', $until, Action_Runner::WAIT_SECONDS, $more ),
		);
	}

	/**
	 * Returns an option for each field of a schema: `--front-end-url=<url>` for the text `frontEndUrl`, `--[no-]hold` for a
	 * boolean.
	 *
	 * @param  array<string, Json_Schema> $fields
	 * @return list<self>
	 */
	public static function of_fields( array $fields ): array {
		$options = array();
		foreach ( $fields as $field => $schema ) {
			$name      = self::name_of( $field );
			$value     = substr( "-$name", (int) strrpos( "-$name", '-' ) + 1 );
			$options[] = new self(
				'boolean' === $schema->keywords['type'] ? "[--[no-]$name]" : "[--$name=<$value>]",
				Untyped::text( $schema->keywords['description'] ?? '' ),
			);
		}
		return $options;
	}

	/**
	 * @param string $field In camel case.
	 */
	public static function name_of( string $field ): string {
		return strtolower( (string) preg_replace( '/(?=[A-Z])/', '-', $field ) );
	}

	public static function porcelain( string $what ): self {
		return new self( '[--porcelain]', "Prints only $what." );
	}

	/**
	 * @return list<self> What `Console` does with rows, or with one item, which cannot be CSV.
	 */
	public static function output( bool $has_rows = true ): array {
		return array(
			new self( '[--field=<field>]', 'Shows only this field.' ),
			new self( '[--fields=<fields>]', 'Shows only these fields, separated by commas.' ),
			self::format( $has_rows ),
		);
	}

	public static function format( bool $has_rows = true ): self {
		return new self(
			'[--format=<format>]',
			'Output format.',
			$has_rows ? self::FORMATS : array_values( array_diff( self::FORMATS, array( 'csv' ) ) ),
			self::FORMATS[0],
		);
	}

	/**
	 * Returns the part of `## OPTIONS` from which WP-CLI reads the values and the default.
	 */
	public function help(): string {
		$default = null === $this->default ? '' : "default: $this->default\n";
		$values  = array() === $this->values ? '' : "options:\n  - " . implode( "\n  - ", $this->values ) . "\n";
		return "$this->syntax\n: $this->description" . ( '' === $default . $values ? '' : "\n---\n$default$values---" );
	}
}
