<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Environments;

use Closure;
use HeadlessDeploy\Database;
use HeadlessDeploy\Errors;
use HeadlessDeploy\Option_Row;
use HeadlessDeploy\Read_Failed;
use HeadlessDeploy\Secrets\Encryption;
use HeadlessDeploy\Untyped;
use RuntimeException;
use WP_Error;

/**
 * Reads and writes the options of the environments. A write never overwrites that of another process.
 */
final class Environment_Store {
	private const MAX_ATTEMPTS = 20;

	public function __construct( private readonly ?Encryption $encryption = null ) {}

	/**
	 * Returns the environments as the database has them now; never from the option cache.
	 *
	 * @throws Read_Failed
	 */
	public function get(): Stored_Environments {
		return Stored_Environments::from_rows( $this->rows( Option_Row::read_all( ... ) ) );
	}

	/**
	 * Returns the environments as the primary database has them, for code that sends or writes: a replica may lag.
	 *
	 * @throws Read_Failed
	 */
	public function get_from_primary(): Stored_Environments {
		return Stored_Environments::from_rows( $this->rows( Option_Row::read_for_write( ... ) ) );
	}

	/**
	 * Returns the environments as the option cache has them: one query, none with a persistent object cache. They may be
	 * outdated, so they are only for display.
	 *
	 * @param string ...$others Further options that the page needs, read in the same query.
	 */
	public function cached( string ...$others ): Stored_Environments {
		wp_prime_option_caches( array( ...Stored_Environments::OPTIONS, Encryption::KEY_OPTION, ...array_values( $others ) ) );
		$key = get_option( Encryption::KEY_OPTION, null );
		$this->encryption?->use_stored_key( null === $key ? null : Untyped::text( maybe_serialize( $key ) ) );
		$values = array_map( get_option( ... ), Stored_Environments::OPTIONS );
		return Stored_Environments::from_values( array_combine( Stored_Environments::OPTIONS, $values ) );
	}

	/**
	 * Removes outdated options from the cache.
	 *
	 * @param  array<string, string> $hashes `Database::hash()` of each row, by name.
	 * @return bool                  Whether one was outdated.
	 */
	public function forget_outdated( array $hashes ): bool {
		$is_outdated = false;
		foreach ( array( Stored_Environments::OPTION, Stored_Environments::STATE_OPTION ) as $name ) {
			$cached = get_option( $name, null );
			if ( ( null === $cached ? null : Database::hash( Untyped::text( maybe_serialize( $cached ) ) ) ) !== ( $hashes[ $name ] ?? null ) ) {
				( new Option_Row( $name ) )->forget();
				$is_outdated = true;
			}
		}
		return $is_outdated;
	}

	/**
	 * Reads, edits and writes, again when another process wrote in between. An edit that changes nothing writes nothing,
	 * unless the routing lacks an environment or has one that was removed.
	 *
	 * @param  callable(Stored_Environments): (Stored_Environments|WP_Error) $edit
	 * @param  Routing|null                                                  $routing Receives the routing as it is then.
	 * @throws Read_Failed
	 * @throws RuntimeException                                              When a secret cannot be encrypted.
	 */
	public function change( callable $edit, ?Routing $routing = null ): Stored_Environments|WP_Error {
		for ( $attempt = 0; $attempt < self::MAX_ATTEMPTS; $attempt++ ) {
			$rows   = $this->rows( Option_Row::read_for_write( ... ) );
			$before = Stored_Environments::from_rows( $rows );
			if ( $before->is_of_newer_version() ) {
				return Errors::make( 'headless_deploy_newer_version' );
			}
			$after = $edit( $before );
			if ( is_wp_error( $after ) ) {
				return $after;
			}
			$routed = Stored_Routing::from_row( $rows[ Routing::OPTION ] )['environments'];
			if ( $this->swap(
				$rows,
				array( Routing::OPTION => array( 'environments' => $routed ) ) + $before->values(),
				$after->values(),
				$routing,
			) ) {
				return $after;
			}
		}
		return Errors::make( 'headless_deploy_not_saved' );
	}

	/**
	 * Writes the options that change, in one statement: a process that ends between two statements would leave an environment
	 * whose changes are never recorded. If a database wrote only some of them, because another process changed the others at
	 * that moment, the rest is added to what that process wrote.
	 *
	 * @param  array<string, string|null>          $rows   As they were read.
	 * @param  array<string, array<string, mixed>> $before What they hold.
	 * @param  array<string, array<string, mixed>> $after
	 * @return bool                                False when another process changed them and nothing was written.
	 */
	private function swap( array $rows, array $before, array $after, ?Routing $routing ): bool {
		$rest = array_keys( array_filter(
			$after,
			static fn( array $value, string $name ): bool => $value !== $before[ $name ],
			ARRAY_FILTER_USE_BOTH,
		) );
		$is_any = false;
		while ( array() !== $rest ) {
			$swaps = array();
			foreach ( $rest as $name ) {
				$swaps[ $name ] = array(
					$rows[ $name ],
					(string) maybe_serialize( Option_Row::merge( $rows[ $name ], $before[ $name ], $after[ $name ] ) ),
				);
			}
			if ( Option_Row::swap_all( $swaps, array( Routing::OPTION ) ) ) {
				$rows = array_replace( $rows, array_map( static fn( array $swap ): string => $swap[1], $swaps ) );
				break;
			}
			// The response of the database may have been lost, too.
			$rows   = $this->rows( Option_Row::read_for_write( ... ) );
			$left   = array_values( array_filter( $rest, static fn( string $name ): bool => $rows[ $name ] !== $swaps[ $name ][1] ) );
			$is_any = $is_any || $left !== $rest;
			if ( ! $is_any ) {
				return false;
			}
			$rest = $left;
		}
		$routing?->use_stored_row( $rows[ Routing::OPTION ] );
		return true;
	}

	/**
	 * @phpstan-param Closure(string...): array<string, string|null> $read
	 * @throws Read_Failed
	 * @return array<string, string|null>
	 */
	private function rows( Closure $read ): array {
		$rows = $read( Encryption::KEY_OPTION, ...Stored_Environments::OPTIONS );
		$this->encryption?->use_stored_key( $rows[ Encryption::KEY_OPTION ] );
		return $rows;
	}
}
