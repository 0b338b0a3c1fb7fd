<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Environments;

use Closure;
use HeadlessDeploy\Errors;
use HeadlessDeploy\Option_Row;
use HeadlessDeploy\Read_Failed;
use HeadlessDeploy\Secrets\Encryption;
use RuntimeException;
use WP_Error;

/**
 * Reads and writes the option `headless_deploy_environments`. A write never overwrites that of another process.
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
		return Stored_Environments::from_row( $this->rows( Option_Row::read_all( ... ) )[ Stored_Environments::OPTION ] );
	}

	/**
	 * Returns the environments as the primary database has them, for code that sends or writes: a replica may lag.
	 *
	 * @throws Read_Failed
	 */
	public function get_from_primary(): Stored_Environments {
		return Stored_Environments::from_row( $this->rows( Option_Row::read_for_write( ... ) )[ Stored_Environments::OPTION ] );
	}

	/**
	 * Returns the environments as the option cache has them: one query, none with a persistent object cache. They may be
	 * outdated, so they are only for display.
	 *
	 * @param string ...$others Further options that the page needs, read in the same query.
	 */
	public function cached( string ...$others ): Stored_Environments {
		wp_prime_option_caches( array( Stored_Environments::OPTION, Encryption::KEY_OPTION, ...array_values( $others ) ) );
		$key = get_option( Encryption::KEY_OPTION, null );
		$this->encryption?->use_stored_key( null === $key ? null : (string) maybe_serialize( $key ) );
		return Stored_Environments::from_array( get_option( Stored_Environments::OPTION ) );
	}

	/**
	 * Reads, edits and writes, again when another process wrote in between. An edit that changes nothing writes nothing.
	 *
	 * @param  callable(Stored_Environments): (Stored_Environments|WP_Error) $edit
	 * @param  Routing|null                                                  $routing Written with the environments; null where it does not change.
	 * @throws Read_Failed
	 * @throws RuntimeException                                              When a secret cannot be encrypted.
	 */
	public function change( callable $edit, ?Routing $routing = null ): Stored_Environments|WP_Error {
		for ( $attempt = 0; $attempt < self::MAX_ATTEMPTS; $attempt++ ) {
			$rows   = $this->rows( Option_Row::read_for_write( ... ) );
			$before = Stored_Environments::from_row( $rows[ Stored_Environments::OPTION ] );
			if ( $before->is_of_newer_version() ) {
				return Errors::make( 'headless_deploy_newer_version' );
			}
			$after = $edit( $before );
			if ( is_wp_error( $after ) || $after->to_array() === $before->to_array() || $this->swap( $rows, $before, $after, $routing ) ) {
				return $after;
			}
		}
		return Errors::make( 'headless_deploy_not_saved' );
	}

	/**
	 * Writes the environments together with the routing, in one statement: a process that ends between two statements
	 * would leave an environment whose changes are never recorded.
	 *
	 * @param array<string, string|null> $rows As they were read.
	 */
	private function swap( array $rows, Stored_Environments $before, Stored_Environments $after, ?Routing $routing ): bool {
		$row           = $rows[ Stored_Environments::OPTION ];
		$written       = (string) maybe_serialize( Option_Row::merge( $row, $before->to_array(), $after->to_array() ) );
		$routing_row   = $rows[ Routing::OPTION ];
		$after_routing = $routing?->row_for( $routing_row, $after );
		$swaps         = array( Stored_Environments::OPTION => array( $row, $written ) ) + ( null === $after_routing ? array() : array( Routing::OPTION => array( $routing_row, $after_routing ) ) );
		if ( Option_Row::swap_all( $swaps, array( Routing::OPTION ) ) ) {
			$routing?->use_stored_row( $after_routing ?? $routing_row );
			return true;
		}
		if ( $written !== Option_Row::read_for_write( Stored_Environments::OPTION )[ Stored_Environments::OPTION ] ) {
			return false;
		}
		// Written: another process changed the routing in between, or the response of the database was lost.
		$routing?->sync( $this );
		return true;
	}

	/**
	 * @phpstan-param Closure(string...): array<string, string|null> $read
	 * @throws Read_Failed
	 * @return array<string, string|null>
	 */
	private function rows( Closure $read ): array {
		$rows = $read( Stored_Environments::OPTION, Encryption::KEY_OPTION, Routing::OPTION );
		$this->encryption?->use_stored_key( $rows[ Encryption::KEY_OPTION ] );
		return $rows;
	}
}
