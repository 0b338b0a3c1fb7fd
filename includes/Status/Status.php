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
use HeadlessDeploy\Runs\Change_Summary;
use HeadlessDeploy\Runs\Reasons;
use HeadlessDeploy\Runs\Run;
use HeadlessDeploy\Runs\Run_Log;
use HeadlessDeploy\Runs\Run_Text;
use HeadlessDeploy\Runs\Run_View;
use HeadlessDeploy\Timed_Text;

/**
 * The status of all environments for the current user: `Status` of src/shared/wire.ts. It contains times instead of
 * durations, so that it stays the same until something changes.
 *
 * @phpstan-import-type Scheduler from Scheduler_Status
 * @phpstan-import-type Summary from Environment_Summary
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
 *   problem: array<string, mixed>|null,
 *   remedy: string,
 *   planChange: string,
 *   needsHelp: bool,
 *   lacksAddress: bool,
 *   hold: bool,
 *   holdMessage: string,
 *   releaseLabel: string,
 *   resumeLabel: string,
 *   pending: list<array<string, mixed>>,
 *   pendingChanges: int,
 *   saveLane: array{lane: string, status: string, symbol: string, headline: Text, detail: Text, next: array<string, mixed>|null, problem: array<string, mixed>|null, remedy: string}|null,
 *   undeployed: list<array<string, mixed>>,
 *   sending: list<array<string, mixed>>,
 *   lastRun: array<string, mixed>|null,
 *   otherLastRuns: list<array<string, mixed>>,
 *   hostBuild: array<string, mixed>|null,
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
		$pause       = Pause_Summary::of( $permission, $names );
		$lanes       = $this->lanes( $permission, $pause, $facts, $now );
		$shown       = Lane_Status::in_headline( ...$lanes );
		$others      = array_values( array_filter( $lanes, static fn( Lane_Status $lane ): bool => $lane !== $shown ) );
		$paused      = Environment_View::paused( $permission, $names );
		$pending     = array_values( array_filter( array_column( $lanes, 'pending' ) ) );
		$changes     = Pending_Run::distinct_changes( $pending );
		$undeployed  = array_values( array_filter( array_column( $lanes, 'undeployed' ) ) );
		$checked     = array_values( array_filter( $lanes, static fn( Lane_Status $lane ): bool => null !== $lane->next_check_at ) );
		$problem     = Environment_Problem::find( $shown, $pending, $pause, $permission->connected_at( $now ) );
		$plan        = new Save_Plan( $environment, $permission->pause?->reason, $problem, $changes, $refreshes );
		$automatic   = self::automatic_runs_text( $permission, $lanes, $now );
		$summary     = new Environment_Summary( $environment->front_end_url, $shown, $pending, $environment->automation->hold, $automatic->next_step() );
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
			'problem'        => $problem?->to_array(),
			'remedy'         => $problem?->remedy( $shown, $pending ) ?? (string) Pause_Text::of( $permission )?->remedy(),
			'planChange'     => Lane_Status::plan_change( ...$lanes ),
			'needsHelp'      => $shown->status()->needs_help( $paused['reason'] ?? '' ),
			'lacksAddress'   => $summary->lacks_address(),
			'hold'           => $environment->automation->hold,
			'holdMessage'    => $automatic->held(),
			'releaseLabel'   => $automatic->release_label(),
			'resumeLabel'    => $automatic->resume_label(),
			'pending'        => array_map( static fn( Pending_Run $run ): array => $run->to_array(), $pending ),
			'pendingChanges' => $changes,
			'saveLane'       => self::save_lane( $permission, $lanes, $shown, $pause, $now ),
			'undeployed'     => array_map( static fn( Undeployed_Changes $changes ): array => $changes->to_array(), $undeployed ),
			'sending'        => Run::list_to_array( array_values( array_filter( array_column( $lanes, 'sending' ) ) ) ),
			'lastRun'        => $shown->last_run?->to_array(),
			'otherLastRuns'  => Run::list_to_array( $other_runs ),
			'hostBuild'      => $host_build?->to_array(),
			'lastRunText'    => self::last_run_text( array_filter( array( $shown->last_run, $host_build, ...$other_runs ) ) ),
			'actions'        => Action_Buttons::of( $permission, $pending, $undeployed ),
			'blocked'        => $permission->blocked(),
			'paused'         => $paused,
			'plans'          => $plan->all(),
			'trackedLanes'   => array_map( static fn( Lane_Status $lane ): string => $lane->lane->value, $checked ),
			'nextCheckAt'    => array() === $checked ? null : Iso_Time::or_null( min( array_column( $checked, 'next_check_at' ) ) ),
		);
	}

	/**
	 * Returns the status of the lane whose runs show a save first, where that is not the lane of the headline: a refresh is
	 * live while the rebuild that follows is still pending.
	 *
	 * @param  non-empty-list<Lane_Status>                                                                                                                                                 $lanes
	 * @return array{lane: string, status: string, symbol: string, headline: Text, detail: Text, next: array<string, mixed>|null, problem: array<string, mixed>|null, remedy: string}|null
	 */
	private static function save_lane( Send_Permission $permission, array $lanes, Lane_Status $shown, ?Pause_Summary $pause, int $now ): ?array {
		$environment = $permission->environment;
		$lane        = $environment->offers( Action::Refresh ) ? Lane_Status::of_saves( ...$lanes ) : null;
		if ( null === $lane || $lane === $shown ) {
			return null;
		}
		$pending = null === $lane->pending ? array() : array( $lane->pending );
		$problem = Environment_Problem::find( $lane, $pending, null === $lane->pause ? null : $pause, $permission->connected_at( $now ) );
		$summary = new Environment_Summary( $environment->front_end_url, $lane, $pending, $environment->automation->hold );
		return array(
			'lane'   => $lane->lane->value,
			'status' => $lane->status()->value,
			...$summary->at( $now ),
			'problem' => $problem?->to_array(),
			'remedy'  => $problem?->remedy( $lane, $pending ) ?? '',
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
		return self::automatic_runs_text( $permission, $this->lanes( $permission, null, $facts, $now ), $now )->after( $decision, $now );
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
		usort( $runs, static fn( Run $one, Run $other ): int => $other->result_at() <=> $one->result_at() );
		/* translators: 1: an action or a build, for example “Rebuild” or “Build 4”, 2: for example “40 s ago”, “just now” or “November 24, 2026, 9:00 am”. */
		$text = sprintf( __( 'Last run: %1$s, %2$s', 'headless-deploy' ), ( new Run_Text( $runs[0] ) )->title(), '%s' );
		return Timed_Text::at( $text, $runs[0]->result_at() )->to_array();
	}

	/**
	 * @return non-empty-list<Lane_Status>
	 */
	private function lanes( Send_Permission $permission, ?Pause_Summary $pause, Status_Facts $facts, int $now ): array {
		$lanes   = array_map( fn( Lane $lane ): Lane_Status => $this->lane_status( $permission, $pause, $lane, $facts, $now ), Lane::cases() );
		$refresh = $permission->environment->offers( Action::Refresh );
		return array_map( static fn( Lane_Status $lane ): Lane_Status => $lane->beside( ...array( ...$lanes, $refresh ) ), $lanes );
	}

	private function lane_status( Send_Permission $permission, ?Pause_Summary $pause, Lane $lane_kind, Status_Facts $facts, int $now ): Lane_Status {
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
		$changes = $lane->changes + ( $unfinished->changes ?? 0 );
		$reasons = $this->reasons->of_rows( $facts->reasons( $lane, null !== $unfinished ) );
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
			0 === $changes ? '' : Undeployed_Changes::cancel_hint( $lane->key->lane, Change_Summary::by( $changes, $reasons ), $permission->environment->offers( Action::Refresh ) && ! $lane->replaces_refresh ),
		);
	}

	private function due_after_sending( Lane_State $lane, Send_Permission $permission, int $now ): ?int {
		if ( $permission->is_blocked() || ( $permission->pauses( $lane->key->lane ) && null === $lane->manual_at ) ) {
			return null;
		}
		return $lane->manual_at ?? Due_Time::new_rows_at( $lane, $permission->environment->automation, $now );
	}
}
