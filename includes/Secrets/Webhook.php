<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Secrets;

use HeadlessDeploy\Sensitive_Value;
use SensitiveParameter;

/**
 * The whole URL of one webhook, for one call. It is never stored, printed or logged.
 */
final class Webhook {
	/**
	 * @var Sensitive_Value<non-empty-string>
	 */
	private readonly Sensitive_Value $secret_url;

	/**
	 * @var Sensitive_Value<list<string>>
	 */
	private readonly Sensitive_Value $secrets;

	/**
	 * @param non-empty-string $secret_url
	 * @param non-empty-string $public_url
	 * @param list<string>     $secrets    Must be redacted from the response.
	 * @param bool             $is_known   Whether the host is a known provider, which never answers with a web page.
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
	 * @return non-empty-string
	 */
	public function secret_url(): string {
		return $this->secret_url->reveal();
	}

	/**
	 * @return list<string>
	 */
	public function secrets(): array {
		return $this->secrets->reveal();
	}

	/**
	 * Returns the headers of a request with the secret ones, which replace others of the same name.
	 *
	 * @param  array<mixed> $others
	 * @return array<mixed>
	 */
	public function headers( array $others ): array {
		$own   = $this->extras?->sent_headers() ?? array();
		$named = array_change_key_case( $own );
		return array_filter(
			$others,
			static fn( int|string $name ): bool => ! isset( $named[ strtolower( (string) $name ) ] ),
			ARRAY_FILTER_USE_KEY,
		) + $own;
	}
}
