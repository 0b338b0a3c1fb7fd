<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Queue;

use HeadlessDeploy\Clock;
use HeadlessDeploy\Entry_Point;
use HeadlessDeploy\Environments\Send_Policy;
use HeadlessDeploy\Http\Caller;
use HeadlessDeploy\Http\Calls;
use HeadlessDeploy\Network;
use HeadlessDeploy\Read_Failed;

/**
 * Sends due runs, one at a time in each lane across all web servers: the process with the lane's lease sends.
 */
final class Dispatcher {
	/**
	 * A manual run that is started during a send follows it immediately, so a lane may be sent this often in a row.
	 */
	private const MAX_ROUNDS = 3;

	/**
	 * A user waits for the answer of a browser's request; WP-Cron starts a second process after a minute
	 * (`WP_CRON_LOCK_TIMEOUT`).
	 */
	private const DEADLINE_MS         = 20_000;
	private const DEADLINE_IN_CRON_MS = 60_000;

	private const RETRY_FAILED_READ_MS = 30_000;

	private readonly Leases $leases;

	private readonly Cancellation $cancellation;

	private readonly Sender $sender;

	/**
	 * When the last call of this dispatch may start, by the monotonic clock.
	 */
	private int $latest_start = PHP_INT_MAX;

	private bool $has_failed = false;

	public function __construct(
		private readonly Queue_Reader $queue,
		private readonly Send_Policy $send_policy,
		Caller $caller,
		private readonly Clock $clock,
		private readonly Wake_Up $wake_up,
		private readonly ?Due_Schedules $schedules = null,
		Retry_Policy $policy = new Retry_Policy(),
		private readonly ?Run_Tracker $tracker = null,
		private readonly ?Run_Observer $observer = null,
	) {
		$changes            = new Change_Store();
		$runs               = new Run_Store( $changes );
		$this->leases       = new Leases( $clock );
		$this->cancellation = new Cancellation( $queue, $changes, $runs, $send_policy, $clock );
		$this->sender       = new Sender( $queue, $this->leases, $changes, $runs, $send_policy, $caller, $clock, $policy, $this->cancellation );
	}

	/**
	 * Sends the due runs of the current site.
	 *
	 * @param  array<string, Lane_Key> $without_quiet_period Lanes whose new rows are due before their quiet period has ended, by id.
	 * @return int|null                When the next dispatch is due; null if that is not known, or none is.
	 */
	public function dispatch_site( array $without_quiet_period = array() ): ?int {
		$this->begin();
		$this->enqueue_schedules();
		return $this->dispatch( fn(): array => $this->queue->lanes( get_current_blog_id(), from_primary: true ), $without_quiet_period );
	}

	/**
	 * Sends the due runs of all sites of the network until the deadline. The next round starts with the site after the last one.
	 */
	public function dispatch_network(): void {
		$this->begin();
		$sites = $this->attempt( $this->sites_with_work( ... ) ) ?? array();
		$round = new Network_Round( array_keys( $sites + array( get_current_blog_id() => array() ) ) );
		foreach ( $round->sites() as $blog_id ) {
			if ( $this->is_late() ) {
				break;
			}
			$round->enter( $blog_id );
			if ( Network::is_active_on( $blog_id ) ) {
				Network::on_site( $blog_id, fn() => $this->dispatch( static fn(): array => $sites[ $blog_id ] ?? array() ) );
			}
		}
		$round->leave();
	}

	/**
	 * Sends one lane of the current site if it is due. Call `schedule_wake_up()` afterwards.
	 */
	public function dispatch_lane( Lane_Key $key ): void {
		$this->begin();
		$this->attempt( fn() => $this->send_lane( $key, false ) );
	}

	/**
	 * Sends the lanes that are due, ends the runs of removed environments, tracks earlier runs and schedules the next wake-up.
	 *
	 * @param callable(): array<string, Lane_State> $read                 Reads the lanes of the current site from the primary: a replica may
	 *                                                                    lack a change whose wake-up must stay.
	 * @param array<string, Lane_Key>               $without_quiet_period
	 */
	private function dispatch( callable $read, array $without_quiet_period = array() ): ?int {
		$lanes      = $this->attempt( $read );
		$is_changed = $this->attempt( fn(): bool => $this->send_lanes( $lanes ?? array(), $without_quiet_period ) );
		if ( ! $this->is_late() && true === $this->attempt( fn(): ?bool => $this->tracker?->check_due_runs() ) ) {
			$lanes      = $this->attempt( fn(): array => $this->queue->lanes( get_current_blog_id(), from_primary: true ) );
			$is_changed = true;
			$this->attempt( fn(): bool => $this->send_lanes( $lanes ?? array(), array() ) );
		}
		$next = $this->set_wake_up( true === $is_changed ? null : $lanes );
		// Last, because a callback of another plugin may end PHP.
		$this->attempt( fn() => $this->observer?->after_dispatch() );
		return $next;
	}

	/**
	 * @param  array<string, Lane_State> $lanes                Lanes of the current site.
	 * @param  array<string, Lane_Key>   $without_quiet_period
	 * @throws Read_Failed
	 * @return bool                      Whether any lane may have changed.
	 */
	private function send_lanes( array $lanes, array $without_quiet_period ): bool {
		$permissions = array() === $lanes ? array() : $this->send_policy->all();
		$is_changed  = false;
		uasort( $lanes, static fn( Lane_State $one, Lane_State $other ): int => $one->key->lane->rank() <=> $other->key->lane->rank() );
		foreach ( $lanes as $id => $lane ) {
			$now        = $this->clock->now_ms();
			$permission = $permissions[ $lane->key->environment_id ] ?? null;
			if ( null === $permission ) {
				$this->attempt( fn() => $this->cancellation->end_if_removed( $lane ) );
			} elseif ( ! $lane->is_leased( $now ) && Due_Time::is_due( $lane, $permission, $now, isset( $without_quiet_period[ $id ] ) ) ) {
				$this->attempt( fn() => $this->send_lane( $lane->key, isset( $without_quiet_period[ $id ] ) ) );
				$is_changed = true;
			}
		}
		return $is_changed;
	}

	/**
	 * Sends one lane of the current site if it is due, and again if a user started a manual run during the send.
	 *
	 * @param  bool        $skips_quiet_period Whether new rows are due before their quiet period has ended.
	 * @throws Read_Failed When a read failed; nothing was changed.
	 */
	private function send_lane( Lane_Key $key, bool $skips_quiet_period ): void {
		for ( $round = 1; $round <= self::MAX_ROUNDS && ! $this->is_late(); $round++ ) {
			$has_sent = $this->leases->with_lease( $key, fn( Lease $lease ): bool => $this->sender->send_if_due( $lease, $skips_quiet_period ) );
			if ( true !== $has_sent || ! $this->queue->has_pending_manual_run( $key ) ) {
				return;
			}
			$skips_quiet_period = false;
		}
	}

	/**
	 * Schedules the next wake-up, or clears it when nothing is due.
	 */
	public function schedule_wake_up(): void {
		$this->set_wake_up( null );
	}

	/**
	 * @param  array<string, Lane_State>|null $lanes Lanes of the current site, null to read them.
	 * @return int|null                       When it is due.
	 */
	private function set_wake_up( ?array $lanes ): ?int {
		// A replica may not have the rows that were inserted during a call: the wake-up for them must stay.
		$next = $this->attempt( fn(): ?int => $this->next_due_of( $lanes ?? $this->queue->lanes( get_current_blog_id(), from_primary: true ) ) );
		$now  = $this->clock->now_ms();
		$this->wake_up->set( $this->has_failed ? min( $next ?? PHP_INT_MAX, $now + self::RETRY_FAILED_READ_MS ) : $next, $now );
		return $next;
	}

	/**
	 * @throws Read_Failed
	 */
	public function next_due(): ?int {
		return $this->next_due_of( $this->queue->lanes( get_current_blog_id(), from_primary: true ) );
	}

	/**
	 * Returns when a lane, a schedule or a check of a tracked run is due next.
	 *
	 * @param  array<string, Lane_State> $lanes Lanes of the current site.
	 * @throws Read_Failed
	 */
	private function next_due_of( array $lanes ): ?int {
		$due = array(
			array() === $lanes ? null : Due_Time::first_of( $lanes, $this->send_policy->all(), $this->clock->now_ms() ),
			$this->schedules?->next_at(),
			$this->tracker?->next_at(),
		);
		$due = array_filter( $due, is_int( ... ) );
		return array() === $due ? null : min( $due );
	}

	/**
	 * @param  int        $user_id 0 for none.
	 * @return int|string Id of the canceled run, else a code of `Errors`.
	 */
	public function cancel( Lane_Key $key, int $user_id, Cause $cause = Cause::Manual ): int|string {
		$result = $this->attempt( fn(): int|string => $this->cancellation->cancel( $key, $user_id, $cause ) );
		$this->schedule_wake_up();
		return $result ?? 'headless_deploy_database_unavailable';
	}

	/**
	 * @return string Empty, or a code of `Errors`.
	 */
	public function undo_cancel( Lane_Key $key ): string {
		$result = $this->cancellation->undo( $key );
		$this->schedule_wake_up();
		return $result;
	}

	/**
	 * Ends the runs of an environment that was removed from the current site. Hooked to `headless_deploy_environment_removed`.
	 */
	public function end_environment( string $environment_id ): void {
		$this->attempt( fn() => $this->cancellation->end_environment( $environment_id, get_current_user_id() ) );
		$this->schedule_wake_up();
	}

	/**
	 * Makes the changes pending that the removal of an environment canceled. Hooked to `headless_deploy_environment_restored`.
	 */
	public function restore_environment( string $environment_id ): void {
		$this->attempt( fn() => $this->cancellation->restore_environment( $environment_id ) );
		$this->schedule_wake_up();
	}

	private function begin(): void {
		$limit = match ( true ) {
			Entry_Point::is_command() => null,
			wp_doing_cron()           => self::DEADLINE_IN_CRON_MS,
			default                   => self::DEADLINE_MS,
		};

		$this->latest_start = null === $limit ? PHP_INT_MAX : $this->clock->monotonic_ms() + $limit - Calls::MAX_MS;
		$this->has_failed   = false;
		$this->sender->reset_dns_failures();
	}

	private function is_late(): bool {
		return $this->clock->monotonic_ms() > $this->latest_start;
	}

	private function enqueue_schedules(): void {
		$this->attempt( fn() => $this->schedules?->enqueue( $this->clock->now_ms() ) );
	}

	/**
	 * Enqueues due schedules, and returns the pending lanes of each site with work.
	 *
	 * @throws Read_Failed
	 * @return array<int, array<string, Lane_State>> By site.
	 */
	private function sites_with_work(): array {
		$scheduled = $this->schedules?->sites_due( $this->clock->now_ms() ) ?? array();
		$by_site   = array_fill_keys(
			array_merge( $scheduled, $this->tracker?->sites_due() ?? array(), $this->observer?->sites_due() ?? array() ),
			array(),
		);
		foreach ( $scheduled as $blog_id ) {
			if ( Network::is_active_on( $blog_id ) ) {
				Network::on_site( $blog_id, $this->enqueue_schedules( ... ) );
			}
		}
		foreach ( $this->queue->lanes( null, from_primary: true ) as $id => $lane ) {
			$by_site[ $lane->key->blog_id ][ $id ] = $lane;
		}
		return $by_site;
	}

	/**
	 * Runs work that reads. After a failed read a later dispatch does it.
	 *
	 * @template T
	 * @param  callable(): T $work
	 * @return T|null        Null when the read failed.
	 */
	private function attempt( callable $work ): mixed {
		try {
			return $work();
		} catch ( Read_Failed ) {
			$this->has_failed = true;
			return null;
		}
	}
}
