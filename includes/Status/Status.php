<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Status;

use HeadlessDeploy\Action;
use HeadlessDeploy\Clock;
use HeadlessDeploy\Database;
use HeadlessDeploy\Environments\Decision;
use HeadlessDeploy\Environments\Environment_View;
use HeadlessDeploy\Environments\Last_Saved;
use HeadlessDeploy\Environments\Pause_Text;
use HeadlessDeploy\Environments\Send_Permission;
use HeadlessDeploy\Environments\Send_Policy;
use HeadlessDeploy\Errors;
use HeadlessDeploy\Iso_Time;
use HeadlessDeploy\Lane;
use HeadlessDeploy\Queue\Due_Time;
use HeadlessDeploy\Queue\Lane_Key;
use HeadlessDeploy\Queue\Lane_State;
use HeadlessDeploy\Queue\Page_Query;
use HeadlessDeploy\Queue\Queue_Reader;
use HeadlessDeploy\Queue\Unfinished_Run;
use HeadlessDeploy\Runs\Change_Summary;
use HeadlessDeploy\Runs\Reasons;
use HeadlessDeploy\Runs\Run_Log;
use HeadlessDeploy\Runs\Run_View;
use HeadlessDeploy\Timed_Text;

/**
 * The status of all environments for the current user: `Status` of src/shared/wire.ts. It contains times instead of
 * durations, so that it stays the same until something changes.
 *
 * @phpstan-type Pending array{
 *   lane: string,
 *   action: string,
 *   dueAt: string|null,
 *   changes: int,
 *   reasons: list<array<string, mixed>>,
 *   held: bool,
 *   attempt: int,
 *   nextAttemptAt: string|null,
 *   attemptedAt: string|null,
 *   errorCode: string,
 *   message: string,
 *   headline: Text|null,
 *   cancelLabel: string,
 *   cancelHint: string,
 * }
 * @phpstan-import-type Scheduler from Scheduler_Status
 * @phpstan-import-type Run from Run_View
 * @phpstan-import-type Undeployed from Undeployed_Changes
 * @phpstan-import-type Summary from Environment_Summary
 * @phpstan-import-type Problem from Environment_Problem
 * @phpstan-import-type Text from Timed_Text
 * @phpstan-import-type Plan from Save_Plan
 * @phpstan-import-type Button from Action_Buttons
 * @phpstan-type Paused array{reason: string, since: string|null, nextAttemptAt: string|null, by?: array{id: int, name: string}|null, copy?: array{confirmed: bool}}
 * @phpstan-type Entry array{
 *   id: string,
 *   label: string,
 *   frontEndUrl: string,
 *   lane: string,
 *   status: string,
 *   symbol: string,
 *   headline: Text,
 *   detail: Text,
 *   next: array<string, mixed>|null,
 *   otherLane: Summary|null,
 *   problem: Problem|null,
 *   remedy: string,
 *   planChange: string,
 *   needsHelp: bool,
 *   lacksAddress: bool,
 *   hold: bool,
 *   holdMessage: string,
 *   releaseLabel: string,
 *   resumeLabel: string,
 *   pending: list<Pending>,
 *   pendingChanges: int,
 *   saveLane: array{lane: string, status: string, symbol: string, headline: Text, detail: Text, next: array<string, mixed>|null, problem: Problem|null, remedy: string}|null,
 *   undeployed: list<Undeployed>,
 *   sending: list<Run>,
 *   lastRun: Run|null,
 *   otherLastRuns: list<Run>,
 *   hostBuild: Run|null,
 *   lastRunText: Text,
 *   actions: list<Button>,
 *   blocked: array{reason: string, message: string}|null,
 *   paused: Paused|null,
 *   plans: list<Plan>,
 *   trackedLanes: list<string>,
 *   nextCheckAt: string|null,
 * }
 * @phpstan-type Site_Status array{environments: list<Entry>, mostUrgent: string|null, scheduler: Scheduler}
 */
final class Status {
	public function __construct(
		private readonly Queue_Reader|Page_Query $queue,
		private readonly Send_Policy $send_policy,
		private readonly Run_Log $log,
		private readonly Run_View $view,
		private readonly Reasons $reasons,
		private readonly Scheduler_Status $scheduler,
		private readonly Clock $clock,
	) {}

	/**
	 * @return Site_Status
	 */
	public function get(): array {
		$now         = $this->clock->now_ms();
		$permissions = $this->send_policy->all();
		$names       = $this->names( $permissions );
		$facts       = $this->facts( $permissions, $now );
		$refreshes   = array() !== array_filter( $permissions, static fn( Send_Permission $permission ): bool => $permission->environment->offers( Action::Refresh ) );
		$entries     = array_map( fn( Send_Permission $permission ): array => $this->entry( $permission, $facts, $names, $refreshes, $now ), array_values( $permissions ) );
		return array(
			'environments' => $entries,
			'mostUrgent'   => Environment_Status::sort_by_urgency( $entries )[0]['id'] ?? null,
			'scheduler'    => $this->scheduler->get( $facts->lanes, $permissions, $now ),
		);
	}

	/**
	 * The time of the last background task is not part of the ETag, because it changes all the time.
	 *
	 * @param Site_Status $status
	 */
	public function etag( array $status ): string {
		$status['scheduler']['lastRunAt']   = null;
		$status['scheduler']['lastRunText'] = Scheduler_Text::last_run( null )->to_array();
		return '"' . md5( Database::json( $status ) ) . '"';
	}

	/**
	 * Returns the names of the users who paused environments; null where each user is read from the cache of WordPress.
	 *
	 * @param  array<string, Send_Permission> $permissions
	 * @return array<int, string>|null        By ID.
	 */
	private function names( array $permissions ): ?array {
		$users = array_values( array_unique( array_filter( array_map( static fn( Send_Permission $permission ): int => $permission->pause->by ?? 0, $permissions ) ) ) );
		if ( $this->queue instanceof Page_Query ) {
			return $this->queue->names( ...$users );
		}
		Last_Saved::prime( $users );
		return null;
	}

	/**
	 * @param  array<int, string>|null $names     Names of users who paused, by ID.
	 * @param  bool                    $refreshes Whether any environment receives refreshes.
	 * @return Entry
	 */
	private function entry( Send_Permission $permission, Status_Facts $facts, ?array $names, bool $refreshes, int $now ): array {
		$environment = $permission->environment;
		$lanes       = $this->lanes( $permission, $facts, $now );
		$shown       = Lane_Status::in_headline( ...$lanes );
		$others      = array_values( array_filter( $lanes, static fn( Lane_Status $lane ): bool => $lane !== $shown ) );
		$paused      = Environment_View::paused( $permission, $names );
		$pending     = array_values( array_filter( array_column( $lanes, 'pending' ) ) );
		$changes     = Change_Summary::distinct( $pending );
		$undeployed  = array_values( array_filter( array_column( $lanes, 'undeployed' ) ) );
		$checked     = array_values( array_filter( $lanes, static fn( Lane_Status $lane ): bool => null !== $lane->next_check_at ) );
		$problem     = Environment_Problem::find( $shown, $pending, $paused, $permission->connected_at( $now ) );
		$plan        = new Save_Plan( $environment, $permission->pause?->reason, $problem, $changes, $refreshes );
		$automatic   = self::automatic_runs_text( $permission, $lanes, $now );
		$summary     = new Environment_Summary( $environment->front_end_url, $shown, $pending, $paused, $environment->automation->hold, $automatic->next_step() );
		$other_runs  = array_values( array_filter( array_column( $others, 'last_run' ) ) );
		$host_build  = $facts->observed[ Lane_Key::of( get_current_blog_id(), $environment->id, Lane::Build )->id() ] ?? null;
		return array(
			'id'          => $environment->id,
			'label'       => $environment->label,
			'frontEndUrl' => $environment->front_end_url,
			'lane'        => $shown->lane->value,
			'status'      => $shown->status()->value,
			...$summary->at( $now ),
			'otherLane'      => Other_Lane_Summary::of_first( $others, $now ),
			'problem'        => $problem,
			'remedy'         => null === $problem ? (string) Pause_Text::of( $permission )?->remedy() : Environment_Problem::remedy( $problem, $shown, $pending ),
			'planChange'     => Lane_Status::plan_change( ...$lanes ),
			'needsHelp'      => $shown->status()->needs_help( $paused['reason'] ?? '' ),
			'lacksAddress'   => $summary->lacks_address(),
			'hold'           => $environment->automation->hold,
			'holdMessage'    => $automatic->held(),
			'releaseLabel'   => $automatic->release_label(),
			'resumeLabel'    => $automatic->resume_label(),
			'pending'        => $pending,
			'pendingChanges' => $changes,
			'saveLane'       => $this->save_lane( $permission, $lanes, $shown, $paused, $now ),
			'undeployed'     => $undeployed,
			'sending'        => array_values( array_filter( array_column( $lanes, 'sending' ) ) ),
			'lastRun'        => $shown->last_run,
			'otherLastRuns'  => $other_runs,
			'hostBuild'      => $host_build,
			'lastRunText'    => self::last_run_text( array_filter( array( $shown->last_run, $host_build, ...$other_runs ) ) ),
			'actions'        => Action_Buttons::of( $permission, $pending, $undeployed ),
			'blocked'        => $permission->blocked(),
			'paused'         => $paused,
			'plans'          => $plan->all(),
			'trackedLanes'   => array_map( static fn( Lane_Status $lane ): string => $lane->lane->value, $checked ),
			'nextCheckAt'    => array() === $checked ? null : min( array_column( $checked, 'next_check_at' ) ),
		);
	}

	/**
	 * Returns the status of the lane whose runs show a save first, where that is not the lane of the headline: a refresh is
	 * live while the rebuild that follows is still pending.
	 *
	 * @param  non-empty-list<Lane_Status>                                                                                                                                    $lanes
	 * @param  Paused|null                                                                                                                                                    $paused
	 * @return array{lane: string, status: string, symbol: string, headline: Text, detail: Text, next: array<string, mixed>|null, problem: Problem|null, remedy: string}|null
	 */
	private function save_lane( Send_Permission $permission, array $lanes, Lane_Status $shown, ?array $paused, int $now ): ?array {
		$environment = $permission->environment;
		$lane        = $environment->offers( Action::Refresh ) ? Lane_Status::of_saves( ...$lanes ) : null;
		if ( null === $lane || $lane === $shown ) {
			return null;
		}
		$paused  = $permission->pauses( $lane->lane ) ? $paused : null;
		$pending = null === $lane->pending ? array() : array( $lane->pending );
		$problem = Environment_Problem::find( $lane, $pending, $paused, $permission->connected_at( $now ) );
		$summary = new Environment_Summary( $environment->front_end_url, $lane, $pending, $paused, $environment->automation->hold );
		return array(
			'lane'   => $lane->lane->value,
			'status' => $lane->status()->value,
			...$summary->at( $now ),
			'problem' => $problem,
			'remedy'  => null === $problem ? '' : Environment_Problem::remedy( $problem, $lane, $pending ),
		);
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
		return self::automatic_runs_text( $permission, $this->lanes( $permission, $facts, $now ), $now )->after( $decision, $now );
	}

	/**
	 * @param array<string, Send_Permission> $permissions
	 */
	private function facts( array $permissions, int $now ): Status_Facts {
		return Status_Facts::read( $this->queue, $this->log, $this->view, array_map( static fn( Send_Permission $permission ): string => $permission->environment->label, $permissions ), $now );
	}

	/**
	 * @param list<Lane_Status> $lanes
	 */
	private static function automatic_runs_text( Send_Permission $permission, array $lanes, int $now ): Automatic_Runs_Text {
		$pending = array_values( array_filter( array_column( $lanes, 'pending' ) ) );
		return new Automatic_Runs_Text( $permission, $pending, Environment_Problem::refused_url( $lanes, $pending, $permission->connected_at( $now ) ) );
	}

	/**
	 * Names the last run of any lane and its time; empty before the first run.
	 *
	 * @param  array<Run> $runs
	 * @return Text
	 */
	private static function last_run_text( array $runs ): array {
		if ( array() === $runs ) {
			return Timed_Text::plain( '' )->to_array();
		}
		usort( $runs, static fn( array $one, array $other ): int => Iso_Time::ms( $other['resultAt'] ) <=> Iso_Time::ms( $one['resultAt'] ) );
		/* translators: 1: an action or a build, for example “Rebuild” or “Build 4”, 2: for example “40 s ago”, “just now” or “November 24, 2026, 9:00 am”. */
		$text = sprintf( __( 'Last run: %1$s, %2$s', 'headless-deploy' ), $runs[0]['title'], '%s' );
		return Timed_Text::at( $text, Iso_Time::ms( $runs[0]['resultAt'] ) )->to_array();
	}

	/**
	 * @return non-empty-list<Lane_Status>
	 */
	private function lanes( Send_Permission $permission, Status_Facts $facts, int $now ): array {
		$lanes   = array_map( fn( Lane $lane ): Lane_Status => $this->lane_status( $permission, $lane, $facts, $now ), Lane::cases() );
		$refresh = $permission->environment->offers( Action::Refresh );
		return array_map( static fn( Lane_Status $lane ): Lane_Status => $lane->beside( ...array( ...$lanes, $refresh ) ), $lanes );
	}

	private function lane_status( Send_Permission $permission, Lane $lane_kind, Status_Facts $facts, int $now ): Lane_Status {
		$key     = Lane_Key::of( get_current_blog_id(), $permission->environment->id, $lane_kind );
		$lane    = $facts->lanes[ $key->id() ] ?? null;
		$pending = null === $lane ? null : $this->pending( $lane, $permission, $facts, $now );
		return new Lane_Status(
			$lane_kind,
			$pending,
			$facts->sending[ $key->id() ] ?? null,
			$facts->ended[ $key->id() ] ?? null,
			$facts->undeployed( $key, null !== $pending ),
			$permission->pauses( $lane_kind ),
			$permission->is_blocked() ? null : Iso_Time::or_null( $facts->next_checks[ $key->id() ] ?? null ),
		);
	}

	/**
	 * Returns the pending run of a lane. A lane with only changes of failed runs has no pending run; these changes are
	 * listed as undeployed.
	 *
	 * @return Pending|null
	 */
	private function pending( Lane_State $lane, Send_Permission $permission, Status_Facts $facts, int $now ): ?array {
		$is_sending = $lane->is_sending( $now );
		$unfinished = $is_sending ? null : $lane->unfinished;
		if ( 0 === $lane->new_rows && null === $unfinished ) {
			return null;
		}
		$due     = $is_sending ? $this->due_after_sending( $lane, $permission, $now ) : Due_Time::at( $lane, $permission, $now );
		$action  = null === $unfinished ? $lane->action : $unfinished->action->stronger( $lane->action );
		$changes = $lane->changes + ( $unfinished->changes ?? 0 );
		$reasons = $this->reasons->of_rows( $facts->reasons( $lane, null !== $unfinished ) );
		return array(
			'lane'          => $lane->key->lane->value,
			'action'        => $action->value,
			'dueAt'         => Iso_Time::or_null( $due ),
			'changes'       => $changes,
			'reasons'       => $reasons,
			'held'          => $permission->environment->automation->hold && null === $lane->manual_at && null === $unfinished,
			'attempt'       => null === $unfinished ? 0 : $unfinished->attempts->count(),
			'nextAttemptAt' => true === $unfinished?->is_retrying ? Iso_Time::or_null( $due ) : null,
			...$this->last_failure( $unfinished ),
			'headline'    => null === $due || 0 === $due ? null : Environment_Summary::countdown_headline( $action, $due, true === $unfinished?->is_retrying )->to_array(),
			'cancelLabel' => $permission->may_run( $action ) ? $action->cancel_label() : '',
			'cancelHint'  => 0 === $changes ? '' : Undeployed_Changes::cancel_hint( $lane->key->lane, Change_Summary::by( $changes, $reasons ), $permission->environment->offers( Action::Refresh ) && ! $lane->replaces_refresh ),
		);
	}

	/**
	 * @param  Unfinished_Run|null                                                 $unfinished The run, null without one.
	 * @return array{attemptedAt: string|null, errorCode: string, message: string} Null and empty when nothing was tried yet.
	 */
	private function last_failure( ?Unfinished_Run $unfinished ): array {
		$code = $unfinished->error_code ?? '';
		return array(
			'attemptedAt' => Iso_Time::or_null( $unfinished?->attempts->last_started_at() ),
			'errorCode'   => $code,
			'message'     => '' === $code ? '' : Errors::for_reader( $code, array( 'status' => (string) $unfinished?->http_status ) ),
		);
	}

	private function due_after_sending( Lane_State $lane, Send_Permission $permission, int $now ): ?int {
		if ( $permission->is_blocked() || ( $permission->pauses( $lane->key->lane ) && null === $lane->manual_at ) ) {
			return null;
		}
		return $lane->manual_at ?? Due_Time::new_rows_at( $lane, $permission->environment->automation, $now );
	}
}
