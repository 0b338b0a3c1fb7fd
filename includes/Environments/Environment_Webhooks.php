<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Environments;

use HeadlessDeploy\Action;
use HeadlessDeploy\Errors;
use HeadlessDeploy\Providers\Providers;
use HeadlessDeploy\Providers\Webhook_Url;
use HeadlessDeploy\Read_Failed;
use HeadlessDeploy\Secrets\Request_Extras;
use HeadlessDeploy\Secrets\Standard_Webhook;
use HeadlessDeploy\Secrets\Webhook;
use HeadlessDeploy\Secrets\Webhook_Vault;
use SensitiveParameter;
use WP_Error;

/**
 * Opens the webhooks of environments for sending. Webhooks of wp-config.php are read from there and never stored.
 */
final class Environment_Webhooks {
	private const MAX_TITLE_LENGTH = 100;

	public function __construct(
		private readonly Environment_Store $store,
		private readonly Webhook_Vault $vault,
		private readonly Configured_Environments $configured,
	) {}

	/**
	 * Opens the webhook of an action as the primary database has it now; where the host does not offer the action, that of
	 * the nearest.
	 *
	 * @throws Read_Failed
	 */
	public function get( string $id, Action $action ): Webhook|WP_Error {
		$stored = $this->store->get_from_primary();
		$entry  = $this->configured->get( $id );
		$record = $stored->environments[ $id ] ?? Environment::blank( $id, $id );
		if ( null === $entry && $record->is_remainder() ) {
			return Errors::make( 'headless_deploy_unknown_environment', id: $id );
		}
		if ( true === $entry?->is_broken() ) {
			return Errors::make( 'headless_deploy_constant_broken' );
		}
		$action = $action->nearest( array_keys( $entry?->webhooks?->urls() ?? $record->sealed ) );
		if ( null === $action ) {
			return Errors::make( 'headless_deploy_webhook_missing' );
		}
		$url = $entry?->webhooks?->url( $action ) ?? $this->stored_url( $record, $action );
		if ( is_wp_error( $url ) ) {
			return $url;
		}
		$extras = true === $entry?->has( 'headers', 'body' ) ? $entry->extras ?? Request_Extras::none() : $this->vault->extras( $record->extras );
		if ( null === $extras ) {
			return Errors::make( 'headless_deploy_key_lost' );
		}
		$is_generic = Providers::GENERIC === $url->provider;
		return new Webhook(
			self::url_with_title( $url, $action ),
			$url->url( $action ),
			$this->sensitive_parts( $stored ),
			! $is_generic,
			$is_generic && $extras->may_go_to( $url->origin() ) ? $extras : Request_Extras::none(),
		);
	}

	/**
	 * Encrypts every secret of an older key with the newest key, for example after `HEADLESS_DEPLOY_ENCRYPTION_KEY` was set.
	 *
	 * @param  Stored_Environments|null $stored What was just read; null reads it.
	 * @throws Read_Failed
	 */
	public function reseal( ?Stored_Environments $stored = null ): void {
		foreach ( ( $stored ?? $this->store->get() )->records() as $record ) {
			if ( $this->vault->has_outdated( array(
				...array_values( $record->sealed ),
				$record->extras,
				...( $record->refresh?->sealed() ?? array() ),
			) ) ) {
				$this->store->change( fn( Stored_Environments $stored ): Stored_Environments => $stored->with_each_record( $this->resealed( ... ) ) );
				return;
			}
		}
	}

	private function resealed( Environment $record ): Environment {
		$reseal = $this->vault->reseal( ... );
		return $record->with(
			sealed: array_map( $reseal, $record->sealed ),
			extras: $reseal( $record->extras ),
			refresh: $record->refresh?->resealed( $reseal ),
		);
	}

	private function stored_url( Environment $record, Action $action ): Webhook_Url|WP_Error {
		$sealed = $record->sealed[ $action->value ] ?? '';
		$url    = $this->vault->url( $sealed, $record->provider );
		if ( $this->vault->has_outdated( array( $sealed ) ) ) {
			$this->reseal();
		}
		return $url;
	}

	/**
	 * Returns the whole URL of an action, with the title that the host shows beside the build.
	 *
	 * @return non-empty-string
	 */
	private static function url_with_title( Webhook_Url $url, Action $action ): string {
		$secret_url = $url->secret_url( $action );
		if ( '' === $url->title_field ) {
			return $secret_url;
		}
		$title = 'Headless Deploy: ' . wp_specialchars_decode( get_bloginfo( 'name' ), ENT_QUOTES );
		return $secret_url . ( str_contains( $secret_url, '?' ) ? '&' : '?' ) . $url->title_field
			. '=' . rawurlencode( mb_substr( $title, 0, self::MAX_TITLE_LENGTH ) );
	}

	/**
	 * Returns the valid secrets for refresh requests, the newest first; none for an unknown environment.
	 *
	 * @throws Read_Failed
	 * @return list<string>
	 */
	public function refresh_secrets( string $id, int $now ): array {
		$configured = $this->configured->get( $id )?->refresh_secret();
		$record     = $this->store->get_from_primary()->environments[ $id ] ?? null;
		return null !== $configured
			? array( $configured )
			: array_values( $this->vault->urls( $record?->refresh?->valid_secrets( $now ) ?? array() ) );
	}

	/**
	 * @return list<string>
	 */
	public function sensitive_parts( Stored_Environments $stored ): array {
		$parts = array();
		foreach ( $stored->records() as $record ) {
			$parts[] = $this->vault->sensitive_parts( $record->provider, $record->sealed, $record->extras );
			$parts[] = self::sensitive_parts_of( array_values( $this->vault->urls( $record->refresh?->sealed() ?? array() ) ) );
		}
		foreach ( $this->configured->all() as $entry ) {
			array_push(
				$parts,
				$entry->webhooks?->sensitive_parts() ?? array(),
				$entry->extras?->sensitive_parts() ?? array(),
				self::sensitive_parts_of( array_filter( array( $entry->refresh_secret() ) ) ),
			);
		}
		return array_values( array_unique( array_merge( ...$parts ) ) );
	}

	/**
	 * @param  array<string> $secrets Refresh secrets.
	 * @return list<string>  With the keys alone: a front end removes the prefix before it uses them.
	 */
	private static function sensitive_parts_of( #[SensitiveParameter] array $secrets ): array {
		return array_values( array_merge( $secrets, array_map( Standard_Webhook::encoded_key( ... ), $secrets ) ) );
	}
}
