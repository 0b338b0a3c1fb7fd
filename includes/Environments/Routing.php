<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Environments;

use HeadlessDeploy\Action;
use HeadlessDeploy\Option_Row;
use HeadlessDeploy\Read_Failed;

/**
 * Keeps the small autoloaded option `headless_deploy_routing`: what is needed to note a change, and no secret. It is
 * read while the plugin is loaded, because later core may have emptied its option cache, and then a save would have to
 * read all options again.
 *
 * @phpstan-import-type Record from Stored_Environments
 * @phpstan-type Stored array{schemaVersion: int, postTypes: list<string>|null, optionNames: list<string>|null, ignoredMeta: list<string>, environments: array<string, array{policy: array<string, string>, quietPeriodSeconds: int, maximumWaitSeconds: int, hold: bool, paused: bool, offers: list<string>, isRemainder: bool}>}
 */
final class Routing {
	public const OPTION = 'headless_deploy_routing';

	private const ATTEMPTS = 20;

	/**
	 * What was read, by the site that it belongs to.
	 *
	 * @var array<int, Stored>
	 */
	private array $loaded = array();

	/**
	 * What each environment does by itself, by site: an import asks a thousand times.
	 *
	 * @var array<int, array<string, Automation>>
	 */
	private array $automations = array();

	/**
	 * Which actions each environment's host offers, by site; none means that it is not known.
	 *
	 * @var array<int, array<string, list<string>>>
	 */
	private array $offers = array();

	/**
	 * The environments of wp-config.php: they are known without a write and without a query.
	 */
	private readonly Configured_Environments $configured;

	/**
	 * Takes what it lays over the option; reads nothing yet.
	 *
	 * @param Configured_Environments|null $configured Null reads the constant.
	 */
	public function __construct( ?Configured_Environments $configured = null ) {
		$this->configured = $configured ?? new Configured_Environments();
	}

	/**
	 * Returns what counts where nothing is stored.
	 *
	 * @return Stored
	 */
	public static function default(): array {
		return array(
			'schemaVersion' => 0,
			'postTypes'     => null,
			'optionNames'   => null,
			'ignoredMeta'   => array(),
			'environments'  => array(),
		);
	}

	/**
	 * Keeps what is sound of a stored value.
	 *
	 * @return Stored
	 */
	public static function sanitize( mixed $stored ): array {
		$clean = self::default();
		if ( ! is_array( $stored ) ) {
			return $clean;
		}
		$clean['schemaVersion'] = is_int( $stored['schemaVersion'] ?? null ) ? max( 0, $stored['schemaVersion'] ) : 0;
		foreach ( array( 'postTypes', 'optionNames', 'ignoredMeta' ) as $list ) {
			if ( is_array( $stored[ $list ] ?? null ) ) {
				$clean[ $list ] = array_values( array_filter( $stored[ $list ], is_string( ... ) ) );
			}
		}
		foreach ( is_array( $stored['environments'] ?? null ) ? $stored['environments'] : array() as $id => $automation ) {
			if ( Stored_Environments::is_id( $id ) && is_array( $automation ) ) {
				$offers                                = is_array( $automation['offers'] ?? null ) ? $automation['offers'] : array();
				$clean['environments'][ (string) $id ] = Automation::from_array( $automation )->to_array() + array(
					'paused'      => true === ( $automation['paused'] ?? false ),
					'offers'      => array_values( array_intersect( array_column( Action::cases(), 'value' ), $offers ) ),
					'isRemainder' => true === ( $automation['isRemainder'] ?? false ),
				);
			}
		}
		return $clean;
	}

	/**
	 * Reads a serialized row.
	 *
	 * @param  string|null $raw What the database holds.
	 * @return Stored
	 */
	private static function parse( ?string $raw ): array {
		return self::sanitize( null === $raw ? null : maybe_unserialize( $raw ) );
	}

	/**
	 * Reads the option of the current site; it is autoloaded, so this costs no query.
	 */
	public function load(): void {
		$this->keep( self::sanitize( get_option( self::OPTION ) ) );
	}

	/**
	 * Clears the option cache where it says something else than the database. Two requests that load and save options at
	 * once can leave a persistent cache so, and then no change would be noted until the next time somebody saves settings.
	 */
	public function recheck(): void {
		$row = new Option_Row( self::OPTION, true );
		$raw = $row->read();
		if ( self::parse( $raw ) !== self::sanitize( get_option( self::OPTION ) ) ) {
			$row->forget();
			$this->load();
		}
	}

	/**
	 * Tells whether this is what the environments ask for; reads nothing that was loaded before.
	 *
	 * @param array<string, mixed> $stored
	 * @phpstan-param array{environments: array<string, Record>, ...} $stored
	 */
	public function follows( array $stored ): bool {
		return $this->get()['environments'] === self::sanitize( array( 'environments' => array_map( self::routed( ... ), $stored['environments'] ) ) )['environments'];
	}

	/**
	 * Returns the row that follows some environments, serialized; null when the one that is stored does.
	 *
	 * @param string|null          $raw    The row as it is stored.
	 * @param array<string, mixed> $stored
	 * @phpstan-param array{environments: array<string, Record>, ...} $stored
	 */
	public function following( ?string $raw, array $stored ): ?string {
		$before = self::parse( $raw );
		$after  = self::sanitize( array( 'environments' => array_map( self::routed( ... ), $stored['environments'] ) ) + $before );
		return null !== $raw && $after === $before ? null : (string) maybe_serialize( Option_Row::kept( $raw, $before, $after ) );
	}

	/**
	 * Takes what is stored now, so that this request goes by it.
	 *
	 * @param string|null $raw The row as it is stored.
	 */
	public function learn( ?string $raw ): void {
		$this->keep( self::parse( $raw ) );
	}

	/**
	 * Has it follow again: what this process has loaded, what an object cache keeps, and what the database holds.
	 *
	 * @throws Read_Failed When the database did not answer.
	 */
	public function repair( Stored_Environments $stored ): void {
		$row = new Option_Row( self::OPTION, true );
		$row->forget();
		$this->learn( Option_Row::read_for_write( self::OPTION )[ self::OPTION ] );
		if ( ! $this->follows( $stored->get_from_primary() ) ) {
			$this->follow( $stored );
		}
	}

	/**
	 * Returns what each environment does by itself.
	 *
	 * @return array<string, Automation>
	 */
	public function environments(): array {
		$site = get_current_blog_id();
		if ( ! isset( $this->automations[ $site ] ) || ! isset( $this->loaded[ $site ] ) ) {
			$this->merge( $site );
		}
		return $this->automations[ $site ];
	}

	/**
	 * Returns what an environment's host does for an action: the action where it has it, else the nearest, else nothing.
	 */
	public function offered( string $id, Action $action ): ?Action {
		$this->environments();
		$offers = $this->offers[ get_current_blog_id() ][ $id ] ?? array();
		return array() === $offers ? $action : $action->nearest( $offers );
	}

	/**
	 * Returns the post types whose changes count, or null for all that visitors can see.
	 *
	 * @return list<string>|null
	 */
	public function post_types(): ?array {
		return $this->get()['postTypes'];
	}

	/**
	 * Returns the options whose changes count, or null for those that usually do.
	 *
	 * @return list<string>|null
	 */
	public function option_names(): ?array {
		return $this->get()['optionNames'];
	}

	/**
	 * Returns the meta keys that an administrator ignores, besides those that are always ignored.
	 *
	 * @return list<string>
	 */
	public function ignored_meta(): array {
		return $this->get()['ignoredMeta'];
	}

	/**
	 * Stores which post types and options count, unless somebody else has changed it meanwhile; what is not named stays.
	 *
	 * @param array{postTypes?: list<string>|null, optionNames?: list<string>|null, ignoredMeta?: list<string>|null} $fields    What is other than before.
	 * @param (callable(list<string>|null, list<string>|null, list<string>): bool)|null                              $is_wanted Gets the post types, options and meta keys that are stored now, and tells whether to go on; null to go on in any case.
	 */
	public function save_general( array $fields, ?callable $is_wanted = null ): bool {
		$this->forget();
		return $this->change( $fields, static fn( array $before ): bool => null === $is_wanted || $is_wanted( $before['postTypes'], $before['optionNames'], $before['ignoredMeta'] ) );
	}

	/**
	 * Reads the option anew the next time, past what this request remembers of it.
	 */
	public function forget(): void {
		unset( $this->loaded[ get_current_blog_id() ], $this->automations[ get_current_blog_id() ] );
	}

	/**
	 * Returns which version of the tables is in place, 0 for none.
	 */
	public function schema_version(): int {
		return $this->get()['schemaVersion'];
	}

	/**
	 * Stores which version of the tables is in place.
	 *
	 * @param int $version Number of 1 or more.
	 */
	public function save_schema_version( int $version ): void {
		$this->change( array( 'schemaVersion' => $version ) );
	}

	/**
	 * Stores what the environments do by themselves, until it is what the newest ones do: two processes may save at the
	 * same time.
	 */
	public function follow( Stored_Environments $stored ): void {
		do {
			$records      = $stored->get_from_primary()['environments'];
			$environments = array_map( self::routed( ... ), $records );
			$this->change( array( 'environments' => $environments ) );
		} while ( $stored->get_from_primary()['environments'] !== $records );
	}

	/**
	 * Returns what is kept of an environment's record.
	 *
	 * @param  Record               $record
	 * @return array<string, mixed>
	 */
	private static function routed( array $record ): array {
		return $record['automation'] + array(
			'paused'      => null !== $record['paused'],
			'offers'      => array_keys( $record['urls'] ),
			'isRemainder' => Stored_Environments::is_remainder( $record ),
		);
	}

	/**
	 * Lays the environments of wp-config.php over those that are stored.
	 */
	private function merge( int $site ): void {
		$stored                     = $this->get()['environments'];
		$entries                    = $this->configured->all();
		$this->automations[ $site ] = array();
		$this->offers[ $site ]      = array();
		foreach ( array_keys( $stored + $entries ) as $id ) {
			$entry = $entries[ $id ] ?? null;
			if ( null === $entry && $stored[ $id ]['isRemainder'] ) {
				continue;
			}
			$this->automations[ $site ][ $id ] = Automation::from_array( $entry?->automation( $stored[ $id ] ?? array() ) ?? $stored[ $id ] );
			$this->offers[ $site ][ $id ]      = array_keys( $entry?->webhooks?->urls() ?? array() ) ?: $stored[ $id ]['offers'] ?? array();
		}
	}

	/**
	 * Returns the current site's values, which after `switch_to_blog()` may be another's than at load.
	 *
	 * @return Stored
	 */
	private function get(): array {
		if ( ! isset( $this->loaded[ get_current_blog_id() ] ) ) {
			$this->load();
		}
		return $this->loaded[ get_current_blog_id() ];
	}

	/**
	 * Stores some fields, autoloaded, and keeps the others as the database has them now. `update_option()` goes by what
	 * this request has loaded: it would put back what another one has changed since, or take a change for none.
	 *
	 * @param  array<string, mixed>          $fields    What is other than before.
	 * @param  (callable(Stored): bool)|null $is_wanted Gets what is stored now and tells whether to go on.
	 * @return bool                          Whether the fields are stored now.
	 */
	private function change( array $fields, ?callable $is_wanted = null ): bool {
		$row = new Option_Row( self::OPTION, true );
		for ( $attempt = 0; $attempt < self::ATTEMPTS; $attempt++ ) {
			$raw    = Option_Row::read_for_write( self::OPTION )[ self::OPTION ];
			$before = self::parse( $raw );
			$after  = self::sanitize( $fields + $before );
			if ( null !== $is_wanted && ! $is_wanted( $before ) ) {
				$this->keep( $before );
				return false;
			}
			$this->keep( $after );
			if ( ( null !== $raw && $after === $before ) || $row->swap( $raw, Option_Row::kept( $raw, $before, $after ) ) ) {
				return true;
			}
		}
		return false;
	}

	/**
	 * Remembers the values of the current site.
	 *
	 * @param Stored $stored
	 */
	private function keep( array $stored ): void {
		$this->loaded[ get_current_blog_id() ] = $stored;
		unset( $this->automations[ get_current_blog_id() ] );
	}
}
