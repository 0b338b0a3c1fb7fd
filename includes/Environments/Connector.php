<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Environments;

use Closure;
use HeadlessDeploy\Clock;
use HeadlessDeploy\Errors;
use HeadlessDeploy\Providers\Local_Hosts;
use HeadlessDeploy\Providers\Providers;
use HeadlessDeploy\Secrets\Encryption;
use HeadlessDeploy\Secrets\Request_Extras;
use HeadlessDeploy\Secrets\Webhook_Set;
use HeadlessDeploy\Secrets\Webhook_Vault;
use RuntimeException;
use WP_Error;

/**
 * Puts entered webhooks, headers and a body into a record.
 */
final class Connector {
	/**
	 * @param Closure(): bool $may_customize Whether the current user may send any request to any host.
	 */
	public function __construct(
		private readonly Encryption $encryption,
		private readonly Webhook_Vault $vault,
		private readonly Configured_Environments $configured,
		private readonly Local_Hosts $local_hosts,
		private readonly Clock $clock,
		private readonly Closure $may_customize,
	) {}

	/**
	 * Puts what was entered into a record, and allows this site to send with it.
	 *
	 * @param  string           $id       Of the environment; an unused one for a new environment.
	 * @param  Webhook_Set|null $webhooks What the entered URLs were recognized as, null for none.
	 * @throws RuntimeException When no encryption key can be stored.
	 */
	public function connect(
		string $id,
		Environment $record,
		Environment_Input $input,
		?Webhook_Set $webhooks,
		Stored_Environments $stored,
	): Environment|WP_Error {
		$is_custom = $input->has_extras()
			|| null !== $input->text( 'refreshUrl' )
			|| ( null !== $webhooks && ! $webhooks->is_of_known_host( $this->local_hosts ) );
		if ( $is_custom && ! ( $this->may_customize )() ) {
			return Errors::make( 'headless_deploy_super_admin_only' );
		}
		$refused = null === $webhooks ? null : $this->refuse_duplicate( $stored, $id, $webhooks );
		$extras  = $refused ?? $this->extras( $id, $record, $input, $webhooks );
		if ( is_wp_error( $extras ) ) {
			return $extras;
		}
		$refresh = $input->refresh( $record->refresh, $this->local_hosts, $this->encryption->seal( ... ), $this->clock->now_ms() );
		if ( is_wp_error( $refresh ) ) {
			return $refresh;
		}
		$record = ( null === $webhooks ? $record : $this->with_webhooks( $record, $webhooks ) )->with( refresh: $refresh );
		return null === $extras
			? $record
			: $record->with( extras: $extras->seal( $this->encryption ), header_names: $extras->names(), has_body: '' !== $extras->body() );
	}

	/**
	 * Refuses to restore an environment whose webhooks were connected again after its removal.
	 */
	public function refuse_restored( string $id, Environment $record, Stored_Environments $stored ): ?WP_Error {
		$webhooks = $this->vault->webhook_set( $record->sealed );
		return null === $webhooks ? null : $this->refuse_duplicate( $stored, $id, $webhooks );
	}

	private function extras(
		string $id,
		Environment $record,
		Environment_Input $input,
		?Webhook_Set $webhooks,
	): Request_Extras|WP_Error|null {
		if ( null === $webhooks && ! $input->has_extras() ) {
			return null;
		}
		$webhooks ??= $this->configured->get( $id )->webhooks ?? $this->vault->webhook_set( $record->sealed );
		if ( null === $webhooks ) {
			return Errors::make( $this->vault->has_keys_of( $record->sealed ) ? 'headless_deploy_address_refused' : 'headless_deploy_key_lost' );
		}
		return $input->extras( $this->vault->extras( $record->extras ) ?? Request_Extras::none(), $webhooks );
	}

	/**
	 * @throws RuntimeException
	 */
	private function with_webhooks( Environment $record, Webhook_Set $webhooks ): Environment {
		return $record->with(
			provider: $webhooks->provider,
			target: $webhooks->target(),
			urls: $webhooks->urls(),
			masked: $webhooks->masked(),
			sealed: $webhooks->sealed( $this->encryption ),
			fingerprints: array_values( array_unique( array( ...$record->fingerprints, Site_Fingerprint::current() ) ) ),
			connected_at: $this->clock->now_ms(),
			is_trusted: ( $this->may_customize )(),
		)->resume( Pause_Reason::Token, Pause_Reason::Copy );
	}

	/**
	 * Refuses webhooks that another environment has: each change would be sent twice.
	 */
	private function refuse_duplicate( Stored_Environments $stored, string $id, Webhook_Set $webhooks ): ?WP_Error {
		foreach ( $stored->environments as $other => $record ) {
			$secret_urls = Providers::WPE_HEADLESS === $record->provider ? array() : $this->vault->urls( $record->sealed );
			if ( $other !== $id && ! $record->is_remainder() && self::overlaps( $webhooks, $record->provider, $record->target, $secret_urls ) ) {
				return Errors::make( 'headless_deploy_already_connected', label: $record->label );
			}
		}
		foreach ( $this->configured->all() as $other => $entry ) {
			if (
				$other !== $id
				&& null !== $entry->webhooks
				&& self::overlaps( $webhooks, $entry->webhooks->provider, $entry->webhooks->target(), $entry->webhooks->secret_urls() )
			) {
				return Errors::make( 'headless_deploy_already_connected', label: $other );
			}
		}
		return null;
	}

	/**
	 * Tells whether another environment has the same webhooks. A webhook set is identified by its target, whatever its
	 * token is; any other webhook by its URL.
	 *
	 * @param array<string, string> $target What its webhooks were recognized as.
	 * @param array<string>         $urls
	 */
	private static function overlaps( Webhook_Set $webhooks, string $provider, array $target, array $urls ): bool {
		if ( $provider !== $webhooks->provider ) {
			return false;
		}
		return Providers::WPE_HEADLESS === $provider
			? $target === $webhooks->target()
			: array() !== array_intersect( $urls, $webhooks->secret_urls() );
	}
}
