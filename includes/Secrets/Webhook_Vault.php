<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Secrets;

use HeadlessDeploy\Action;
use HeadlessDeploy\Errors;
use HeadlessDeploy\Providers\Local_Hosts;
use HeadlessDeploy\Providers\Providers;
use HeadlessDeploy\Providers\Sensitive_Parts;
use HeadlessDeploy\Providers\Webhook_Url;
use WP_Error;

/**
 * Decrypts and re-encrypts stored webhook URLs, request headers and bodies.
 */
final class Webhook_Vault {
	public function __construct(
		private readonly Encryption $encryption,
		private readonly Local_Hosts $local_hosts,
	) {}

	public function url( string $sealed, string $provider ): Webhook_Url|WP_Error {
		$opened = $this->encryption->open( $sealed );
		if ( null === $opened ) {
			return Errors::make( 'headless_deploy_key_lost' );
		}
		$url = Providers::recognize( $opened, $this->local_hosts, $provider );
		return is_wp_error( $url ) ? Errors::make( 'headless_deploy_address_refused' ) : $url;
	}

	/**
	 * Decrypts URLs or secrets; one that cannot be decrypted is left out.
	 *
	 * @template K of array-key
	 * @param  array<K, string> $sealed
	 * @return array<K, string>
	 */
	public function urls( array $sealed ): array {
		return array_filter( array_map( $this->encryption->open( ... ), $sealed ), is_string( ... ) );
	}

	/**
	 * @param array<value-of<Action>, string> $sealed
	 */
	public function webhook_set( array $sealed ): ?Webhook_Set {
		$opened = $this->urls( $sealed );
		$set    = count( $opened ) === count( $sealed ) ? Webhook_Set::recognize( null, $opened, $this->local_hosts ) : null;
		return is_wp_error( $set ) ? null : $set;
	}

	public function extras( string $sealed ): ?Request_Extras {
		return Request_Extras::open( $sealed, $this->encryption );
	}

	/**
	 * @param array<string> $sealed
	 */
	public function has_keys_of( array $sealed ): bool {
		return array() === array_filter( $sealed, fn( string $one ): bool => ! $this->encryption->has_key_of( $one ) );
	}

	/**
	 * @param array<string> $sealed
	 */
	public function has_outdated( array $sealed ): bool {
		return array() !== array_filter( $sealed, $this->encryption->is_outdated( ... ) );
	}

	/**
	 * Encrypts a secret of an older key with the newest key. One whose key is lost stays, because the key may come back.
	 */
	public function reseal( string $sealed ): string {
		$opened = $this->encryption->is_outdated( $sealed ) ? $this->encryption->open( $sealed ) : null;
		return null === $opened ? $sealed : $this->encryption->seal( $opened );
	}

	/**
	 * @param  array<value-of<Action>, string> $sealed URLs.
	 * @param  string                          $extras Headers and body.
	 * @return list<string>
	 */
	public function sensitive_parts( string $provider, array $sealed, string $extras ): array {
		$parts = array( $this->extras( $extras )?->sensitive_parts() ?? array() );
		foreach ( $this->urls( $sealed ) as $opened ) {
			$url = Providers::recognize( $opened, $this->local_hosts, $provider );
			// The secret of a host that may no longer be called is still a secret.
			$parts[] = is_wp_error( $url )
				? Sensitive_Parts::of_address( (string) wp_parse_url( $opened, PHP_URL_PATH ), (string) wp_parse_url( $opened, PHP_URL_QUERY ) )
				: $url->sensitive_parts();
		}
		return array_merge( ...$parts );
	}
}
