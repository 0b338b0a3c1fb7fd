<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Environments;

use HeadlessDeploy\Action;
use HeadlessDeploy\Providers\Providers;
use HeadlessDeploy\Providers\Webhook_Url;

/**
 * An environment, without its secrets. Only Environments::webhook() reads these, at the moment of sending.
 *
 * @phpstan-import-type Target from Webhook_Url
 * @phpstan-import-type Saved from Last_Saved
 */
final class Environment {
	/**
	 * @param string                          $id            Id of 1 to 64 characters of a-z, 0-9 and hyphen, made from the first label.
	 * @param string                          $provider      One of Providers::IDS; `generic` is any URL that accepts POST.
	 * @param array<value-of<Action>, string> $webhook_urls  Action => public part of the URL.
	 * @param array<value-of<Action>, string> $masked_tokens Action => mask of the secret: `••••` and the last four characters.
	 * @param string                          $front_end_url URL that visitors open, or empty.
	 * @param list<string>                    $fingerprints  Hashes of the site addresses that may send (see Site_Fingerprint).
	 * @param Pause|null                      $paused        The stored pause, or one because of an error in wp-config.php or a lost encryption key.
	 * @param string                          $etag          Changes with every write.
	 * @param Target                          $target        What the webhooks were recognized as; empty strings for `generic`.
	 * @param int                             $connected_at  When the webhooks were entered, in milliseconds; 0 if unknown.
	 * @param string                          $locked_by     Constant of wp-config.php that defines the environment, or empty.
	 * @param list<string>                    $locked_fields Fields that it names: `label`, `webhookUrl`, `automation.hold` and so on.
	 * @param list<string>                    $header_names
	 * @param Saved                           $saved
	 * @param Refresh_Target|null             $refresh       Where refresh requests are sent, null for none or one whose key is lost.
	 * @param bool                            $is_trusted    Whether an operator entered the webhooks (see Network::is_operator()), or wp-config.php defines them.
	 */
	public function __construct(
		public readonly string $id,
		public readonly string $label,
		public readonly string $provider,
		public readonly array $webhook_urls,
		public readonly array $masked_tokens,
		public readonly string $front_end_url,
		public readonly Automation $automation,
		public readonly array $fingerprints,
		public readonly ?Pause $paused,
		public readonly string $etag,
		public readonly array $target = Webhook_Url::NO_TARGET,
		public readonly int $connected_at = 0,
		public readonly string $locked_by = '',
		public readonly array $locked_fields = array(),
		public readonly array $header_names = array(),
		public readonly bool $has_body = false,
		public readonly ?array $saved = null,
		public readonly bool $is_trusted = false,
		public readonly ?Refresh_Target $refresh = null,
	) {}

	public function offers( Action $action ): bool {
		return in_array( $action->value, $this->offered(), true );
	}

	/**
	 * Returns what the host runs for an action (see `Action::nearest()`).
	 */
	public function action_for( Action $action ): ?Action {
		return $action->nearest( $this->offered() );
	}

	/**
	 * Returns the action that an action of the policy starts. Webhooks that are not known may offer any action.
	 */
	public function action_of_policy( ?Action $action ): ?Action {
		return null === $action || array() === $this->webhook_urls ? $action : $this->action_for( $action );
	}

	/**
	 * Returns what a change of a source starts: the refresh of an environment with a refresh URL, which requests of other
	 * code do not start, and the action of the policy.
	 *
	 * @return list<Action>
	 */
	public function actions_for_change( string $source ): array {
		$is_refreshed = Automation::REQUEST !== $source && $this->offers( Action::Refresh );
		$action       = $this->action_of_policy( $this->automation->policy[ $source ] ?? null );
		return array_values( array_filter( array( $is_refreshed ? Action::Refresh : null, $is_refreshed && Action::Refresh === $action ? null : $action ) ) );
	}

	/**
	 * Returns the action that replaces a refresh that failed, null when the host has no webhook.
	 */
	public function stronger_than( Action $action ): ?Action {
		$stronger = array_diff( array_keys( $this->webhook_urls ), Action::PurgeCache === $action ? array( Action::PurgeCache->value ) : array() );
		return Action::Refresh->nearest( array_values( $stronger ) );
	}

	/**
	 * @return list<string> Actions.
	 */
	public function offered(): array {
		return array( ...array_keys( $this->webhook_urls ), ...( true === $this->refresh?->is_usable() ? array( Action::Refresh->value ) : array() ) );
	}

	/**
	 * Returns the public part of the URL that an action calls, empty where it is not offered.
	 */
	public function address_of( Action $action ): string {
		return Action::Refresh === $action ? $this->refresh->url ?? '' : $this->webhook_urls[ $action->value ] ?? '';
	}

	/**
	 * Returns the URL of an action with its token masked, empty when the action is not offered.
	 */
	public function masked_url( Action $action ): string {
		if ( ! isset( $this->webhook_urls[ $action->value ] ) ) {
			return '';
		}
		$parameter = Providers::WPE_HEADLESS === $this->provider ? '?token=' : '';
		return $this->webhook_urls[ $action->value ] . $parameter . ( $this->masked_tokens[ $action->value ] ?? Webhook_Url::MASK );
	}
}
