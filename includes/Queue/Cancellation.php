<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Queue;

use HeadlessDeploy\Clock;
use HeadlessDeploy\Environments\Send_Policy;
use HeadlessDeploy\Lane;
use HeadlessDeploy\Read_Failed;

/**
 * Ends pending runs without sending them, and records them in the log: after a user canceled, or after the environment
 * was removed.
 */
final class Cancellation {
	private const ENVIRONMENT_REMOVED = 'headless_deploy_environment_removed';

	private readonly Leases $leases;

	public function __construct(
		private readonly Queue_Reader $queue,
		private readonly Change_Store $changes,
		private readonly Run_Store $runs,
		private readonly Send_Policy $send_policy,
		private readonly Clock $clock,
	) {
		$this->leases = new Leases( $clock );
	}

	/**
	 * @param  int         $user_id 0 for none.
	 * @throws Read_Failed
	 * @return int|string  Id of the canceled run, else a code of `Errors`.
	 */
	public function cancel( Lane_Key $key, int $user_id, Cause $cause ): int|string {
		$result = $this->leases->with_lease(
			$key,
			function ( Lease $lease ) use ( $user_id, $cause ): int|string {
				$lane = $this->queue->leased_lane( $lease );
				return true === $lane?->is_pending() ? $this->cancel_pending( $lease, $lane, $user_id, $cause ) : 'headless_deploy_nothing_pending';
			},
		);
		return $result ?? 'headless_deploy_already_sending';
	}

	/**
	 * @return string Empty, or a code of `Errors`.
	 */
	public function undo( Lane_Key $key ): string {
		$restored = $this->leases->with_lease( $key, fn( Lease $lease ): int|false => $this->changes->restore_canceled( $lease ) );
		return match ( $restored ) {
			null    => 'headless_deploy_undo_while_sending',
			false   => 'headless_deploy_queue_unwritable',
			0       => 'headless_deploy_nothing_canceled',
			default => '',
		};
	}

	/**
	 * Ends all lanes of a removed environment of the current site. A run that is being sent ends itself, and changes that are
	 * saved during the send are ended by a later dispatch.
	 *
	 * @param  int         $user_id 0 for none.
	 * @throws Read_Failed
	 */
	public function end_environment( string $environment_id, int $user_id ): void {
		foreach ( Lane::cases() as $lane ) {
			$this->end_all( Lane_Key::of( get_current_blog_id(), $environment_id, $lane ), $user_id );
		}
		$this->restore_if_back( get_current_blog_id(), $environment_id );
	}

	/**
	 * Makes the changes of a restored environment of the current site pending again. Changes of earlier failed and canceled
	 * runs are listed under those runs again. A manual run stays canceled.
	 */
	public function restore_environment( string $environment_id ): void {
		$this->changes->restore_removed( get_current_blog_id(), $environment_id, self::ENVIRONMENT_REMOVED );
	}

	/**
	 * Ends a lane whose environment does not exist, if the settings list it as removed. An environment that is missing for
	 * another reason (a constant that only one server defines, a restored backup) keeps its changes until it is back.
	 *
	 * @throws Read_Failed
	 */
	public function end_if_removed( Lane_State $lane ): void {
		if ( ! $lane->is_leased( $this->clock->now_ms() ) && $this->send_policy->was_removed( $lane->key->environment_id ) ) {
			$this->end_all( $lane->key, 0 );
			$this->restore_if_back( $lane->key->blog_id, $lane->key->environment_id );
		}
	}

	public function end_unsent( Lease $lease, int $run_id ): void {
		if ( $this->changes->attach( $lease, $run_id ) ) {
			$this->runs->cancel( $lease, $run_id, 0, $this->clock->now_ms(), Cause::Automatic, self::ENVIRONMENT_REMOVED );
			$this->restore_if_back( $lease->key->blog_id, $lease->key->environment_id );
		}
	}

	/**
	 * A user may restore the environment while its changes are canceled. The request that restores writes the settings before
	 * the changes, and this process reads the settings of the primary database after it canceled, so one
	 * of the two finds every change.
	 *
	 * @throws Read_Failed
	 */
	private function restore_if_back( int $blog_id, string $environment_id ): void {
		if ( null !== $this->send_policy->from_primary( $environment_id ) ) {
			$this->changes->restore_removed( $blog_id, $environment_id, self::ENVIRONMENT_REMOVED );
		}
	}

	/**
	 * Ends everything in a lane, including changes of failed runs, which no run would ever cover.
	 */
	private function end_all( Lane_Key $key, int $user_id ): void {
		$this->leases->with_lease(
			$key,
			function ( Lease $lease ) use ( $user_id ): void {
				$lane = $this->queue->leased_lane( $lease );
				if ( null !== $lane && ( $lane->last_row_id > 0 || null !== $lane->unfinished ) ) {
					$this->end( $lease, $lane, $user_id );
				}
			},
		);
	}

	/**
	 * Cancels the unfinished run, or a new one, without its changes: they stay listed until a run covers them.
	 */
	private function cancel_pending( Lease $lease, Lane_State $lane, int $user_id, Cause $cause ): int|string {
		$run_id = $lane->unfinished->id ?? $this->runs->start_canceled( $lease, $lane->action, $user_id );
		if ( 0 === $run_id ) {
			return 'headless_deploy_already_sending';
		}
		if ( ! $this->changes->cancel( $lease, $run_id, $lane->last_row_id ) ) {
			$this->runs->delete_canceled( $lease, $run_id );
			return 'headless_deploy_queue_unwritable';
		}
		$this->runs->cancel( $lease, $run_id, $user_id, $this->clock->now_ms(), $cause );
		return $run_id;
	}

	private function end( Lease $lease, Lane_State $lane, int $user_id ): void {
		$run_id = $lane->unfinished->id ?? $this->runs->start_canceled( $lease, $lane->action, $user_id );
		if ( 0 === $run_id ) {
			return;
		}
		if ( ! $this->changes->attach( $lease, $run_id, last: $lane->last_row_id ) ) {
			$this->runs->delete_canceled( $lease, $run_id );
			return;
		}
		$this->runs->cancel(
			$lease,
			$run_id,
			$user_id,
			$this->clock->now_ms(),
			0 === $user_id ? Cause::Automatic : Cause::Manual,
			self::ENVIRONMENT_REMOVED,
		);
	}
}
