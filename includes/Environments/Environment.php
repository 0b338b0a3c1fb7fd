<?php
/**
 * One environment.
 *
 * @package HeadlessDeploy
 */

declare( strict_types=1 );

namespace HeadlessDeploy\Environments;

/**
 * Holds one environment as everybody may know it: no token, no ciphertext. The webhooks' secrets are read by
 * Environments::webhook() at the moment of sending, and by nothing else.
 */
final class Environment {
	/**
	 * Takes values that are known to be sound.
	 *
	 * @param string                                                                 $id            Id of 1 to 64 characters of a-z, 0-9 and hyphen, made from the first label.
	 * @param string                                                                 $label         For people, for example Production.
	 * @param string                                                                 $provider      Either `wpe-headless`, or `generic` for a plain POST address.
	 * @param array<value-of<Action>, string>                                        $webhook_urls  Action => address without its token.
	 * @param array<value-of<Action>, string>                                        $masked_tokens Action => `••••` and the last four characters.
	 * @param string                                                                 $front_end_url Where visitors see the site, or empty.
	 * @param Automation                                                             $automation    What happens by itself.
	 * @param list<string>                                                           $fingerprints  Hashes of the addresses that may send (see Site_Fingerprint).
	 * @param array{reason: string, since: int, next_try_at: int|null}|null          $paused        Milliseconds; null when it runs.
	 * @param string                                                                 $etag          Changes with every write.
	 * @param array{host: string, account: string, app: string, environment: string} $target        What the webhooks were recognised as; empty strings for a plain POST address.
	 * @param int                                                                    $connected_at  When the webhooks were pasted, in milliseconds; 0 if that is not known.
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
		public readonly ?array $paused,
		public readonly string $etag,
		public readonly array $target = array(
			'host'        => '',
			'account'     => '',
			'app'         => '',
			'environment' => '',
		),
		public readonly int $connected_at = 0,
	) {}

	/**
	 * Tells whether the provider has an action.
	 *
	 * @param Action $action The action.
	 */
	public function offers( Action $action ): bool {
		return isset( $this->webhook_urls[ $action->value ] );
	}
}
