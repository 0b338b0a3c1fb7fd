<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Secrets;

use HeadlessDeploy\Action;
use HeadlessDeploy\Errors;
use HeadlessDeploy\Providers\Local_Hosts;
use HeadlessDeploy\Providers\Providers;
use HeadlessDeploy\Providers\Webhook_Url;
use HeadlessDeploy\Providers\Wpe_Headless;
use HeadlessDeploy\Sensitive_Value;
use SensitiveParameter;
use WP_Error;

/**
 * Makes one webhook for each action from the entered URLs. One URL is enough for all actions of its host. Several URLs
 * of one environment keep their own tokens. Several URLs that do not belong together are `generic`, one for each
 * action.
 *
 * @phpstan-import-type Target from Webhook_Url
 */
final class Webhook_Set {
	/**
	 * @param array<value-of<Action>, Webhook_Url> $by_action
	 */
	private function __construct(
		public readonly string $provider,
		private readonly array $by_action,
	) {}

	/**
	 * @param string|null           $any       URL of any action, or of Rebuild where the URL does not name one.
	 * @param array<string, string> $by_action Action => URL of that action.
	 */
	public static function recognize(
		#[SensitiveParameter]
		?string $any,
		#[SensitiveParameter]
		array $by_action,
		Local_Hosts $local_hosts,
	): self|WP_Error {
		// Error messages are translated, which runs hooks of other plugins.
		$url        = Sensitive_Value::take( $any );
		$urls       = Sensitive_Value::take( $by_action );
		$recognized = self::recognize_each( $urls, $local_hosts );
		$base       = null === $url ? null : Providers::recognize( $url, $local_hosts );
		if ( is_wp_error( $recognized ) || is_wp_error( $base ) ) {
			return is_wp_error( $recognized ) ? $recognized : $base;
		}
		$base ??= array_values( $recognized )[0] ?? null;
		if ( null === $base ) {
			return Errors::make( 'headless_deploy_url_missing' );
		}
		if ( self::belong_together( $base, $recognized ) ) {
			return self::with_all_actions( $base, $recognized );
		}
		$pasted = $urls + ( null === $url ? array() : array( Action::Rebuild->value => $url ) );
		return self::generic( $pasted, array( $base, ...array_values( $recognized ) ), $local_hosts );
	}

	/**
	 * @return Target
	 */
	public function target(): array {
		return array_values( $this->by_action )[0]->target;
	}

	/**
	 * Returns the default label of an environment: its app, else its host.
	 */
	public function label(): string {
		$target = $this->target();
		return '' === $target['app'] ? (string) preg_replace( '/:\d+$/', '', $target['host'] ) : $target['app'];
	}

	/**
	 * @return array<value-of<Action>, string>
	 */
	public function urls(): array {
		return $this->map_urls( static fn( Webhook_Url $url, Action $action ): string => $url->url( $action ) );
	}

	/**
	 * @return array<value-of<Action>, string>
	 */
	public function masked(): array {
		return $this->map_urls( static fn( Webhook_Url $url, Action $action ): string => $url->masked( $action ) );
	}

	/**
	 * Encrypts the whole URLs. The encrypted URL is the one that is called, so an altered public part in the database
	 * cannot redirect a token.
	 *
	 * @return array<value-of<Action>, string>
	 */
	public function sealed( Encryption $secrets ): array {
		return $this->map_urls( static fn( Webhook_Url $url, Action $action ): string => $secrets->seal( $url->secret_url( $action ) ) );
	}

	/**
	 * @return array<value-of<Action>, string>
	 */
	public function secret_urls(): array {
		return $this->map_urls( static fn( Webhook_Url $url, Action $action ): string => $url->secret_url( $action ) );
	}

	public function url( Action $action ): ?Webhook_Url {
		return $this->by_action[ $action->value ] ?? null;
	}

	/**
	 * @return list<string>
	 */
	public function sensitive_parts(): array {
		return array_values(
			array_unique( array_merge( ...array_values( $this->map_urls( static fn( Webhook_Url $url ): array => $url->sensitive_parts() ) ) ) ),
		);
	}

	/**
	 * @return list<string>
	 */
	public function origins(): array {
		return array_values( array_unique( $this->map_urls( static fn( Webhook_Url $url ): string => $url->origin() ) ) );
	}

	/**
	 * Tells whether all URLs belong to the hosting service, another known provider, or a host in wp-config.php. The
	 * path is not sufficient, because any server can have it.
	 */
	public function is_of_known_host( Local_Hosts $local_hosts ): bool {
		$is_known = static fn( string $origin ): bool => in_array( $origin, Wpe_Headless::ORIGINS, true ) || $local_hosts->allows_url( $origin );
		return match ( $this->provider ) {
			Providers::GENERIC      => false,
			Providers::WPE_HEADLESS => array() === array_filter( $this->origins(), static fn( string $origin ): bool => ! $is_known( $origin ) ),
			default                 => true,
		};
	}

	/**
	 * Returns a hash that identifies the webhook whatever its token is. A deploy hook is its own secret. Of a
	 * `generic` URL only the host counts, because the rest may be short enough to be guessed from a hash.
	 */
	public function identity(): string {
		$hook = in_array( $this->provider, array( Providers::WPE_HEADLESS, Providers::GENERIC ), true ) ? array() : $this->sensitive_parts();
		return hash( 'sha256', 'headless-deploy webhook ' . wp_json_encode( array( $this->provider, $this->target(), $hook ) ) );
	}

	/**
	 * @param  array<string, string>                         $by_action Action => URL of that action.
	 * @param  string|null                                   $provider  The only provider to try; null for all.
	 * @return array<value-of<Action>, Webhook_Url>|WP_Error
	 */
	private static function recognize_each(
		#[SensitiveParameter]
		array $by_action,
		Local_Hosts $local_hosts,
		?string $provider = null,
	): array|WP_Error {
		$recognized = array();
		$pasted     = Sensitive_Value::take( $by_action );
		foreach ( Action::hosted() as $action ) {
			if ( ! isset( $pasted[ $action->value ] ) ) {
				continue;
			}
			$url = Providers::recognize( $pasted[ $action->value ], $local_hosts, $provider );
			if ( is_wp_error( $url ) ) {
				return $url;
			}
			if ( null !== $url->action && $url->action !== $action ) {
				return Errors::make( 'headless_deploy_action_mismatch', wanted: $action->value, found: $url->action->value );
			}
			$recognized[ $action->value ] = $url;
		}
		return $recognized;
	}

	/**
	 * Tells whether URLs belong to one environment of a known host, so that one completes the others.
	 *
	 * @param array<value-of<Action>, Webhook_Url> $recognized
	 */
	private static function belong_together( Webhook_Url $base, array $recognized ): bool {
		if ( Providers::GENERIC === $base->provider ) {
			return array() === $recognized;
		}
		$offered = array_column( $base->offered, 'value' );
		foreach ( $recognized as $action => $url ) {
			$is_same_hook = null !== $base->action || $url->secret_url( Action::Rebuild ) === $base->secret_url( Action::Rebuild );
			if ( $url->provider !== $base->provider || $url->target !== $base->target || ! $is_same_hook || ! in_array( $action, $offered, true ) ) {
				return false;
			}
		}
		return true;
	}

	/**
	 * @param array<value-of<Action>, Webhook_Url> $recognized
	 */
	private static function with_all_actions( Webhook_Url $base, array $recognized ): self {
		$by_action = array();
		foreach ( $base->offered as $action ) {
			$by_action[ $action->value ] = $recognized[ $action->value ] ?? $base;
		}
		return new self( $base->provider, $by_action );
	}

	/**
	 * Treats URLs that do not belong together as `generic`. URLs of different webhook sets are an error.
	 *
	 * @param array<string, string> $pasted     Action => URL of that action.
	 * @param list<Webhook_Url>     $recognized
	 */
	private static function generic( #[SensitiveParameter] array $pasted, array $recognized, Local_Hosts $local_hosts ): self|WP_Error {
		$urls = Sensitive_Value::take( $pasted );
		foreach ( $recognized as $url ) {
			if ( Providers::WPE_HEADLESS === $url->provider ) {
				return Errors::make( 'headless_deploy_urls_differ' );
			}
		}
		$generic = self::recognize_each( $urls, $local_hosts, Providers::GENERIC );
		if ( is_wp_error( $generic ) ) {
			return $generic;
		}
		return array() === $generic ? Errors::make( 'headless_deploy_url_missing' ) : new self( Providers::GENERIC, $generic );
	}

	/**
	 * @template T
	 * @param  callable(Webhook_Url, Action): T $map
	 * @return array<value-of<Action>, T>
	 */
	private function map_urls( callable $map ): array {
		$mapped = array();
		foreach ( $this->by_action as $action => $url ) {
			$mapped[ $action ] = $map( $url, Action::from( $action ) );
		}
		return $mapped;
	}
}
