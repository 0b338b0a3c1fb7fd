<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Environments;

use HeadlessDeploy\Clock;
use HeadlessDeploy\Errors;
use HeadlessDeploy\Etag;
use HeadlessDeploy\Read_Failed;
use HeadlessDeploy\Secrets\Encryption;
use RuntimeException;
use WP_Error;

/**
 * Writes environments together with the routing.
 */
final class Environment_Writer {
	/**
	 * Etag of an environment of wp-config.php that no user has saved.
	 */
	private const FIRST_ETAG = 'constant';

	public function __construct(
		private readonly Environment_Store $store,
		private readonly Environment_Reader $reader,
		private readonly Configured_Environments $configured,
		private readonly Routing $routing,
		private readonly Encryption $encryption,
		private readonly Clock $clock,
	) {}

	/**
	 * @param callable(Stored_Environments): (array{string, Environment}|WP_Error) $make Returns ID and record.
	 */
	public function create( callable $make ): Environment|WP_Error {
		$id    = '';
		$after = $this->write(
			function ( Stored_Environments $stored ) use ( $make, &$id ): Stored_Environments|WP_Error {
				$made = $make( $stored );
				if ( is_wp_error( $made ) ) {
					return $made;
				}
				list( $id, $record ) = $made;
				return $stored->with_environment( $id, $this->with_last_saved( $record ) );
			},
		);
		return $this->environment( $after, $id );
	}

	/**
	 * Changes the record of an environment. An unchanged record is not written.
	 *
	 * @param callable(Environment, Stored_Environments): (Environment|WP_Error) $edit
	 * @param bool                                                               $by_user False to keep the etag, so that a user who is editing can still save.
	 */
	public function change( string $id, ?string $expected, callable $edit, bool $by_user = true ): Environment|WP_Error {
		$after = $this->write(
			function ( Stored_Environments $stored ) use ( $id, $expected, $edit, $by_user ): Stored_Environments|WP_Error {
				$record = $this->expected_record( $stored, $id, $expected );
				if ( is_wp_error( $record ) ) {
					return $record;
				}
				$edited = $edit( $record, $stored );
				if ( is_wp_error( $edited ) ) {
					return $edited;
				}
				if ( $edited->to_array() === $record->to_array() ) {
					return $stored;
				}
				return $stored->with_environment( $id, $by_user ? $this->with_last_saved( $edited ) : $edited );
			},
		);
		return $this->environment( $after, $id );
	}

	public function remove( string $id, ?string $expected ): Environment|WP_Error {
		$removed = null;
		$after   = $this->write(
			function ( Stored_Environments $stored ) use ( $id, $expected, &$removed ): Stored_Environments|WP_Error {
				$record = $this->expected_record( $stored, $id, $expected );
				if ( is_wp_error( $record ) ) {
					return $record;
				}
				$removed = $this->reader->environment( $id, $record );
				return $stored->without_environment( $id, $removed->label, $this->clock->now_ms() );
			},
		);
		return is_wp_error( $after ) ? $after : ( $removed ?? Errors::make( 'headless_deploy_not_saved' ) );
	}

	/**
	 * Puts a removed environment back, under its ID.
	 *
	 * @param callable(Environment, Stored_Environments): ?WP_Error $refuse
	 */
	public function restore( string $id, ?string $expected, callable $refuse ): Environment|WP_Error {
		$after = $this->write(
			function ( Stored_Environments $stored ) use ( $id, $expected, $refuse ): Stored_Environments|WP_Error {
				$record = $this->removed_record( $stored, $id, $expected );
				if ( is_wp_error( $record ) ) {
					return $record;
				}
				return $refuse( $record, $stored ) ?? $stored->with_restored( $id, $this->with_last_saved( $record ) );
			},
		);
		return $this->environment( $after, $id );
	}

	/**
	 * Deletes removed environments that cannot be restored any more.
	 *
	 * @return int|null When the next one ends, in milliseconds; null if none is left.
	 */
	public function forget_expired(): ?int {
		$after = $this->write( fn( Stored_Environments $stored ): Stored_Environments => $stored->without_expired( $this->clock->now_ms() ) );
		$times = is_wp_error( $after )
			? array( $this->clock->now_ms() )
			: array_map( static fn( Removed_Environment $one ): int => $one->removed_at, array_values( $after->removed ) );
		return array() === $times ? null : min( $times ) + Removed_Environment::RESTORABLE_SECONDS * 1000;
	}

	/**
	 * Stores hashes of the webhooks of wp-config.php, and the site address at which they were first used: a copy of the
	 * site must not send with them. Writes only new ones, and never in a request that saves content, because such a request
	 * reads no environments.
	 */
	public function record_configured( Stored_Environments $stored ): Stored_Environments {
		$recorded = $this->with_configured( $stored );
		if ( $recorded->values() === $stored->values() ) {
			return $stored;
		}
		$after = $this->write( $this->with_configured( ... ) );
		return is_wp_error( $after ) ? $recorded : $after;
	}

	private function with_configured( Stored_Environments $stored ): Stored_Environments {
		foreach ( $this->configured->all() as $id => $entry ) {
			$before = $this->reader->record( $id, $stored ) ?? Environment::blank( $id, $id );
			$after  = $entry->recorded_in( $before, $this->encryption, $this->clock->now_ms() );
			if ( $after !== $before ) {
				$stored = $stored->with_environment( $id, '' === $after->etag ? $after->with( etag: self::FIRST_ETAG ) : $after );
			}
		}
		return $stored;
	}

	private function with_last_saved( Environment $record ): Environment {
		return $record->with( etag: Etag::random(), saved: Last_Saved::now( $this->clock->now_ms() ) );
	}

	private function environment( Stored_Environments|WP_Error $after, string $id ): Environment|WP_Error {
		if ( is_wp_error( $after ) ) {
			return $after;
		}
		$record = $this->reader->record( $id, $after );
		return null === $record ? Errors::make( 'headless_deploy_not_saved' ) : $this->reader->environment( $id, $record );
	}

	/**
	 * @param  callable(Stored_Environments): (Stored_Environments|WP_Error) $edit
	 * @throws Read_Failed
	 */
	private function write( callable $edit ): Stored_Environments|WP_Error {
		try {
			return $this->store->change( $edit, $this->routing );
		} catch ( RuntimeException ) {
			// No encryption key could be stored.
			return Errors::make( 'headless_deploy_not_saved' );
		}
	}

	private function removed_record( Stored_Environments $stored, string $id, ?string $expected ): Environment|WP_Error {
		$present = $this->reader->record( $id, $stored );
		if ( null !== $present ) {
			return Errors::make( 'headless_deploy_not_removed', label: $this->reader->environment( $id, $present )->label );
		}
		if ( ! in_array( $id, $stored->retired, true ) ) {
			return Errors::make( 'headless_deploy_unknown_environment', id: $id );
		}
		$removed = $stored->removed[ $id ] ?? null;
		if ( null === $removed || $removed->is_expired( $this->clock->now_ms() ) ) {
			return Errors::make(
				'headless_deploy_restore_expired',
				label: $stored->removed_labels[ $id ] ?? $id,
				minutes: (string) ( Removed_Environment::RESTORABLE_SECONDS / MINUTE_IN_SECONDS ),
			);
		}
		return Etag::is_expected( $removed->record->etag, $expected )
			? $removed->record
			: Errors::make( 'headless_deploy_edit_conflict', label: $removed->record->label );
	}

	private function expected_record( Stored_Environments $stored, string $id, ?string $expected ): Environment|WP_Error {
		$record = $this->reader->record( $id, $stored );
		if ( null === $record ) {
			return Errors::make( 'headless_deploy_unknown_environment', id: $id );
		}
		$present = $this->reader->environment( $id, $record );
		return Etag::is_expected( $present->etag, $expected ) ? $record : Errors::make( 'headless_deploy_edit_conflict', label: $present->label );
	}
}
