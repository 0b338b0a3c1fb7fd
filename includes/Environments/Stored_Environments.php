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
	 * Bounds the row: a script may remove many environments within the time.
	 */
	private const MAX_KEPT = 10;

	/**
	 * @param array<string, Environment_Record>  $environments   By ID.
	 * @param list<string>                       $retired        IDs of removed environments. An ID is never used again.
	 * @param array<string, string>              $removed_labels Label of each removed environment, for the activity log.
	 * @param array<string, Removed_Environment> $removed        Those that can be restored, the newest last.
	 * @param Saved                              $general_saved  Who saved the general settings. The settings themselves
	 *                                                           are in the routing option, which every request loads.
	 */
	public function __construct(
		private readonly int $version = self::VERSION,
		public readonly array $environments = array(),
		public readonly array $retired = array(),
		public readonly array $removed_labels = array(),
		public readonly ?array $general_saved = null,
		public readonly array $removed = array(),
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
		$removed = array();
		foreach ( $list( 'removed' ) as $id => $kept ) {
			$one = Environment_Id::is_valid( $id ) && is_array( $kept ) ? Removed_Environment::from_stored( (string) $id, $kept ) : null;
			if ( null !== $one ) {
				$removed[ (string) $id ] = $one;
			}
		}
		return new self(
			max( self::VERSION, is_int( $stored['version'] ?? null ) ? $stored['version'] : 0 ),
			$environments,
			array_values( array_filter( array_map( strval( ... ), array_filter( $list( 'retired' ), is_scalar( ... ) ) ), Environment_Id::is_valid( ... ) ) ),
			array_filter( array_filter( $list( 'removedLabels' ), is_string( ... ) ), Environment_Id::is_valid( ... ), ARRAY_FILTER_USE_KEY ),
			Last_Saved::sanitize( $stored['generalSaved'] ?? null ),
			$removed,
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

	public function without_environment( string $id, string $label, int $now ): self {
		$removed = new Removed_Environment( $this->environments[ $id ], $now, (int) array_search( $id, array_keys( $this->environments ), true ) );
		return $this->with(
			environments: array_diff_key( $this->environments, array( $id => true ) ),
			retired: array( ...$this->retired, $id ),
			removed_labels: array_merge( $this->removed_labels, array( $id => $label ) ),
			removed: array_slice( array_merge( $this->without_expired( $now )->removed, array( $id => $removed ) ), -self::MAX_KEPT, null, true ),
		);
	}

	/**
	 * Puts a removed environment back where it was.
	 */
	public function with_restored( string $id, Environment_Record $record ): self {
		$position = $this->removed[ $id ]->position;
		return $this->with(
			environments: array_merge( array_slice( $this->environments, 0, $position ), array( $id => $record ), array_slice( $this->environments, $position ) ),
			retired: array_values( array_diff( $this->retired, array( $id ) ) ),
			removed_labels: array_diff_key( $this->removed_labels, array( $id => true ) ),
			removed: array_diff_key( $this->removed, array( $id => true ) ),
		);
	}

	public function without_expired( int $now ): self {
		return $this->with( removed: array_filter( $this->removed, static fn( Removed_Environment $one ): bool => ! $one->is_expired( $now ) ) );
	}

	/**
	 * Returns all records, including those of removed environments that can be restored.
	 *
	 * @return list<Environment_Record>
	 */
	public function records(): array {
		return array( ...array_values( $this->environments ), ...array_values( array_map( static fn( Removed_Environment $one ): Environment_Record => $one->record, $this->removed ) ) );
	}

	/**
	 * Changes all records, including those of removed environments that can be restored.
	 *
	 * @param callable(Environment_Record): Environment_Record $edit
	 */
	public function with_each_record( callable $edit ): self {
		return $this->with(
			environments: array_map( $edit, $this->environments ),
			removed: array_map( static fn( Removed_Environment $one ): Removed_Environment => $one->with_record( $edit( $one->record ) ), $this->removed ),
		);
	}

	/**
	 * Tells whether a newer version of the plugin wrote it. Such a value is read, but not written.
	 */
	public function is_of_newer_version(): bool {
		return $this->version > self::VERSION;
	}

	/**
	 * @return array{version: int, environments: array<string, array<string, mixed>>, retired: list<string>, removedLabels: array<string, string>, generalSaved: Saved, removed: array<string, array<string, mixed>>}
	 */
	public function to_array(): array {
		return array(
			'version'       => $this->version,
			'environments'  => array_map( static fn( Environment_Record $record ): array => $record->to_array(), $this->environments ),
			'retired'       => $this->retired,
			'removedLabels' => $this->removed_labels,
			'generalSaved'  => $this->general_saved,
			'removed'       => array_map( static fn( Removed_Environment $one ): array => $one->to_array(), $this->removed ),
		);
	}
}
