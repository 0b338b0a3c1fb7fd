<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Environments;

use HeadlessDeploy\Json_Schema;
use HeadlessDeploy\Option_Row;
use HeadlessDeploy\Stored_Value;
use HeadlessDeploy\Value_Object;

/**
 * The environments of a site. Three options hold them, each field in one of them (see `Environment::stored_in()`), and
 * one statement of Environment_Store writes them.
 *
 * @phpstan-import-type Saved from Last_Saved
 * @phpstan-import-type Stored from Removed_Environment as Stored_Removed
 * @phpstan-import-type Routed from Stored_Routing
 * @phpstan-type Settings array{version: int, environments: array<string, array<string, mixed>>, retired: list<string>, removedLabels: array<string, string>, removed: array<string, Stored_Removed>}
 * @phpstan-type State array{environments: array<string, array<string, mixed>>, generalSaved: Saved}
 */
final class Stored_Environments {
	use Value_Object;

	/**
	 * What users enter, and all secrets, encrypted. Not autoloaded.
	 */
	public const OPTION = 'headless_deploy_environments';

	/**
	 * What runs write, and who saved last. Not autoloaded: after a write of an autoloaded option, each process loads all
	 * options again.
	 */
	public const STATE_OPTION = 'headless_deploy_environment_state';

	public const OPTIONS = array( self::OPTION, self::STATE_OPTION, Routing::OPTION );

	private const VERSION = 1;

	/**
	 * Bounds the row: a script may remove many environments within the time.
	 */
	private const MAX_KEPT = 10;

	/**
	 * @param array<string, Environment>         $environments   By ID.
	 * @param list<string>                       $retired        IDs of removed environments. An ID is never used again.
	 * @param array<string, string>              $removed_labels Label of each removed environment, for the activity log.
	 * @param array<string, Removed_Environment> $removed        Those that can be restored, the newest last.
	 * @param Saved                              $general_saved  Who saved the general settings.
	 */
	public function __construct(
		private readonly int $version = self::VERSION,
		public readonly array $environments = array(),
		public readonly array $retired = array(),
		public readonly array $removed_labels = array(),
		public readonly ?array $general_saved = null,
		public readonly array $removed = array(),
	) {}

	/**
	 * @param array<string, string|null> $rows By name of the option.
	 */
	public static function from_rows( array $rows ): self {
		return self::from_values( array_map( Option_Row::parse( ... ), $rows ) );
	}

	/**
	 * @param array<string, mixed> $values By name of the option.
	 */
	public static function from_values( array $values ): self {
		/** @var Settings $settings */
		$settings = Stored_Value::read( self::settings_schema(), $values[ self::OPTION ] ?? null );
		/** @var State $state */
		$state   = Stored_Value::read( self::state_schema(), $values[ self::STATE_OPTION ] ?? null );
		$routed  = Stored_Routing::sanitize( $values[ Routing::OPTION ] ?? null )['environments'];
		$removed = array();
		foreach ( $settings['removed'] as $id => $kept ) {
			$removed[ $id ] = Removed_Environment::from_stored( $id, $kept );
		}
		$environments = array();
		foreach ( $settings['environments'] as $id => $entered ) {
			$environments[ $id ] = Environment::from_parts( $id, $entered, $state['environments'][ $id ] ?? null, $routed[ $id ] ?? null );
		}
		return new self(
			$settings['version'],
			$environments,
			$settings['retired'],
			$settings['removedLabels'],
			$state['generalSaved'],
			array_filter( $removed ),
		);
	}

	private static function settings_schema(): Json_Schema {
		static $schema = null;
		return $schema ??= Json_Schema::partial(
			version: Json_Schema::integer()->with( minimum: self::VERSION, default: self::VERSION ),
			environments: Environment_Id::map_of( Environment::stored_in( self::OPTION ) ),
			retired: Json_Schema::list_of( Environment_Id::schema() ),
			removedLabels: Environment_Id::map_of( Json_Schema::text() ),
			removed: Environment_Id::map_of( Removed_Environment::stored() ),
		);
	}

	private static function state_schema(): Json_Schema {
		static $schema = null;
		return $schema ??= Json_Schema::partial(
			environments: Environment_Id::map_of( Environment::stored_in( self::STATE_OPTION ) ),
			generalSaved: Last_Saved::stored(),
		);
	}

	public function with_environment( string $id, Environment $record ): self {
		return $this->with( environments: array_merge( $this->environments, array( $id => $record ) ) );
	}

	public function without_environment( string $id, string $label, int $now ): self {
		$removed = new Removed_Environment(
			$this->environments[ $id ],
			$now,
			(int) array_search( $id, array_keys( $this->environments ), true ),
		);
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
	public function with_restored( string $id, Environment $record ): self {
		$position = $this->removed[ $id ]->position;
		return $this->with(
			environments: array_merge(
				array_slice( $this->environments, 0, $position ),
				array( $id => $record ),
				array_slice( $this->environments, $position ),
			),
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
	 * @return list<Environment>
	 */
	public function records(): array {
		return array(
			...array_values( $this->environments ),
			...array_values( array_map( static fn( Removed_Environment $one ): Environment => $one->record, $this->removed ) ),
		);
	}

	/**
	 * Changes all records, including those of removed environments that can be restored.
	 *
	 * @param callable(Environment): Environment $edit
	 */
	public function with_each_record( callable $edit ): self {
		return $this->with(
			environments: array_map( $edit, $this->environments ),
			removed: array_map(
				static fn( Removed_Environment $one ): Removed_Environment => $one->with_record( $edit( $one->record ) ),
				$this->removed,
			),
		);
	}

	/**
	 * Tells whether a newer version of the plugin wrote it. Such a value is read, but not written.
	 */
	public function is_of_newer_version(): bool {
		return $this->version > self::VERSION;
	}

	/**
	 * Returns what each option holds, by its name; of the routing only the environments.
	 *
	 * @return array<string, array<string, mixed>>
	 */
	public function values(): array {
		return array(
			self::OPTION => array(
				'version'       => $this->version,
				'environments'  => $this->parts( self::OPTION ),
				'retired'       => $this->retired,
				'removedLabels' => $this->removed_labels,
				'removed'       => array_map( static fn( Removed_Environment $one ): array => $one->to_array(), $this->removed ),
			),
			self::STATE_OPTION => array(
				'environments' => $this->parts( self::STATE_OPTION ),
				'generalSaved' => $this->general_saved,
			),
			Routing::OPTION => array( 'environments' => $this->routed() ),
		);
	}

	/**
	 * @return array<string, Routed>
	 */
	public function routed(): array {
		return array_map( Stored_Routing::of( ... ), $this->environments );
	}

	/**
	 * @return array<string, mixed> By ID.
	 */
	private function parts( string $option ): array {
		$schema = Environment::stored_in( $option );
		return array_map( static fn( Environment $record ): mixed => Stored_Value::read( $schema, $record->to_array() ), $this->environments );
	}
}
