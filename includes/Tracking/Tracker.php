<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Tracking;

use HeadlessDeploy\Action;
use HeadlessDeploy\Clock;
use HeadlessDeploy\Entry_Point;
use HeadlessDeploy\Environments\Environment;
use HeadlessDeploy\Environments\Send_Permission;
use HeadlessDeploy\Environments\Send_Policy;
use HeadlessDeploy\Hosting\Build;
use HeadlessDeploy\Lane;
use HeadlessDeploy\Queue\Run_Record;
use HeadlessDeploy\Queue\Run_Status;
use HeadlessDeploy\Queue\Run_Tracker;
use HeadlessDeploy\Read_Failed;
use Throwable;

/**
 * Tracks accepted runs until a page or the host proves their result. Runs as part of a dispatch, never in a save or a GET.
 */
final class Tracker implements Run_Tracker {
	private bool $has_replaced = false;

	public function __construct(
		private readonly Tracking_Store $store,
		private readonly Send_Policy $send_policy,
		private readonly Run_Pages $pages,
		private readonly Page_Check $page_check,
		private readonly Build_Check $build_check,
		private readonly Observed_Builds $observed_builds,
		private readonly Refresh_Repeats $repeats,
		private readonly Clock $clock,
	) {}

	public function check_due_runs(): bool {
		$this->has_replaced = false;
		$this->build_check->forget();

		$due         = $this->store->due( $this->clock->now_ms() );
		$observed    = array_filter( $due, static fn( Run_Record $run ): bool => $run->is_observed() );
		$permissions = array() !== $due || ( Entry_Point::is_background() && $this->build_check->has_credentials() )
			? $this->send_policy->all()
			: array();
		$budget = new Check_Budget( $this->clock );
		$this->check_runs( array_values( array_diff_key( $due, $observed ) ), $permissions, $budget );
		$this->observe( $permissions, array_values( $observed ), $budget );
		return $this->has_replaced;
	}

	/**
	 * @param list<Run_Record>               $runs
	 * @param array<string, Send_Permission> $permissions By environment.
	 */
	private function check_runs( array $runs, array $permissions, Check_Budget $budget ): void {
		foreach ( $runs as $run ) {
			$permission = $permissions[ $run->key->environment_id ] ?? null;
			if (
				null === $permission
				|| $permission->is_blocked()
				|| $run->finished_at < $this->clock->now_ms() - Check_Interval::max_tracking_ms( $run )
				|| $this->is_superseded( $run )
			) {
				$this->store->stop( $run );
			} elseif ( 0 === $run->next_check_at ) {
				$begun = $this->begin( $run, $permission );
				if ( null !== $begun && $this->is_due( $begun ) && ! $budget->is_spent() ) {
					$this->check( $begun, $permission, $budget );
				}
			} elseif ( ! $budget->is_spent() ) {
				$this->check( $run, $permission, $budget );
			}
		}
	}

	/**
	 * Records the builds that this site did not start, after the builds of its own runs are known. Only background tasks ask the host
	 * for them: no user waits for the answer.
	 *
	 * @param array<string, Send_Permission> $permissions By environment.
	 * @param list<Run_Record>               $due         Recorded builds that were running.
	 */
	private function observe( array $permissions, array $due, Check_Budget $budget ): void {
		$running = array();
		foreach ( $due as $run ) {
			$permission = $permissions[ $run->key->environment_id ] ?? null;
			if (
				null === $permission
				|| ! $this->may_observe( $permission )
				|| $run->finished_at < $this->clock->now_ms() - Check_Interval::max_tracking_ms( $run )
			) {
				$this->store->stop( $run );
			} elseif ( 0 !== $this->store->claim( $run, $this->clock->now_ms() ) ) {
				$running[ $run->key->environment_id ] = true;
			}
		}
		foreach ( $permissions as $id => $permission ) {
			$may_ask = isset( $running[ $id ] )
				|| (
					Entry_Point::is_background()
					&& $this->may_observe( $permission )
					&& $this->observed_builds->claim( $permission->environment->id )
				);
			$this->observe_environment( $permission->environment, $may_ask, $budget );
		}
	}

	private function may_observe( Send_Permission $permission ): bool {
		return ! $permission->is_blocked() && $this->build_check->is_possible( $permission->environment, Lane::Build );
	}

	/**
	 * @throws Read_Failed
	 */
	private function observe_environment( Environment $environment, bool $may_ask, Check_Budget $budget ): void {
		try {
			$builds = $this->build_check->builds( $environment, $budget, $may_ask );
			if ( null !== $builds ) {
				$this->observed_builds->update(
					$environment,
					$builds,
					fn( Build $build ): string => $this->build_check->page_of( $environment, $build ),
				);
			}
		} catch ( Read_Failed $failure ) {
			throw $failure;
		} catch ( Throwable ) {
			// An exception of another plugin's hook must not end the dispatch. A later one asks again.
			unset( $budget );
		}
	}

	private function is_due( Run_Record $run ): bool {
		return $run->next_check_at >= 0 && $run->next_check_at <= $this->clock->now_ms();
	}

	public function next_at(): ?int {
		return $this->store->next_at( $this->clock->now_ms() );
	}

	public function sites_due(): array {
		return $this->store->sites_due( $this->clock->now_ms() );
	}

	/**
	 * A failed run is not checked any more when a later run of its lane was sent.
	 */
	private function is_superseded( Run_Record $run ): bool {
		return $run->is_failed() && $this->store->has_later( $run );
	}

	/**
	 * Decides what to check. The first request is made some seconds later, because the host needs time.
	 */
	private function begin( Run_Record $run, Send_Permission $permission ): ?Run_Record {
		$record        = new Tracking_Record( $this->pages->of( $run, $permission->environment ) );
		$is_verifiable = array() !== $record->pages || $this->build_check->is_possible( $permission->environment, $run->key->lane );
		$is_recent     = $run->finished_at > $this->clock->now_ms() - Check_Interval::PAGES_MS;
		return $this->store->begin(
			$run,
			$record,
			$is_verifiable && $is_recent ? Check_Interval::first( $run->action, $run->finished_at ) : Tracking_Store::STOPPED,
		);
	}

	/**
	 * Checks a run and stores the result. An exception of another plugin's hook must not end the dispatch.
	 *
	 * @throws Read_Failed
	 */
	private function check( Run_Record $run, Send_Permission $permission, Check_Budget $budget ): void {
		$claim = $this->store->claim( $run, $this->clock->now_ms() );
		if ( 0 === $claim ) {
			return;
		}
		$record = Tracking_Record::from_json( $run->tracking );
		$report = new Build_Report();
		try {
			$is_ended = null !== $record->build && ! $record->is_building() && ! $record->awaits_repair();
			$report   = $is_ended ? $report : $this->build_check->check( $permission->environment, $run, $budget, $record );
			$record   = $record->with_build( $report );
			$record   = $this->check_pages( $run, $record, $budget );
			$record   = $this->repeats->repeat_if_due( $run, $claim, $record, $permission->environment );
		} catch ( Read_Failed $failure ) {
			throw $failure;
		} catch ( Throwable ) {
			// The results so far are stored, and the next check tries again.
			unset( $budget );
		}
		if ( ! $this->replace( $run, $claim, $record, $permission ) ) {
			$this->save( $run, $claim, $record, $report, $this->build_check->is_possible( $permission->environment, $run->key->lane ) );
		}
	}

	/**
	 * Replaces a refresh by a stronger action when its last check found a page with the old content; likewise the purge that
	 * replaced a refresh. A page without a mark proves nothing.
	 *
	 * @throws Read_Failed
	 */
	private function replace( Run_Record $run, int $claim, Tracking_Record $record, Send_Permission $permission ): bool {
		$now      = $this->clock->now_ms();
		$is_last  = null === $this->next_of_refresh( $run, $record, $now );
		$stronger = $record->is_stale && $is_last && Lane::Build !== $run->key->lane
			? $permission->environment->stronger_than( $run->action )
			: null;
		if ( null === $stronger || ! $this->store->replaces_refresh( $run ) ) {
			return false;
		}
		$this->store->replace( $run, $claim, $now, $stronger, $record );
		$this->has_replaced = true;
		return true;
	}

	private function next_of_refresh( Run_Record $run, Tracking_Record $record, int $now ): ?int {
		return Check_Interval::next_of_refresh(
			max( array( $run->finished_at, ...$record->repeated_at ) ),
			$now,
			Refresh_Repeats::are_left( $run, $record ),
			$record->is_unread && ! $record->is_stale,
		);
	}

	/**
	 * A page that shows the change proves it, unless another page still shows the old content.
	 *
	 * @throws Read_Failed
	 */
	private function check_pages( Run_Record $run, Tracking_Record $record, Check_Budget $budget ): Tracking_Record {
		if ( null !== $record->live ) {
			return $record;
		}
		$pages     = array();
		$live_page = null;
		$is_stale  = false;
		$is_behind = false;
		$is_unread = false;
		foreach ( $record->pages as $page ) {
			list( $checked, $result ) = $this->page_check->check( $page, $budget );

			$pages[] = $checked;
			$live_page ??= Page_Check::PROVEN === $result ? $page : null;
			$is_old    = Page_Check::STALE === $result || ( Page_Check::UNPROVEN === $result && $checked->is_contrary() );
			$is_hidden = $is_old && Action::Refresh === $run->action && Tracking_Store::replica_hides( $page->post );
			$is_stale  = $is_stale || Page_Check::STALE === $result || $is_hidden;
			$is_behind = $is_behind || $is_hidden;
			$is_unread = $is_unread || Page_Check::UNREAD === $result;
		}
		return $record->with_pages( $pages, $is_stale ? null : $live_page, $is_stale, $is_behind, $is_unread );
	}

	/**
	 * @param bool $has_builds Whether the host can be asked about builds.
	 */
	private function save( Run_Record $run, int $claim, Tracking_Record $record, Build_Report $report, bool $has_builds ): void {
		$now            = $this->clock->now_ms();
		$sent_at        = $run->finished_at;
		$failed_to_send = $run->is_call_failed();
		$status         = $this->status( $run, $record, $report, $has_builds );
		$since          = $run->tracked_status === $status ? $run->tracked_at : $this->since( $record, $sent_at, $now );
		$next           = match ( true ) {
			array() === $record->pages && ! $has_builds => null,
			Run_Status::Failed === $status
				|| ( $failed_to_send && null === $status ) => Check_Interval::next_of_failure(
					$failed_to_send ? $sent_at : $since,
					$sent_at,
					$now,
					$report->wait_ms,
				),
			Action::Refresh === $run->action => null === $status
				? $this->next_of_refresh( $run, $record, $now )
				: null,
			null === $status
				|| Run_Status::Building === $status
				|| ( $record->is_building() && $has_builds ) => Check_Interval::next( $record, $sent_at, $now, $report->wait_ms ),
			default                                       => null,
		};
		if ( null === $next && Run_Status::Building === $status ) {
			$status = null;
		}
		if ( $failed_to_send && null !== $status ) {
			$this->store->repair( $run, $claim, $status, $since, $record );
			return;
		}
		$this->store->write( $run, $claim, $status, null === $status ? 0 : $since, $next ?? Tracking_Store::STOPPED, $record );
	}

	/**
	 * Returns since when a status is known: for a build that has ended, the host's time, limited to what this server's clock
	 * allows.
	 */
	private function since( Tracking_Record $record, int $accepted_at, int $now ): int {
		$ended_at = null === $record->live && ! $record->is_building() ? $record->build->finished_at ?? 0 : 0;
		return 0 === $ended_at ? $now : max( $accepted_at, min( $now, $ended_at ) );
	}

	/**
	 * A failed build takes precedence over a page that showed the change before. A page that shows the change only after the
	 * failure proves that the site was repaired.
	 *
	 * @param  Run_Record      $run As it was before this check.
	 * @return Run_Status|null Null when nothing is known.
	 */
	private function status( Run_Record $run, Tracking_Record $record, Build_Report $report, bool $has_builds ): ?Run_Status {
		$is_live = null !== $record->live || true === $report->build?->is_live();
		if ( $run->is_call_failed() ) {
			return $is_live ? Run_Status::Live : null;
		}
		$is_repaired = Run_Status::Failed === $run->tracked_status
			&& null !== $record->live
			&& null === Tracking_Record::from_json( $run->tracking )->live;
		return match ( true ) {
			$is_repaired                          => Run_Status::Live,
			'' !== ( $record->build->code ?? '' ) => Run_Status::Failed,
			$is_live                              => Run_Status::Live,
			$record->is_building() && $has_builds => Run_Status::Building,
			default                               => null,
		};
	}
}
