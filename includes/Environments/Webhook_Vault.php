<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Environments;

use HeadlessDeploy\Action;
use HeadlessDeploy\Errors;
use HeadlessDeploy\Providers\Local_Hosts;
use HeadlessDeploy\Providers\Providers;
use HeadlessDeploy\Providers\Sensitive_Parts;
use HeadlessDeploy\Providers\Webhook_Url;
use HeadlessDeploy\Secrets\Encryption;
use HeadlessDeploy\Secrets\Request_Extras;
use HeadlessDeploy\Secrets\Webhook;
use HeadlessDeploy\Secrets\Webhook_Set;
use WP_Error;

/**
 * Opens the sealed webhooks: at the moment of sending, to seal them anew, and to know what must be redacted. Those of
 * wp-config.php are open there, and are never stored.
 *
 * @phpstan-import-type Record from Stored_Environments
 * @phpstan-import-type Stored from Stored_Environments
 */
final class Webhook_Vault {
	/**
	 * @param Local_Hosts             $local_hosts Hosts that may be private.
	 * @param Configured_Environments $configured  The environments of wp-config.php.
	 */
	public function __construct(
		private readonly Stored_Environments $stored,
		private readonly Encryption $secrets,
		private readonly Local_Hosts $local_hosts,
		private readonly Configured_Environments $configured,
	) {}

	/**
	 * Opens one webhook, as the primary has it now; where the host does not offer the action, that of the nearest.
	 */
	public function webhook( string $id, Action $action ): Webhook|WP_Error {
		$stored = $this->stored->get_from_primary();
		$entry  = $this->configured->get( $id );
		$record = $stored['environments'][ $id ] ?? null;
		if ( null === $entry && ( null === $record || Stored_Environments::is_remainder( $record ) ) ) {
			return Errors::make( 'headless_deploy_unknown_environment', array( 'id' => $id ) );
		}
		$record ??= Environment_Input::blank( $id );
		if ( true === $entry?->is_broken() ) {
			return Errors::make( 'headless_deploy_constant_broken' );
		}
		$offered = null === $entry?->webhooks ? array_keys( $record['sealed'] ) : array_keys( $entry->webhooks->urls() );
		$action  = $action->nearest( $offered );
		if ( null === $action ) {
			return Errors::make( 'headless_deploy_webhook_missing' );
		}
		$url    = $entry?->webhooks?->url( $action ) ?? $this->open( $record, $action );
		$extras = is_wp_error( $url ) ? Request_Extras::none() : $this->extras( $record, $entry );
		if ( is_wp_error( $url ) || null === $extras ) {
			return is_wp_error( $url ) ? $url : Errors::make( 'headless_deploy_key_lost' );
		}
		$extras = Providers::GENERIC === $url->provider && $extras->may_go_to( $url->origin() ) ? $extras : Request_Extras::none();
		return new Webhook( self::titled( $url, $action ), $url->url( $action ), $this->words( $stored ), Providers::GENERIC !== $url->provider, $extras );
	}

	/**
	 * Opens the webhooks that are stored in a record; what cannot be opened is left out.
	 *
	 * @param  Record                          $record
	 * @return array<value-of<Action>, string>
	 */
	public function opened( array $record ): array {
		return array_filter( array_map( $this->secrets->open( ... ), $record['sealed'] ), is_string( ... ) );
	}

	/**
	 * Returns the webhooks that are stored in a record; null when they cannot be read.
	 *
	 * @param Record $record
	 */
	public function stored_set( array $record ): ?Webhook_Set {
		$opened = $this->opened( $record );
		$set    = count( $opened ) === count( $record['sealed'] ) ? Webhook_Set::recognize( null, $opened, $this->local_hosts ) : null;
		return is_wp_error( $set ) ? null : $set;
	}

	/**
	 * Returns the headers and the body of an environment; null when their key is lost.
	 *
	 * @param Record $record
	 */
	public function extras( array $record, ?Configured_Environment $entry = null ): ?Request_Extras {
		return true === $entry?->has( 'headers', 'body' ) ? ( $entry->extras ?? Request_Extras::none() ) : Request_Extras::open( $record['extras'], $this->secrets );
	}

	/**
	 * Tells whether the keys of all of these are known; opens nothing.
	 *
	 * @param array<string> $sealed
	 */
	public function has_keys_of( array $sealed ): bool {
		return array() === array_filter( $sealed, fn( string $one ): bool => ! $this->secrets->has_key_of( $one ) );
	}

	/**
	 * Seals every secret anew that an older key sealed, for example since `HEADLESS_DEPLOY_ENCRYPTION_KEY` was set.
	 * What cannot be opened stays as it is: its key may come back.
	 */
	public function seal_anew(): void {
		foreach ( $this->stored->get()['environments'] as $record ) {
			if ( array() !== array_filter( array( ...array_values( $record['sealed'] ), $record['extras'] ), $this->secrets->is_outdated( ... ) ) ) {
				$this->stored->change( $this->sealed_anew( ... ) );
				return;
			}
		}
	}

	/**
	 * Opens one stored webhook.
	 *
	 * @param Record $record
	 * @param Action $action An action that it offers.
	 */
	private function open( array $record, Action $action ): Webhook_Url|WP_Error {
		$sealed = $record['sealed'][ $action->value ] ?? '';
		$opened = $this->secrets->open( $sealed );
		if ( null === $opened ) {
			return Errors::make( 'headless_deploy_key_lost' );
		}
		if ( $this->secrets->is_outdated( $sealed ) ) {
			$this->seal_anew();
		}
		$url = Providers::recognize( $opened, $this->local_hosts, $record['provider'] );
		return is_wp_error( $url ) ? Errors::make( 'headless_deploy_address_refused' ) : $url;
	}

	/**
	 * Returns the whole address of an action, with the name that the host shows beside the build.
	 *
	 * @return non-empty-string
	 */
	private static function titled( Webhook_Url $url, Action $action ): string {
		$address = $url->secret_url( $action );
		if ( '' === $url->title_field ) {
			return $address;
		}
		$title = 'Headless Deploy: ' . wp_specialchars_decode( get_bloginfo( 'name' ), ENT_QUOTES );
		return $address . ( str_contains( $address, '?' ) ? '&' : '?' ) . $url->title_field . '=' . rawurlencode( mb_substr( $title, 0, 100 ) );
	}

	/**
	 * Returns what is stored, with each outdated secret sealed by the newest key.
	 *
	 * @param  Stored $stored What is stored now.
	 * @return Stored
	 */
	private function sealed_anew( array $stored ): array {
		foreach ( $stored['environments'] as $id => $record ) {
			foreach ( $record['sealed'] as $action => $sealed ) {
				$stored['environments'][ $id ]['sealed'][ $action ] = $this->one_sealed_anew( $sealed );
			}
			$stored['environments'][ $id ]['extras'] = $this->one_sealed_anew( $record['extras'] );
		}
		return $stored;
	}

	/**
	 * Seals one secret by the newest key, if an older one sealed it.
	 */
	private function one_sealed_anew( string $sealed ): string {
		$opened = $this->secrets->is_outdated( $sealed ) ? $this->secrets->open( $sealed ) : null;
		return null === $opened ? $sealed : $this->secrets->seal( $opened );
	}

	/**
	 * Returns everything that must be redacted, of all environments.
	 *
	 * @param  Stored       $stored
	 * @return list<string>
	 */
	private function words( array $stored ): array {
		$words = array();
		foreach ( $stored['environments'] as $record ) {
			foreach ( $this->opened( $record ) as $opened ) {
				$url = Providers::recognize( $opened, $this->local_hosts, $record['provider'] );
				// A host that may no longer be called still has a secret.
				$words[] = is_wp_error( $url ) ? Sensitive_Parts::of_address( (string) wp_parse_url( $opened, PHP_URL_PATH ), (string) wp_parse_url( $opened, PHP_URL_QUERY ) ) : $url->words();
			}
			$words[] = Request_Extras::open( $record['extras'], $this->secrets )?->words() ?? array();
		}
		foreach ( $this->configured->all() as $entry ) {
			array_push( $words, $entry->webhooks?->words() ?? array(), $entry->extras?->words() ?? array() );
		}
		return array_values( array_unique( array_merge( ...$words ) ) );
	}
}
