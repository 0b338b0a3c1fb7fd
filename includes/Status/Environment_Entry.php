<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Status;

use HeadlessDeploy\Action;
use HeadlessDeploy\Environments\Environment;
use HeadlessDeploy\Environments\Environment_View;
use HeadlessDeploy\Environments\Pause_Text;
use HeadlessDeploy\Environments\Send_Permission;
use HeadlessDeploy\Iso_Time;
use HeadlessDeploy\Lane;
use HeadlessDeploy\Queue\Run_Status;
use HeadlessDeploy\Runs\Run;
use HeadlessDeploy\Runs\Run_Text;
use HeadlessDeploy\Timed_Text;

/**
 * An environment in the status, as the current user may see it: `EnvironmentStatus` of src/shared/wire.ts.
 *
 * @phpstan-import-type Plan from Save_Plan
 * @phpstan-import-type Step from Run_Steps
 */
final class Environment_Entry {
	public readonly Environment $environment;

	/** The lane of the headline. */
	public readonly Lane_Status $lane;

	public readonly Environment_Status $status;

	/** @var list<Pending_Run> */
	public readonly array $pending;

	/** @var list<Undeployed_Changes> */
	public readonly array $undeployed;

	public readonly Summary_Moment $summary;

	public readonly ?Environment_Problem $problem;

	/** What the current user can do about the problem or the pause; may be empty. */
	public readonly string $remedy;

	public readonly ?Save_Lane $save_lane;

	/** @var list<Action_Button> */
	public readonly array $buttons;

	/** @var list<Plan> */
	public readonly array $plans;

	private readonly ?Summary_Moment $other_lane;

	/** Says that a stronger action replaces a run that failed; may be empty. */
	private readonly string $plan_change;

	private readonly Automatic_Runs_Text $automatic;
	private readonly bool $lacks_address;

	/**
	 * @param array<int, string>|null     $names      Names of users who paused, by ID; null reads the user.
	 * @param non-empty-list<Lane_Status> $lanes      As `Lane::cases()` lists them.
	 * @param Run|null                    $host_build The newest build of the host that this site did not start.
	 * @param bool                        $refreshes  Whether any environment receives refreshes.
	 */
	public function __construct(
		public readonly Send_Permission $permission,
		private readonly ?array $names,
		private readonly array $lanes,
		private readonly ?Run $host_build,
		bool $refreshes,
		int $now,
	) {
		$pause             = Pause_Summary::of( $permission, $names );
		$this->environment = $permission->environment;
		$this->lane        = Lane_Status::in_headline( ...$lanes );
		$this->status      = $this->lane->status();
		$this->pending     = array_values( array_filter( array_column( $lanes, 'pending' ) ) );
		$this->undeployed  = array_values( array_filter( array_column( $lanes, 'undeployed' ) ) );
		$this->problem     = Environment_Problem::find( $this->lane, $this->pending, $pause, $permission->connected_at( $now ) );
		$this->remedy      = $this->problem?->remedy( $this->lane, $this->pending ) ?? (string) Pause_Text::of( $permission )?->remedy();
		$this->automatic   = Automatic_Runs_Text::of( $permission, $lanes, $now );
		$summary           = new Environment_Summary(
			$this->environment->front_end_url,
			$this->lane,
			$this->pending,
			$this->environment->automation->hold,
			$this->automatic->next_step(),
		);
		$this->summary       = $summary->at( $now );
		$this->lacks_address = $summary->lacks_address();
		$this->plan_change   = Lane_Status::plan_change( ...$lanes );
		$this->other_lane    = Other_Lane_Summary::of_first( $this->other_lanes(), $now );
		$this->save_lane     = $this->save_lane( $now );
		$this->buttons       = Action_Button::all( $permission, $this->pending, $this->undeployed );
		$this->plans         = ( new Save_Plan(
			$this->environment,
			$permission->pause?->reason,
			$this->problem,
			$this->pending_changes(),
			$refreshes,
		) )->all();
	}

	/**
	 * Returns the number of pending changes. One that starts runs of several lanes counts once.
	 */
	public function pending_changes(): int {
		return Pending_Run::distinct_changes( $this->pending );
	}

	/**
	 * Returns the place in the order of urgency: the most urgent environment has the lowest number.
	 */
	public function urgency(): int {
		return $this->status->urgency( $this->permission->pause?->reason );
	}

	/**
	 * Returns the run that counts down in the lane of the headline.
	 */
	public function countdown(): ?Pending_Run {
		return true === $this->lane->pending?->counts_down() ? $this->lane->pending : null;
	}

	/**
	 * Returns the label of a button; empty where the user may not run the action, or the host does not offer it.
	 */
	public function button_label( Action $action ): string {
		foreach ( $this->buttons as $button ) {
			if ( $button->action === $action ) {
				return $button->label;
			}
		}
		return '';
	}

	/**
	 * Names the last run of any lane and its time; empty before the first run.
	 */
	public function last_run_text(): Timed_Text {
		$runs = array_filter( array( $this->lane->last_run, $this->host_build, ...$this->other_last_runs() ) );
		if ( array() === $runs ) {
			return Timed_Text::plain( '' );
		}
		usort( $runs, static fn( Run $one, Run $other ): int => $other->result_at() <=> $one->result_at() );
		/* translators: 1: an action or a build, for example “Rebuild” or “Build 4”, 2: for example “40 s ago”, “just now” or “November 24, 2026, 9:00 am”. */
		$text = sprintf( __( 'Last run: %1$s, %2$s', 'headless-deploy' ), ( new Run_Text( $runs[0] ) )->title(), '%s' );
		return Timed_Text::at( $text, $runs[0]->result_at() );
	}

	/**
	 * @return list<Lane_Status>
	 */
	private function other_lanes(): array {
		return array_values( array_filter( $this->lanes, fn( Lane_Status $lane ): bool => $lane !== $this->lane ) );
	}

	/**
	 * @return list<Run>
	 */
	private function other_last_runs(): array {
		return array_values( array_filter( array_column( $this->other_lanes(), 'last_run' ) ) );
	}

	/**
	 * Returns the status of the lane whose runs show a save first, where that is not the lane of the headline: a refresh is
	 * live while the rebuild that follows is still pending.
	 */
	private function save_lane( int $now ): ?Save_Lane {
		$lane = $this->environment->offers( Action::Refresh ) ? Lane_Status::of_saves( ...$this->lanes ) : null;
		if ( null === $lane || $lane === $this->lane ) {
			return null;
		}
		$pending = null === $lane->pending ? array() : array( $lane->pending );
		$problem = Environment_Problem::find( $lane, $pending, $lane->pause, $this->permission->connected_at( $now ) );
		$summary = new Environment_Summary( $this->environment->front_end_url, $lane, $pending, $this->environment->automation->hold );
		return new Save_Lane( $lane, $summary->at( $now ), $problem, $problem?->remedy( $lane, $pending ) ?? '' );
	}

	/**
	 * Returns the steps of the run that is being sent, or of the last build while its result is expected.
	 *
	 * @return list<Step>
	 */
	private function steps(): array {
		$sending = array_values( array_filter( array_column( $this->lanes, 'sending' ) ) )[0] ?? null;
		if ( null !== $sending ) {
			return $this->steps_of( $sending, Save_Stage::Sending );
		}
		$last_run   = $this->lane->last_run;
		$is_tracked = Environment_Status::Up_To_Date === $this->status && null !== $this->lane->next_check_at;
		return match ( true ) {
			null === $last_run || Lane::Build !== $this->lane->lane   => array(),
			Environment_Status::Building === $this->status            => $this->steps_of( $last_run, Save_Stage::Building ),
			$is_tracked && Run_Status::Accepted === $last_run->status => $this->steps_of( $last_run, Save_Stage::Accepted ),
			default                                                   => array(),
		};
	}

	/**
	 * @return list<Step>
	 */
	private function steps_of( Run $run, Save_Stage $stage ): array {
		return ( new Run_Steps( $this->environment, $run->record->key->lane, $this->plan_change, $stage, $run ) )->all();
	}

	private function progress(): Save_Progress {
		$headline = new Save_Lane( $this->lane, $this->summary, $this->problem, $this->remedy );
		return new Save_Progress(
			$this->environment,
			null === $this->save_lane ? array( $headline ) : array( $this->save_lane, $headline ),
			array() !== $this->pending,
			$this->plan_change,
		);
	}

	/**
	 * @param  bool                 $has_progress Whether an editor needs it.
	 * @return array<string, mixed>
	 */
	public function to_array( bool $has_progress = true ): array {
		$checked = array_values( array_filter( $this->lanes, static fn( Lane_Status $lane ): bool => null !== $lane->next_check_at ) );
		return array(
			'id'          => $this->environment->id,
			'label'       => $this->environment->label,
			'frontEndUrl' => $this->environment->front_end_url,
			'lane'        => $this->lane->lane->value,
			'status'      => $this->status->value,
			...$this->summary->to_array(),
			'otherLane'      => $this->other_lane?->to_array(),
			'problem'        => $this->problem?->to_array(),
			'remedy'         => $this->remedy,
			'planChange'     => $this->plan_change,
			'needsHelp'      => $this->status->needs_help( $this->permission->pause?->reason ),
			'lacksAddress'   => $this->lacks_address,
			'hold'           => $this->environment->automation->hold,
			'holdMessage'    => $this->automatic->held(),
			'releaseLabel'   => $this->automatic->release_label(),
			'resumeLabel'    => $this->automatic->resume_label(),
			'pending'        => array_map( static fn( Pending_Run $run ): array => $run->to_array(), $this->pending ),
			'pendingChanges' => $this->pending_changes(),
			'saveLane'       => $this->save_lane?->to_array(),
			'steps'          => $this->steps(),
			'progress'       => $has_progress ? $this->progress()->all() : array(),
			'undeployed'     => array_map( static fn( Undeployed_Changes $changes ): array => $changes->to_array(), $this->undeployed ),
			'sending'        => Run::list_to_array( array_values( array_filter( array_column( $this->lanes, 'sending' ) ) ) ),
			'lastRun'        => $this->lane->last_run?->to_array(),
			'otherLastRuns'  => Run::list_to_array( $this->other_last_runs() ),
			'hostBuild'      => $this->host_build?->to_array(),
			'lastRunText'    => $this->last_run_text()->to_array(),
			'actions'        => array_map( static fn( Action_Button $button ): array => $button->to_array(), $this->buttons ),
			'blocked'        => $this->permission->blocked(),
			'paused'         => Environment_View::paused( $this->permission, $this->names ),
			'plans'          => $this->plans,
			'trackedLanes'   => array_map( static fn( Lane_Status $lane ): string => $lane->lane->value, $checked ),
			'nextCheckAt'    => array() === $checked ? null : Iso_Time::or_null( min( array_column( $checked, 'next_check_at' ) ) ),
		);
	}
}
