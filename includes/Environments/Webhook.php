<?php
/**
 * One webhook, ready to be called.
 *
 * @package HeadlessDeploy
 */

declare( strict_types=1 );

namespace HeadlessDeploy\Environments;

use SensitiveParameter;

/**
 * Holds the whole address of one webhook for the moment of the call. Never stored, printed or logged.
 */
final class Webhook {
	/**
	 * The whole address.
	 *
	 * @var Hidden<non-empty-string>
	 */
	private readonly Hidden $secret_url;

	/**
	 * What must be redacted.
	 *
	 * @var Hidden<list<string>>
	 */
	private readonly Hidden $secrets;

	/**
	 * Takes what was opened.
	 *
	 * @param non-empty-string $secret_url The whole address, with its token.
	 * @param non-empty-string $public_url The address that everybody may see.
	 * @param list<string>     $secrets    What must be redacted from whatever comes back.
	 */
	public function __construct(
		#[SensitiveParameter]
		string $secret_url,
		public readonly string $public_url,
		#[SensitiveParameter]
		array $secrets,
	) {
		$this->secret_url = Hidden::of( $secret_url );
		$this->secrets    = Hidden::of( $secrets );
	}

	/**
	 * Returns the whole address, with its token.
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
}
