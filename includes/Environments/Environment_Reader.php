<?php
/**
 * From stored records to environments.
 *
 * @package HeadlessDeploy
 */

declare( strict_types=1 );

namespace HeadlessDeploy\Environments;

/**
 * Makes environments of what is stored.
 *
 * @phpstan-import-type Record from Stored_Environments
 * @phpstan-import-type Stored from Stored_Environments
 */
final class Environment_Reader {
	/**
	 * Takes what it asks.
	 *
	 * @param Webhook_Vault $vault Knows which keys are there.
	 */
	public function __construct( private readonly Webhook_Vault $vault ) {}

	/**
	 * Makes all environments.
	 *
	 * @param Stored $stored What is stored.
	 *
	 * @return array<string, Environment>
	 */
	public function all( array $stored ): array {
		$environments = array();
		foreach ( $stored['environments'] as $id => $record ) {
			$environments[ $id ] = $this->one( $id, $record );
		}
		return $environments;
	}

	/**
	 * Makes one environment; where a key is lost it is paused until somebody pastes the URL again, and nothing else of
	 * it is lost.
	 *
	 * @param string $id     The environment.
	 * @param Record $record Its record.
	 */
	public function one( string $id, array $record ): Environment {
		$key_lost = array(
			'reason'      => 'key',
			'since'       => 0,
			'next_try_at' => null,
		);
		return new Environment(
			id: $id,
			label: $record['label'],
			provider: $record['provider'],
			webhook_urls: $record['urls'],
			masked_tokens: $record['masked'],
			front_end_url: $record['frontEndUrl'],
			automation: Automation::from_array( $record['automation'] ),
			fingerprints: $record['fingerprints'],
			paused: $this->vault->has_keys_of( $record['sealed'] ) ? $record['paused'] : $key_lost,
			etag: $record['etag'],
			target: $record['target'],
			connected_at: $record['connectedAt'],
		);
	}
}
