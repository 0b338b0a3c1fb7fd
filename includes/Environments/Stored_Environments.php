<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Environments;

use HeadlessDeploy\Json_Schema;
use HeadlessDeploy\Option_Row;
use HeadlessDeploy\Stored_Value;

/**
 * The value of the option `headless_deploy_environments`. Environment_Store reads and writes it.
 *
 * @phpstan-import-type Saved from Last_Saved
 * @phpstan-import-type Stored from Removed_Environment as Stored_Removed
 * @phpstan-type Stored array{version: int, environments: array<string, array<string, mixed>>, retired: list<string>, removedLabels: array<string, string>, generalSaved: Saved, removed: array<string, Stored_Removed>}
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
		/** @var Stored $clean */
		$clean   = Stored_Value::read( self::schema(), $stored );
		$removed = array();
		foreach ( $clean['removed'] as $id => $kept ) {
			$removed[ $id ] = Removed_Environment::from_stored( $id, $kept );
		}
		$environments = array();
		foreach ( $clean['environments'] as $id => $record ) {
			$environments[ $id ] = Environment_Record::from_stored( $id, $record );
		}
		return new self( $clean['version'], $environments, $clean['retired'], $clean['removedLabels'], $clean['generalSaved'], array_filter( $removed ) );
	}

	private static function schema(): Json_Schema {
		static $schema = null;
		$by_id         = static fn( Json_Schema $value ): Json_Schema => Json_Schema::map_of( $value )->with( propertyNames: Environment_Id::schema() );
		return $schema ??= Json_Schema::partial(
			version: Json_Schema::integer()->with( minimum: self::VERSION, default: self::VERSION ),
			environments: $by_id( Environment_Record::stored() ),
			retired: Json_Schema::list_of( Environment_Id::schema() ),
			removedLabels: $by_id( Json_Schema::text() ),
			generalSaved: Last_Saved::stored(),
			removed: $by_id( Removed_Environment::stored() ),
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
	 * @return Stored
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
