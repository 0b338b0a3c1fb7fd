<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Environments;

use HeadlessDeploy\Etag;
use HeadlessDeploy\Secrets\Webhook_Vault;

/**
 * Makes environments of what is stored and what wp-config.php defines.
 */
final class Environment_Reader {
	public function __construct(
		private readonly Webhook_Vault $vault,
		private readonly Configured_Environments $configured,
	) {}

	/**
	 * Returns all environments: those that are only stored, then those of wp-config.php, each in their order.
	 *
	 * @return array<string, Environment>
	 */
	public function all( Stored_Environments $stored ): array {
		$environments = array();
		foreach ( array_keys( array_diff_key( $stored->environments, $this->configured->all() ) + $this->configured->all() ) as $id ) {
			$record = $this->record( $id, $stored );
			if ( null !== $record ) {
				$environments[ $id ] = $this->environment( $id, $record );
			}
		}
		return $environments;
	}

	/**
	 * Returns the record of an environment, a blank one where only wp-config.php defines it; null when there is none. The
	 * record of an entry that was removed from wp-config.php stays stored, but is not an environment.
	 */
	public function record( string $id, Stored_Environments $stored ): ?Environment {
		$record = $stored->environments[ $id ] ?? null;
		if ( null !== $this->configured->get( $id ) ) {
			return $record ?? Environment::blank( $id, $id );
		}
		return null === $record || $record->is_remainder() ? null : $record;
	}

	/**
	 * Makes one environment. If a key is lost or wp-config.php has an error, the environment is paused until that is
	 * fixed.
	 */
	public function environment( string $id, Environment $stored ): Environment {
		$entry  = $this->configured->get( $id );
		$record = $entry?->apply_to( $stored ) ?? $stored;
		return $record->with(
			// Without a webhook a copy could send nothing, so the environment reports the missing webhook instead.
			fingerprints: null !== $entry && array() === $record->urls ? array( Site_Fingerprint::current() ) : $record->fingerprints,
			paused: $this->unreadable( $entry, $record ) ?? $record->paused,
			etag: null === $entry ? $record->etag : Etag::of( array( $stored->etag, $record->to_array() ) ),
			locked_by: null === $entry ? '' : Configured_Environments::CONSTANT,
			locked_fields: $entry->named ?? array(),
			refresh: null !== $record->refresh && $this->vault->has_keys_of( array_filter( array( $record->refresh->secret ) ) )
				? $record->refresh
				: null,
		);
	}

	/**
	 * Returns the pause of an environment whose webhooks cannot be read, null when they can.
	 */
	private function unreadable( ?Configured_Environment $entry, Environment $record ): ?Pause {
		$sealed = array_values( $record->sealed );
		if ( '' !== $record->extras && null === $entry?->extras ) {
			$sealed[] = $record->extras;
		}
		return match ( true ) {
			null !== $entry && array() === $record->urls, true === $entry?->is_broken() => new Pause( Pause_Reason::Constant ),
			null === $entry?->webhooks && array() === $record->sealed, ! $this->vault->has_keys_of( $sealed ) => new Pause( Pause_Reason::Key ),
			default => null,
		};
	}
}
