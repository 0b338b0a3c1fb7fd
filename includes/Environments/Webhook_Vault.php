<?php
/**
 * Where the webhooks' secrets are opened.
 *
 * @package HeadlessDeploy
 */

declare( strict_types=1 );

namespace HeadlessDeploy\Environments;

use HeadlessDeploy\Errors;
use WP_Error;

/**
 * Opens the sealed webhooks: at the moment of sending, to seal them anew, and to know what must be redacted.
 *
 * @phpstan-import-type Stored from Stored_Environments
 */
final class Webhook_Vault {
	/**
	 * Takes what it works with.
	 *
	 * @param Stored_Environments $stored      The option.
	 * @param Secrets             $secrets     Seals and opens.
	 * @param Local_Hosts         $local_hosts Hosts that may be private.
	 */
	public function __construct(
		private readonly Stored_Environments $stored,
		private readonly Secrets $secrets,
		private readonly Local_Hosts $local_hosts,
	) {}

	/**
	 * Opens one webhook, as the database knows it now.
	 *
	 * @param string $id     The environment.
	 * @param Action $action The action.
	 *
	 * @return Webhook|WP_Error
	 */
	public function webhook( string $id, Action $action ): Webhook|WP_Error {
		$stored = $this->stored->get_fresh();
		$record = $stored['environments'][ $id ] ?? null;
		if ( null === $record ) {
			return Errors::make( 'headless_deploy_unknown_environment', array( 'id' => $id ) );
		}
		$sealed = $record['sealed'][ $action->value ] ?? null;
		if ( null === $sealed ) {
			return Errors::make( 'headless_deploy_webhook_missing' );
		}
		$opened = $this->secrets->open( $sealed );
		if ( null === $opened ) {
			return Errors::make( 'headless_deploy_key_lost' );
		}
		if ( $this->secrets->is_outdated( $sealed ) ) {
			$this->seal_anew();
		}
		$url = Webhook_Url::recognise( $opened, $this->local_hosts );
		if ( is_wp_error( $url ) ) {
			return Errors::make( 'headless_deploy_address_refused' );
		}
		return new Webhook( $url->secret_url( $action ), $url->url( $action ), $this->tokens( $stored ) );
	}

	/**
	 * Tells whether the keys of all of these are known; opens nothing.
	 *
	 * @param array<string> $sealed Sealed webhooks.
	 */
	public function has_keys_of( array $sealed ): bool {
		return array() === array_filter( $sealed, fn( string $one ): bool => ! $this->secrets->has_key_of( $one ) );
	}

	/**
	 * Seals every webhook anew that an older key sealed, for example since `HEADLESS_DEPLOY_ENCRYPTION_KEY` was set.
	 * What cannot be opened stays as it is: its key may come back.
	 */
	public function seal_anew(): void {
		$is_outdated = fn( array $record ): bool => array() !== array_filter( $record['sealed'], $this->secrets->is_outdated( ... ) );
		if ( array() !== array_filter( $this->stored->get()['environments'], $is_outdated ) ) {
			$this->stored->change( $this->sealed_anew( ... ) );
		}
	}

	/**
	 * Returns what is stored, with each outdated webhook sealed by the newest key.
	 *
	 * @param Stored $stored What is stored now.
	 *
	 * @return Stored
	 */
	private function sealed_anew( array $stored ): array {
		foreach ( $stored['environments'] as $id => $record ) {
			foreach ( $record['sealed'] as $action => $sealed ) {
				$opened = $this->secrets->is_outdated( $sealed ) ? $this->secrets->open( $sealed ) : null;
				if ( null !== $opened ) {
					$stored['environments'][ $id ]['sealed'][ $action ] = $this->secrets->seal( $opened );
				}
			}
		}
		return $stored;
	}

	/**
	 * Returns every token that can be opened.
	 *
	 * @param Stored $stored What is stored.
	 *
	 * @return list<string>
	 */
	private function tokens( array $stored ): array {
		$tokens = array();
		foreach ( $stored['environments'] as $record ) {
			foreach ( $record['sealed'] as $sealed ) {
				$query    = (string) wp_parse_url( $this->secrets->open( $sealed ) ?? '', PHP_URL_QUERY );
				$tokens[] = substr( $query, strlen( 'token=' ) );
			}
		}
		return array_values( array_filter( array_unique( $tokens ) ) );
	}
}
