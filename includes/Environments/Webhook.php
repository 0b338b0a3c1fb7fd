<?php
/**
 * One webhook, ready to be called.
 *
 * @package HeadlessDeploy
 */

declare( strict_types=1 );

namespace HeadlessDeploy\Environments;

/**
 * Holds the whole address of one webhook for the moment of the call. Never stored, printed or logged.
 */
final class Webhook {
	/**
	 * Takes what was opened.
	 *
	 * @param non-empty-string $secret_url The whole address, with its token.
	 * @param non-empty-string $public_url The address that everybody may see.
	 * @param list<string>     $secrets    What must be redacted from whatever comes back.
	 */
	public function __construct(
		public readonly string $secret_url,
		public readonly string $public_url,
		public readonly array $secrets,
	) {}

	/**
	 * Shows nothing of the secret in a dump.
	 *
	 * @return array{public_url: string}
	 */
	public function __debugInfo(): array {
		return array( 'public_url' => $this->public_url );
	}
}
