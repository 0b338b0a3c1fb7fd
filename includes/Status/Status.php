<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Status;

use HeadlessDeploy\Action;
use HeadlessDeploy\Clock;
use HeadlessDeploy\Environments\Decision;
use HeadlessDeploy\Environments\Last_Saved;
use HeadlessDeploy\Environments\Send_Permission;
use HeadlessDeploy\Environments\Send_Policy;
use HeadlessDeploy\Errors;
use HeadlessDeploy\Lane;
use HeadlessDeploy\Queue\Change_Count;
use HeadlessDeploy\Queue\Due_Time;
use HeadlessDeploy\Queue\Lane_Key;
use HeadlessDeploy\Queue\Lane_State;
use HeadlessDeploy\Queue\Page_Query;
use HeadlessDeploy\Queue\Queue_Reader;
use HeadlessDeploy\Queue\Wake_Up;
use HeadlessDeploy\Runs\Change_Summary;
use HeadlessDeploy\Runs\Reasons;
use HeadlessDeploy\Runs\Run_Log;
use HeadlessDeploy\Runs\Run_View;

/**
 * Reads the status of all environments for the current user.
 */
final class Status {
	public function __construct(
		private readonly Queue_Reader|Page_Query $queue,
		private readonly Send_Policy $send_policy,
		private readonly Run_Log $log,
		private readonly Run_View $view,
		private readonly Reasons $reasons,
		private readonly Wake_Up $wake_up,
		private readonly Clock $clock,
	) {}

	public function get(): Site_Status {
		$now         = $this->clock->now_ms();
		$permissions = $this->send_policy->all();
		$names       = $this->names( $permissions );
		if ( $this->queue instanceof Page_Query && $this->send_policy->forget_outdated( $this->queue->settings() ) ) {
			$permissions = $this->send_policy->all();
			$names       = $this->names( $permissions );
		}
		$facts     = $this->facts( $permissions, $now );
		$refreshes = array() !== array_filter(
			$permissions,
			static fn( Send_Permission $permission ): bool => $permission->environment->offers( Action::Refresh ),
		);
		$entries = array();
		foreach ( $permissions as $permission ) {
			$lanes      = $this->lanes( $permission, Pause_Summary::of( $permission, $names ), $facts, $now );
			$build_lane = Lane_Key::of( get_current_blog_id(), $permission->environment->id, Lane::Build )->id();
			$entries[]  = new Environment_Entry( $permission, $names, $lanes, $facts->observed[ $build_lane ] ?? null, $refreshes, $now );
		}
		return new Site_Status( $entries, Scheduler::read( $this->wake_up, $facts->lanes, $permissions, $now ) );
	}

	/**
	 * Returns the names of the users who paused environments; null where each user is read from the cache of WordPress.
	 *
	 * @param  array<string, Send_Permission> $permissions
	 * @return array<int, string>|null        By ID.
	 */
	private function names( array $permissions ): ?array {
		$users = array_values( array_unique( array_filter( array_map(
			static fn( Send_Permission $permission ): int => $permission->pause->by ?? 0,
			$permissions,
		) ) ) );
		if ( $this->queue instanceof Page_Query ) {
			return $this->queue->names( ...$users );
		}
		Last_Saved::prime( $users );
		return null;
	}

	/**
	 * Says what follows from a decision that a user made just now; empty if the environment has been removed.
	 */
	public function after( string $id, Decision $decision ): string {
		$now        = $this->clock->now_ms();
		$permission = $this->send_policy->all()[ $id ] ?? null;
		if ( null === $permission ) {
			return '';
		}
		$facts = $this->facts( array( $id => $permission ), $now );
		return Automatic_Runs_Text::of( $permission, $this->lanes( $permission, null, $facts, $now ), $now )->after( $decision, $now );
	}

	/**
	 * @param array<string, Send_Permission> $permissions
	 */
	private function facts( array $permissions, int $now ): Status_Facts {
		return Status_Facts::read(
			$this->queue,
			$this->log,
			$this->view,
			array_map( static fn( Send_Permission $permission ): string => $permission->environment->label, $permissions ),
			$now,
		);
	}

	/**
	 * @return non-empty-list<Lane_Status>
	 */
	private function lanes( Send_Permission $permission, ?Pause_Summary $pause, Status_Facts $facts, int $now ): array {
		$lanes   = array_map( fn( Lane $lane ): Lane_Status => $this->lane_status( $permission, $pause, $lane, $facts, $now ), Lane::cases() );
		$refresh = $permission->environment->offers( Action::Refresh );
		return array_map( static fn( Lane_Status $lane ): Lane_Status => $lane->beside( ...array( ...$lanes, $refresh ) ), $lanes );
	}

	private function lane_status(
		Send_Permission $permission,
		?Pause_Summary $pause,
		Lane $lane_kind,
		Status_Facts $facts,
		int $now,
	): Lane_Status {
		$key     = Lane_Key::of( get_current_blog_id(), $permission->environment->id, $lane_kind );
		$lane    = $facts->lanes[ $key->id() ] ?? null;
		$pending = null === $lane ? null : $this->pending( $lane, $permission, $facts, $now );
		return new Lane_Status(
			$lane_kind,
			$pending,
			$facts->sending[ $key->id() ] ?? null,
			$facts->ended[ $key->id() ] ?? null,
			$facts->undeployed( $key, null !== $pending ),
			$permission->pauses( $lane_kind ) ? $pause : null,
			$permission->is_blocked() ? null : $facts->next_checks[ $key->id() ] ?? null,
		);
	}

	/**
	 * Returns the pending run of a lane. A lane with only changes of failed runs has no pending run; these changes are
	 * listed as undeployed.
	 */
	private function pending( Lane_State $lane, Send_Permission $permission, Status_Facts $facts, int $now ): ?Pending_Run {
		$is_sending = $lane->is_sending( $now );
		$unfinished = $is_sending ? null : $lane->unfinished;
		if ( 0 === $lane->new_rows && null === $unfinished ) {
			return null;
		}
		$due     = $is_sending ? $this->due_after_sending( $lane, $permission, $now ) : Due_Time::at( $lane, $permission, $now );
		$due     = 0 === $due ? null : $due;
		$action  = null === $unfinished ? $lane->action : $unfinished->action->stronger( $lane->action );
		$changes = Change_Count::capped( $lane->changes + ( $unfinished->changes ?? 0 ) );
		$reasons = $this->reasons->render( $facts->reasons( $lane, null !== $unfinished ) );
		$code    = $unfinished->error_code ?? '';
		return new Pending_Run(
			$lane->key->lane,
			$action,
			$due,
			$changes,
			$reasons,
			$permission->environment->automation->hold && null === $lane->manual_at && null === $unfinished,
			$unfinished?->attempts->count() ?? 0,
			true === $unfinished?->is_retrying ? $due : null,
			$unfinished?->attempts->last_started_at(),
			$code,
			'' === $code ? '' : Errors::for_reader( $code, array( 'status' => (string) $unfinished?->http_status ) ),
			$permission->may_run( $action ) ? $action->cancel_label() : '',
			0 === $changes
				? ''
				: Undeployed_Changes::cancel_hint(
					$lane->key->lane,
					Change_Summary::by( $changes, $reasons ),
					$permission->environment->offers( Action::Refresh ) && ! $lane->replaces_refresh,
				),
		);
	}

	private function due_after_sending( Lane_State $lane, Send_Permission $permission, int $now ): ?int {
		if ( $permission->is_blocked() || ( $permission->pauses( $lane->key->lane ) && null === $lane->manual_at ) ) {
			return null;
		}
		return $lane->manual_at ?? Due_Time::new_rows_at( $lane, $permission->environment->automation, $now );
	}
}
