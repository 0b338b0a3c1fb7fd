<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Queue;

use HeadlessDeploy\Clock;
use HeadlessDeploy\Environments\Send_Permission;
use HeadlessDeploy\Environments\Send_Policy;
use HeadlessDeploy\Http\Caller;
use HeadlessDeploy\Network;
use HeadlessDeploy\Read_Failed;

/**
 * Sends what is due, one run at a time in each lane, across any number of web heads: whoever takes the lane's
 * lease sends, the others leave it alone.
 */
final class Dispatcher {
	/**
	 * Presses that arrive while a run runs go out right after it; others see to themselves.
	 */
	private const MOST_ROUNDS = 3;

	/**
	 * A user waits for the answer of a browser's request; WP-Cron starts a second process after a minute
	 * (`WP_CRON_LOCK_TIMEOUT`).
	 */
	private const DEADLINE_MS         = 20_000;
	private const DEADLINE_IN_CRON_MS = 60_000;

	/**
	 * A call that begins this long before the deadline ends in time.
	 */
	private const LONGEST_CALL_MS = 15_000;

	/**
	 * When a read failed, the next try comes after this.
	 */
	private const AFTER_A_FAILED_READ_MS = 30_000;

	/**
	 * Looks what became of what was sent.
	 */
	private readonly Aftermath $aftermath;

	/**
	 * Works under leases.
	 */
	private readonly Leases $leases;

	/**
	 * Ends what is not to be sent.
	 */
	private readonly Cancellation $cancellation;

	/**
	 * Sends one run.
	 */
	private readonly Sender $sender;

	/**
	 * When this dispatch starts nothing more, by the clock that never jumps.
	 */
	private int $latest_start = PHP_INT_MAX;

	/**
	 * Whether this dispatch could not read something.
	 */
	private bool $has_failed = false;

	/**
	 * @param Send_Policy    $send_policy Who knows what may be sent.
	 * @param Wake_Up        $alarm       Wakes the site when something will be due.
	 * @param Retry_Policy   $policy      Decides what is tried again.
	 * @param Aftermath|null $aftermath   Looks what became of what was sent; null for nobody.
	 */
	public function __construct(
		private readonly Queue_Store $store,
		private readonly Send_Policy $send_policy,
		Caller $caller,
		private readonly Clock $clock,
		private readonly Wake_Up $alarm,
		private readonly ?Due_Schedules $schedules = null,
		Retry_Policy $policy = new Retry_Policy(),
		?Aftermath $aftermath = null,
	) {
		$this->aftermath    = $aftermath ?? new No_Aftermath();
		$this->leases       = new Leases( $store, $clock );
		$this->cancellation = new Cancellation( $store, $send_policy, $clock );
		$this->sender       = new Sender( $store, $send_policy, $caller, $clock, $policy, $this->cancellation );
	}

	/**
	 * Sends what is due on the current site, looks what became of what was sent, and sets the alarm for what is next.
	 *
	 * @param array<string, Lane_Key> $at_once Lanes whose fresh rows skip their quiet period, by id.
	 */
	public function dispatch_site( array $at_once = array() ): void {
		$this->begin();
		$this->attempt( fn() => $this->schedules?->enqueue( $this->clock->now_ms() ) );
		$this->dispatch( fn(): array => $this->store->read( get_current_blog_id() ), $at_once );
	}

	/**
	 * Sends what is due on all sites of the network that have the plugin, as far as the time goes: the next round begins
	 * with the site after the last one.
	 */
	public function dispatch_network(): void {
		$this->begin();
		$sites = array();
		$this->attempt(
			function () use ( &$sites ): void {
				$sites = $this->sites_with_work();
			},
		);
		$round = new Network_Round( array_keys( $sites + array( get_current_blog_id() => array() ) ) );
		foreach ( $round->sites() as $blog_id ) {
			if ( $this->is_late() ) {
				break;
			}
			$round->enter( $blog_id );
			$this->on_site( $blog_id, fn() => $this->dispatch( static fn(): array => $sites[ $blog_id ] ?? array(), array() ) );
		}
		$round->leave();
	}

	/**
	 * Notes what schedules ask for, and returns what is waiting on each site that has anything to do.
	 *
	 * @throws Read_Failed                           When the database refused, or did not answer.
	 * @return array<int, array<string, Lane_State>> By site.
	 */
	private function sites_with_work(): array {
		$scheduled = $this->schedules?->sites_due( $this->clock->now_ms() ) ?? array();
		$by_site   = array_fill_keys( array_merge( $scheduled, $this->aftermath->sites_due() ), array() );
		foreach ( $scheduled as $blog_id ) {
			$this->on_site( $blog_id, fn() => $this->attempt( fn() => $this->schedules->enqueue( $this->clock->now_ms() ) ) );
		}
		foreach ( $this->store->read( null ) as $id => $lane ) {
			$by_site[ $lane->key->blog_id ][ $id ] = $lane;
		}
		return $by_site;
	}

	/**
	 * Sends one lane of the current site if it is due.
	 */
	public function dispatch_lane( Lane_Key $key ): void {
		$this->begin();
		$this->attempt( fn() => $this->send( $key, false ) );
	}

	/**
	 * Sends one lane of the current site if it is due, and again while presses came in meanwhile.
	 *
	 * @param  bool        $at_once Whether fresh rows skip their quiet period.
	 * @throws Read_Failed When the database refused, or did not answer: then nothing was decided.
	 */
	private function send( Lane_Key $key, bool $at_once ): void {
		for ( $round = 1; $round <= self::MOST_ROUNDS && ! $this->is_late(); $round++ ) {
			$has_sent = $this->leases->under( $key, fn( Lease $lease ): bool => $this->sender->send_if_due( $lease, $at_once ) );
			if ( true !== $has_sent || ! $this->store->has_press( $key ) ) {
				return;
			}
			$at_once = false;
		}
	}

	/**
	 * Ends what is pending in a lane of the current site, as a logged act.
	 *
	 * @param  int        $user_id Who cancels, 0 for nobody.
	 * @param  string     $cause   A constant of Cause: through which door.
	 * @return int|string Id of the run that says so, else a code of Errors.
	 */
	public function cancel( Lane_Key $key, int $user_id, string $cause = Cause::MANUAL ): int|string {
		$result = 'headless_deploy_database_unavailable';
		$this->attempt(
			function () use ( $key, $user_id, $cause, &$result ): void {
				$result = $this->cancellation->cancel( $key, $user_id, $cause );
			},
		);
		$this->set_alarm();
		return $result;
	}

	/**
	 * Makes the changes of canceled runs of a lane of the current site pending again.
	 *
	 * @return string Empty, or a code of Errors.
	 */
	public function undo_cancel( Lane_Key $key ): string {
		$result = $this->cancellation->undo( $key );
		$this->set_alarm();
		return $result;
	}

	/**
	 * Ends what is left of an environment that was removed from the current site, as a logged act. Hooked to
	 * `headless_deploy_environment_removed`.
	 */
	public function end_environment( string $environment_id ): void {
		$this->attempt( fn() => $this->cancellation->end_environment( $environment_id, get_current_user_id() ) );
		$this->set_alarm();
	}

	/**
	 * Returns when something of the current site is due next, null when nothing is by itself.
	 *
	 * @throws Read_Failed When the database refused, or did not answer.
	 */
	public function next_due(): ?int {
		return $this->next_due_of( $this->store->read( get_current_blog_id() ) );
	}

	/**
	 * Sets the alarm for what is due next, and clears it when nothing is. What could not be read is tried again soon.
	 *
	 * @param array<string, Lane_State>|null $lanes Lanes of the current site, null to read them.
	 */
	public function set_alarm( ?array $lanes = null ): void {
		$next = null;
		$this->attempt(
			function () use ( $lanes, &$next ): void {
				// A replica may not know yet what came in during a call: the alarm that is set for it must stay.
				$next = $this->next_due_of( $lanes ?? $this->store->read( get_current_blog_id(), from_primary: true ) );
			},
		);
		$now = $this->clock->now_ms();
		$this->alarm->set( $this->has_failed ? min( $next ?? PHP_INT_MAX, $now + self::AFTER_A_FAILED_READ_MS ) : $next, $now );
	}

	/**
	 * Begins a dispatch.
	 */
	private function begin(): void {
		$limit = match ( true ) {
			defined( 'WP_CLI' ) && constant( 'WP_CLI' ) => null,
			wp_doing_cron()                             => self::DEADLINE_IN_CRON_MS,
			default                                     => self::DEADLINE_MS,
		};

		$this->latest_start = null === $limit ? PHP_INT_MAX : $this->clock->monotonic_ms() + $limit - self::LONGEST_CALL_MS;
		$this->has_failed   = false;
		$this->sender->forget_hosts();
	}

	/**
	 * Tells whether nothing more is started: the rest goes to the next dispatch.
	 */
	private function is_late(): bool {
		return $this->clock->monotonic_ms() > $this->latest_start;
	}

	/**
	 * Does something that reads. When a read fails it is left undone, and a later dispatch tries it.
	 *
	 * @param callable(): mixed $work
	 */
	private function attempt( callable $work ): void {
		try {
			$work();
		} catch ( Read_Failed ) {
			$this->has_failed = true;
		}
	}

	/**
	 * Returns when something of some lanes, or a schedule, is due next, null when nothing is by itself.
	 *
	 * @param array<string, Lane_State> $lanes Lanes of the current site.
	 */
	private function next_due_of( array $lanes ): ?int {
		$now         = $this->clock->now_ms();
		$permissions = array() === $lanes ? array() : $this->send_policy->all();
		$next        = $this->schedules?->next_at();
		$look        = $this->aftermath->next_at();
		$next        = null === $look ? $next : min( $next ?? $look, $look );
		foreach ( $lanes as $lane ) {
			$permission = $permissions[ $lane->key->environment_id ] ?? null;
			$due        = null === $permission ? null : Due_Time::at( $lane, $permission, $now );
			if ( null !== $due ) {
				$due  = $lane->is_leased( $now ) ? max( $due, $lane->lease_until ) : $due;
				$next = min( $next ?? $due, $due );
			}
		}
		return $next;
	}

	/**
	 * Sends those of some lanes that are due, as far as a cached look can tell; the look under the lease decides. Ends
	 * what has no environment any more, looks what became of what was sent before, and sets the alarm for the others.
	 *
	 * @param callable(): array<string, Lane_State> $read    Reads the lanes of the current site.
	 * @param array<string, Lane_Key>               $at_once Lanes whose fresh rows skip their quiet period, by id.
	 */
	private function dispatch( callable $read, array $at_once ): void {
		$lanes = null;
		$this->attempt(
			function () use ( $read, $at_once, &$lanes ): void {
				$lanes       = $read();
				$permissions = array() === $lanes ? array() : $this->send_policy->all();
				$lanes       = $this->send_all( $lanes, $permissions, $at_once ) ? null : $lanes;
			},
		);
		if ( ! $this->is_late() ) {
			$this->attempt( $this->aftermath->follow( ... ) );
		}
		$this->set_alarm( $lanes );
	}

	/**
	 * Sends those of some lanes that are due.
	 *
	 * @param  array<string, Lane_State>      $lanes       Lanes of the current site.
	 * @param  array<string, Send_Permission> $permissions
	 * @param  array<string, Lane_Key>        $at_once     Lanes whose fresh rows skip their quiet period, by id.
	 * @return bool                           Whether any lane may be another than before.
	 */
	private function send_all( array $lanes, array $permissions, array $at_once ): bool {
		$is_changed = false;
		foreach ( $lanes as $id => $lane ) {
			$now        = $this->clock->now_ms();
			$permission = $permissions[ $lane->key->environment_id ] ?? null;
			if ( null === $permission ) {
				$this->attempt( fn() => $this->cancellation->sweep( $lane ) );
			} elseif ( ! $lane->is_leased( $now ) && Due_Time::is_due( $lane, $permission, $now, isset( $at_once[ $id ] ) ) ) {
				$this->attempt( fn() => $this->send( $lane->key, isset( $at_once[ $id ] ) ) );
				$is_changed = true;
			}
		}
		return $is_changed;
	}

	/**
	 * Does something on a site of the network, if the plugin works for it.
	 *
	 * @param callable(): mixed $work
	 */
	private function on_site( int $blog_id, callable $work ): void {
		if ( get_current_blog_id() === $blog_id ) {
			$work();
			return;
		}
		if ( ! Network::is_active_on( $blog_id ) ) {
			return;
		}
		switch_to_blog( $blog_id );
		try {
			$work();
		} finally {
			restore_current_blog();
		}
	}
}
