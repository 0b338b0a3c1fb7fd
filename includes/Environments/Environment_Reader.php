<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Environments;

/**
 * Makes environments of what is stored, with what wp-config.php says laid over it.
 *
 * @phpstan-import-type Record from Stored_Environments
 * @phpstan-import-type Stored from Stored_Environments
 */
final class Environment_Reader {
	/**
	 * @param Webhook_Vault           $vault      Knows which keys are there.
	 * @param Configured_Environments $configured The environments of wp-config.php.
	 */
	public function __construct(
		private readonly Webhook_Vault $vault,
		private readonly Configured_Environments $configured,
	) {}

	/**
	 * Makes all environments: those that are stored alone, then those of wp-config.php, each in their order.
	 *
	 * @param  Stored                     $stored
	 * @return array<string, Environment>
	 */
	public function all( array $stored ): array {
		$environments = array();
		foreach ( array_keys( array_diff_key( $stored['environments'], $this->configured->all() ) + $this->configured->all() ) as $id ) {
			$record = $this->record( $id, $stored );
			if ( null !== $record ) {
				$environments[ $id ] = $this->one( $id, $record );
			}
		}
		return $environments;
	}

	/**
	 * Returns what is stored of an environment, blank where wp-config.php alone knows it; null when there is none. What
	 * was stored for an entry that wp-config.php no longer has is left where it is, and is no environment.
	 *
	 * @param  Stored      $stored
	 * @return Record|null
	 */
	public function record( string $id, array $stored ): ?array {
		$record = $stored['environments'][ $id ] ?? null;
		if ( null !== $this->configured->get( $id ) ) {
			return $record ?? Environment_Input::blank( $id );
		}
		return null === $record || Stored_Environments::is_remainder( $record ) ? null : $record;
	}

	/**
	 * Makes one environment; where a key is lost, or wp-config.php is wrong, it is paused until somebody mends that, and
	 * nothing else of it is lost.
	 *
	 * @param Record $record
	 */
	public function one( string $id, array $record ): Environment {
		$entry  = $this->configured->get( $id );
		$stored = $record;
		$record = $entry?->over( $stored ) ?? $stored;
		return new Environment(
			id: $id,
			label: $record['label'],
			provider: $record['provider'],
			webhook_urls: $record['urls'],
			masked_tokens: $record['masked'],
			front_end_url: $record['frontEndUrl'],
			automation: Automation::from_array( $record['automation'] ),
			// Without a webhook there is nothing that a copy could send; what is wrong is told instead.
			fingerprints: null !== $entry && array() === $record['urls'] ? array( Site_Fingerprint::current() ) : $record['fingerprints'],
			paused: $this->unreadable( $entry, $record ) ?? self::pause( $record['paused'] ),
			etag: null === $entry ? $record['etag'] : substr( hash( 'sha256', (string) wp_json_encode( array( $stored['etag'], $record ) ) ), 0, 16 ),
			target: $record['target'],
			connected_at: $record['connectedAt'],
			locked_by: null === $entry ? '' : Configured_Environments::CONSTANT,
			locked_fields: $entry->named ?? array(),
			header_names: $record['headerNames'],
			has_body: $record['hasBody'],
			saved: $stored['saved'],
			is_trusted: $record['isTrusted'],
		);
	}

	/**
	 * Returns the pause of an environment whose webhooks cannot be read, null when they can.
	 *
	 * @param Record $record Its record with that of wp-config.php.
	 */
	private function unreadable( ?Configured_Environment $entry, array $record ): ?Pause {
		$sealed = array_values( $record['sealed'] );
		if ( '' !== $record['extras'] && null === $entry?->extras ) {
			$sealed[] = $record['extras'];
		}
		return match ( true ) {
			null !== $entry && array() === $record['urls'], true === $entry?->is_broken() => new Pause( Pause_Reason::Constant ),
			null === $entry?->webhooks && array() === $record['sealed'], ! $this->vault->has_keys_of( $sealed ) => new Pause( Pause_Reason::Key ),
			default => null,
		};
	}

	/**
	 * Reads a stored pause.
	 *
	 * @param array{reason: string, since: int, next_try_at: int|null, by: int}|null $stored
	 */
	private static function pause( ?array $stored ): ?Pause {
		return null === $stored ? null : new Pause( Pause_Reason::from_stored( $stored['reason'] ), $stored['since'], $stored['next_try_at'], $stored['by'] );
	}
}
