<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Tracking;

use HeadlessDeploy\Clock;
use HeadlessDeploy\Environments\Send_Permission;
use HeadlessDeploy\Environments\Send_Policy;
use HeadlessDeploy\Queue\Run_Status;
use HeadlessDeploy\Queue\Run_Tracker;
use HeadlessDeploy\Read_Failed;
use Throwable;

/**
 * Follows runs that the host has taken, until a page or the host proves what became of them. Looks are made where the
 * dispatcher works: by cron and `POST /dispatch`, never while somebody reads or saves.
 *
 * @phpstan-import-type Row from Tracking_Store
 */
final class Tracker implements Run_Tracker {
	/**
	 * @param Send_Policy $send_policy Knows the environments, and which of them are silent.
	 * @param Run_Pages   $pages       Finds the pages of a run.
	 * @param Page_Check  $page        Looks at a page.
	 * @param Build_Check $build       Looks at a build.
	 */
	public function __construct(
		private readonly Tracking_Store $store,
		private readonly Send_Policy $send_policy,
		private readonly Run_Pages $pages,
		private readonly Page_Check $page,
		private readonly Build_Check $build,
		private readonly Clock $clock,
	) {}

	/**
	 * {@inheritDoc}
	 */
	public function check_due_runs(): void {
		$rows        = $this->store->due( $this->clock->now_ms() );
		$permissions = array() === $rows ? array() : $this->send_policy->all();
		$budget      = new Check_Budget( $this->clock );
		foreach ( $rows as $row ) {
			$permission = $permissions[ $row->environment_id ] ?? null;
			if ( null === $permission || $permission->is_blocked() || (int) $row->finished_at < $this->clock->now_ms() - Check_Interval::longest( $row ) || $this->is_superseded( $row ) ) {
				$this->store->stop( $row );
			} elseif ( 0 === (int) $row->next_check_at ) {
				$this->begin( $row, $permission );
			} elseif ( ! $budget->is_spent() ) {
				$this->check( $row, $permission, $budget );
			}
		}
	}

	/**
	 * Tells whether a failed run is news no longer, because a later run of its lane was sent.
	 *
	 * @param Row $row Row of the log.
	 */
	private function is_superseded( object $row ): bool {
		return Tracking_Record::is_failure( $row ) && $this->store->has_later( $row );
	}

	/**
	 * {@inheritDoc}
	 */
	public function next_at(): ?int {
		return $this->store->next_at( $this->clock->now_ms() );
	}

	/**
	 * {@inheritDoc}
	 */
	public function sites_due(): array {
		return $this->store->sites_due( $this->clock->now_ms() );
	}

	/**
	 * Decides what is watched of a run. Nothing is asked yet: a host needs some seconds.
	 *
	 * @param Row $row Row of the log.
	 */
	private function begin( object $row, Send_Permission $permission ): void {
		$accepted_at = (int) $row->finished_at;
		$record      = new Tracking_Record( $this->pages->of( $row, $permission->environment ) );
		$can_be_told = array() !== $record->pages || $this->build->is_possible( $permission->environment, $row );
		$is_young    = $accepted_at > $this->clock->now_ms() - Check_Interval::PAGES_MS;
		$this->store->begin( $row, $record, $can_be_told && $is_young ? $accepted_at + Check_Interval::FIRST_MS : Tracking_Store::STOPPED );
	}

	/**
	 * Looks at a run, and writes what it came to. Code of other plugins runs inside a WordPress request; what it throws
	 * must not keep the dispatcher from its work.
	 *
	 * @param Row          $row    Row of the log.
	 * @param Check_Budget $budget What it may cost.
	 */
	private function check( object $row, Send_Permission $permission, Check_Budget $budget ): void {
		$claim = $this->store->claim( $row, $this->clock->now_ms() );
		if ( 0 === $claim ) {
			return;
		}
		$record = Tracking_Record::from_json( $row->tracking );
		$report = new Build_Report();
		try {
			$is_ended = null !== $record->build && ! $record->is_building() && ! $record->awaits_repair();
			$report   = $is_ended ? $report : $this->build->check( $permission->environment, $row, $budget, $record );
			$record   = $record->with_build( $report );
			$record   = $this->check_pages( $record, $budget );
		} catch ( Read_Failed $failure ) {
			throw $failure;
		} catch ( Throwable ) {
			// What was learnt before stays; the next look tries again.
			unset( $budget );
		}
		$this->save( $row, $claim, $record, $report, $this->build->is_possible( $permission->environment, $row ) );
	}

	/**
	 * Looks at the pages: one that shows the change proves it, unless another shows what was before.
	 *
	 * @param Check_Budget $budget What it may cost.
	 */
	private function check_pages( Tracking_Record $record, Check_Budget $budget ): Tracking_Record {
		if ( null !== $record->live ) {
			return $record;
		}
		$pages = array();
		$proof = null;
		$stale = false;
		foreach ( $record->pages as $page ) {
			list( $pages[], $verdict ) = $this->page->check( $page, $budget );
			$proof ??= Page_Check::PROVEN === $verdict ? $page : null;
			$stale = $stale || Page_Check::STALE === $verdict;
		}
		return $record->with_pages( $pages, $stale ? null : $proof );
	}

	/**
	 * Writes what is known now, and when to look again.
	 *
	 * @param Row          $row        Row of the log.
	 * @param Build_Report $report     What the host has just told.
	 * @param bool         $has_builds Whether the host can be asked.
	 */
	private function save( object $row, int $claim, Tracking_Record $record, Build_Report $report, bool $has_builds ): void {
		$now            = $this->clock->now_ms();
		$sent_at        = (int) $row->finished_at;
		$failed_to_send = Run_Status::Failed->value === $row->status;
		$status         = $this->status( $row, $record, $report, $has_builds );
		$since          = Run_Status::tryFrom( $row->tracked_status ) === $status ? (int) $row->tracked_at : $this->since( $record, $sent_at, $now );
		$next           = match ( true ) {
			array() === $record->pages && ! $has_builds                                                       => null,
			Run_Status::Failed === $status || ( $failed_to_send && null === $status )                         => Check_Interval::next_of_failure( $failed_to_send ? $sent_at : $since, $sent_at, $now, $report->wait_ms ),
			null === $status || Run_Status::Building === $status || ( $record->is_building() && $has_builds ) => Check_Interval::next( $record, $sent_at, $now, $report->wait_ms ),
			default                                                                                           => null,
		};
		if ( null === $next && Run_Status::Building === $status ) {
			$status = null;
		}
		if ( $failed_to_send && null !== $status ) {
			$this->store->repair( $row, $claim, $status, $since, $record );
			return;
		}
		$this->store->write( $row, $claim, $status, null === $status ? 0 : $since, $next ?? Tracking_Store::STOPPED, $record );
	}

	/**
	 * Returns since when a status is known: a build that has ended did so when the host says, be we ever so late, as
	 * far as that can be by our clock.
	 *
	 * @param int $accepted_at When the host took the run, in milliseconds.
	 */
	private function since( Tracking_Record $record, int $accepted_at, int $now ): int {
		$ended_at = null === $record->live && ! $record->is_building() ? $record->build['finishedAt'] ?? 0 : 0;
		return 0 === $ended_at ? $now : max( $accepted_at, min( $now, $ended_at ) );
	}

	/**
	 * Names what tracking knows of a run, null when that is nothing. A build that failed says so, whatever a page showed until then; a page that shows the
	 * change only after it says that the site was repaired.
	 *
	 * @param Row          $row        Row of the log, as it was before this look.
	 * @param Build_Report $report     What the host has just told.
	 * @param bool         $has_builds Whether the host can be asked.
	 */
	private function status( object $row, Tracking_Record $record, Build_Report $report, bool $has_builds ): ?Run_Status {
		$is_live = null !== $record->live || true === $report->build?->is_live();
		if ( Run_Status::Failed->value === $row->status ) {
			return $is_live ? Run_Status::Live : null;
		}
		$is_repaired = Run_Status::Failed->value === $row->tracked_status && null !== $record->live && null === Tracking_Record::from_json( $row->tracking )->live;
		return match ( true ) {
			$is_repaired                            => Run_Status::Live,
			'' !== ( $record->build['code'] ?? '' ) => Run_Status::Failed,
			$is_live                                => Run_Status::Live,
			$record->is_building() && $has_builds   => Run_Status::Building,
			default                                 => null,
		};
	}
}
