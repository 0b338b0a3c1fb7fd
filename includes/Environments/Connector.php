<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Environments;

use Closure;
use HeadlessDeploy\Clock;
use HeadlessDeploy\Errors;
use HeadlessDeploy\Network;
use HeadlessDeploy\Providers\Local_Hosts;
use HeadlessDeploy\Providers\Providers;
use HeadlessDeploy\Secrets\Encryption;
use HeadlessDeploy\Secrets\Request_Extras;
use HeadlessDeploy\Secrets\Webhook_Set;
use WP_Error;

/**
 * Puts pasted webhooks, headers and a body into a record, where that is allowed.
 *
 * @phpstan-import-type Record from Stored_Environments
 * @phpstan-import-type Stored from Stored_Environments
 */
final class Connector {
	/**
	 * Whether the current user may have anything sent anywhere.
	 *
	 * @var Closure(): bool
	 */
	private readonly Closure $may_customise;

	/**
	 * @param Configured_Environments $configured    The environments of wp-config.php.
	 * @param Local_Hosts             $local_hosts   Hosts that wp-config.php names.
	 * @param (Closure(): bool)|null  $may_customise Whether the current user may have anything sent anywhere; null for
	 *                                               everybody who manages, but on a network super admins alone.
	 */
	public function __construct(
		private readonly Encryption $secrets,
		private readonly Webhook_Vault $vault,
		private readonly Configured_Environments $configured,
		private readonly Local_Hosts $local_hosts,
		private readonly Clock $clock,
		?Closure $may_customise,
	) {
		$this->may_customise = $may_customise ?? Network::is_operator( ... );
	}

	/**
	 * Puts what was pasted into a record. Whoever pastes a webhook URL here wants to send from here.
	 *
	 * @param  string           $id       The environment, empty for a new one.
	 * @param  Record           $record
	 * @param  Webhook_Set|null $webhooks What the URLs in it were recognised as, if there are any.
	 * @param  Stored           $stored   All that is stored.
	 * @return Record|WP_Error
	 */
	public function connect( string $id, array $record, Environment_Input $input, ?Webhook_Set $webhooks, array $stored ): array|WP_Error {
		$custom = $input->has_extras() || ( null !== $webhooks && ! $webhooks->is_of_known_host( $this->local_hosts ) );
		if ( $custom && ! ( $this->may_customise )() ) {
			return Errors::make( 'headless_deploy_super_admin_only' );
		}
		$refused = null === $webhooks ? null : $this->refuse_twice( $stored, $id, $webhooks );
		$extras  = $refused ?? $this->extras( $id, $record, $input, $webhooks );
		if ( is_wp_error( $extras ) ) {
			return $extras;
		}
		$record = null === $webhooks ? $record : $this->connected( $record, $webhooks );
		return null === $extras ? $record : array_merge(
			$record,
			array(
				'extras'      => $extras->seal( $this->secrets ),
				'headerNames' => $extras->names(),
				'hasBody'     => '' !== $extras->body(),
			),
		);
	}

	/**
	 * Returns the headers and the body from now on, null when they stay as they are.
	 *
	 * @param Record           $record
	 * @param Webhook_Set|null $webhooks New webhooks, if there are any.
	 */
	private function extras( string $id, array $record, Environment_Input $input, ?Webhook_Set $webhooks ): Request_Extras|WP_Error|null {
		if ( null === $webhooks && ! $input->has_extras() ) {
			return null;
		}
		$webhooks ??= $this->configured->all()[ $id ]->webhooks ?? $this->vault->stored_set( $record );
		if ( null === $webhooks ) {
			return Errors::make( $this->vault->has_keys_of( $record['sealed'] ) ? 'headless_deploy_address_refused' : 'headless_deploy_key_lost' );
		}
		return $input->extras( $this->vault->extras( $record ) ?? Request_Extras::none(), $webhooks );
	}

	/**
	 * Puts webhooks into a record.
	 *
	 * @param  Record $record
	 * @return Record
	 */
	private function connected( array $record, Webhook_Set $webhooks ): array {
		$fingerprints = array_merge( $record['fingerprints'], array( Site_Fingerprint::current() ) );
		$connected    = array_merge(
			$record,
			array(
				'provider'     => $webhooks->provider,
				'target'       => $webhooks->target(),
				'urls'         => $webhooks->urls(),
				'masked'       => $webhooks->masked(),
				'sealed'       => $webhooks->sealed( $this->secrets ),
				'fingerprints' => array_values( array_unique( $fingerprints ) ),
				'connectedAt'  => $this->clock->now_ms(),
				'isTrusted'    => ( $this->may_customise )(),
			),
		);
		return Pauses::lift( $connected, Pause_Reason::Token, Pause_Reason::Copy );
	}

	/**
	 * Refuses webhooks that another environment has already: each change would be sent twice.
	 *
	 * @param Stored $stored What is stored now.
	 * @param string $id     The environment that is to get them.
	 */
	private function refuse_twice( array $stored, string $id, Webhook_Set $webhooks ): ?WP_Error {
		foreach ( $stored['environments'] as $other => $record ) {
			if ( $other !== $id && ! Stored_Environments::is_remainder( $record ) && $this->is_same( $record, $webhooks ) ) {
				return Errors::make( 'headless_deploy_already_connected', array( 'label' => $record['label'] ) );
			}
		}
		foreach ( $this->configured->all() as $other => $entry ) {
			if ( $other !== $id && null !== $entry->webhooks && self::overlap( $webhooks, $entry->webhooks->provider, $entry->webhooks->target(), $entry->webhooks->secret_urls() ) ) {
				return Errors::make( 'headless_deploy_already_connected', array( 'label' => $other ) );
			}
		}
		return null;
	}

	/**
	 * Tells whether a record has the same webhooks.
	 *
	 * @param Record $record
	 */
	private function is_same( array $record, Webhook_Set $webhooks ): bool {
		return self::overlap( $webhooks, $record['provider'], $record['target'], Providers::WPE_HEADLESS === $record['provider'] ? array() : $this->vault->opened( $record ) );
	}

	/**
	 * Tells whether webhooks are those of another environment: a webhook set is known by its target, whatever its token
	 * is, anything else by its address.
	 *
	 * @param string                $provider Of the other environment.
	 * @param array<string, string> $target   What its webhooks were recognised as.
	 * @param array<string>         $urls
	 */
	private static function overlap( Webhook_Set $webhooks, string $provider, array $target, array $urls ): bool {
		if ( $provider !== $webhooks->provider ) {
			return false;
		}
		return Providers::WPE_HEADLESS === $provider ? $target === $webhooks->target() : array() !== array_intersect( $urls, $webhooks->secret_urls() );
	}
}
