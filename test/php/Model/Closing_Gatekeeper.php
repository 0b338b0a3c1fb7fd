<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Tests\Model;

use HeadlessDeploy\Environments\Environment;
use HeadlessDeploy\Queue\Gate;
use HeadlessDeploy\Queue\Gatekeeper;

/**
 * Closes the gates of a process on a web head that is a copy or disabled, and asks the real gatekeeper for all else.
 * No two processes can have two WP_HOME in one PHP.
 */
final class Closing_Gatekeeper implements Gatekeeper {
	/**
	 * @param World $world Knows which process asks.
	 */
	public function __construct(
		private readonly Gatekeeper $real,
		private readonly World $world,
	) {}

	/**
	 * {@inheritDoc}
	 */
	public function all(): array {
		return array_map( $this->closed( ... ), $this->real->all() );
	}

	/**
	 * {@inheritDoc}
	 */
	public function fresh( string $id ): ?Gate {
		$gate = $this->real->fresh( $id );
		return null === $gate ? null : $this->closed( $gate );
	}

	/**
	 * {@inheritDoc}
	 */
	public function was_removed( string $id ): bool {
		return $this->real->was_removed( $id );
	}

	/**
	 * {@inheritDoc}
	 *
	 * @param Environment $environment As the sender knows it.
	 */
	public function pause_for_token( Environment $environment, int $next_try_at ): void {
		$this->real->pause_for_token( $environment, $next_try_at );
	}

	/**
	 * {@inheritDoc}
	 */
	public function resume_from_token( string $environment_id ): void {
		$this->real->resume_from_token( $environment_id );
	}

	/**
	 * Closes a gate, if the process that asks has to.
	 *
	 * @param Gate $gate As the database has it.
	 */
	private function closed( Gate $gate ): Gate {
		$closed = $this->world->running?->closed;
		return null === $closed ? $gate : new Gate( $gate->environment, $closed );
	}
}
