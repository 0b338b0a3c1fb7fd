<?php
/**
 * Whether an environment may send.
 *
 * @package HeadlessDeploy
 */

declare( strict_types=1 );

namespace HeadlessDeploy\Queue;

use HeadlessDeploy\Environments\Environment;

/**
 * Holds an environment together with what stands in its way at this moment, in this process.
 */
final class Gate {
	public const COPY     = 'copy';
	public const DISABLED = 'disabled';

	/**
	 * Takes what was found.
	 *
	 * @param Environment $environment The environment.
	 * @param string|null $closed      COPY or DISABLED when nothing may be sent, not even by a press.
	 */
	public function __construct(
		public readonly Environment $environment,
		public readonly ?string $closed = null,
	) {}

	/**
	 * Tells whether automatic runs wait until somebody resumes them; a press still goes out.
	 */
	public function is_paused(): bool {
		return null !== $this->environment->paused;
	}
}
