<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Environments;

use HeadlessDeploy\Option_Row;

/**
 * The value of the option `headless_deploy_environments`. Environment_Store reads and writes it.
 *
 * @phpstan-import-type Saved from Last_Saved
 */
final class Stored_Environments {
	public const OPTION = 'headless_deploy_environments';

	private const VERSION = 1;

	/**
	 * @param array<string, Environment_Record> $environments   By ID.
	 * @param list<string>                      $retired        IDs of removed environments. An ID is never used again.
	 * @param array<string, string>             $removed_labels Label of each removed environment, for the activity log.
	 * @param Saved                             $general_saved  Who saved the general settings. The settings themselves
	 *                                                          are in the routing option, which every request loads.
	 */
	public function __construct(
		private readonly int $version = self::VERSION,
		public readonly array $environments = array(),
		public readonly array $retired = array(),
		public readonly array $removed_labels = array(),
		public readonly ?array $general_saved = null,
	) {}

	public static function from_row( ?string $row ): self {
		return self::from_array( Option_Row::parse( $row ) );
	}

	public static function from_array( mixed $stored ): self {
		if ( ! is_array( $stored ) ) {
			return new self();
		}
		$list         = static fn( string $key ): array => is_array( $stored[ $key ] ?? null ) ? $stored[ $key ] : array();
		$environments = array();
		foreach ( $list( 'environments' ) as $id => $record ) {
			if ( Environment_Id::is_valid( $id ) && is_array( $record ) ) {
				$environments[ (string) $id ] = Environment_Record::from_stored( (string) $id, $record );
			}
		}
		return new self(
			max( self::VERSION, is_int( $stored['version'] ?? null ) ? $stored['version'] : 0 ),
			$environments,
			array_values( array_filter( array_map( strval( ... ), array_filter( $list( 'retired' ), is_scalar( ... ) ) ), Environment_Id::is_valid( ... ) ) ),
			array_filter( array_filter( $list( 'removedLabels' ), is_string( ... ) ), Environment_Id::is_valid( ... ), ARRAY_FILTER_USE_KEY ),
			Last_Saved::sanitize( $stored['generalSaved'] ?? null ),
		);
	}

	/**
	 * @param mixed ...$fields Named as the constructor's parameters.
	 */
	public function with( mixed ...$fields ): self {
		return new self( ...array_merge( get_object_vars( $this ), $fields ) );
	}

	public function with_environment( string $id, Environment_Record $record ): self {
		return $this->with( environments: array_merge( $this->environments, array( $id => $record ) ) );
	}

	public function without_environment( string $id, string $label ): self {
		return $this->with(
			environments: array_diff_key( $this->environments, array( $id => true ) ),
			retired: array( ...$this->retired, $id ),
			removed_labels: array_merge( $this->removed_labels, array( $id => $label ) ),
		);
	}

	/**
	 * Tells whether a newer version of the plugin wrote it. Such a value is read, but not written.
	 */
	public function is_of_newer_version(): bool {
		return $this->version > self::VERSION;
	}

	/**
	 * @return array{version: int, environments: array<string, array<string, mixed>>, retired: list<string>, removedLabels: array<string, string>, generalSaved: Saved}
	 */
	public function to_array(): array {
		return array(
			'version'       => $this->version,
			'environments'  => array_map( static fn( Environment_Record $record ): array => $record->to_array(), $this->environments ),
			'retired'       => $this->retired,
			'removedLabels' => $this->removed_labels,
			'generalSaved'  => $this->general_saved,
		);
	}
}
