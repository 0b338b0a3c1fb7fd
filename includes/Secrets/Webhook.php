<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Secrets;

use HeadlessDeploy\Sensitive_Value;
use SensitiveParameter;

/**
 * Holds the whole address of one webhook for the moment of the call. Never stored, printed or logged.
 */
final class Webhook {
	/**
	 * The whole address.
	 *
	 * @var Sensitive_Value<non-empty-string>
	 */
	private readonly Sensitive_Value $secret_url;

	/**
	 * What must be redacted.
	 *
	 * @var Sensitive_Value<list<string>>
	 */
	private readonly Sensitive_Value $secrets;

	/**
	 * @param non-empty-string    $secret_url The whole address, with its secret.
	 * @param non-empty-string    $public_url The part of it that everybody may see.
	 * @param list<string>        $secrets    What must be redacted from whatever comes back.
	 * @param bool                $is_known   Whether it belongs to a host that is known, and not to a plain POST address.
	 * @param Request_Extras|null $extras     Headers and body, if there are any.
	 */
	public function __construct(
		#[SensitiveParameter]
		string $secret_url,
		public readonly string $public_url,
		#[SensitiveParameter]
		array $secrets,
		public readonly bool $is_known = true,
		public readonly ?Request_Extras $extras = null,
	) {
		$this->secret_url = Sensitive_Value::of( $secret_url );
		$this->secrets    = Sensitive_Value::of( $secrets );
	}

	/**
	 * Returns the whole address, with its secret.
	 *
	 * @return non-empty-string
	 */
	public function secret_url(): string {
		return $this->secret_url->reveal();
	}

	/**
	 * Returns what must be redacted from whatever comes back.
	 *
	 * @return list<string>
	 */
	public function secrets(): array {
		return $this->secrets->reveal();
	}

	/**
	 * Returns the headers of a request together with the secret ones, which replace others of the same name.
	 *
	 * @param  array<mixed> $others
	 * @return array<mixed>
	 */
	public function headers( array $others ): array {
		$own   = $this->extras?->sent_headers() ?? array();
		$named = array_change_key_case( $own );
		return array_filter( $others, static fn( int|string $name ): bool => ! isset( $named[ strtolower( (string) $name ) ] ), ARRAY_FILTER_USE_KEY ) + $own;
	}
}
