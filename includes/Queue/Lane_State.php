<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Queue;

use HeadlessDeploy\Action;
use HeadlessDeploy\Lane;

/**
 * The pending rows of a lane, summed up, and its unfinished run.
 */
final class Lane_State {
	/**
	 * All times are milliseconds.
	 *
	 * @param int|null        $oldest           Time of the first new row.
	 * @param int|null        $newest           Time of the last new row.
	 * @param int             $changes          Changes of all pending rows; without the lease counted up to `Change_Count::MAX`.
	 * @param int|null        $manual_at        Time of the last pending manual run.
	 * @param int             $new_rows         Pending rows that no run has included yet.
	 * @param int             $undeployed       Changes of failed and canceled runs.
	 * @param int             $last_row_id      Highest row id that was counted.
	 * @param Cause           $cause            Cause of a manual run, else automatic.
	 * @param int             $user_id          0 for none.
	 * @param int             $lease_until      When the lease ends, by this server's clock; 0 when no sender has it.
	 * @param bool            $replaces_refresh Whether a new row comes from a refresh that failed.
	 * @param array<int, int> $undeployed_runs  Undeployed changes by the failed or canceled run.
	 */
	public function __construct(
		public readonly Lane_Key $key,
		public readonly ?int $oldest = null,
		public readonly ?int $newest = null,
		public readonly int $changes = 0,
		public readonly ?int $manual_at = null,
		public readonly int $new_rows = 0,
		public readonly int $undeployed = 0,
		public readonly int $last_row_id = 0,
		public readonly Action $action = Action::Rebuild,
		public readonly Cause $cause = Cause::Automatic,
		public readonly int $user_id = 0,
		public readonly ?Unfinished_Run $unfinished = null,
		public readonly int $lease_until = 0,
		public readonly bool $replaces_refresh = false,
		public readonly array $undeployed_runs = array(),
	) {}

	public function is_leased( int $now ): bool {
		return $this->lease_until > $now;
	}

	public function is_sending( int $now ): bool {
		return null !== $this->unfinished && ! $this->unfinished->is_retrying && $this->is_leased( $now );
	}

	public function is_pending(): bool {
		return $this->new_rows > 0 || null !== $this->unfinished;
	}

	/**
	 * Returns the capability that sending, canceling and restoring the run of this lane require: that of its action.
	 */
	public function capability(): string {
		$action = $this->is_pending() || Lane::Build === $this->key->lane ? $this->next_action() : $this->key->strongest( false );
		return $action->capability();
	}

	public function next_action(): Action {
		return null === $this->unfinished ? $this->action : $this->unfinished->action->stronger( $this->action );
	}
}
