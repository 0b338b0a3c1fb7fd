<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Environments;

use Closure;
use HeadlessDeploy\Action;
use HeadlessDeploy\Errors;
use HeadlessDeploy\Option_Row;
use HeadlessDeploy\Providers\Providers;
use HeadlessDeploy\Read_Failed;
use HeadlessDeploy\Secrets\Encryption;
use RuntimeException;
use WP_Error;

/**
 * Keeps the option `headless_deploy_environments`: default, sanitize, get, and changes that no other process overwrites.
 *
 * @phpstan-type Record array{label: string, provider: string, frontEndUrl: string, target: array{host: string, account: string, app: string, environment: string}, urls: array<value-of<Action>, string>, masked: array<value-of<Action>, string>, sealed: array<value-of<Action>, string>, automation: array{policy: array<string, string>, quietPeriodSeconds: int, maximumWaitSeconds: int, hold: bool}, fingerprints: list<string>, paused: array{reason: string, since: int, next_try_at: int|null, by: int}|null, connectedAt: int, isTrusted: bool, extras: string, headerNames: list<string>, hasBody: bool, constant: array{identity: string, digest: string, fingerprints: list<string>, connectedAt: int}|null, saved: array{user: int, at: int}|null, etag: string}
 * @phpstan-type Stored array{version: int, environments: array<string, Record>, retired: list<string>, removedLabels: array<string, string>, generalSaved: array{user: int, at: int}|null}
 */
final class Stored_Environments {
	public const OPTION = 'headless_deploy_environments';

	/**
	 * A record with a higher one was written by a newer version of the plugin: it is read, and not written.
	 */
	private const VERSION = 1;

	private const ATTEMPTS = 20;

	/**
	 * @param Encryption|null $secrets Gets the stored key, which the same query reads.
	 */
	public function __construct( private readonly ?Encryption $secrets = null ) {}

	/**
	 * Returns what counts where nothing is stored.
	 *
	 * @return Stored
	 */
	public static function default(): array {
		return array(
			'version'       => self::VERSION,
			'environments'  => array(),
			'retired'       => array(),
			'removedLabels' => array(),
			'generalSaved'  => null,
		);
	}

	/**
	 * Keeps what is sound of a stored value, so that a row edited by hand cannot hurt.
	 *
	 * @return Stored
	 */
	public static function sanitize( mixed $stored ): array {
		$clean = self::default();
		if ( ! is_array( $stored ) ) {
			return $clean;
		}
		foreach ( self::map( $stored['environments'] ?? null ) as $id => $record ) {
			if ( self::is_id( $id ) && is_array( $record ) ) {
				$clean['environments'][ (string) $id ] = self::sanitize_record( (string) $id, $record );
			}
		}
		$clean['version'] = max( self::VERSION, is_int( $stored['version'] ?? null ) ? $stored['version'] : 0 );
		$retired          = array_map( strval( ... ), array_filter( self::map( $stored['retired'] ?? null ), is_scalar( ... ) ) );
		$clean['retired'] = array_values( array_filter( $retired, self::is_id( ... ) ) );
		// The log shows them for as long as it has runs of a removed environment.
		$clean['removedLabels'] = array_filter( array_filter( self::map( $stored['removedLabels'] ?? null ), is_string( ... ) ), self::is_id( ... ), ARRAY_FILTER_USE_KEY );
		// The general settings lie in the routing option, which every request loads; who saved them is read seldom.
		$clean['generalSaved'] = Last_Saved::sanitize( $stored['generalSaved'] ?? null );
		return $clean;
	}

	/**
	 * Returns the environments as the database knows them now; never from the option cache.
	 *
	 * @throws Read_Failed When the database did not answer.
	 * @return Stored
	 */
	public function get(): array {
		return self::read( $this->rows( Option_Row::read_all( ... ) )[ self::OPTION ] );
	}

	/**
	 * Returns the environments as the primary has them, for code that sends or writes: a replica may lag. A proxy
	 * between WordPress and the database goes by `FOR UPDATE`.
	 *
	 * @throws Read_Failed When the database did not answer.
	 * @return Stored
	 */
	public function get_from_primary(): array {
		return self::read( $this->rows( Option_Row::read_for_write( ... ) )[ self::OPTION ] );
	}

	/**
	 * Returns the environments as the option cache knows them: one query, none with a persistent object cache. They may be
	 * those of before, so they are good for showing alone.
	 *
	 * @param  string ...$others Further options that the page needs, read in the same query.
	 * @return Stored
	 */
	public function cached( string ...$others ): array {
		wp_prime_option_caches( array( self::OPTION, Encryption::KEY_OPTION, ...array_values( $others ) ) );
		$key = get_option( Encryption::KEY_OPTION, null );
		$this->secrets?->learn( null === $key ? null : (string) maybe_serialize( $key ) );
		return self::sanitize( get_option( self::OPTION ) );
	}

	/**
	 * Changes the environments together with the routing, in one statement: a process that dies between two of them would
	 * leave an environment whose changes are never noted. Is done over again when another process wrote in between.
	 *
	 * @param  callable(Stored): (Stored|WP_Error) $change  Gets what is stored now, returns what is to be stored.
	 * @param  Routing|null                        $routing Follows; null where nothing of it changes.
	 * @throws Read_Failed                         When the database did not answer.
	 * @throws RuntimeException                    When a secret cannot be sealed.
	 * @return Stored|WP_Error
	 */
	public function change( callable $change, ?Routing $routing = null ): array|WP_Error {
		$written = '';
		for ( $attempt = 0; $attempt < self::ATTEMPTS; $attempt++ ) {
			$rows   = $this->rows( Option_Row::read_for_write( ... ) );
			$raw    = $rows[ self::OPTION ];
			$before = self::read( $raw );
			if ( $raw === $written ) {
				// The other row was changed meanwhile, or the answer to the last statement was lost.
				$routing?->follow( $this );
				return $before;
			}
			$after = $before['version'] > self::VERSION ? Errors::make( 'headless_deploy_newer_version' ) : $change( $before );
			if ( is_wp_error( $after ) || $after === $before ) {
				return $after;
			}
			$written = (string) maybe_serialize( Option_Row::kept( $raw, $before, $after ) );
			$routed  = $routing?->following( $rows[ Routing::OPTION ], $after );
			$both    = array( self::OPTION => array( $raw, $written ) ) + ( null === $routed ? array() : array( Routing::OPTION => array( $rows[ Routing::OPTION ], $routed ) ) );
			if ( Option_Row::swap_all( $both, array( Routing::OPTION ) ) ) {
				$routing?->learn( $routed ?? $rows[ Routing::OPTION ] );
				return $after;
			}
		}
		return Errors::make( 'headless_deploy_not_saved' );
	}

	/**
	 * Tells whether a record has no webhooks of its own: it belongs to an entry in wp-config.php, or is what is left
	 * of one.
	 *
	 * @param Record $record
	 */
	public static function is_remainder( array $record ): bool {
		return array() === $record['sealed'] && array() === $record['urls'];
	}

	/**
	 * Tells whether a word can be the id of an environment. The first character is a letter, because PHP makes an
	 * integer of a numeric key.
	 *
	 * @param int|string $id Key of an array.
	 */
	public static function is_id( int|string $id ): bool {
		return 1 === preg_match( '/^[a-z](?:[a-z0-9-]{0,62}[a-z0-9])?$/D', (string) $id );
	}

	/**
	 * Reads the rows that a reader or a writer needs, in one query.
	 *
	 * @phpstan-param Closure(string...): array<string, string|null> $read
	 * @throws Read_Failed                When the database did not answer.
	 * @return array<string, string|null>
	 */
	private function rows( Closure $read ): array {
		$rows = $read( self::OPTION, Encryption::KEY_OPTION, Routing::OPTION );
		$this->secrets?->learn( $rows[ Encryption::KEY_OPTION ] );
		return $rows;
	}

	/**
	 * Reads a serialized row.
	 *
	 * @param  string|null $raw What the database holds.
	 * @return Stored
	 */
	private static function read( ?string $raw ): array {
		return self::sanitize( null === $raw ? null : maybe_unserialize( $raw ) );
	}

	/**
	 * Keeps what is sound of one environment.
	 *
	 * @param  array<mixed> $stored
	 * @return Record
	 */
	private static function sanitize_record( string $id, array $stored ): array {
		$urls   = self::per_action( $stored['urls'] ?? null );
		$target = self::map( $stored['target'] ?? null );
		return array(
			'label'       => '' === self::text( $stored['label'] ?? null ) ? $id : self::text( $stored['label'] ?? null ),
			'provider'    => in_array( $stored['provider'] ?? null, Providers::IDS, true ) ? (string) $stored['provider'] : Providers::WPE_HEADLESS,
			'frontEndUrl' => sanitize_url( self::text( $stored['frontEndUrl'] ?? null ), array( 'http', 'https' ) ),
			'target'      => array(
				'host'        => self::text( $target['host'] ?? null ),
				'account'     => self::text( $target['account'] ?? null ),
				'app'         => self::text( $target['app'] ?? null ),
				'environment' => self::text( $target['environment'] ?? null ),
			),
			'urls'         => $urls,
			'masked'       => array_intersect_key( self::per_action( $stored['masked'] ?? null ), $urls ),
			'sealed'       => array_intersect_key( self::per_action( $stored['sealed'] ?? null ), $urls ),
			'automation'   => Automation::from_array( $stored['automation'] ?? null )->to_array(),
			'fingerprints' => self::texts( $stored['fingerprints'] ?? null ),
			'paused'       => self::paused( $stored['paused'] ?? null ),
			'connectedAt'  => is_numeric( $stored['connectedAt'] ?? null ) ? (int) $stored['connectedAt'] : 0,
			'isTrusted'    => true === ( $stored['isTrusted'] ?? false ),
			'extras'       => self::text( $stored['extras'] ?? null ),
			'headerNames'  => self::texts( $stored['headerNames'] ?? null ),
			'hasBody'      => true === ( $stored['hasBody'] ?? false ),
			'constant'     => self::constant( $stored['constant'] ?? null ),
			'saved'        => Last_Saved::sanitize( $stored['saved'] ?? null ),
			'etag'         => '' === self::text( $stored['etag'] ?? null ) ? md5( (string) wp_json_encode( $stored ) ) : self::text( $stored['etag'] ?? null ),
		);
	}

	/**
	 * Keeps a stored pause. One whose reason is not known, because a newer version knows it, still pauses.
	 *
	 * @return array{reason: string, since: int, next_try_at: int|null, by: int}|null
	 */
	private static function paused( mixed $stored ): ?array {
		$stored = self::map( $stored );
		$reason = self::text( $stored['reason'] ?? null );
		if ( '' === $reason ) {
			return null;
		}
		return array(
			'reason'      => Pause_Reason::from_stored( $reason )->value,
			'since'       => is_numeric( $stored['since'] ?? null ) ? (int) $stored['since'] : 0,
			'next_try_at' => is_numeric( $stored['next_try_at'] ?? null ) ? (int) $stored['next_try_at'] : null,
			'by'          => is_numeric( $stored['by'] ?? null ) ? (int) $stored['by'] : 0,
		);
	}

	/**
	 * Keeps what is remembered of the webhooks in wp-config.php.
	 *
	 * @return array{identity: string, digest: string, fingerprints: list<string>, connectedAt: int}|null
	 */
	private static function constant( mixed $stored ): ?array {
		return ! is_array( $stored ) ? null : array(
			'identity'     => self::text( $stored['identity'] ?? null ),
			'digest'       => self::text( $stored['digest'] ?? null ),
			'fingerprints' => self::texts( $stored['fingerprints'] ?? null ),
			'connectedAt'  => is_numeric( $stored['connectedAt'] ?? null ) ? (int) $stored['connectedAt'] : 0,
		);
	}

	/**
	 * Keeps the strings of a list.
	 *
	 * @return list<string>
	 */
	private static function texts( mixed $value ): array {
		return array_values( array_filter( self::map( $value ), is_string( ... ) ) );
	}

	/**
	 * Keeps the strings whose keys are actions, in the order of the actions.
	 *
	 * @return array<value-of<Action>, string>
	 */
	private static function per_action( mixed $stored ): array {
		$stored = self::map( $stored );
		$clean  = array();
		foreach ( Action::cases() as $action ) {
			if ( '' !== self::text( $stored[ $action->value ] ?? null ) ) {
				$clean[ $action->value ] = self::text( $stored[ $action->value ] );
			}
		}
		return $clean;
	}

	/**
	 * Makes an array of anything.
	 *
	 * @return array<mixed>
	 */
	private static function map( mixed $value ): array {
		return is_array( $value ) ? $value : array();
	}

	/**
	 * Makes a string of anything.
	 */
	private static function text( mixed $value ): string {
		return is_string( $value ) ? $value : '';
	}
}
