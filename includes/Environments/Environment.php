<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Environments;

use HeadlessDeploy\Action;
use HeadlessDeploy\Providers\Providers;
use HeadlessDeploy\Providers\Webhook_Url;

/**
 * Holds one environment as everybody may know it: no token, no ciphertext. The webhooks' secrets are read by
 * Environments::webhook() at the moment of sending, and by nothing else.
 */
final class Environment {
	/**
	 * @param string                                                                 $id            Id of 1 to 64 characters of a-z, 0-9 and hyphen, made from the first label.
	 * @param string                                                                 $label         For people, for example Production.
	 * @param string                                                                 $provider      One of Providers::IDS; `generic` is a plain POST address.
	 * @param array<value-of<Action>, string>                                        $webhook_urls  Action => the part of the address that everybody may see.
	 * @param array<value-of<Action>, string>                                        $masked_tokens Action => what may be shown of the rest: `••••` and the last four characters.
	 * @param string                                                                 $front_end_url Where visitors see the site, or empty.
	 * @param Automation                                                             $automation    What happens by itself.
	 * @param list<string>                                                           $fingerprints  Hashes of the addresses that may send (see Site_Fingerprint).
	 * @param Pause|null                                                             $paused        Stored, or found out from wp-config.php and the keys.
	 * @param string                                                                 $etag          Changes with every write.
	 * @param array{host: string, account: string, app: string, environment: string} $target        What the webhooks were recognised as; empty strings for a plain POST address.
	 * @param int                                                                    $connected_at  When the webhooks were pasted, in milliseconds; 0 if that is not known.
	 * @param string                                                                 $locked_by     Constant of wp-config.php that defines the environment, or empty.
	 * @param list<string>                                                           $locked_fields Fields that it names: `label`, `webhookUrl`, `automation.hold` and so on.
	 * @param list<string>                                                           $header_names  Names of the further headers that are sent.
	 * @param bool                                                                   $has_body      Whether a body is sent.
	 * @param array{user: int, at: int}|null                                         $saved         Who saved it last, and when.
	 * @param bool                                                                   $is_trusted    Whether its webhooks were entered by an operator (Network::is_operator()) or stand in wp-config.php.
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
		public readonly array $target = array(
			'host'        => '',
			'account'     => '',
			'app'         => '',
			'environment' => '',
		),
		public readonly int $connected_at = 0,
		public readonly string $locked_by = '',
		public readonly array $locked_fields = array(),
		public readonly array $header_names = array(),
		public readonly bool $has_body = false,
		public readonly ?array $saved = null,
		public readonly bool $is_trusted = false,
	) {}

	/**
	 * Tells whether the provider has an action.
	 */
	public function offers( Action $action ): bool {
		return isset( $this->webhook_urls[ $action->value ] );
	}

	/**
	 * Returns what is done for an action: itself where the provider has it, else the nearest one, else nothing. A purge
	 * never becomes a build; a build becomes a purge only where there is nothing else.
	 */
	public function action_for( Action $action ): ?Action {
		return $action->nearest( array_keys( $this->webhook_urls ) );
	}

	/**
	 * Returns the address of an action as it may be shown, empty when there is none.
	 */
	public function masked_url( Action $action ): string {
		if ( ! $this->offers( $action ) ) {
			return '';
		}
		$parameter = Providers::WPE_HEADLESS === $this->provider ? '?token=' : '';
		return $this->webhook_urls[ $action->value ] . $parameter . ( $this->masked_tokens[ $action->value ] ?? Webhook_Url::MASK );
	}
}
