<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Queue;

use HeadlessDeploy\Action;
use HeadlessDeploy\Clock;
use HeadlessDeploy\Environments\Environment;
use HeadlessDeploy\Environments\Send_Permission;
use HeadlessDeploy\Environments\Send_Policy;
use HeadlessDeploy\Http\Call;
use HeadlessDeploy\Http\Caller;
use HeadlessDeploy\Http\Response;
use HeadlessDeploy\Lane;
use HeadlessDeploy\Read_Failed;
use Throwable;

/**
 * Sends the run of a lane under its lease: reads the lane again, adds the pending rows, calls the webhook and stores the
 * result.
 */
final class Sender {
	private const DNS_FAILED   = array( 'headless_deploy_dns_failed', 'headless_deploy_refresh_dns_failed' );
	private const REFRESH_GONE = 'headless_deploy_refresh_gone'; // 410.

	/**
	 * Host names that did not resolve in this dispatch: a name server that does not answer is asked once, not for each lane.
	 *
	 * @var array<string, true>
	 */
	private array $unresolved = array();

	public function __construct(
		private readonly Queue_Reader $queue,
		private readonly Leases $leases,
		private readonly Change_Store $changes,
		private readonly Run_Store $runs,
		private readonly Send_Policy $send_policy,
		private readonly Caller $caller,
		private readonly Clock $clock,
		private readonly Retry_Policy $policy,
		private readonly Cancellation $cancellation,
	) {}

	public function reset_dns_failures(): void {
		$this->unresolved = array();
	}

	/**
	 * @param  bool        $skips_quiet_period Whether new rows are due before their quiet period has ended.
	 * @throws Read_Failed When a read failed; nothing was changed.
	 * @return bool        Whether a call was made.
	 */
	public function send_if_due( Lease $lease, bool $skips_quiet_period ): bool {
		$lane       = $this->queue->leased_lane( $lease );
		$permission = null === $lane ? null : $this->send_policy->from_primary( $lease->key->environment_id );
		if ( null === $lane || null === $permission || ! Due_Time::is_due( $lane, $permission, $this->clock->now_ms(), $skips_quiet_period ) ) {
			return false;
		}
		$previous_attempts = $this->previous_attempts( $lane->unfinished );
		$run_id            = $this->start_or_resume( $lease, $lane, $previous_attempts );
		if ( 0 === $run_id ) {
			return false;
		}
		// Checked before the rows are loaded, because loading them may be what crashes the process.
		$connected_at = $permission->connected_at( $this->clock->now_ms() );
		if ( null !== $lane->unfinished && $this->policy->has_crashed_too_often( $previous_attempts->since( $connected_at ) ) ) {
			$result = new Attempt_Result(
				Covered_Changes::of( $lane->unfinished ),
				new Response( 0, Attempts::CRASHED, 0 ),
				$previous_attempts,
				$this->clock->now_ms(),
			);
			$this->fail( $lease, $run_id, $result, $this->replacement( $permission->environment, $result->covered ) );
			return false;
		}
		try {
			$covered = $this->attach( $lease, $run_id, $lane );
			$result  = null === $covered ? null : $this->call_if_allowed( $lease, $run_id, $covered, $previous_attempts );
		} catch ( Read_Failed $failure ) {
			$this->runs->postpone( $lease, $run_id );
			throw $failure;
		}
		if ( null === $result ) {
			$this->runs->postpone( $lease, $run_id );
			return false;
		}
		$this->store_result( $lease, $run_id, $result, $previous_attempts, $lane->unfinished->created_at ?? $lease->taken_at, $permission );
		return true;
	}

	/**
	 * Adds the pending rows of the lane to the run, many of them in steps: the lease is renewed after each.
	 *
	 * @throws Read_Failed
	 * @return Covered_Changes|null Null when the run has no rows, the lease was lost, or a write failed.
	 */
	private function attach( Lease $lease, int $run_id, Lane_State $lane ): ?Covered_Changes {
		$is_large = $lane->new_rows + $lane->undeployed > $this->changes->attached_at_once;
		$after    = 0;
		while ( $is_large ) {
			$last = $this->queue->pending_row( $lease->key, $this->changes->attached_at_once, $after );
			if ( null === $last ) {
				break;
			}
			if ( ! $this->changes->attach( $lease, $run_id, $after, $last ) || ! $this->leases->renew( $lease ) ) {
				return null;
			}
			$after = $last;
		}
		// With the rows of lower ids that were committed in the meantime.
		$covered = $this->changes->attach( $lease, $run_id ) ? $this->queue->covered_changes( $lease, $run_id ) : null;
		if ( null === $covered ) {
			// The process may have crashed before it attached a row. The statement ends the run only if it has none.
			$this->runs->end_empty( $lease, $run_id, $this->clock->now_ms() );
			return null;
		}
		return ! $is_large || $this->leases->renew( $lease ) ? $covered : null;
	}

	/**
	 * Returns the attempts so far. A run that is still being sent although its lease expired, and that no sender postponed, has
	 * had one that crashed. It is counted, so that a run whose process always crashes is not sent again without end.
	 */
	private function previous_attempts( ?Unfinished_Run $run ): Attempts {
		if ( null === $run ) {
			return Attempts::from_json( '[]' );
		}
		return $run->is_retrying || $run->is_postponed
			? $run->attempts
			: $run->attempts->with( new Response( 0, Attempts::CRASHED, 0 ), $this->clock->now_ms() );
	}

	/**
	 * @return int Id of the run, 0 when the lease was lost.
	 */
	private function start_or_resume( Lease $lease, Lane_State $lane, Attempts $previous_attempts ): int {
		if ( null === $lane->unfinished ) {
			return $this->runs->start( $lease, $lane );
		}
		return $this->runs->resume( $lease, $lane->unfinished->id, $lane->next_action(), $previous_attempts ) ? $lane->unfinished->id : 0;
	}

	/**
	 * Calls the webhook, unless the environment was paused or the lease has become too old.
	 *
	 * @throws Read_Failed         When no call was made.
	 * @return Attempt_Result|null Null when no call was made.
	 */
	private function call_if_allowed( Lease $lease, int $run_id, Covered_Changes $covered, Attempts $previous_attempts ): ?Attempt_Result {
		$call       = $this->prepare( $lease->key->environment_id, $covered->action, $run_id );
		$permission = $this->send_policy->from_primary( $lease->key->environment_id );
		if ( null === $permission || ! $this->may_send( $lease, $permission, $covered ) ) {
			return null;
		}
		$started_at = $this->clock->now_ms();
		$response   = $this->call( $call, $permission->environment, $covered->action );
		return new Attempt_Result( $covered, $response, $previous_attempts->with( $response, $started_at ), $this->clock->now_ms() );
	}

	private function may_send( Lease $lease, Send_Permission $permission, Covered_Changes $covered ): bool {
		$is_manual = Cause::Automatic !== $covered->cause;
		return $lease->may_send( $this->clock )
			&& ! $permission->is_blocked()
			&& ( $is_manual || $permission->automatic_runs_from( $lease->key->lane, $this->clock->now_ms() ) <= $this->clock->now_ms() );
	}

	/**
	 * Prepares the call. An exception of another plugin's hook makes it a call that fails.
	 *
	 * @throws Read_Failed
	 */
	private function prepare( string $environment_id, Action $action, int $run_id ): Call {
		try {
			return $this->caller->prepare( $environment_id, $action, $run_id );
		} catch ( Read_Failed $failure ) {
			throw $failure;
		} catch ( Throwable ) {
			return new Call( static fn(): Response => new Response( 0, 'headless_deploy_call_failed', 0 ) );
		}
	}

	/**
	 * Calls the webhook. An exception of another plugin's hook is a failed attempt. Its message is not stored, because it may
	 * contain the token.
	 *
	 * @throws Read_Failed When the webhook could not be read: no call was made.
	 */
	private function call( Call $call, Environment $environment, Action $action ): Response {
		$started = $this->clock->monotonic_ms();
		$host    = (string) wp_parse_url( $environment->address_of( $action ), PHP_URL_HOST );
		if ( isset( $this->unresolved[ $host ] ) ) {
			return new Response( 0, self::DNS_FAILED[ Action::Refresh === $action ? 1 : 0 ], 0 );
		}
		try {
			$response = $call->send( $environment );
		} catch ( Read_Failed $failure ) {
			throw $failure;
		} catch ( Throwable ) {
			return new Response( 0, 'headless_deploy_call_failed', $this->clock->monotonic_ms() - $started );
		}
		if ( '' !== $host && in_array( $response->error_code, self::DNS_FAILED, true ) ) {
			$this->unresolved[ $host ] = true;
		}
		return $response;
	}

	/**
	 * Decides what follows from the response, and stores it. The environment is read again, because a webhook URL that was
	 * pasted during the call is not affected by the response. If it cannot be read, or is missing without having been removed,
	 * it is the one from before the call.
	 *
	 * @param Attempts        $previous_attempts The attempts before this one.
	 * @param Send_Permission $before            The environment before the call.
	 */
	private function store_result(
		Lease $lease,
		int $run_id,
		Attempt_Result $result,
		Attempts $previous_attempts,
		int $created_at,
		Send_Permission $before,
	): void {
		try {
			$permission = $this->send_policy->from_primary( $lease->key->environment_id );
			$is_removed = null === $permission && $this->send_policy->was_removed( $lease->key->environment_id );
		} catch ( Read_Failed ) {
			$permission = null;
			$is_removed = false;
		}
		if ( $is_removed && ! $result->response->is_accepted() ) {
			$this->cancellation->end_unsent( $lease, $run_id );
			return;
		}
		$permission ??= $before;
		$connected_at = $permission->connected_at( $result->now );
		$needs_token  = Action::Refresh !== $result->covered->action;
		$stronger     = $this->replacement( $permission->environment, $result->covered );
		$started_at   = max( $created_at, $connected_at );
		$decision     = $this->policy->decide(
			$result->response,
			$previous_attempts->since( $connected_at ),
			$started_at,
			$needs_token && $permission->is_token_paused(),
			$result->now,
			match ( true ) {
				null === $stronger => null,
				$needs_token       => PHP_INT_MAX,
				default            => $started_at + $permission->environment->automation->maximum_wait_ms( Lane::Refresh ),
			},
		);
		$is_written = match ( $decision->status ) {
			Run_Status::Accepted => $this->runs->accept( $lease, $run_id, $result ),
			Run_Status::Retrying => $this->runs->retry( $lease, $run_id, $result, $decision->not_before ),
			default              => $this->fail( $lease, $run_id, $result, $decision->is_replaced ? $stronger : null ),
		};
		if ( $is_written && ! $is_removed ) {
			$needs_token ? $this->pause_or_resume( $permission, $decision ) : $this->stop_refresh( $permission->environment, $result );
		}
	}

	/**
	 * @param  Action|null $stronger What replaces the run.
	 * @return bool        False when the lease was lost.
	 */
	private function fail( Lease $lease, int $run_id, Attempt_Result $result, ?Action $stronger ): bool {
		return null === $stronger ? $this->runs->fail( $lease, $run_id, $result ) : $this->runs->replace( $lease, $run_id, $result, $stronger );
	}

	/**
	 * Returns the action that replaces a refresh that still fails when its maximum wait is over, or a purge that replaced
	 * one and failed for good; null for other runs.
	 */
	private function replacement( Environment $environment, Covered_Changes $covered ): ?Action {
		$is_replaced = Action::Refresh === $covered->action || ( Action::PurgeCache === $covered->action && $covered->replaces_refresh );
		return $is_replaced ? $environment->stronger_than( $covered->action ) : null;
	}

	private function stop_refresh( Environment $environment, Attempt_Result $result ): void {
		if ( self::REFRESH_GONE === $result->response->error_code ) {
			$this->send_policy->stop_refresh( $environment );
		}
	}

	private function pause_or_resume( Send_Permission $permission, Retry_Decision $decision ): void {
		if ( $decision->pauses ) {
			$this->send_policy->pause_for_token( $permission->environment, $decision->not_before );
		} elseif ( Run_Status::Accepted === $decision->status && $permission->is_token_paused() ) {
			$this->send_policy->resume_from_token( $permission->environment->id );
		}
	}
}
