<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Environments;

use HeadlessDeploy\Clock;
use HeadlessDeploy\Errors;
use RuntimeException;
use WP_Error;

/**
 * Writes environments, so that nobody overwrites what somebody else has written meanwhile, and has the routing follow.
 *
 * @phpstan-import-type Record from Stored_Environments
 * @phpstan-import-type Stored from Stored_Environments
 */
final class Environment_Writer {
	/**
	 * @param Environment_Reader $reader Makes environments of what is stored.
	 */
	public function __construct(
		private readonly Stored_Environments $stored,
		private readonly Environment_Reader $reader,
		private readonly Routing $routing,
		private readonly Clock $clock,
	) {}

	/**
	 * Adds an environment.
	 *
	 * @param callable(Stored): (array{string, Record}|WP_Error) $make Gets what is stored, returns id and record.
	 */
	public function add( callable $make ): Environment|WP_Error {
		$id    = '';
		$after = $this->write(
			function ( array $stored ) use ( $make, &$id ): array|WP_Error {
				$made = $make( $stored );
				if ( is_wp_error( $made ) ) {
					return $made;
				}
				list( $id, $record ) = $made;
				return $this->with( $stored, $id, $record );
			},
		);
		return $this->saved( $after, $id );
	}

	/**
	 * Changes an environment. What changes nothing is not written.
	 *
	 * @param string|null                                 $expected   The etag that the caller has seen; null or `*` for any.
	 * @param callable(Record, Stored): (Record|WP_Error) $change     Gets what is stored now, returns what is to be stored.
	 * @param bool                                        $is_machine Whether no person does it: whoever is editing is not disturbed.
	 */
	public function change( string $id, ?string $expected, callable $change, bool $is_machine = false ): Environment|WP_Error {
		$after = $this->write(
			function ( array $stored ) use ( $id, $expected, $change, $is_machine ): array|WP_Error {
				$before = $this->expect( $stored, $id, $expected );
				$record = is_wp_error( $before ) ? $before : $change( $before, $stored );
				if ( is_wp_error( $record ) || $record === $before ) {
					return is_wp_error( $record ) ? $record : $stored;
				}
				if ( ! $is_machine ) {
					return $this->with( $stored, $id, $record );
				}
				$stored['environments'][ $id ] = $record;
				return $stored;
			},
		);
		return $this->saved( $after, $id );
	}

	/**
	 * Removes an environment. Its id is never given out again.
	 *
	 * @param string|null $expected The etag that the caller has seen; null or `*` for any.
	 */
	public function remove( string $id, ?string $expected ): Environment|WP_Error {
		$removed = null;
		$after   = $this->write(
			function ( array $stored ) use ( $id, $expected, &$removed ): array|WP_Error {
				$record = $this->expect( $stored, $id, $expected );
				if ( is_wp_error( $record ) ) {
					return $record;
				}
				$removed = $this->reader->one( $id, $record );
				unset( $stored['environments'][ $id ] );
				$stored['retired'][]            = $id;
				$stored['removedLabels'][ $id ] = $removed->label;
				return $stored;
			},
		);
		if ( is_wp_error( $after ) || null === $removed ) {
			return is_wp_error( $after ) ? $after : Errors::make( 'headless_deploy_not_saved' );
		}
		return $removed;
	}

	/**
	 * Writes what was found out while reading.
	 *
	 * @param  callable(Stored): Stored $change Gets what is stored now, returns what is to be stored.
	 * @return Stored|WP_Error
	 */
	public function remember( callable $change ): array|WP_Error {
		return $this->write( $change );
	}

	/**
	 * Writes. Where a secret cannot be sealed nothing is written.
	 *
	 * @param  callable(Stored): (Stored|WP_Error) $change Gets what is stored now, returns what is to be stored.
	 * @return Stored|WP_Error
	 */
	private function write( callable $change ): array|WP_Error {
		try {
			return $this->stored->change( $change, $this->routing );
		} catch ( RuntimeException ) {
			return Errors::make( 'headless_deploy_not_saved' );
		}
	}

	/**
	 * Returns what is stored of an environment, or refuses a write: it is gone, or somebody else has changed it.
	 *
	 * @param  Stored          $stored   What is stored now.
	 * @param  string|null     $expected The etag that the caller has seen.
	 * @return Record|WP_Error
	 */
	private function expect( array $stored, string $id, ?string $expected ): array|WP_Error {
		$record = $this->reader->record( $id, $stored );
		if ( null === $record ) {
			return Errors::make( 'headless_deploy_unknown_environment', array( 'id' => $id ) );
		}
		if ( null === $expected || '*' === $expected ) {
			return $record;
		}
		$present = $this->reader->one( $id, $record );
		return $present->etag === $expected ? $record : Errors::make( 'headless_deploy_changed_meanwhile', array( 'label' => $present->label ) );
	}

	/**
	 * Puts a record among the stored ones, with who saved it.
	 *
	 * @param  Stored $stored What is stored now.
	 * @param  Record $record
	 * @return Stored
	 */
	private function with( array $stored, string $id, array $record ): array {
		$record['etag']                = bin2hex( random_bytes( 8 ) );
		$record['saved']               = Last_Saved::now( $this->clock->now_ms() );
		$stored['environments'][ $id ] = $record;
		return $stored;
	}

	/**
	 * Answers a write.
	 *
	 * @param Stored|WP_Error $after What was stored, or why not.
	 */
	private function saved( array|WP_Error $after, string $id ): Environment|WP_Error {
		if ( is_wp_error( $after ) ) {
			return $after;
		}
		$record = $this->reader->record( $id, $after );
		return null === $record ? Errors::make( 'headless_deploy_not_saved' ) : $this->reader->one( $id, $record );
	}
}
