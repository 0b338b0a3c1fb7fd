<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Queue;

use HeadlessDeploy\Clock;
use HeadlessDeploy\Environments\Send_Policy;
use HeadlessDeploy\Lane;

/**
 * Ends what is pending, unsent and as a logged act: because a person wants it so, or because its environment is gone.
 */
final class Cancellation {
	private const GONE = 'headless_deploy_environment_removed';

	/**
	 * Works under leases.
	 */
	private readonly Leases $leases;

	private readonly Canceled_Changes $changes;

	/**
	 * @param Send_Policy $send_policy Who knows which environments there are.
	 */
	public function __construct(
		private readonly Queue_Store $store,
		private readonly Send_Policy $send_policy,
		private readonly Clock $clock,
	) {
		$this->leases  = new Leases( $store, $clock );
		$this->changes = new Canceled_Changes( $store );
	}

	/**
	 * Ends what a person sees as pending.
	 *
	 * @param  Lane_Key   $key     Lane of the current site.
	 * @param  int        $user_id Who cancels, 0 for nobody.
	 * @param  string     $cause   A constant of Cause.
	 * @return int|string Id of the run that says so, else a code of Errors.
	 */
	public function cancel( Lane_Key $key, int $user_id, string $cause ): int|string {
		$result = $this->leases->with_lease(
			$key,
			function ( Lease $lease ) use ( $user_id, $cause ): int|string {
				$lane = $this->store->leased_lane( $lease );
				return true === $lane?->is_pending() ? $this->cancel_pending( $lease, $lane, $user_id, $cause ) : 'headless_deploy_nothing_pending';
			},
		);
		return $result ?? 'headless_deploy_in_flight';
	}

	/**
	 * Makes the changes of canceled runs of a lane pending again.
	 *
	 * @param  Lane_Key $key Lane of the current site.
	 * @return string   Empty, or a code of Errors.
	 */
	public function undo( Lane_Key $key ): string {
		$restored = $this->leases->with_lease( $key, fn( Lease $lease ): int|false => $this->changes->restore( $lease ) );
		return match ( $restored ) {
			null    => 'headless_deploy_undo_in_flight',
			false   => 'headless_deploy_queue_unwritable',
			0       => 'headless_deploy_nothing_canceled',
			default => '',
		};
	}

	/**
	 * Ends what is left in both lanes of an environment that was removed. What is in flight right now ends itself, and
	 * what comes in meanwhile is swept.
	 *
	 * @param string $environment_id Environment of the current site.
	 * @param int    $user_id        Who removed it, 0 for nobody.
	 */
	public function end_environment( string $environment_id, int $user_id ): void {
		foreach ( Lane::cases() as $lane ) {
			$this->end_all( Lane_Key::of( get_current_blog_id(), $environment_id, $lane ), $user_id );
		}
	}

	/**
	 * Ends what is left in a lane of an environment that is not among those that were found, if the settings say that it
	 * was removed. One that is missing for another reason (a line of wp-config.php on one of two servers, a restored
	 * backup) keeps its changes until it is back, however long that takes.
	 *
	 * @param Lane_State $lane Lane of the current site.
	 */
	public function end_if_removed( Lane_State $lane ): void {
		if ( ! $lane->is_leased( $this->clock->now_ms() ) && $this->send_policy->was_removed( $lane->key->environment_id ) ) {
			$this->end_all( $lane->key, 0 );
		}
	}

	/**
	 * Ends a run whose environment was removed while it was being sent.
	 */
	public function end_unsent( Lease $lease, int $run_id ): void {
		if ( $this->store->attach( $lease, $run_id ) ) {
			$this->store->cancel( $lease, $run_id, 0, $this->clock->now_ms(), Cause::AUTOMATIC, self::GONE );
		}
	}

	/**
	 * Ends everything in a lane, refused changes included: they would wait for ever.
	 *
	 * @param int $user_id Who removed the environment, 0 for nobody.
	 */
	private function end_all( Lane_Key $key, int $user_id ): void {
		$this->leases->with_lease(
			$key,
			function ( Lease $lease ) use ( $user_id ): void {
				$lane = $this->store->leased_lane( $lease );
				if ( null !== $lane && ( $lane->last_row_id > 0 || null !== $lane->unfinished ) ) {
					$this->end( $lease, $lane, $user_id );
				}
			},
		);
	}

	/**
	 * Ends the unfinished run, or a new entry, without its changes: they stay listed until a run covers them.
	 *
	 * @param  Lane_State $lane  What the user saw.
	 * @param  string     $cause A constant of Cause.
	 * @return int|string Id of the run that says so, else a code of Errors.
	 */
	private function cancel_pending( Lease $lease, Lane_State $lane, int $user_id, string $cause ): int|string {
		$run_id = $lane->unfinished->id ?? $this->store->start_canceled_run( $lease, $lane->action, $user_id );
		if ( 0 === $run_id ) {
			return 'headless_deploy_in_flight';
		}
		if ( ! $this->changes->mark( $lease, $run_id, $lane->last_row_id ) ) {
			$this->store->delete_canceled_run( $lease, $run_id );
			return 'headless_deploy_queue_unwritable';
		}
		$this->store->cancel( $lease, $run_id, $user_id, $this->clock->now_ms(), $cause );
		return $run_id;
	}

	/**
	 * Attaches what was seen to the unfinished run, or to a new entry, and ends it.
	 *
	 * @param int $user_id Who removed the environment, 0 for nobody.
	 */
	private function end( Lease $lease, Lane_State $lane, int $user_id ): void {
		$run_id = $lane->unfinished->id ?? $this->store->start_canceled_run( $lease, $lane->action, $user_id );
		if ( 0 === $run_id ) {
			return;
		}
		if ( ! $this->store->attach( $lease, $run_id, $lane->last_row_id ) ) {
			$this->store->delete_canceled_run( $lease, $run_id );
			return;
		}
		$cause = 0 === $user_id ? Cause::AUTOMATIC : Cause::MANUAL;
		$this->store->cancel( $lease, $run_id, $user_id, $this->clock->now_ms(), $cause, self::GONE );
	}
}
