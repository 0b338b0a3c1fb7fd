<?php
/**
 * What a change needs to know.
 *
 * @package HeadlessDeploy
 */

declare( strict_types=1 );

namespace HeadlessDeploy\Environments;

/**
 * Keeps the small autoloaded option `headless_deploy_routing`: what is needed to note a change, and no secret. It is
 * read while the plugin is loaded, because later core may have emptied its option cache, and then a save would have to
 * read all options again.
 *
 * @phpstan-type Stored array{schemaVersion: int, postTypes: list<string>|null, environments: array<string, array{policy: array<string, string>, quietPeriodSeconds: int, maximumWaitSeconds: int, hold: bool, paused: bool}>}
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
	 * Returns what counts where nothing is stored.
	 *
	 * @return Stored
	 */
	public static function default(): array {
		return array(
			'schemaVersion' => 0,
			'postTypes'     => null,
			'environments'  => array(),
		);
	}

	/**
	 * Keeps what is sound of a stored value.
	 *
	 * @param mixed $stored Anything.
	 *
	 * @return Stored
	 */
	public static function sanitize( mixed $stored ): array {
		$clean = self::default();
		if ( ! is_array( $stored ) ) {
			return $clean;
		}
		$clean['schemaVersion'] = is_int( $stored['schemaVersion'] ?? null ) ? max( 0, $stored['schemaVersion'] ) : 0;
		if ( is_array( $stored['postTypes'] ?? null ) ) {
			$clean['postTypes'] = array_values( array_filter( $stored['postTypes'], is_string( ... ) ) );
		}
		foreach ( is_array( $stored['environments'] ?? null ) ? $stored['environments'] : array() as $id => $automation ) {
			if ( Stored_Environments::is_id( $id ) && is_array( $automation ) ) {
				$clean['environments'][ (string) $id ] = Automation::from_array( $automation )->to_array() + array( 'paused' => true === ( $automation['paused'] ?? false ) );
			}
		}
		return $clean;
	}

	/**
	 * Reads the option of the current site; it is autoloaded, so this costs no query.
	 */
	public function load(): void {
		$this->loaded[ get_current_blog_id() ] = self::sanitize( get_option( self::OPTION ) );
	}

	/**
	 * Returns what each environment does by itself.
	 *
	 * @return array<string, Automation>
	 */
	public function environments(): array {
		return array_map( Automation::from_array( ... ), $this->get()['environments'] );
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
	 * same time. Called whenever environments were saved.
	 *
	 * @param Stored_Environments $stored The environments.
	 */
	public function follow( Stored_Environments $stored ): void {
		do {
			$records      = $stored->get_fresh()['environments'];
			$environments = array_map( static fn( array $record ): array => $record['automation'] + array( 'paused' => null !== $record['paused'] ), $records );
			$this->change( array( 'environments' => $environments ) );
		} while ( $stored->get_fresh()['environments'] !== $records );
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
	 * @param array<string, mixed> $fields What is other than before.
	 */
	private function change( array $fields ): void {
		$row = new Option_Row( self::OPTION, true );
		for ( $attempt = 0; $attempt < self::ATTEMPTS; $attempt++ ) {
			$raw    = $row->read();
			$before = self::sanitize( null === $raw ? null : maybe_unserialize( $raw ) );
			$after  = self::sanitize( $fields + $before );

			$this->loaded[ get_current_blog_id() ] = $after;
			if ( ( null !== $raw && $after === $before ) || $row->swap( $raw, $after ) ) {
				return;
			}
		}
	}
}
