<?php
/**
 * Sends what is due.
 *
 * @package HeadlessDeploy
 */

declare( strict_types=1 );

namespace HeadlessDeploy\Queue;

use HeadlessDeploy\Clock;
use HeadlessDeploy\Network;
use HeadlessDeploy\Webhooks\Answer;
use HeadlessDeploy\Webhooks\Caller;
use Throwable;

/**
 * Sends what is due, one delivery at a time in each lane, across any number of web heads: whoever takes the lane's
 * lease sends, the others leave it alone.
 */
final class Dispatcher {
	/**
	 * Presses that arrive while a delivery runs go out right after it; others see to themselves.
	 */
	private const MOST_ROUNDS = 3;

	/**
	 * Takes what it works with.
	 *
	 * @param Queue_Store $store      The queue.
	 * @param Gatekeeper  $gatekeeper Who knows what may be sent.
	 * @param Caller      $caller     Makes the call.
	 * @param Clock       $clock      The time.
	 * @param Alarm       $alarm      Wakes the site when something will be due.
	 */
	public function __construct(
		private readonly Queue_Store $store,
		private readonly Gatekeeper $gatekeeper,
		private readonly Caller $caller,
		private readonly Clock $clock,
		private readonly Alarm $alarm,
	) {}

	/**
	 * Sends what is due on the current site, and sets the alarm for what is not yet.
	 *
	 * @param array<string, Lane_Key> $at_once Lanes whose fresh rows skip their quiet period, by id.
	 */
	public function dispatch_site( array $at_once = array() ): void {
		$this->dispatch( $this->store->read( get_current_blog_id() ), $at_once );
	}

	/**
	 * Sends what is due on all sites of the network that have the plugin.
	 */
	public function dispatch_network(): void {
		$by_site = array( get_current_blog_id() => array() );
		foreach ( $this->store->read( null ) as $id => $lane ) {
			$by_site[ $lane->key->blog_id ][ $id ] = $lane;
		}
		foreach ( $by_site as $blog_id => $lanes ) {
			$is_other = get_current_blog_id() !== $blog_id;
			if ( ! Network::serves( $blog_id ) ) {
				continue;
			}
			if ( $is_other ) {
				switch_to_blog( $blog_id );
			}
			$this->dispatch( $lanes, array() );
			if ( $is_other ) {
				restore_current_blog();
			}
		}
	}

	/**
	 * Sends one lane of the current site if it is due, and again while presses came in meanwhile.
	 *
	 * @param Lane_Key $key     Lane.
	 * @param bool     $at_once Whether fresh rows skip their quiet period.
	 */
	public function dispatch_lane( Lane_Key $key, bool $at_once = false ): void {
		for ( $round = 1; $round <= self::MOST_ROUNDS; $round++ ) {
			$has_sent = $this->under_lease( $key, fn( Lease $lease ): bool => $this->send_if_due( $lease, $at_once ) );
			if ( true !== $has_sent || ! $this->store->has_press( $key ) ) {
				return;
			}
			$at_once = false;
		}
	}

	/**
	 * Ends what is pending in a lane of the current site, as a logged act.
	 *
	 * @param Lane_Key $key     Lane.
	 * @param int      $user_id Who cancels.
	 *
	 * @return int|string Id of the delivery that says so, else a code of Errors.
	 */
	public function cancel( Lane_Key $key, int $user_id ): int|string {
		$result = $this->under_lease( $key, fn( Lease $lease ): int|string => $this->cancel_under( $lease, $user_id ) );
		$this->set_alarm();
		return $result ?? 'headless_deploy_in_flight';
	}

	/**
	 * Returns when something of the current site is due next, null when nothing is by itself.
	 */
	public function next_due(): ?int {
		return $this->next_due_of( $this->store->read( get_current_blog_id() ) );
	}

	/**
	 * Sets the alarm for what is due next, and clears it when nothing is.
	 */
	public function set_alarm(): void {
		$this->alarm->set( $this->next_due(), $this->clock->now_ms() );
	}

	/**
	 * Returns when something of some lanes is due next, null when nothing is by itself.
	 *
	 * @param array<string, Lane_State> $lanes Lanes of the current site.
	 */
	private function next_due_of( array $lanes ): ?int {
		$now   = $this->clock->now_ms();
		$gates = array() === $lanes ? array() : $this->gatekeeper->all();
		$next  = null;
		foreach ( $lanes as $lane ) {
			$gate = $gates[ $lane->key->environment_id ] ?? null;
			$due  = null === $gate ? null : Due::at( $lane, $gate, $now );
			if ( null !== $due ) {
				$due  = $lane->is_leased( $now ) ? max( $due, $lane->lease_until ) : $due;
				$next = min( $next ?? $due, $due );
			}
		}
		return $next;
	}

	/**
	 * Sends those of some lanes that are due, as far as a cached look can tell; the look under the lease decides. Sets
	 * the alarm for the others.
	 *
	 * @param array<string, Lane_State> $lanes   Lanes of the current site.
	 * @param array<string, Lane_Key>   $at_once Lanes whose fresh rows skip their quiet period, by id.
	 */
	private function dispatch( array $lanes, array $at_once ): void {
		$gates   = array() === $lanes ? array() : $this->gatekeeper->all();
		$is_same = true;
		foreach ( $lanes as $id => $lane ) {
			$now  = $this->clock->now_ms();
			$gate = $gates[ $lane->key->environment_id ] ?? null;
			if ( null !== $gate && ! $lane->is_leased( $now ) && Due::is_due( $lane, $gate, $now, isset( $at_once[ $id ] ) ) ) {
				$this->dispatch_lane( $lane->key, isset( $at_once[ $id ] ) );
				$is_same = false;
			}
		}
		$this->alarm->set( $is_same ? $this->next_due_of( $lanes ) : $this->next_due(), $this->clock->now_ms() );
	}

	/**
	 * Does something under a lane's lease.
	 *
	 * @template T
	 *
	 * @param Lane_Key             $key  Lane.
	 * @param callable( Lease ): T $work What is done.
	 *
	 * @return T|null Null when somebody else holds the lease.
	 */
	private function under_lease( Lane_Key $key, callable $work ): mixed {
		$lease = Lease::from_now( $key, $this->clock );
		if ( ! $this->store->take( $lease ) ) {
			return null;
		}
		try {
			return $work( $lease );
		} finally {
			$this->store->give_back( $lease );
		}
	}

	/**
	 * Looks again under the lease, and sends if the lane is still due.
	 *
	 * @param Lease $lease   The lease.
	 * @param bool  $at_once Whether fresh rows skip their quiet period.
	 */
	private function send_if_due( Lease $lease, bool $at_once ): bool {
		$lane = $this->store->lane( $lease->key );
		$gate = $this->gatekeeper->fresh( $lease->key->environment_id );
		if ( null === $gate || ! Due::is_due( $lane, $gate, $this->clock->now_ms(), $at_once ) ) {
			return false;
		}
		$delivery_id = $this->begin_or_resume( $lease, $lane );
		if ( 0 === $delivery_id ) {
			return false;
		}
		$this->store->attach( $lease, $delivery_id );
		$attached = $this->store->attached( $delivery_id );
		if ( null === $attached ) {
			// A crash before anything was attached, and nothing is left to attach: the entry ends as what it is.
			$this->store->cancel( $lease, $delivery_id, 0, $this->clock->now_ms() );
			return false;
		}
		return $this->send( $lease, $delivery_id, $attached, $lane->unfinished->attempts ?? '[]' );
	}

	/**
	 * Returns the delivery that the lane goes on with, or a new one.
	 *
	 * @param Lease      $lease The lease.
	 * @param Lane_State $lane  What is waiting.
	 */
	private function begin_or_resume( Lease $lease, Lane_State $lane ): int {
		if ( null === $lane->unfinished ) {
			return $this->store->begin( $lease, $lane );
		}
		$this->store->resume( $lease, $lane->unfinished->id, $lane->unfinished->action->stronger( $lane->action ) );
		return $lane->unfinished->id;
	}

	/**
	 * Makes the call and writes what came of it.
	 *
	 * Nothing is written when the environment was closed or the lease grew old since: the delivery then waits,
	 * visibly, and the next sender goes on with it.
	 *
	 * @param Lease    $lease       The lease.
	 * @param int      $delivery_id The delivery.
	 * @param Attached $attached    What it carries.
	 * @param string   $earlier     JSON of its attempts so far.
	 */
	private function send( Lease $lease, int $delivery_id, Attached $attached, string $earlier ): bool {
		$gate       = $this->gatekeeper->fresh( $lease->key->environment_id );
		$is_pressed = Cause::AUTOMATIC !== $attached->cause;
		if ( null === $gate || null !== $gate->closed || ( $gate->is_paused() && ! $is_pressed ) || ! $lease->may_send( $this->clock ) ) {
			return false;
		}
		$started_at = $this->clock->now_ms();
		$answer     = $this->call( $gate, $attached );
		$outcome    = Outcome::of( $attached, $answer, $earlier, $started_at, $this->clock->now_ms() );
		if ( $answer->accepted() ) {
			$this->store->accept( $lease, $delivery_id, $outcome );
		} else {
			$this->store->fail( $lease, $delivery_id, $outcome );
		}
		return true;
	}

	/**
	 * Calls the webhook. Code of other plugins runs inside a WordPress request; what it throws is a failure that is
	 * shown, not one that leaves the delivery open.
	 *
	 * @param Gate     $gate     The environment.
	 * @param Attached $attached What is asked for.
	 */
	private function call( Gate $gate, Attached $attached ): Answer {
		$began = $this->clock->monotonic_ms();
		try {
			return $this->caller->call( $gate->environment, $attached->action );
		} catch ( Throwable ) {
			return new Answer( 0, 'headless_deploy_call_failed', $this->clock->monotonic_ms() - $began );
		}
	}

	/**
	 * Attaches what is pending to a delivery that ends as cancelled.
	 *
	 * @param Lease $lease   The lease.
	 * @param int   $user_id Who cancels.
	 */
	private function cancel_under( Lease $lease, int $user_id ): int|string {
		$lane = $this->store->lane( $lease->key );
		if ( ! $lane->is_waiting() ) {
			return 'headless_deploy_nothing_pending';
		}
		$delivery_id = $lane->unfinished->id ?? $this->store->begin_cancelled( $lease, $lane->action, $user_id );
		if ( 0 === $delivery_id ) {
			return 'headless_deploy_in_flight';
		}
		$this->store->attach( $lease, $delivery_id, $lane->seen );
		$this->store->cancel( $lease, $delivery_id, $user_id, $this->clock->now_ms() );
		return $delivery_id;
	}
}
