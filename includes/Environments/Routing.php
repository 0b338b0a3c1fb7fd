<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Environments;

use Closure;
use HeadlessDeploy\Action;
use HeadlessDeploy\Option_Row;
use HeadlessDeploy\Read_Failed;

/**
 * Keeps the small autoloaded option `headless_deploy_routing`: what is needed to record a change, and no secret. It is
 * read while the plugin loads. Later WordPress may have emptied its option cache, and a save would have to read all
 * options again.
 *
 * @phpstan-import-type Value from Stored_Routing
 * @phpstan-type General array{postTypes: list<string>|null, taxonomies: list<string>|null, optionNames: list<string>|null, ignoredMeta: list<string>, countedMeta: list<string>, links: string|null}
 */
final class Routing {
	public const OPTION = 'headless_deploy_routing';

	private const MAX_ATTEMPTS = 20;

	/**
	 * @var array<int, Value>
	 */
	private array $loaded = array();

	/**
	 * The automation of each environment, by site: an import asks for it a thousand times.
	 *
	 * @var array<int, array<string, Automation>>
	 */
	private array $automations = array();

	/**
	 * The actions that each environment's host offers, by site; none if unknown.
	 *
	 * @var array<int, array<string, list<string>>>
	 */
	private array $offers = array();

	/**
	 * The front-end URL of each environment that has one, by site.
	 *
	 * @var array<int, array<string, string>>
	 */
	private array $front_ends = array();

	/**
	 * Receives the environments of the current site whose changes may not have been recorded.
	 *
	 * @var (Closure(list<string>): void)|null
	 */
	private ?Closure $on_missed = null;

	private readonly Configured_Environments $configured;

	/**
	 * @param Configured_Environments|null $configured Null reads the constant.
	 */
	public function __construct( ?Configured_Environments $configured = null ) {
		$this->configured = $configured ?? new Configured_Environments();
	}

	/**
	 * @param Closure(list<string>): void $receive Receives environments after each repair of the routing that they missed changes by.
	 */
	public function on_missed( Closure $receive ): void {
		$this->on_missed = $receive;
	}

	/**
	 * Reads the option of the current site. It is autoloaded, so this costs no query.
	 */
	public function load(): void {
		$this->set_loaded( Stored_Routing::sanitize( get_option( self::OPTION ) ) );
	}

	/**
	 * Clears the option cache where it differs from the database. Two requests that load and save options at the same time
	 * can leave a persistent cache outdated, and then no change would be recorded until settings are saved again.
	 *
	 * @throws Read_Failed
	 */
	public function recheck(): void {
		$row = new Option_Row( self::OPTION, true );
		$raw = $row->read();
		if ( Stored_Routing::from_row( $raw ) !== Stored_Routing::sanitize( get_option( self::OPTION ) ) ) {
			$missed = Stored_Routing::outdated( self::shared(), Stored_Routing::from_row( $raw ) );
			$row->forget();
			$this->load();
			$this->tell( $missed );
		}
	}

	public function matches( Stored_Environments $stored ): bool {
		return $this->get()['environments'] === $stored->routed();
	}

	/**
	 * Replaces the loaded value by the stored row for the rest of this request.
	 */
	public function use_stored_row( ?string $row ): void {
		$this->set_loaded( Stored_Routing::from_row( $row ) );
	}

	/**
	 * Repairs the option where it does not match the environments: in this process, in the object cache and in the database.
	 *
	 * @throws Read_Failed
	 */
	public function repair( Environment_Store $store ): void {
		$cached = self::shared();
		( new Option_Row( self::OPTION, true ) )->forget();
		$row = Option_Row::read_for_write( self::OPTION )[ self::OPTION ];
		$this->use_stored_row( $row );
		$before = $this->get();
		$store->change( static fn( Stored_Environments $stored ): Stored_Environments => $stored, $this );
		$this->tell( array( ...Stored_Routing::outdated( $cached, $this->get() ), ...Stored_Routing::outdated( $before, $this->get() ) ) );
	}

	/**
	 * Returns what a persistent object cache holds, from which every request loads the option: past the copy of this request,
	 * which may be older.
	 *
	 * @return Value|null Null without a persistent object cache, or where it does not hold the option: then requests read the
	 *                    database.
	 */
	private static function shared(): ?array {
		if ( true !== wp_using_ext_object_cache() ) {
			return null;
		}
		$all     = wp_cache_get( 'alloptions', 'options', true );
		$missing = wp_cache_get( 'notoptions', 'options', true );
		if ( is_array( $all ) && is_string( $all[ self::OPTION ] ?? null ) ) {
			return Stored_Routing::sanitize( maybe_unserialize( $all[ self::OPTION ] ) );
		}
		return is_array( $missing ) && isset( $missing[ self::OPTION ] ) ? Stored_Routing::sanitize( null ) : null;
	}

	/**
	 * @param list<string> $missed
	 */
	private function tell( array $missed ): void {
		if ( null !== $this->on_missed && array() !== $missed ) {
			( $this->on_missed )( array_values( array_unique( $missed ) ) );
		}
	}

	/**
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
	 * Returns the action that an environment's host runs for an action: the same where offered, else the nearest, else none.
	 */
	public function offered( string $id, Action $action ): ?Action {
		$this->environments();
		$offers = $this->offers[ get_current_blog_id() ][ $id ] ?? array();
		$hosted = array_diff( $offers, array( Action::Refresh->value ) );
		// Webhooks that are not known yet may offer any action of a host.
		return $action->nearest( array() === $hosted ? array( ...$offers, ...array_column( Action::hosted(), 'value' ) ) : $offers );
	}

	/**
	 * Tells whether an environment receives refresh requests, so that REST responses name what they contain.
	 */
	public function has_refresh(): bool {
		return array() !== array_filter( array_keys( $this->environments() ), $this->is_refreshed( ... ) );
	}

	public function is_refreshed( string $id ): bool {
		$this->environments();
		return in_array( Action::Refresh->value, $this->offers[ get_current_blog_id() ][ $id ] ?? array(), true );
	}

	/**
	 * Returns the post types whose changes deploy, null for all that visitors can see.
	 *
	 * @return list<string>|null
	 */
	public function post_types(): ?array {
		return $this->get()['postTypes'];
	}

	/**
	 * Returns the taxonomies whose terms deploy, null for all that visitors can see.
	 *
	 * @return list<string>|null
	 */
	public function taxonomies(): ?array {
		return $this->get()['taxonomies'];
	}

	/**
	 * Returns the options whose changes deploy, null for the default ones.
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
	 * Returns the meta keys that an administrator counts although they are ignored by default.
	 *
	 * @return list<string>
	 */
	public function counted_meta(): array {
		return $this->get()['countedMeta'];
	}

	/**
	 * Returns where links to posts lead: the ID of an environment, empty for WordPress, null for the first front end.
	 */
	public function links(): ?string {
		return $this->get()['links'];
	}

	/**
	 * Returns the front end to which links to posts lead; null for WordPress. One that was removed, or has no URL any more, is
	 * replaced by the first.
	 *
	 * @return array{id: string, url: string}|null
	 */
	public function link_target(): ?array {
		$chosen = $this->links();
		$url    = $this->front_ends()[ $chosen ?? '' ] ?? null;
		if ( null !== $chosen && null !== $url ) {
			return array(
				'id'  => $chosen,
				'url' => $url,
			);
		}
		return '' === $chosen ? null : $this->first_front_end();
	}

	/**
	 * Returns the first environment with a front-end URL.
	 *
	 * @return array{id: string, url: string}|null
	 */
	public function first_front_end(): ?array {
		foreach ( $this->front_ends() as $id => $url ) {
			return array(
				'id'  => (string) $id,
				'url' => $url,
			);
		}
		return null;
	}

	/**
	 * Returns the front-end URLs without a trailing slash, of environments that have one.
	 *
	 * @return array<string, string> By ID.
	 */
	public function front_ends(): array {
		$this->environments();
		return $this->front_ends[ get_current_blog_id() ];
	}

	/**
	 * Returns the general settings.
	 *
	 * @return General
	 */
	public function general(): array {
		return self::general_of( $this->get() );
	}

	/**
	 * Stores general settings; fields that are not named stay. `$is_wanted` receives the stored ones, and returns whether to
	 * write.
	 *
	 * @param array<string, list<string>|string|null> $fields
	 * @param (callable(General): bool)|null          $is_wanted
	 */
	public function save_general( array $fields, ?callable $is_wanted = null ): bool {
		unset( $this->loaded[ get_current_blog_id() ] );
		return $this->change( $fields, static fn( array $before ): bool => null === $is_wanted || $is_wanted( self::general_of( $before ) ) );
	}

	/**
	 * @param  Value   $stored
	 * @return General
	 */
	private static function general_of( array $stored ): array {
		return array(
			'postTypes'   => $stored['postTypes'],
			'taxonomies'  => $stored['taxonomies'],
			'optionNames' => $stored['optionNames'],
			'ignoredMeta' => $stored['ignoredMeta'],
			'countedMeta' => $stored['countedMeta'],
			'links'       => $stored['links'],
		);
	}

	public function schema_version(): int {
		return $this->get()['schemaVersion'];
	}

	public function save_schema_version( int $version ): void {
		$this->change( array( 'schemaVersion' => $version ) );
	}

	private function merge( int $site ): void {
		$stored                     = $this->get()['environments'];
		$entries                    = $this->configured->all();
		$this->automations[ $site ] = array();
		$this->offers[ $site ]      = array();
		$this->front_ends[ $site ]  = array();
		foreach ( array_keys( $stored + $entries ) as $id ) {
			$entry = $entries[ $id ] ?? null;
			if ( null === $entry && array() === array_diff( $stored[ $id ]['offers'], array( Action::Refresh->value ) ) ) {
				continue;
			}
			$this->automations[ $site ][ $id ] = Automation::from_array( $entry?->automation( $stored[ $id ] ?? array() ) ?? $stored[ $id ] );
			$this->offers[ $site ][ $id ]      = $entry?->offered( $stored[ $id ] ?? null ) ?? $stored[ $id ]['offers'];
			$this->front_ends[ $site ][ $id ]  = $entry?->front_end_url( $stored[ $id ] ?? null ) ?? $stored[ $id ]['frontEndUrl'];
		}
		$this->front_ends[ $site ] = array_filter( $this->front_ends[ $site ], static fn( string $url ): bool => '' !== $url );
	}

	/**
	 * Returns the option of the current site, which `switch_to_blog()` may have changed since it was loaded.
	 *
	 * @return Value
	 */
	private function get(): array {
		if ( ! isset( $this->loaded[ get_current_blog_id() ] ) ) {
			$this->load();
		}
		return $this->loaded[ get_current_blog_id() ];
	}

	/**
	 * Stores some fields, and keeps the others as the database has them now. `update_option()` compares with what this
	 * request has loaded, so it would undo a change by another request, or skip a change that looks like none.
	 *
	 * @param  array<string, mixed>         $fields
	 * @param  (callable(Value): bool)|null $is_wanted Receives the stored value, and returns whether to write.
	 * @return bool                         Whether the fields are stored now.
	 */
	private function change( array $fields, ?callable $is_wanted = null ): bool {
		$row = new Option_Row( self::OPTION, true );
		for ( $attempt = 0; $attempt < self::MAX_ATTEMPTS; $attempt++ ) {
			$raw    = Option_Row::read_for_write( self::OPTION )[ self::OPTION ];
			$before = Stored_Routing::from_row( $raw );
			$after  = Stored_Routing::sanitize( $fields + $before );
			if ( null !== $is_wanted && ! $is_wanted( $before ) ) {
				$this->set_loaded( $before );
				return false;
			}
			$this->set_loaded( $after );
			if ( ( null !== $raw && $after === $before ) || $row->swap( $raw, Option_Row::merge( $raw, $before, $after ) ) ) {
				return true;
			}
		}
		return false;
	}

	/**
	 * @param Value $stored
	 */
	private function set_loaded( array $stored ): void {
		$this->loaded[ get_current_blog_id() ] = $stored;
		unset( $this->automations[ get_current_blog_id() ] );
	}
}
