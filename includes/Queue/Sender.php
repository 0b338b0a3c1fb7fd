<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Queue;

use HeadlessDeploy\Clock;
use HeadlessDeploy\Environments\Send_Permission;
use HeadlessDeploy\Environments\Send_Policy;
use HeadlessDeploy\Http\Caller;
use HeadlessDeploy\Http\Response;
use HeadlessDeploy\Read_Failed;
use Throwable;

/**
 * Does what is done under a lane's lease: looks again, takes along what is pending, makes the call, and writes what came
 * of it.
 */
final class Sender {
	private const DNS_FAILED = 'headless_deploy_dns_failed';

	/**
	 * Hosts whose names did not resolve in this dispatch: a name server that hangs must not be waited for in each lane.
	 *
	 * @var array<string, true>
	 */
	private array $unresolved = array();

	/**
	 * @param Send_Policy  $send_policy  Who knows what may be sent.
	 * @param Retry_Policy $policy       Decides what follows from an answer.
	 * @param Cancellation $cancellation Ends what has no environment any more.
	 */
	public function __construct(
		private readonly Queue_Store $store,
		private readonly Send_Policy $send_policy,
		private readonly Caller $caller,
		private readonly Clock $clock,
		private readonly Retry_Policy $policy,
		private readonly Cancellation $cancellation,
	) {}

	/**
	 * Begins a dispatch: hosts that did not resolve before are asked again.
	 */
	public function forget_hosts(): void {
		$this->unresolved = array();
	}

	/**
	 * Looks again under the lease, and sends if the lane is still due.
	 *
	 * @param  bool        $at_once Whether fresh rows skip their quiet period.
	 * @throws Read_Failed When something could not be read: then nothing is decided.
	 * @return bool        Whether a call was made.
	 */
	public function send_if_due( Lease $lease, bool $at_once ): bool {
		$lane       = $this->store->leased_lane( $lease );
		$permission = null === $lane ? null : $this->send_policy->from_primary( $lease->key->environment_id );
		if ( null === $lane || null === $permission || ! Due_Time::is_due( $lane, $permission, $this->clock->now_ms(), $at_once ) ) {
			return false;
		}
		$earlier = $this->earlier( $lane->unfinished );
		$run_id  = $this->begin_or_resume( $lease, $lane, $earlier );
		if ( 0 === $run_id ) {
			return false;
		}
		// Asked before anything is attached or loaded: that may be what ends the process.
		if ( null !== $lane->unfinished && $this->policy->gives_up( $earlier->since( $permission->connected_at( $this->clock->now_ms() ) ) ) ) {
			$this->store->fail( $lease, $run_id, new Attempt_Result( Covered_Changes::of( $lane->unfinished ), new Response( 0, Attempts::CRASHED, 0 ), $earlier, $this->clock->now_ms() ) );
			return false;
		}
		$attached = $this->store->attach( $lease, $run_id ) ? $this->store->covered_changes( $lease, $run_id ) : null;
		if ( null === $attached ) {
			// Perhaps a crash before anything was attached, and nothing is left to attach. The database knows.
			$this->store->end_empty( $lease, $run_id, $this->clock->now_ms() );
			return false;
		}
		return $this->send( $lease, $run_id, $attached, $earlier, $lane->unfinished->created_at ?? $lease->taken_at );
	}

	/**
	 * Returns the attempts so far. A run that is still being sent, though the lease is ours now, has one that nobody
	 * saw the end of: it is counted, or whatever ends the process each time would send for ever.
	 *
	 * @param Unfinished_Run|null $begun What the run was before, null for a new one.
	 */
	private function earlier( ?Unfinished_Run $begun ): Attempts {
		if ( null === $begun ) {
			return Attempts::from_json( '[]' );
		}
		return $begun->retrying ? $begun->attempts : $begun->attempts->with( new Response( 0, Attempts::CRASHED, 0 ), $this->clock->now_ms() );
	}

	/**
	 * Returns the run that the lane goes on with, or a new one; 0 when the lease was lost.
	 *
	 * @param Attempts $earlier The attempts so far.
	 */
	private function begin_or_resume( Lease $lease, Lane_State $lane, Attempts $earlier ): int {
		if ( null === $lane->unfinished ) {
			return $this->store->start_run( $lease, $lane );
		}
		$begun = $lane->unfinished;
		return $this->store->resume( $lease, $begun->id, $begun->action->stronger( $lane->action ), $earlier ) ? $begun->id : 0;
	}

	/**
	 * Makes the call and writes what came of it.
	 *
	 * Nothing is written when the environment was closed or the lease grew old since: the run then waits,
	 * visibly, and the next sender goes on with it.
	 *
	 * @param Attempts $earlier    The attempts so far.
	 * @param int      $created_at When the run began.
	 */
	private function send( Lease $lease, int $run_id, Covered_Changes $attached, Attempts $earlier, int $created_at ): bool {
		$permission = $this->send_policy->from_primary( $lease->key->environment_id );
		if ( null === $permission || ! $this->may_send( $lease, $permission, $attached ) ) {
			return false;
		}
		$started_at = $this->clock->now_ms();
		$answer     = $this->call( $permission, $attached );
		$outcome    = new Attempt_Result( $attached, $answer, $earlier->with( $answer, $started_at ), $this->clock->now_ms() );
		$this->conclude( $lease, $run_id, $outcome, $earlier, $created_at, $permission );
		return true;
	}

	/**
	 * Tells whether the call may still be made.
	 *
	 * @param Send_Permission $permission The environment, read fresh.
	 */
	private function may_send( Lease $lease, Send_Permission $permission, Covered_Changes $attached ): bool {
		$is_pressed = Cause::AUTOMATIC !== $attached->cause;
		return $lease->may_send( $this->clock )
			&& ! $permission->is_blocked()
			&& ( $is_pressed || $permission->automatic_runs_from( $this->clock->now_ms() ) <= $this->clock->now_ms() );
	}

	/**
	 * Calls the webhook. Code of other plugins runs inside a WordPress request; what it throws is a failure that is
	 * shown, not one that leaves the run open. Its words are not kept: they may repeat anything.
	 *
	 * @param  Covered_Changes $attached What is asked for.
	 * @throws Read_Failed     When the webhook could not be read: no call was made.
	 */
	private function call( Send_Permission $permission, Covered_Changes $attached ): Response {
		$began = $this->clock->monotonic_ms();
		$host  = (string) wp_parse_url( $permission->environment->webhook_urls[ $attached->action->value ] ?? '', PHP_URL_HOST );
		if ( isset( $this->unresolved[ $host ] ) ) {
			return new Response( 0, self::DNS_FAILED, 0 );
		}
		try {
			$answer = $this->caller->call( $permission->environment, $attached->action );
		} catch ( Read_Failed $failure ) {
			throw $failure;
		} catch ( Throwable ) {
			return new Response( 0, 'headless_deploy_call_failed', $this->clock->monotonic_ms() - $began );
		}
		if ( '' !== $host && self::DNS_FAILED === $answer->error_code ) {
			$this->unresolved[ $host ] = true;
		}
		return $answer;
	}

	/**
	 * Decides what follows from the answer, and writes it. The environment is read again: while the call was made, a new
	 * webhook URL may have been pasted, which the answer says nothing about. Where it cannot be read, or is not found
	 * without having been removed, it is what it was before the call.
	 *
	 * @param Attempt_Result  $outcome    What came of the attempt.
	 * @param Attempts        $earlier    The attempts before it.
	 * @param int             $created_at When the run began.
	 * @param Send_Permission $before     The environment as it was before the call.
	 */
	private function conclude( Lease $lease, int $run_id, Attempt_Result $outcome, Attempts $earlier, int $created_at, Send_Permission $before ): void {
		try {
			$permission = $this->send_policy->from_primary( $lease->key->environment_id );
			$is_removed = null === $permission && $this->send_policy->was_removed( $lease->key->environment_id );
		} catch ( Read_Failed ) {
			$permission = null;
			$is_removed = false;
		}
		if ( $is_removed && ! $outcome->answer->accepted() ) {
			$this->cancellation->end_unsent( $lease, $run_id );
			return;
		}
		$permission ??= $before;
		$connected_at = $permission->connected_at( $outcome->now );
		$decision     = $this->policy->decide(
			$outcome->answer,
			$earlier->since( $connected_at ),
			max( $created_at, $connected_at ),
			$permission->is_token_paused(),
			$outcome->now,
		);
		$is_written = match ( $decision->status ) {
			Run_Status::Accepted => $this->store->accept( $lease, $run_id, $outcome ),
			Run_Status::Retrying => $this->store->retry( $lease, $run_id, $outcome, $decision->not_before ),
			default              => $this->store->fail( $lease, $run_id, $outcome ),
		};
		if ( $is_written && ! $is_removed ) {
			$this->pause_or_resume( $permission, $decision );
		}
	}

	/**
	 * Pauses the environment's automatic runs when its token is refused, and resumes them when it is not any more.
	 */
	private function pause_or_resume( Send_Permission $permission, Retry_Decision $decision ): void {
		if ( $decision->pauses ) {
			$this->send_policy->pause_for_token( $permission->environment, $decision->not_before );
		} elseif ( Run_Status::Accepted === $decision->status && $permission->is_token_paused() ) {
			$this->send_policy->resume_from_token( $permission->environment->id );
		}
	}
}
